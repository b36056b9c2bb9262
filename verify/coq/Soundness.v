(* The theorems: what the checker accepts is won in the real game. `valid` (Bodies.v) is what is proved of every claim; the
   half-turn keeps it, every line keeps it for the store of claims, and the last claim gives the root. *)
Require Import Bool List NArith ZArith Lia FMapPositive.
From Mustplay Require Import Hex Triangle HexTheorem Claims Sets SetLaws Checker Chains Paths Captured Bodies Lines Board Pairing RealGame.
Import ListNotations.
Open Scope N_scope.

(* A claim turned by an involution of the cells. *)
Section Map.
Variable tau : N -> N.
Hypothesis tau_tau : forall c, tau (tau c) = c.
Definition img (S : cset) : cset := fun c => S (tau c).
Lemma tau_eqb a b : (tau a =? tau b) = (a =? b).
Proof. apply eq_true_iff_eq. rewrite !N.eqb_eq. split; [intro E; rewrite <- (tau_tau a), <- (tau_tau b); congruence | congruence]. Qed.
Lemma W_map g (Hg : mono g) :
  (forall A C, WS g A C -> forall A' C', eqs A' (img A) -> eqs C' (img C) -> WS (fun T => g (img T)) A' C') /\
  (forall A C, WF g A C -> forall A' C', eqs A' (img A) -> eqs C' (img C) -> WF (fun T => g (img T)) A' C').
Proof.
  apply (Claims.W_ind N N.eqb).
  - intros A C G A' C' EA EC. apply Claims.WS_done. apply Hg with A; auto. intros c Hc. unfold img. rewrite EA. unfold img. rewrite tau_tau. auto.
  - intros A C _ IH A' C' EA EC. apply Claims.WS_step. intro m. apply (IH (tau m)); auto.
    intro c. unfold Claims.del, img. rewrite EC. unfold img. rewrite tau_eqb. auto.
  - intros. apply Claims.WF_pass. auto.
  - intros A C r Cr _ IH A' C' EA EC. apply Claims.WF_move with (tau r).
    + rewrite EC. unfold img. rewrite tau_tau. auto.
    + apply IH; intro c; unfold Claims.add, Claims.del, img; rewrite ?EA, ?EC; unfold img; rewrite <- (tau_eqb (tau r) c), tau_tau; auto.
Qed.
End Map.

Section Theorems.
Context {set table : Type} {X : Sets set table}.
Variables W H : N.
Hypothesis W1 : 0 < W.
Hypothesis H1 : 0 < H.
Variable wh : bool.
Notation nn := (W * H).
Notation b := (board_of W H wh).
Notation nearT := (nearT b).
Notation all := (whole b).
Notation valid := (valid b).
Notation J := (J b).
Let good : good_board b := board_good W H W1 H1 wh.
Let near_s : forall u v, nearT u v = nearT v u := Captured.near_sym b good.
Let all_o : forall c, mem all c = (c <? nn) := Captured.all_ok b good.

(* --- The half-turn. *)
Lemma turn_own c : mem (own b) ((half_turn W H) c) = mem (own b) c.
Proof.
  assert (K : forall c, mem (own b) c = true -> mem (own b) ((half_turn W H) c) = true).
  { intros d Hd. apply (own_in b) in Hd. apply (own_in b). unfold e1, e0 in *. cbn [Checker.white count board_of] in *.
    destruct (turn_edge_cases W H W1 H1 d) as [[E ->]|[[E ->]|[[E ->]|[E ->]]]]; destruct wh; lia. }
  destruct (mem (own b) c) eqn:E; [auto|]. destruct (mem (own b) ((half_turn W H) c)) eqn:E2; auto.
  apply K in E2. rewrite turn_turn in E2 by auto. congruence.
Qed.
Lemma turn_path T x y : path nearT (uni (fun c => T ((half_turn W H) c)) (mem (own b))) x y -> path nearT (uni T (mem (own b))) ((half_turn W H) x) ((half_turn W H) y).
Proof.
  intro P. induction P as [S|v w P IH E S]; unfold uni in S; rewrite <- turn_own in S.
  - apply path_refl. exact S.
  - apply path_step with ((half_turn W H) v); auto. apply near_turn; auto.
Qed.
Lemma mem_turn_set s c : mem (turn_set b s) c = mem s ((half_turn W H) c).
Proof.
  unfold turn_set. change (turn b) with (half_turn W H). apply eq_true_iff_eq. rewrite in_set_of, in_map_iff. split.
  - intros [d [<- I]]. rewrite turn_turn by auto. apply in_elements. auto.
  - intro I. exists ((half_turn W H) c). rewrite turn_turn by auto. split; auto. apply in_elements. auto.
Qed.
Lemma turn_all c : mem all ((half_turn W H) c) = mem all c.
Proof.
  rewrite !all_o. destruct (N.ltb_spec c nn) as [L|L].
  - destruct (turn_cell W H W1 H1 c L) as [K _]. apply N.ltb_lt. auto.
  - apply N.ltb_ge. rewrite turn_edge by auto. lia.
Qed.
Lemma turn_valid c : valid c -> valid (turn_claim b c).
Proof.
  intros [HW [Hd [HA [HC [Ex Ey]]]]]. unfold Bodies.valid, turn_claim. cbn [cA cC cx cy]. change (turn b) with (half_turn W H). repeat split.
  - apply (Claims.WS_goal N N.eqb N.eqb_spec) with (fun T => J (cx c) (cy c) (img (half_turn W H) T)).
    + intros T _ _ P. apply turn_path. exact P.
    + apply (proj1 (W_map (half_turn W H) (turn_turn W H W1 H1) _ (J_mono b (cx c) (cy c))) _ _ HW); intro d; apply mem_turn_set.
  - intros d. rewrite !mem_turn_set. apply Hd.
  - intros d. rewrite mem_turn_set. intro I. apply HA in I. rewrite turn_all in I. auto.
  - intros d. rewrite mem_turn_set. intro I. apply HC in I. rewrite turn_all in I. auto.
  - destruct Ex; [left; rewrite mem_turn_set, turn_turn by auto; auto | right; rewrite turn_own; auto].
  - destruct Ey; [left; rewrite mem_turn_set, turn_turn by auto; auto | right; rewrite turn_own; auto].
Qed.

(* --- P. One cell of each pair is X's, so the other player has no chain across (Pairing.v), and X has one. *)
Lemma one_of_each o T A : sub (mem A) T ->
  all_goals b (map (fun a => PPair (fst a) (snd a)) (filter (fun a : N * N => negb (mem A (fst a) ||| mem A (snd a))) (strip_pairs b o))) T ->
  forall i j, i + j < way b -> T (strip_cell b o i j) = true \/ T (strip_cell b o (way b - 1 - j) (way b - i)) = true.
Proof.
  intros HA G i j L. set (a := strip_pair b o i j).
  assert (I : In a (strip_pairs b o)).
  { unfold strip_pairs. apply in_flat_map. exists i. split; [apply in_upto; lia|]. apply in_map. apply in_upto. lia. }
  change (T (fst a) = true \/ T (snd a) = true).
  destruct (mem A (fst a)) eqn:E1; [left; apply HA; auto|]. destruct (mem A (snd a)) eqn:E2; [right; apply HA; auto|].
  unfold all_goals in G. rewrite Forall_forall in G. apply (G (PPair (fst a) (snd a))).
  apply in_map_iff. exists a. split; auto. apply filter_In. rewrite E1, E2. auto.
Qed.
Lemma idx_cell i j : idx W (Z.of_N i) (Z.of_N j) = W * j + i.
Proof. unfold idx. rewrite !N2Z.id. auto. Qed.
Lemma pairing_ok o stones c : pairing b o stones = Some c -> valid c.
Proof.
  unfold pairing. set (A := set_of stones). set (free := filter _ _). rewrite !lazy_and.
  destruct ((o + way b <? other_way b) && within A all && every _ free) eqn:E; [|discriminate].
  rewrite !andb_true_iff, N.ltb_lt, every_eq, forallb_forall in E. destruct E as [[Lo HA] Hf]. apply within_ok in HA.
  destruct (body_carrier A _) as [C|] eqn:Ec; [|discriminate]. intro Q. inversion Q; subst c. clear Q.
  destruct (body_carrier_ok b good A _ C Ec) as [HW [Hd HC]].
  { apply Forall_forall. intros p I. apply in_map_iff in I. destruct I as [a [<- I]]. specialize (Hf a I).
    rewrite !lazy_and, !andb_true_iff, negb_true_iff, N.eqb_neq in Hf. destruct Hf as [[F1 F2] F3]. cbn [item_valid].
    repeat split; auto; apply (is_cell_all b good); auto. }
  { apply Forall_forall. intros p I. apply in_map_iff in I. destruct I as [a [<- I]]. cbn [part_stones]. intros d. rewrite mem_empty. discriminate. }
  split; [|cbn [cA cC cx cy]; repeat split; auto; right; apply (own_in b); auto].
  cbn [cA cC cx cy]. apply (Claims.WS_goal N N.eqb N.eqb_spec) with (2 := HW). intros T T1 T2 G.
  assert (TA : sub T (mem all)) by (intros u Hu; specialize (T2 u Hu); unfold uni in T2; rewrite orb_true_iff in T2; destruct T2; auto).
  assert (One := one_of_each o T A T1 G).
  destruct (hex_paths W H W1 H1 wh T TA) as [[Q|Q] _]; [exact Q|exfalso].
  assert (D : forall u, u < nn -> dif (mem all) T u = negb (T u)).
  { intros u Lu. unfold dif. rewrite all_o, (proj2 (N.ltb_lt _ _) Lu). auto. }
  assert (DA : forall u, dif (mem all) T u = true -> u < nn).
  { intros u Hu. apply N.ltb_lt. rewrite <- all_o. unfold dif in Hu. destruct ((mem all) u); auto. }
  unfold way, other_way, strip_cell in *. unfold others, o1, o0 in Q. cbn [Checker.white width height count board_of] in *. destruct wh.
  - assert (Q' : black (Z.of_N W) (Z.of_N H) (fun i j => negb (T (idx W i j)))).
    { revert Q. apply (black_iff W H W1 H1 true); auto. intros u Lu. rewrite (proj1 (idx_pt W H W1 H1 u Lu)), D by auto. tauto. }
    destruct Q' as [u [v [Cv [U V]]]].
    apply (rows_blocked (Z.of_N W) (Z.of_N H) (Z.of_N o) true _ u v) with (5 := Cv); auto; try lia.
    intros i j Li Lj Lij. specialize (One (Z.to_N i) (Z.to_N j) ltac:(lia)).
    rewrite <- !idx_cell in One.
    replace (Z.of_N (Z.to_N j + o)) with (j + Z.of_N o)%Z in One by lia. replace (Z.of_N (Z.to_N i)) with i in One by lia.
    replace (Z.of_N (W - 1 - Z.to_N j)) with (Z.of_N W - 1 - j)%Z in One by lia.
    replace (Z.of_N (W - Z.to_N i + o)) with (Z.of_N W - i + Z.of_N o)%Z in One by lia.
    destruct One as [F|F]; rewrite F; [left|right]; discriminate.
  - assert (Q' : HexTheorem.white (Z.of_N W) (Z.of_N H) (fun i j => T (idx W i j))).
    { revert Q. apply (white_iff W H W1 H1 false); auto. intros u Lu. rewrite (proj1 (idx_pt W H W1 H1 u Lu)), D by auto. destruct (T u); cbn; split; congruence. }
    destruct Q' as [u [v [Cv [U V]]]].
    apply (columns_blocked (Z.of_N H) (Z.of_N W) (Z.of_N o) false _ u v) with (5 := Cv); auto; try lia.
    intros i j Li Lj Lij. specialize (One (Z.to_N i) (Z.to_N j) ltac:(lia)).
    rewrite <- !idx_cell in One.
    replace (Z.of_N (Z.to_N j + o)) with (j + Z.of_N o)%Z in One by lia. replace (Z.of_N (Z.to_N i)) with i in One by lia.
    replace (Z.of_N (H - 1 - Z.to_N j)) with (Z.of_N H - 1 - j)%Z in One by lia.
    replace (Z.of_N (H - Z.to_N i + o)) with (Z.of_N H - i + Z.of_N o)%Z in One by lia.
    destruct One as [F|F]; rewrite F; [left|right]; discriminate.
Qed.

(* --- Lines and files. *)
Fixpoint good_tree (t : tree set) : Prop := match t with Leaf c => valid c | Node c l r => valid c /\ good_tree l /\ good_tree r end.
Definition good_store (s : store set) := forall size t, In (size, t) (trees s) -> good_tree t.
Lemma find_in_good t : good_tree t -> forall size i c, find_in t size i = Some c -> valid c.
Proof.
  induction t as [c|c l IHl r IHr]; cbn [good_tree find_in]; intros G size i d E; destruct (N.eqb i 0); try discriminate; try (inversion E; subst; tauto).
  destruct G as [_ [Gl Gr]]. destruct (_ <? i); eauto.
Qed.
Lemma find_good s k c : good_store s -> find s k = Some c -> valid c.
Proof.
  unfold find, good_store. destruct (k =? 0), (stored s <? k); try discriminate. generalize (stored s - k).
  induction (trees s) as [|[size t] l IH]; intros i G E; cbn [find_back] in E; [discriminate|].
  destruct (i <? size).
  - apply find_in_good with (2 := E). apply (G size t). cbn. auto.
  - apply (IH (i - size)); auto. intros z u I. apply (G z u). cbn. auto.
Qed.
Lemma add_good s c : good_store s -> valid c -> good_store (add_claim_to s c).
Proof.
  unfold good_store, add_claim_to. cbn [trees]. intros G V.
  assert (G1 : forall size t, In (size, t) ((1, Leaf c) :: trees s) -> good_tree t).
  { intros size t [E|I]; [inversion E; subst; exact V | eauto]. }
  destruct (trees s) as [|[v l] [|[w r] rest]]; auto. destruct (v =? w); auto.
  intros size t [E|I]; [inversion E; subst | apply (G size t); cbn; auto]. cbn [good_tree].
  split; [exact V | split; [apply (G v l) | apply (G w r)]; cbn; auto].
Qed.
Definition good_state (s : state set) := good_store (claims s) /\ (forall c, last s = Some c -> valid c).
Lemma start_good : good_state start.
Proof. split; [intros size t [] | discriminate]. Qed.
Lemma conclude_ok s l c : good_state s -> conclude b (claims s) l = Some c -> valid c.
Proof.
  intros [Hs _] E.
  assert (Gs : store_ok b (claims s)).
  { intros k t d F. unfold get in F. destruct (find (claims s) k) as [e|] eqn:Ed; [|discriminate]. inversion F.
    destruct t; [apply turn_valid|]; eapply find_good; eauto. }
  destruct l; cbn [conclude] in E.
  - apply (series_ok b good _ x y body c Gs E).
  - apply (cases_ok b good _ x y plus answers reversals kills c Gs E).
  - apply (fill_or_drop_ok b good _ _ k turned plus sets c Gs (fills_ok b good) E).
  - apply (fill_or_drop_ok b good _ _ k turned plus sets c Gs (drops_ok b good) E).
  - apply (pairing_ok offset stones c E).
Qed.
Lemma step_ok s l s' : good_state s -> step b s l = Some s' -> good_state s'.
Proof.
  intros Hs E. unfold step in E. destruct (conclude b (claims s) l) as [c|] eqn:Ec; [|discriminate]. inversion E; subst s'.
  assert (Vc := conclude_ok s l c Hs Ec). split; cbn [claims last].
  - apply add_good; auto. apply Hs.
  - intros d F. inversion F; subst; auto.
Qed.
Lemma steps_ok : forall l s s', good_state s -> steps b s l = Some s' -> good_state s'.
Proof.
  induction l as [|a l IH]; intros s s' Hs E; cbn [steps] in E; [inversion E; subst; auto|].
  destruct (step b s a) as [s1|] eqn:E1; [|discriminate]. apply IH with (2 := E). apply step_ok with (2 := E1). auto.
Qed.

(* --- The root. p holds X's stones `mine`, and the other player's stones are among `theirs`. *)
Definition holds (mine theirs : list N) (p : position) :=
  (forall u, In u mine -> u < W * H /\ at_ W p u = Some (negb wh)) /\ (forall u, u < W * H -> at_ W p u = Some wh -> In u theirs).
Lemma gives_ok c x y A C : valid c -> gives c x y A C = true -> WS (J x y) (mem A) (mem C).
Proof.
  intros [HW [Hd [HA [HC _]]]] E. unfold gives in E.
  rewrite !lazy_and, !lazy_or, !andb_true_iff, orb_true_iff, !andb_true_iff, !N.eqb_eq in E.
  destruct E as [[E E1] E2]. apply within_ok in E1, E2.
  apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem (cA c)) (mem (cC c)); [apply J_mono | | auto |].
  - destruct E as [[<- <-]|[<- <-]]; auto. apply (Claims.WS_goal N N.eqb N.eqb_spec) with (2 := HW). intros T _ _. apply J_sym. exact good.
  - intros u Hu. apply E2 in Hu. rewrite mem_union in Hu. exact Hu.
Qed.
Lemma root_wins s mine theirs p : good_state s -> position_right b s mine theirs = true -> holds mine theirs p ->
  wins (Z.of_N W) (Z.of_N H) (negb wh) p wh /\ wins (Z.of_N W) (Z.of_N H) (negb wh) p (negb wh).
Proof.
  intros [_ Hs] R [Hm Ht]. unfold position_right, ends_right in R. rewrite lazy_and, andb_true_iff, negb_true_iff in R.
  destruct R as [R1 R2]. apply meet_no in R2. destruct (last s) as [c|]; [|discriminate].
  assert (HW := gives_ok c _ _ _ _ (Hs c eq_refl) R1).
  assert (K : compat W H wh (mem (set_of mine)) (mem (minus (minus all (set_of mine)) (set_of theirs))) p).
  { repeat split.
    - intros u Hu. apply in_set_of in Hu. apply Hm in Hu. rewrite all_o. apply N.ltb_lt. tauto.
    - intros u Hu. rewrite !mem_minus, !andb_true_iff in Hu. tauto.
    - intros u Hu. apply Hm. apply in_set_of. auto.
    - intros u Hu E. rewrite !mem_minus, !andb_true_iff in Hu. destruct Hu as [[Hu _] Nt]. rewrite all_o, N.ltb_lt in Hu.
      assert (I := Ht u Hu E). apply in_set_of in I. rewrite I in Nt. discriminate. }
  destruct (real_game W H W1 H1 wh) as [G1 G2]. split; [apply G1 with (1 := HW); auto | apply G2 with (2 := K); apply Claims.WF_pass; auto].
Qed.

(* --- A long file in slices: claims that a slice takes over, as claims 1, 2, ..., and claims that it hands on, by their numbers. *)
Definition state_of (imports : list (claim set)) : state set := {| claims := fold_left add_claim_to imports nothing; last := None |}.
Definition same_claim (c d : claim set) : bool :=
  N.eqb (cx c) (cx d) &&& N.eqb (cy c) (cy d) &&& same (cA c) (cA d) &&& same (cC c) (cC d).
Definition slice_right (imports : list (claim set)) (l : list line) (exports : list (N * claim set)) : bool :=
  match steps b (state_of imports) l with
  | None => false
  | Some s => every (fun a => match find (claims s) (fst a) with None => false | Some c => same_claim c (snd a) end) exports
  end.
Lemma state_of_good imports : (forall c, In c imports -> valid c) -> good_state (state_of imports).
Proof.
  intro V. split; [|discriminate]. cbn [state_of claims].
  assert (G : forall l s, (forall c, In c l -> valid c) -> good_store s -> good_store (fold_left add_claim_to l s)).
  { induction l as [|c l IH]; intros s Vl Gs; cbn [fold_left]; auto. apply IH; [intros; apply Vl; cbn; auto | apply add_good; auto; apply Vl; cbn; auto]. }
  apply G; auto. intros size t [].
Qed.
Theorem slice_ok imports l exports : slice_right imports l exports = true ->
  (forall c, In c imports -> valid c) -> forall k c, In (k, c) exports -> valid c.
Proof.
  unfold slice_right. intros E V. destruct (steps b (state_of imports) l) as [s|] eqn:Es; [|discriminate].
  assert (G := steps_ok _ _ _ (state_of_good imports V) Es). rewrite every_eq, forallb_forall in E.
  intros k c I. specialize (E _ I). cbn [fst snd] in E. destruct (find (claims s) k) as [d|] eqn:Ed; [|discriminate].
  unfold same_claim in E. rewrite !lazy_and, !andb_true_iff, !N.eqb_eq in E. destruct E as [[[Ex Ey] EA] EC].
  destruct (find_good _ k d (proj1 G) Ed) as [HW [Hd [HA [HC [Hx Hy]]]]]. rewrite Ex, Ey in *. assert (QA := same_ok _ _ EA). assert (QC := same_ok _ _ EC).
  split; [|repeat split].
  - apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem (cA d)) (mem (cC d)); [apply J_mono | auto | |].
    + intros u Hu. rewrite <- QA. auto.
    + intros u Hu. unfold uni. rewrite <- QA, <- QC, Hu. apply orb_true_r.
  - intros u Ha Hc. rewrite <- QA in Ha. rewrite <- QC in Hc. apply (Hd u); auto.
  - intros u Hu. rewrite <- QA in Hu. auto.
  - intros u Hu. rewrite <- QC in Hu. auto.
  - destruct Hx as [Hx|Hx]; [left; rewrite <- QA; auto | right; auto].
  - destruct Hy as [Hy|Hy]; [left; rewrite <- QA; auto | right; auto].
Qed.
End Theorems.

Section Files.
Context {set table : Type} {X : Sets set table}.
(* What the lines of a file are for: a state of proved claims whose last one gives the root. *)
Definition root_proved W H wh mine theirs : Prop :=
  0 < W /\ 0 < H /\ exists s, good_state W H wh s /\ position_right (board_of W H wh) s mine theirs = true.
Lemma check_proves W H wh mine theirs l : check W H wh mine theirs l = true -> root_proved W H wh mine theirs.
Proof.
  intros E. unfold check in E. destruct (steps (board_of W H wh) start l) as [s|] eqn:Es; [|discriminate].
  rewrite !lazy_and, !andb_true_iff, !N.ltb_lt in E. destruct E as [[W1 H1] R].
  split; [|split]; auto. exists s. split; auto. apply (steps_ok W H W1 H1 wh l start s); auto. apply start_good.
Qed.
Lemma root_sound W H wh mine theirs : root_proved W H wh mine theirs ->
  forall p, holds W H wh mine theirs p ->
  wins (Z.of_N W) (Z.of_N H) (negb wh) p wh /\ wins (Z.of_N W) (Z.of_N H) (negb wh) p (negb wh).
Proof. intros [W1 [H1 [s [G R]]]] p Hp. apply (root_wins W H W1 H1 wh s mine theirs p); auto. Qed.
(* With X's first move f in `mine`. *)
Lemma root_first W H wh mine theirs f : root_proved W H wh (f :: mine) theirs ->
  forall p, holds W H wh mine theirs p -> f < W * H -> at_ W p f = None ->
  wins (Z.of_N W) (Z.of_N H) (negb wh) p (negb wh).
Proof.
  intros E p [Hm Ht] Lf Ef.
  assert (Z : 0 < W /\ 0 < H) by (destruct E as [? [? _]]; auto).
  destruct Z as [W1 H1]. set (q := put p (fst (pt_of W f)) (snd (pt_of W f)) (negb wh)).
  assert (Aq : forall v, v < W * H -> at_ W q v = if N.eqb f v then Some (negb wh) else at_ W p v)
    by (intros v Lv; unfold q; apply (at_put W H W1 H1); auto).
  assert (Hq : holds W H wh (f :: mine) theirs q).
  { split.
    - intros u [<-|I].
      + split; auto. rewrite Aq, N.eqb_refl; auto.
      + destruct (Hm u I) as [L Eu]. split; auto. rewrite Aq by auto. destruct (N.eqb f u); auto.
    - intros u L Eu. apply Ht; auto. rewrite Aq in Eu by auto. destruct (N.eqb f u); auto.
      destruct wh; discriminate. }
  destruct (root_sound W H wh (f :: mine) theirs E q Hq) as [Q _].
  assert (NC : ~ connected (Z.of_N W) (Z.of_N H) wh p).
  { intro D. assert (NQ : ~ connected (Z.of_N W) (Z.of_N H) wh q) by (inversion Q; subst; rewrite ?negb_involutive in *; auto).
    apply NQ. apply (connected_theirs W H W1 H1). apply (connected_theirs W H W1 H1) in D. apply path_sub with (2 := D).
    intros u. unfold uni. rewrite !orb_true_iff. intros [S|?]; auto. left.
    assert (Lu := stones_lt _ _ _ _ _ S). rewrite stones_at in * by auto. rewrite Aq by auto.
    destruct (N.eqb_spec f u); auto. subst. congruence. }
  destruct (decide W H W1 H1 wh p) as [C|C].
  - apply wins_over; auto. rewrite negb_involutive. auto.
  - apply wins_move with (fst (pt_of W f)) (snd (pt_of W f)); auto.
    + rewrite negb_involutive. auto.
    + apply (on_pt W H W1 H1); auto.
    + rewrite negb_involutive. exact Q.
Qed.
(* The winner wins every position that holds the root's stones, whoever is to move. *)
Theorem check_sound W H wh mine theirs l : check W H wh mine theirs l = true ->
  forall p, holds W H wh mine theirs p ->
  wins (Z.of_N W) (Z.of_N H) (negb wh) p wh /\ wins (Z.of_N W) (Z.of_N H) (negb wh) p (negb wh).
Proof. intro E. apply root_sound. apply check_proves with (1 := E). Qed.
(* The same with X's first move f in `mine`. *)
Theorem check_first W H wh mine theirs f l : check W H wh (f :: mine) theirs l = true ->
  forall p, holds W H wh mine theirs p -> f < W * H -> at_ W p f = None ->
  wins (Z.of_N W) (Z.of_N H) (negb wh) p (negb wh).
Proof. intro E. apply root_first. apply check_proves with (1 := E). Qed.

(* A file in slices. `handed`: the claims that a slice hands on, with their numbers in it, are valid. Each slice takes over what those before
   it handed on; `known` lists them, the latest first. *)
Definition handed W H wh (l : list (N * claim set)) : Prop := forall k c, In (k, c) l -> valid (board_of W H wh) c.
Definition taken (known : list (list (N * claim set))) : list (claim set) := flat_map (map snd) (List.rev known).
Definition next_right W H wh known (l : list line) exports : bool := (0 <? W) &&& (0 <? H) &&& slice_right W H wh (taken known) l exports.
Theorem next_slice W H wh known l exports : next_right W H wh known l exports = true ->
  Forall (handed W H wh) known -> handed W H wh exports.
Proof.
  unfold next_right. rewrite !lazy_and, !andb_true_iff, !N.ltb_lt. intros [[W1 H1] E] K. unfold handed.
  apply (slice_ok W H W1 H1 wh (taken known) l exports E). intros c I. unfold taken in I. apply in_flat_map in I. destruct I as [g [Ig Ic]].
  apply in_map_iff in Ic. destruct Ic as [[k d] [Ed Id]]. cbn in Ed. subst d. apply in_rev in Ig. rewrite Forall_forall in K. apply (K g Ig k c Id).
Qed.
Lemma one_more W H wh known exports : Forall (handed W H wh) known -> (Forall (handed W H wh) known -> handed W H wh exports) ->
  Forall (handed W H wh) (exports :: known).
Proof. intros K E. constructor; auto. Qed.
(* The last claim that the last slice hands on gives the root. *)
Definition newest (l : list (N * claim set)) : option (claim set) := fold_left (fun _ a => Some (snd a)) l None.
Definition root_right W H wh (l : list (N * claim set)) mine theirs : bool :=
  (0 <? W) &&& (0 <? H) &&& position_right (board_of W H wh) {| claims := nothing; last := newest l |} mine theirs.
Theorem slices_prove W H wh l known mine theirs : root_right W H wh l mine theirs = true ->
  Forall (handed W H wh) (l :: known) -> root_proved W H wh mine theirs.
Proof.
  unfold root_right. rewrite !lazy_and, !andb_true_iff, !N.ltb_lt. intros [[W1 H1] R] K. split; [|split]; auto.
  exists {| claims := nothing; last := newest l |}. split; auto. split; [intros size t []|]. cbn [last]. apply Forall_inv in K. unfold newest.
  assert (G : forall (l : list (N * claim set)) o c, (forall k d, In (k, d) l -> valid (board_of W H wh) d) -> (forall d, o = Some d -> valid (board_of W H wh) d) ->
    fold_left (fun _ (a : N * claim set) => Some (snd a)) l o = Some c -> valid (board_of W H wh) c).
  { clear. induction l as [|[k d] l IH]; intros o c V O E; cbn [fold_left snd] in E; auto.
    apply IH with (3 := E); [intros k' d' I; apply (V k' d'); right; auto | intros e F; inversion F; subst; apply (V k e); left; auto]. }
  intros c E. apply (G l None c); auto. discriminate.
Qed.
(* `root join`: X, moving second, joins x and y with the stones S and the carrier K whatever the other player does.
   All other cells are the other player's. *)
Theorem check_join_sound W H wh x y S K l : check_join W H wh x y S K l = true ->
  WS (J (board_of W H wh) x y) (mem (set_of S)) (mem (set_of K)).
Proof.
  intros E. unfold check_join in E. destruct (steps (board_of W H wh) start l) as [s|] eqn:Es; [|discriminate].
  rewrite !lazy_and, !andb_true_iff, !N.ltb_lt in E. destruct E as [[W1 H1] R].
  destruct (steps_ok W H W1 H1 wh l start s (start_good W H wh) Es) as [_ G].
  unfold ends_right in R. destruct (last s) as [c|]; [|discriminate]. apply (gives_ok W H W1 H1 wh c); auto.
Qed.
End Files.
