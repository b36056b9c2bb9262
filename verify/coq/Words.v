(* Sets as words of 62 bits: for the program. A word is a number with a proof that it is below 2^62. So it fits the
   integers of OCaml, to which Extract.v maps the numbers. Boards of up to 120 cells need two words, larger ones
   more. *)
Require Import Bool List NArith Lia.
From Mustplay Require Import Sets.
Import ListNotations.
Open Scope N_scope.

Definition bits_below (n w : N) : Prop := forall i, n <= i -> N.testbit w i = false.
Lemma below_bits n w : w < 2 ^ n <-> bits_below n w.
Proof.
  split.
  - intros L i Li. rewrite <- (N.mod_small w (2 ^ n)) by auto. apply N.mod_pow2_bits_high. auto.
  - intro B. assert (E : w mod 2 ^ n = w).
    { apply N.bits_inj. intro i. destruct (N.lt_ge_cases i n); [apply N.mod_pow2_bits_low; auto | rewrite N.mod_pow2_bits_high, B; auto]. }
    rewrite <- E. apply N.mod_lt. apply N.pow_nonzero. lia.
Qed.

(* --- Words. *)
Record word := Word { val : N; fits : bits_below 62 val }.
Definition has (w : word) (i : N) : bool := N.testbit (val w) i.
Definition zero : word := Word 0 (fun i _ => N.bits_0 i).
Lemma bit_fits c : bits_below 62 (if c <? 62 then N.shiftl 1 c else 0).
Proof.
  intros i L. destruct (N.ltb_spec c 62); [|apply N.bits_0]. rewrite N.shiftl_1_l, N.pow2_bits_eqb. apply N.eqb_neq. lia.
Qed.
Definition bit (c : N) : word := Word (if c <? 62 then N.shiftl 1 c else 0) (bit_fits c).
Lemma lor_fits v w : bits_below 62 (N.lor (val v) (val w)).
Proof. intros i L. rewrite N.lor_spec, (fits v i L), (fits w i L). auto. Qed.
Definition wor (v w : word) : word := Word (N.lor (val v) (val w)) (lor_fits v w).
Lemma land_fits v w : bits_below 62 (N.land (val v) (val w)).
Proof. intros i L. rewrite N.land_spec, (fits v i L). auto. Qed.
Definition wand (v w : word) : word := Word (N.land (val v) (val w)) (land_fits v w).
Lemma ldiff_fits v w : bits_below 62 (N.ldiff (val v) (val w)).
Proof. intros i L. rewrite N.ldiff_spec, (fits v i L). auto. Qed.
Definition wdiff (v w : word) : word := Word (N.ldiff (val v) (val w)) (ldiff_fits v w).
Definition wzero (w : word) : bool := N.eqb (val w) 0.
Lemma wzero_yes w i : wzero w = true -> has w i = false.
Proof. unfold wzero, has. rewrite N.eqb_eq. intros ->. apply N.bits_0. Qed.
Lemma wzero_no w : wzero w = false -> exists i, i < 62 /\ has w i = true.
Proof.
  unfold wzero, has. rewrite N.eqb_neq. intro E. exists (N.log2 (val w)). assert (B := N.bit_log2 _ E). split; auto.
  destruct (N.lt_ge_cases (N.log2 (val w)) 62) as [|L]; auto. rewrite (fits w _ L) in B. discriminate.
Qed.
Lemma has_bit c i : c < 62 -> has (bit c) i = N.eqb c i.
Proof. intro L. unfold has, bit. cbn [val]. rewrite (proj2 (N.ltb_lt c 62) L), N.shiftl_1_l. apply N.pow2_bits_eqb. Qed.
Lemma has_far w i : 62 <= i -> has w i = false. Proof. apply fits. Qed.

(* --- Through the bits of a word by halves. A level is a number of bits and the mask of as many. *)
Definition levels : list (N * N) := Eval compute in map (fun k => (k, N.ones k)) [32; 16; 8; 4; 2; 1].
Inductive good_levels : N -> list (N * N) -> Prop :=
| good_one : good_levels 1 []
| good_more k d n : good_levels k d -> n <= 2 * k -> good_levels n ((k, N.ones k) :: d).
Lemma levels_good : good_levels 62 levels.
Proof. unfold levels. repeat (apply (good_more 32) || apply (good_more 16) || apply (good_more 8) || apply (good_more 4) || apply (good_more 2) || apply (good_more 1)); try lia. apply good_one. Qed.
Lemma low_bits k w i : N.testbit (N.land w (N.ones k)) i = N.testbit w i && (i <? k).
Proof.
  rewrite N.land_spec. destruct (N.ltb_spec i k); [rewrite N.ones_spec_low | rewrite N.ones_spec_high]; auto.
Qed.
Lemma low_below k w : bits_below k (N.land w (N.ones k)).
Proof. intros i L. rewrite low_bits, (proj2 (N.ltb_ge i k) L). apply andb_false_r. Qed.
Lemma high_below k n w : bits_below n w -> n <= 2 * k -> bits_below k (N.shiftr w k).
Proof. intros B L i Li. rewrite N.shiftr_spec by lia. apply B. lia. Qed.
(* A bit is in one half or in the other. *)
Lemma halves k w i : N.testbit w i = true <->
  N.testbit (N.land w (N.ones k)) i = true \/ exists j, i = k + j /\ N.testbit (N.shiftr w k) j = true.
Proof.
  rewrite low_bits, andb_true_iff, N.ltb_lt. split.
  - intro E. destruct (N.lt_ge_cases i k); [auto|]. right. exists (i - k). split; [lia|]. rewrite N.shiftr_spec by lia.
    replace (i - k + k) with i by lia. auto.
  - intros [[? _]|[j [-> E]]]; auto. rewrite N.shiftr_spec in E by lia. rewrite N.add_comm. auto.
Qed.
Lemma one_bit w i : bits_below 1 w -> (w =? 0) = false -> (N.testbit w i = true <-> i = 0).
Proof.
  intros B. rewrite N.eqb_neq. intro E. assert (L := N.bit_log2 w E). split.
  - intro T. destruct (N.eq_dec i 0); auto. rewrite B in T by lia. discriminate.
  - intros ->. destruct (N.eq_dec (N.log2 w) 0) as [<-|Z]; auto. rewrite B in L by lia. discriminate.
Qed.
Fixpoint word_elements (d : list (N * N)) (w base : N) (acc : list N) : list N :=
  if w =? 0 then acc else
  match d with
  | [] => base :: acc
  | (k, mask) :: d => word_elements d (N.land w mask) base (word_elements d (N.shiftr w k) (base + k) acc)
  end.
Lemma in_word_elements n d : good_levels n d -> forall w base acc c, bits_below n w ->
  In c (word_elements d w base acc) <-> In c acc \/ exists i, c = base + i /\ N.testbit w i = true.
Proof.
  induction 1 as [|k d n G IH L]; intros w base acc c B; cbn [word_elements]; destruct (w =? 0) eqn:E.
  1, 3: apply N.eqb_eq in E; subst w; split; auto; intros [?|[i [_ T]]]; auto; rewrite N.bits_0 in T; discriminate.
  - cbn [In]. split.
    + intros [<-|?]; auto. right. exists 0. split; [lia|]. apply one_bit; auto.
    + intros [?|[i [-> T]]]; auto. left. apply (one_bit w i B E) in T. lia.
  - rewrite IH by apply low_below. rewrite IH by (apply high_below with n; auto). split.
    + intros [[?|[i [-> T]]]|[i [-> T]]]; auto; right.
      * exists (k + i). split; [lia|]. apply (halves k). eauto.
      * exists i. split; auto. apply (halves k). auto.
    + intros [?|[i [-> T]]]; auto. apply (halves k) in T. destruct T as [T|[j [-> T]]]; [right; eauto|].
      left. right. exists j. split; auto; lia.
Qed.

(* --- Sets: two words and more. *)
Record words := { w0 : word; w1 : word; more : list word }.
Fixpoint list_or (a b : list word) : list word :=
  match a, b with [], _ => b | _, [] => a | v :: a, w :: b => wor v w :: list_or a b end.
Fixpoint list_and (a b : list word) : list word :=
  match a, b with [], _ => [] | _, [] => [] | v :: a, w :: b => wand v w :: list_and a b end.
Fixpoint list_diff (a b : list word) : list word :=
  match a, b with [], _ => [] | _, [] => a | v :: a, w :: b => wdiff v w :: list_diff a b end.
Fixpoint list_empty (a : list word) : bool := match a with [] => true | w :: a => if wzero w then list_empty a else false end.
Fixpoint list_has (a : list word) (c : N) : bool :=
  match a with [] => false | w :: a => if c <? 62 then has w c else list_has a (c - 62) end.
Fixpoint list_bit (k : nat) (c : N) : list word := match k with O => [bit c] | S k => zero :: list_bit k c end.
Fixpoint list_elements (a : list word) (base : N) : list N :=
  match a with [] => [] | w :: a => word_elements levels (val w) base (list_elements a (base + 62)) end.

Definition words_or (a b : words) : words := {| w0 := wor (w0 a) (w0 b); w1 := wor (w1 a) (w1 b); more := list_or (more a) (more b) |}.
Definition words_and (a b : words) : words := {| w0 := wand (w0 a) (w0 b); w1 := wand (w1 a) (w1 b); more := list_and (more a) (more b) |}.
Definition words_diff (a b : words) : words := {| w0 := wdiff (w0 a) (w0 b); w1 := wdiff (w1 a) (w1 b); more := list_diff (more a) (more b) |}.
Definition words_zero : words := {| w0 := zero; w1 := zero; more := [] |}.
Definition words_empty (a : words) : bool := if wzero (w0 a) then if wzero (w1 a) then list_empty (more a) else false else false.
Definition words_has (a : words) (c : N) : bool :=
  if c <? 62 then has (w0 a) c else if c <? 124 then has (w1 a) (c - 62) else list_has (more a) (c - 124).
Definition words_bit (c : N) : words :=
  if c <? 62 then {| w0 := bit c; w1 := zero; more := [] |}
  else if c <? 124 then {| w0 := zero; w1 := bit (c - 62); more := [] |}
  else {| w0 := zero; w1 := zero; more := list_bit (N.to_nat ((c - 124) / 62)) ((c - 124) mod 62) |}.
Definition words_elements (a : words) : list N :=
  word_elements levels (val (w0 a)) 0 (word_elements levels (val (w1 a)) 62 (list_elements (more a) 124)).

(* The laws follow from those of the list w0 :: w1 :: more. *)
Definition as_list (a : words) : list word := w0 a :: w1 a :: more a.
Lemma words_has_list a c : words_has a c = list_has (as_list a) c.
Proof.
  unfold words_has, as_list. cbn [list_has]. destruct (N.ltb_spec c 62); auto.
  destruct (N.ltb_spec c 124), (N.ltb_spec (c - 62) 62); try lia; auto. f_equal. lia.
Qed.
Lemma has_zero c : has zero c = false. Proof. apply N.bits_0. Qed.
Lemma list_has_or : forall a b c, list_has (list_or a b) c = list_has a c || list_has b c.
Proof.
  induction a as [|v a IH]; intros [|w b] c; cbn [list_or list_has]; rewrite ?orb_false_r; auto.
  destruct (c <? 62); auto. unfold has, wor. cbn [val]. apply N.lor_spec.
Qed.
Lemma list_has_and : forall a b c, list_has (list_and a b) c = list_has a c && list_has b c.
Proof.
  induction a as [|v a IH]; intros [|w b] c; cbn [list_and list_has]; rewrite ?andb_false_r; auto.
  destruct (c <? 62); auto. unfold has, wand. cbn [val]. apply N.land_spec.
Qed.
Lemma list_has_diff : forall a b c, list_has (list_diff a b) c = list_has a c && negb (list_has b c).
Proof.
  induction a as [|v a IH]; intros [|w b] c; cbn [list_diff list_has negb]; rewrite ?andb_true_r; auto.
  destruct (c <? 62); auto. unfold has, wdiff. cbn [val]. apply N.ldiff_spec.
Qed.
Lemma list_empty_yes : forall a c, list_empty a = true -> list_has a c = false.
Proof.
  induction a as [|w a IH]; intros c E; cbn [list_empty list_has] in *; auto.
  destruct (wzero w) eqn:Z; [|discriminate]. destruct (c <? 62); auto. apply wzero_yes. auto.
Qed.
Lemma list_empty_no : forall a, list_empty a = false -> exists c, list_has a c = true.
Proof.
  induction a as [|w a IH]; intros E; cbn [list_empty list_has] in *; [discriminate|]. destruct (wzero w) eqn:Z.
  - destruct (IH E) as [c Hc]. exists (c + 62). destruct (N.ltb_spec (c + 62) 62); [lia|]. replace (c + 62 - 62) with c by lia. auto.
  - destruct (wzero_no w Z) as [i [L Hi]]. exists i. rewrite (proj2 (N.ltb_lt i 62) L). auto.
Qed.
Lemma list_has_bit k : forall c d, c < 62 -> list_has (list_bit k c) d = N.eqb (62 * N.of_nat k + c) d.
Proof.
  induction k as [|k IH]; intros c d L; cbn [list_bit list_has].
  - destruct (N.ltb_spec d 62); [rewrite has_bit by auto; f_equal; lia | symmetry; apply N.eqb_neq; lia].
  - destruct (N.ltb_spec d 62); [rewrite has_zero; symmetry; apply N.eqb_neq; lia|]. rewrite IH by auto.
    apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
Qed.
Lemma in_list_elements : forall a base c, In c (list_elements a base) <-> exists i, c = base + i /\ list_has a i = true.
Proof.
  induction a as [|w a IH]; intros base c; cbn [list_elements list_has].
  - split; [intros [] | intros [i [_ F]]; discriminate].
  - rewrite (in_word_elements 62 levels levels_good _ _ _ _ (fits w)), IH. split.
    + intros [[i [-> Hi]]|[i [-> Hi]]].
      * exists (62 + i). split; [lia|]. destruct (N.ltb_spec (62 + i) 62); [lia|]. replace (62 + i - 62) with i by lia. auto.
      * exists i. split; auto. destruct (N.ltb_spec i 62); auto. rewrite (fits w) in Hi by auto. discriminate.
    + intros [i [-> Hi]]. destruct (N.ltb_spec i 62); [right; exists i; auto | left; exists (i - 62); split; auto; lia].
Qed.

Lemma words_mem_zero c : words_has words_zero c = false.
Proof. unfold words_has, words_zero. cbn [w0 w1 more list_has]. destruct (c <? 62), (c <? 124); auto using has_zero. Qed.
Lemma words_mem_bit c d : words_has (words_bit c) d = N.eqb c d.
Proof.
  unfold words_bit. destruct (N.ltb_spec c 62); [|destruct (N.ltb_spec c 124)]; rewrite words_has_list; unfold as_list; cbn [w0 w1 more list_has].
  - destruct (N.ltb_spec d 62); [apply has_bit; auto|]. destruct (d - 62 <? 62); rewrite ?has_zero; symmetry; apply N.eqb_neq; lia.
  - destruct (N.ltb_spec d 62); [rewrite has_zero; symmetry; apply N.eqb_neq; lia|].
    destruct (N.ltb_spec (d - 62) 62); [rewrite has_bit by lia; apply eq_true_iff_eq; rewrite !N.eqb_eq; lia | symmetry; apply N.eqb_neq; lia].
  - assert (M : (c - 124) mod 62 < 62) by (apply N.mod_lt; lia). assert (E := N.div_mod (c - 124) 62 ltac:(lia)).
    set (q := (c - 124) / 62) in *. set (r := (c - 124) mod 62) in *. clearbody q r.
    destruct (N.ltb_spec d 62); [rewrite has_zero; symmetry; apply N.eqb_neq; lia|].
    destruct (N.ltb_spec (d - 62) 62); [rewrite has_zero; symmetry; apply N.eqb_neq; lia|].
    rewrite list_has_bit by auto. rewrite N2Nat.id. apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
Qed.
Lemma words_mem_or a b c : words_has (words_or a b) c = words_has a c || words_has b c.
Proof. rewrite !words_has_list. apply (list_has_or (as_list a) (as_list b)). Qed.
Lemma words_mem_and a b c : words_has (words_and a b) c = words_has a c && words_has b c.
Proof. rewrite !words_has_list. apply (list_has_and (as_list a) (as_list b)). Qed.
Lemma words_mem_diff a b c : words_has (words_diff a b) c = words_has a c && negb (words_has b c).
Proof. rewrite !words_has_list. apply (list_has_diff (as_list a) (as_list b)). Qed.
Lemma words_empty_yes a c : words_empty a = true -> words_has a c = false.
Proof. rewrite words_has_list. apply (list_empty_yes (as_list a)). Qed.
Lemma words_empty_no a : words_empty a = false -> exists c, words_has a c = true.
Proof. intro E. destruct (list_empty_no (as_list a) E) as [c Hc]. exists c. rewrite words_has_list. auto. Qed.
Lemma words_in_elements a c : In c (words_elements a) <-> words_has a c = true.
Proof.
  assert (E : words_elements a = list_elements (as_list a) 0).
  { unfold words_elements, as_list. cbn [list_elements]. replace (0 + 62) with 62 by lia. replace (62 + 62) with 124 by lia. reflexivity. }
  rewrite words_has_list, E, in_list_elements.
  split; [intros [i [-> Hi]]; auto | intro; exists c; auto].
Qed.

(* --- The table: for each word a tree of its sets. *)
Inductive tree := Nothing | One (a : words) | Fork (k mask : N) (l r : tree).
Fixpoint tree_of (d : list (N * N)) (l : list words) : tree :=
  match l with
  | [] => Nothing
  | a :: _ => match d with
    | [] => One a
    | (k, mask) :: d => Fork k mask (tree_of d (firstn (N.to_nat k) l)) (tree_of d (skipn (N.to_nat k) l))
    end
  end.
Fixpoint climb (t : tree) (w : N) (acc : words) : words :=
  match t with
  | Nothing => acc
  | One a => if w =? 0 then acc else words_or acc a
  | Fork k mask l r =>
    let wl := N.land w mask in let wr := N.shiftr w k in
    let acc := if wl =? 0 then acc else climb l wl acc in
    if wr =? 0 then acc else climb r wr acc
  end.
Fixpoint pick (t : tree) (i : N) : words :=
  match t with
  | Nothing => words_zero
  | One a => a
  | Fork k _ l r => if i <? k then pick l i else pick r (i - k)
  end.
Lemma climb_zero t acc : climb t 0 acc = acc.
Proof. destruct t as [| |k mask l r]; cbn [climb]; auto. rewrite N.land_0_l, N.shiftr_0_l. auto. Qed.
Lemma climb_fork k mask l r w acc : climb (Fork k mask l r) w acc = climb r (N.shiftr w k) (climb l (N.land w mask) acc).
Proof.
  cbn [climb]. destruct (N.eqb_spec (N.land w mask) 0) as [E|_], (N.eqb_spec (N.shiftr w k) 0) as [F|_]; rewrite ?E, ?F, ?climb_zero; auto.
Qed.
Lemma nth_nil i v : words_has (nth i [] words_zero) v = false. Proof. destruct i; apply words_mem_zero. Qed.
Lemma nth_firstn {A} k : forall (l : list A) i a, (i < k)%nat -> nth i (firstn k l) a = nth i l a.
Proof. induction k as [|k IH]; intros [|x l] [|i] a L; cbn; auto; try lia. apply IH. lia. Qed.
Lemma nth_skipn {A} k : forall (l : list A) i a, nth i (skipn k l) a = nth (k + i) l a.
Proof. induction k as [|k IH]; intros [|x l] i a; cbn; auto. destruct i; auto. Qed.
Lemma climb_ok n d : good_levels n d -> forall l w acc v, bits_below n w ->
  words_has (climb (tree_of d l) w acc) v = true <->
  words_has acc v = true \/ exists i, N.testbit w i = true /\ words_has (nth (N.to_nat i) l words_zero) v = true.
Proof.
  assert (No : forall d w acc v, words_has (climb (tree_of d []) w acc) v = true <->
    words_has acc v = true \/ exists i, N.testbit w i = true /\ words_has (nth (N.to_nat i) [] words_zero) v = true).
  { intros d' w acc v. replace (climb (tree_of d' []) w acc) with acc by (destruct d'; auto).
    split; auto. intros [?|[i [_ F]]]; auto. rewrite nth_nil in F. discriminate. }
  induction 1 as [|k d n G IH L]; intros [|a l] w acc v B; try apply No; cbn [tree_of].
  - cbn [climb]. destruct (w =? 0) eqn:E.
    { apply N.eqb_eq in E. subst w. split; auto. intros [?|[i [T _]]]; auto. rewrite N.bits_0 in T. discriminate. }
    rewrite words_mem_or, orb_true_iff. split; (intros [?|H]; [auto|right]).
    + exists 0. split; [apply one_bit; auto | exact H].
    + destruct H as [i [T Hv]]. apply (one_bit w i B E) in T. subst i. exact Hv.
  - rewrite climb_fork. rewrite IH by (apply high_below with n; auto). rewrite IH by apply low_below. split.
    + intros [[?|[i [T Hv]]]|[i [T Hv]]]; auto; right.
      * exists i. split; [apply (halves k); auto|]. rewrite low_bits, andb_true_iff, N.ltb_lt in T. rewrite nth_firstn in Hv by lia. auto.
      * exists (k + i). split; [apply (halves k); eauto|]. rewrite nth_skipn in Hv. rewrite N2Nat.inj_add. auto.
    + intros [?|[i [T Hv]]]; auto. apply (halves k) in T. destruct T as [T|[j [-> T]]].
      * left. right. exists i. split; auto. rewrite low_bits, andb_true_iff, N.ltb_lt in T. rewrite nth_firstn by lia. auto.
      * right. exists j. split; auto. rewrite nth_skipn. rewrite N2Nat.inj_add in Hv. auto.
Qed.
Lemma pick_ok n d : good_levels n d -> forall l i, i < n -> pick (tree_of d l) i = nth (N.to_nat i) l words_zero.
Proof.
  induction 1 as [|k d n G IH L]; intros [|a l] i Li; cbn [tree_of pick].
  1, 3: destruct (N.to_nat i); auto.
  - replace i with 0 by lia. auto.
  - destruct (N.ltb_spec i k).
    + rewrite IH, nth_firstn by lia. auto.
    + rewrite IH, nth_skipn by lia. f_equal. lia.
Qed.
Record forest := { t0 : tree; t1 : tree; trees : list tree }.
Fixpoint trees_of (fuel : nat) (l : list words) : list tree :=
  match l with [] => [] | _ => match fuel with O => [] | S fuel => tree_of levels (firstn 62 l) :: trees_of fuel (skipn 62 l) end end.
Definition words_index (l : list words) : forest :=
  {| t0 := tree_of levels (firstn 62 l); t1 := tree_of levels (firstn 62 (skipn 62 l)); trees := trees_of (length l) (skipn 124 l) |}.
Fixpoint list_gather (t : list tree) (a : list word) (acc : words) : words :=
  match t, a with
  | t :: ts, w :: a => list_gather ts a (climb t (val w) acc)
  | _, _ => acc
  end.
Definition words_gather (t : forest) (a : words) : words :=
  list_gather (trees t) (more a) (climb (t1 t) (val (w1 a)) (climb (t0 t) (val (w0 a)) words_zero)).
Fixpoint list_fetch (t : list tree) (i : N) : words :=
  match t with [] => words_zero | t :: ts => if i <? 62 then pick t i else list_fetch ts (i - 62) end.
Definition words_fetch (t : forest) (i : N) : words :=
  if i <? 62 then pick (t0 t) i else if i <? 124 then pick (t1 t) (i - 62) else list_fetch (trees t) (i - 124).
Lemma list_fetch_ok : forall f l i, (length l <= f)%nat -> list_fetch (trees_of f l) i = nth (N.to_nat i) l words_zero.
Proof.
  induction f as [|f IH]; intros l i Lf.
  { destruct l; [|cbn in Lf; lia]. cbn. destruct (N.to_nat i); auto. }
  destruct l as [|x l]; [cbn; destruct (N.to_nat i); auto|]. set (l' := x :: l) in *. assert (Len : length l' = S (length l)) by reflexivity.
  change (trees_of (S f) l') with (tree_of levels (firstn 62 l') :: trees_of f (skipn 62 l')). clearbody l'. cbn [list_fetch].
  destruct (N.ltb_spec i 62).
  - rewrite (pick_ok 62 levels levels_good), nth_firstn by lia. auto.
  - rewrite IH, nth_skipn by (rewrite ?skipn_length; lia). f_equal. lia.
Qed.
Lemma words_mem_fetch l i v : words_has (words_fetch (words_index l) i) v = words_has (nth (N.to_nat i) l words_zero) v.
Proof.
  f_equal. unfold words_fetch, words_index. cbn [t0 t1 trees]. destruct (N.ltb_spec i 62); [|destruct (N.ltb_spec i 124)].
  - rewrite (pick_ok 62 levels levels_good), nth_firstn by lia. auto.
  - rewrite (pick_ok 62 levels levels_good), nth_firstn, nth_skipn by lia. f_equal. lia.
  - rewrite list_fetch_ok, nth_skipn by (rewrite skipn_length; lia). f_equal. lia.
Qed.
Lemma list_gather_ok : forall f l a acc v, (length l <= f)%nat ->
  words_has (list_gather (trees_of f l) a acc) v = true <->
  words_has acc v = true \/ exists i, list_has a i = true /\ words_has (nth (N.to_nat i) l words_zero) v = true.
Proof.
  induction f as [|f IH]; intros l a acc v Lf.
  { destruct l; [|cbn in Lf; lia]. cbn [trees_of list_gather]. split; auto. intros [?|[i [_ F]]]; auto. rewrite nth_nil in F. discriminate. }
  destruct l as [|x l].
  { cbn [trees_of list_gather]. split; auto. intros [?|[i [_ F]]]; auto. rewrite nth_nil in F. discriminate. }
  set (l' := x :: l) in *. assert (Len : length l' = S (length l)) by reflexivity.
  change (trees_of (S f) l') with (tree_of levels (firstn 62 l') :: trees_of f (skipn 62 l')). clearbody l'.
  destruct a as [|w a]; cbn [list_gather].
  { split; auto. intros [?|[i [F _]]]; auto. discriminate. }
  rewrite IH by (rewrite skipn_length; lia). rewrite (climb_ok 62 levels levels_good _ _ _ _ (fits w)). cbn [list_has]. split.
  - intros [[?|[i [T Hv]]]|[i [T Hv]]]; auto; right.
    + assert (Li : i < 62) by (destruct (N.lt_ge_cases i 62); auto; rewrite (fits w i) in T by auto; discriminate).
      exists i. rewrite (proj2 (N.ltb_lt i 62) Li). split; auto. rewrite nth_firstn in Hv by lia. auto.
    + exists (62 + i). destruct (N.ltb_spec (62 + i) 62); [lia|]. replace (62 + i - 62) with i by lia. split; auto.
      rewrite nth_skipn in Hv. rewrite N2Nat.inj_add. auto.
  - intros [?|[i [T Hv]]]; auto. destruct (N.ltb_spec i 62).
    + left. right. exists i. split; auto. rewrite nth_firstn by lia. auto.
    + right. exists (i - 62). split; auto. rewrite nth_skipn. replace (62 + N.to_nat (i - 62))%nat with (N.to_nat i) by lia. auto.
Qed.
Lemma words_mem_gather l a v : words_has (words_gather (words_index l) a) v = true <->
  exists i, words_has a i = true /\ words_has (nth (N.to_nat i) l words_zero) v = true.
Proof.
  assert (E : words_has (words_gather (words_index l) a) v = true <-> words_has words_zero v = true \/
    exists i, list_has (as_list a) i = true /\ words_has (nth (N.to_nat i) l words_zero) v = true).
  { unfold words_gather, words_index. cbn [t0 t1 trees].
    rewrite list_gather_ok by (rewrite skipn_length; lia).
    rewrite (climb_ok 62 levels levels_good _ _ _ _ (fits (w1 a))), (climb_ok 62 levels levels_good _ _ _ _ (fits (w0 a))).
    unfold as_list. cbn [list_has]. split.
    - intros [[[?|[i [T Hv]]]|[i [T Hv]]]|[i [T Hv]]]; auto; right.
      + assert (Li : i < 62) by (destruct (N.lt_ge_cases i 62); auto; rewrite (fits (w0 a) i) in T by auto; discriminate).
        exists i. rewrite (proj2 (N.ltb_lt i 62) Li). split; auto. rewrite nth_firstn in Hv by lia. auto.
      + assert (Li : i < 62) by (destruct (N.lt_ge_cases i 62); auto; rewrite (fits (w1 a) i) in T by auto; discriminate).
        exists (62 + i). destruct (N.ltb_spec (62 + i) 62); [lia|]. replace (62 + i - 62) with i by lia. rewrite (proj2 (N.ltb_lt i 62) Li).
        split; auto. rewrite nth_firstn, nth_skipn in Hv by lia. rewrite N2Nat.inj_add. auto.
      + exists (124 + i). destruct (N.ltb_spec (124 + i) 62); [lia|]. destruct (N.ltb_spec (124 + i - 62) 62); [lia|].
        replace (124 + i - 62 - 62) with i by lia. split; auto. rewrite nth_skipn in Hv. rewrite N2Nat.inj_add. auto.
    - intros [?|[i [T Hv]]]; auto. destruct (N.ltb_spec i 62); [|destruct (N.ltb_spec (i - 62) 62)].
      + left. left. right. exists i. split; auto. rewrite nth_firstn by lia. auto.
      + left. right. exists (i - 62). split; auto. rewrite nth_firstn, nth_skipn by lia.
        replace (62 + N.to_nat (i - 62))%nat with (N.to_nat i) by lia. auto.
      + right. exists (i - 62 - 62). split; auto. rewrite nth_skipn. replace (124 + N.to_nat (i - 62 - 62))%nat with (N.to_nat i) by lia. auto. }
  rewrite E. rewrite words_mem_zero. split; [intros [?|[i [T Hv]]] | intros [i [T Hv]]; right].
  - discriminate. - exists i. rewrite words_has_list. auto. - exists i. rewrite <- words_has_list. auto.
Qed.

Global Instance words_sets : Sets words forest := {
  empty := words_zero; single := words_bit; union := words_or; inter := words_and; minus := words_diff;
  is_empty := words_empty; mem := words_has; elements := words_elements; index := words_index; gather := words_gather; fetch := words_fetch;
  mem_empty := words_mem_zero; mem_single := words_mem_bit; mem_union := words_mem_or; mem_inter := words_mem_and; mem_minus := words_mem_diff;
  is_empty_yes := words_empty_yes; is_empty_no := words_empty_no; in_elements := words_in_elements; mem_gather := words_mem_gather; mem_fetch := words_mem_fetch
}.
