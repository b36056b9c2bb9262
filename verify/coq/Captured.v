(* Dead and captured cells: what the checker's tests accept is dead or captured in the sense of Claims.v, for the goal "x and y are
   joined". The test in the other player's graph needs the Hex theorem, once for each direction. *)
Require Import Bool List NArith Lia FMapPositive.
From Mustplay Require Import Claims Sets SetLaws Checker Chains Paths.
Import ListNotations.
Open Scope N_scope.
Notation capX := (Claims.capX N N.eqb). Notation capXm := (Claims.capXm N N.eqb).
Notation capY := (Claims.capY N N.eqb). Notation capYm := (Claims.capYm N N.eqb).

(* Equal sets. *)
Definition eqs (S T : cset) := forall c, S c = T c.
Lemma eqs_sub S T : eqs S T -> sub S T. Proof. intros E c. rewrite E. auto. Qed.
Lemma eqs_sub' S T : eqs S T -> sub T S. Proof. intros E c. rewrite E. auto. Qed.
Ltac eqsets := let c := fresh "c" in intro c; repeat match goal with H : eqs _ _ |- _ => specialize (H c) end;
  unfold Claims.add, Claims.del, uni, dif, emp in *; bits;
  repeat match goal with H : ?S ?c = ?T ?c |- _ => rewrite H in *; clear H end; try reflexivity;
  repeat match goal with |- context [N.eqb ?a ?b] => destruct (N.eqb a b) end;
  repeat match goal with |- context [mem ?S ?c] => destruct (mem S c) end;
  repeat match goal with |- context [?S ?c] => is_var S; match type of (S c) with bool => destruct (S c) end end; reflexivity.
Lemma dead_ext (g : goal) A F m A' F' : dead g A F m -> eqs A A' -> eqs F F' -> dead g A' F' m.
Proof. intros D EA EF T H1 H2. apply D; [intros c Hc; apply H1; rewrite <- EA; auto | intros c Hc; specialize (H2 c Hc); unfold uni in *; rewrite EA, EF; auto]. Qed.
Lemma capX_ext (g : goal) F F' (EF : eqs F F') :
  (forall A S, capX g F A S -> forall A' S', eqs A A' -> eqs S S' -> capX g F' A' S') /\
  (forall A S m, capXm g F A S m -> forall A' S', eqs A A' -> eqs S S' -> capXm g F' A' S' m).
Proof.
  apply (Claims.cap_X_ind N N.eqb).
  - intros A S H A' S' EA ES. apply Claims.capX_nil. intros c Hc. apply H. rewrite ES. auto.
  - intros A S d Sd Hd _ IH A' S' EA ES. apply Claims.capX_dead with d.
    + rewrite <- ES. auto.
    + apply dead_ext with A (uni F (del S d)); auto. eqsets.
    + apply IH; auto. eqsets.
  - intros A S m Sm _ IH A' S' EA ES. apply Claims.capX_step with m; [rewrite <- ES; auto|].
    intros k Sk. apply IH; auto. rewrite ES. auto.
  - intros A S m k Hd Sk _ IH A' S' EA ES. apply Claims.capXm_answer with k.
    + apply dead_ext with (uni A (del S m)) F; auto; eqsets.
    + unfold Claims.del in *. rewrite <- ES. auto.
    + apply IH; eqsets.
Qed.
Lemma capY_ext (g : goal) F F' (EF : eqs F F') :
  (forall A S, capY g F A S -> forall A' S', eqs A A' -> eqs S S' -> capY g F' A' S') /\
  (forall A S m, capYm g F A S m -> forall A' S', eqs A A' -> eqs S S' -> capYm g F' A' S' m).
Proof.
  apply (Claims.cap_Y_ind N N.eqb).
  - intros A S H A' S' EA ES. apply Claims.capY_nil. intros c Hc. apply H. rewrite ES. auto.
  - intros A S d Sd Hd _ IH A' S' EA ES. apply Claims.capY_dead with d.
    + rewrite <- ES. auto.
    + apply dead_ext with A (uni F (del S d)); auto. eqsets.
    + apply IH; auto. eqsets.
  - intros A S _ IH A' S' EA ES. apply Claims.capY_step.
    intros k Sk. apply IH; auto. rewrite ES. auto.
  - intros A S m k Hd Sk _ IH A' S' EA ES. apply Claims.capYm_answer with k.
    + apply dead_ext with A F; auto; eqsets.
    + unfold Claims.del in *. rewrite <- ES. auto.
    + apply IH; eqsets.
Qed.

Section Sound.
Context {set table : Type} {X : Sets set table}.
Variable b : board set table.
Notation nearT := (nearT b). Notation all := (whole b). Notation nn := (count b).
Notation own := (own b). Notation others := (others b).
Notation e0 := (e0 b). Notation e1 := (e1 b). Notation o0 := (o0 b). Notation o1 := (o1 b).
(* What every board of the checker has; Board.v proves it for `board_of`. *)
Record good_board : Prop := {
  near_sym : forall u v, nearT u v = nearT v u;
  near_set_ok : forall s v, mem (near_set b s) v = true <-> exists u, mem s u = true /\ nearT u v = true;
  all_ok : forall c, mem all c = (c <? nn);
  hex : forall T : cset, sub T (mem all) ->
    (path nearT (uni T (mem own)) e0 e1 \/ path nearT (uni (dif (mem all) T) (mem others)) o0 o1) /\
    ~ (path nearT (uni T (mem own)) e0 e1 /\ path nearT (uni (dif (mem all) T) (mem others)) o0 o1)
}.
Hypothesis good : good_board.
Let near_sym := near_sym good.
Let near_set_ok := near_set_ok good.
Let all_ok := all_ok good.
Let hex := hex good.
Definition J x y : goal := joins nearT (mem own) x y.
Lemma J_mono x y : mono (J x y). Proof. apply joins_mono. Qed.
Lemma J_sym x y T : J x y T -> J y x T. Proof. apply path_sym; auto. Qed.
Definition ende (A : set) x := mem A x = true \/ mem own x = true.
Lemma own_in c : mem own c = true <-> c = e0 \/ c = e1.
Proof. unfold Checker.own. rewrite mem_plus1, mem_single, orb_true_iff, !N.eqb_eq. intuition. Qed.
Lemma others_in c : mem others c = true <-> c = o0 \/ c = o1.
Proof. unfold Checker.others. rewrite mem_plus1, mem_single, orb_true_iff, !N.eqb_eq. intuition. Qed.
Lemma own_no c : mem all c = true -> mem own c = false.
Proof.
  intro Hc. rewrite all_ok, N.ltb_lt in Hc. destruct (mem own c) eqn:E; auto. apply own_in in E.
  unfold Checker.e1, Checker.e0 in E. destruct white; lia.
Qed.
Lemma others_no c : mem all c = true -> mem others c = false.
Proof.
  intro Hc. rewrite all_ok, N.ltb_lt in Hc. destruct (mem others c) eqn:E; auto. apply others_in in E.
  unfold Checker.o1, Checker.o0 in E. destruct white; lia.
Qed.

Theorem dead_ok x y A F m : Checker.dead b x y A F m = true ->
  sub (mem A) (mem all) -> sub (mem F) (mem all) -> mem all m = true -> mem A m = false -> ende A x -> ende A y ->
  dead (J x y) (mem A) (mem F) m.
Proof.
  intros D HA HF Hm Am Ex Ey T T1 T2 P. unfold Checker.dead in D. rewrite lazy_or, orb_true_iff in D. destruct D as [D|D].
  - refine (dead_in_graph_ok b near_sym near_set_ok _ _ _ _ _ D _ _ _ (uni T (mem own)) _ _ _).
    + rewrite mem_union, Am, own_no; auto.
    + rewrite mem_union, orb_true_iff. auto.
    + rewrite mem_union, orb_true_iff. auto.
    + nsets.
    + intros c. specialize (T2 c). unfold uni in *. rewrite mem_union.
      destruct (T c), (mem A c), (mem own c), (mem F c); cbn in *; auto.
    + apply path_sub with (2 := P). nsets.
  - rewrite !lazy_and, !andb_true_iff in D. destruct D as [[Dx Dy] D].
    assert (K : forall z, negb (is_cell b z) = true -> ende A z -> z = e0 \/ z = e1).
    { intros z Hz [E|E]; [apply HA in E; rewrite all_ok in E; unfold is_cell in Hz; rewrite E in Hz; discriminate | apply own_in; auto]. }
    destruct (T m) eqn:Tm.
    { apply path_sub with (2 := P). nsets. }
    assert (Main : path nearT (uni (add T m) (mem own)) e0 e1 -> path nearT (uni T (mem own)) e0 e1).
    { intro Q. assert (Tall : sub T (mem all)) by nsets.
      destruct (hex T Tall) as [[R|R] _]; auto. exfalso.
      apply (proj2 (hex (add T m) ltac:(nsets))). split; auto.
      refine (dead_in_graph_ok b near_sym near_set_ok _ _ _ _ _ D _ _ _ (uni (dif (mem all) (add T m)) (mem others)) _ _ _).
      - bits. rewrite N.eqb_refl, others_no, andb_false_r; auto.
      - rewrite mem_union. replace (mem others o0) with true; [apply orb_true_r | symmetry; apply others_in; auto].
      - rewrite mem_union. replace (mem others o1) with true; [apply orb_true_r | symmetry; apply others_in; auto].
      - nsets.
      - intros c. specialize (T1 c). specialize (T2 c). unfold uni, dif, Claims.add in *. bits.
        destruct (T c), (mem A c), (mem others c), (mem F c), (mem all c), (N.eqb m c); cbn in *; auto.
      - apply path_sub with (2 := R). nsets. }
    assert (X0 : forall T', path nearT (uni T' (mem own)) e0 e0)
      by (intro; apply path_refl; unfold uni; replace (mem own e0) with true; [apply orb_true_r | symmetry; apply own_in; auto]).
    assert (X1 : forall T', path nearT (uni T' (mem own)) e1 e1)
      by (intro; apply path_refl; unfold uni; replace (mem own e1) with true; [apply orb_true_r | symmetry; apply own_in; auto]).
    unfold J, joins in *.
    destruct (K x Dx Ex) as [-> | ->], (K y Dy Ey) as [-> | ->]; auto. apply path_sym; auto. apply Main. apply path_sym; auto.
Qed.

Lemma mem_del S m : eqs (mem (minus1 S m)) (del (mem S) m). Proof. eqsets. Qed.
Lemma mem_add S m : eqs (mem (plus1 S m)) (add (mem S) m). Proof. eqsets. Qed.

(* --- The search with its memo. *)
Definition inside (A F K : set) := sub (mem A) (mem all) /\ sub (mem F) (mem all) /\ sub (mem K) (mem all) /\
  disj (uni (mem A) (mem F)) (mem K).
Lemma any_with_ok {M A} (I : M -> Prop) (Q : A -> Prop) (f : A -> M -> bool * M) : forall l m, I m ->
  (forall a m, In a l -> I m -> I (snd (f a m)) /\ (fst (f a m) = true -> Q a)) ->
  I (snd (any_with f l m)) /\ (fst (any_with f l m) = true -> exists a, In a l /\ Q a).
Proof.
  induction l as [|a l IH]; intros m Im Hf; cbn; [split; auto; discriminate|].
  destruct (Hf a m (or_introl eq_refl) Im) as [H1 H2]. destruct (f a m) as [r m']. cbn [fst snd] in *. destruct r.
  - split; auto. intros _. exists a. auto.
  - destruct (IH m' H1) as [I1 I2]; [intros; apply Hf; cbn; auto|]. split; [exact I1|].
    intro E. destruct (I2 E) as [c [? ?]]. eauto.
Qed.
Lemma every_with_ok {M A} (I : M -> Prop) (Q : A -> Prop) (f : A -> M -> bool * M) : forall l m, I m ->
  (forall a m, In a l -> I m -> I (snd (f a m)) /\ (fst (f a m) = true -> Q a)) ->
  I (snd (every_with f l m)) /\ (fst (every_with f l m) = true -> forall a, In a l -> Q a).
Proof.
  induction l as [|a l IH]; intros m Im Hf; cbn; [split; auto; intros _ a []|].
  destruct (Hf a m (or_introl eq_refl) Im) as [H1 H2]. destruct (f a m) as [r m']. cbn [fst snd] in *. destruct r.
  - destruct (IH m' H1) as [I1 I2]; [intros; apply Hf; cbn; auto|]. split; [exact I1|].
    intros E c [<-|Ic]; auto.
  - split; auto. discriminate.
Qed.

Section Search.
Variables (mine : bool) (x y : N) (F : set) (cells : list N).
Definition is_captured (A K : set) : Prop :=
  if mine then capX (J x y) (mem F) (mem A) (mem K) else capY (J x y) (mem F) (mem A) (mem K).
Definition memo_ok (m : memo) := forall k A K, PositiveMap.find k m = Some (A, K, true) -> is_captured A K.
Lemma is_captured_ext A K A' K' : is_captured A K -> eqs (mem A) (mem A') -> eqs (mem K) (mem K') -> is_captured A' K'.
Proof.
  unfold is_captured. destruct mine; intros C EA EK.
  - apply (proj1 (capX_ext _ _ _ (fun c => eq_refl))) with (1 := C); auto.
  - apply (proj1 (capY_ext _ _ _ (fun c => eq_refl))) with (1 := C); auto.
Qed.
Lemma recall_ok A K m : memo_ok m -> recall cells A K m = Some true -> is_captured A K.
Proof.
  unfold recall. intros Hm E. destruct (PositiveMap.find _ m) as [[[A' K'] r]|] eqn:Ef; [|discriminate].
  rewrite lazy_and in E. destruct (same A' A && same K' K) eqn:Es; [|discriminate]. inversion E; subst r.
  rewrite andb_true_iff in Es. destruct Es as [E1 E2]. apply is_captured_ext with A' K'.
  - apply (Hm _ _ _ Ef). - exact (same_ok _ _ E1). - exact (same_ok _ _ E2).
Qed.
Lemma captured_nothing A K : is_empty K = true -> is_captured A K.
Proof.
  intro E. assert (sub (mem K) emp) by (intros c Hc; rewrite (is_empty_yes _ c E) in Hc; discriminate).
  unfold is_captured. destruct mine; [apply Claims.capX_nil | apply Claims.capY_nil]; auto.
Qed.
Lemma captured_dead A K d : inside A F K -> ende A x -> ende A y -> mem K d = true ->
  Checker.dead b x y A (union F (minus1 K d)) d = true -> is_captured A (minus1 K d) -> is_captured A K.
Proof.
  intros [IA [IF [IK Hd]]] Ex Ey Kd D C.
  assert (D' : dead (J x y) (mem A) (uni (mem F) (del (mem K) d)) d).
  { apply dead_ext with (mem A) (mem (union F (minus1 K d))); [|intro; auto|eqsets].
    apply dead_ok; auto; try nsets. specialize (Hd d). unfold uni in Hd. destruct (mem A d); auto. cbn in Hd. exfalso; auto. }
  unfold is_captured in *. destruct mine.
  - apply Claims.capX_dead with d; auto. apply (proj1 (capX_ext _ _ _ (fun c => eq_refl))) with (1 := C); [intro; auto|eqsets].
  - apply Claims.capY_dead with d; auto. apply (proj1 (capY_ext _ _ _ (fun c => eq_refl))) with (1 := C); [intro; auto|eqsets].
Qed.
Definition answered A K m := Checker.dead b x y (if mine then union A (minus1 K m) else A) F m = true /\
  exists k, mem (minus1 K m) k = true /\ is_captured (plus1 A (if mine then k else m)) (minus1 (minus1 K m) k).
Lemma captured_answered A K : inside A F K -> ende A x -> ende A y -> is_empty K = false ->
  (forall m, mem K m = true -> answered A K m) -> is_captured A K.
Proof.
  intros [IA [IF [IK Hd]]] Ex Ey NE Hm. destruct (is_empty_no _ NE) as [m0 K0].
  assert (Am : forall m, mem K m = true -> mem A m = false).
  { intros m Km. specialize (Hd m). unfold uni in Hd. destruct (mem A m); auto. cbn in Hd. exfalso; auto. }
  unfold answered, is_captured in *. destruct mine.
  - apply Claims.capX_step with m0; auto. intros m Km. destruct (Hm m Km) as [D [k [Kk C]]].
    apply Claims.capXm_answer with k.
    + apply dead_ext with (mem (union A (minus1 K m))) (mem F); [|eqsets|intro; auto].
      apply dead_ok; auto; try nsets.
      * bits. rewrite N.eqb_refl, (Am m Km). apply andb_false_r.
      * unfold ende in *. rewrite mem_union, orb_true_iff. tauto.
      * unfold ende in *. rewrite mem_union, orb_true_iff. tauto.
    + rewrite <- mem_del. auto.
    + apply (proj1 (capX_ext _ _ _ (fun c => eq_refl))) with (1 := C); eqsets.
  - apply Claims.capY_step. intros m Km. destruct (Hm m Km) as [D [k [Kk C]]].
    apply Claims.capYm_answer with k.
    + apply dead_ok; auto.
    + rewrite <- mem_del. auto.
    + apply (proj1 (capY_ext _ _ _ (fun c => eq_refl))) with (1 := C); eqsets.
Qed.
Lemma search_ok : forall f A K m, memo_ok m -> inside A F K -> ende A x -> ende A y ->
  memo_ok (snd (search b mine x y F cells f A K m)) /\ (fst (search b mine x y F cells f A K m) = true -> is_captured A K).
Proof.
  induction f as [|f IH]; intros A K m Hm In Ex Ey; cbn [search]; destruct (is_empty K) eqn:EK.
  { split; auto. intros _. apply captured_nothing; auto. }
  { destruct (recall cells A K m) as [[|]|] eqn:Er; split; auto; try discriminate. intros _. apply recall_ok with m; auto. }
  { split; auto. intros _. apply captured_nothing; auto. }
  destruct (recall cells A K m) as [[|]|] eqn:Er; [split; auto; intros _; apply recall_ok with m; auto | split; auto; discriminate |].
  match goal with |- context [any_with ?g (elements K) m] => set (g1 := g) end.
  destruct (any_with_ok memo_ok (fun _ => is_captured A K) g1 (elements K) m Hm) as [R1 R2].
  { intros d m' Kd Hm'. apply in_elements in Kd. unfold g1. destruct (Checker.dead b x y A (union F (minus1 K d)) d) eqn:D; [|split; [exact Hm' | discriminate]].
    destruct (IH A (minus1 K d) m' Hm') as [I1 I2]; auto.
    { destruct In as [? [? [? ?]]]. repeat split; auto; nsets. }
    split; auto. intro E. apply captured_dead with d; auto. }
  destruct (any_with g1 (elements K) m) as [r1 m1]. cbn [fst snd] in R1, R2.
  assert (Last : forall r m2, memo_ok m2 -> (r = true -> is_captured A K) ->
    memo_ok (snd (r, PositiveMap.add (key cells A K) (A, K, r) m2)) /\ (fst (r, PositiveMap.add (key cells A K) (A, K, r) m2) = true -> is_captured A K)).
  { intros r m2 H2 Hr. cbn [fst snd]. split; auto. intros k A' K' E. destruct (Pos.eq_dec k (key cells A K)) as [->|Nk].
    - rewrite PositiveMap.gss in E. inversion E; subst. auto.
    - rewrite PositiveMap.gso in E by auto. apply (H2 _ _ _ E). }
  destruct r1.
  { apply Last; auto. intros _. destruct (R2 eq_refl) as [_ [_ C]]. exact C. }
  match goal with |- context [every_with ?g (elements K) m1] => set (g2 := g) end.
  destruct (every_with_ok memo_ok (answered A K) g2 (elements K) m1 R1) as [S1 S2].
  { intros c m' Kc Hm'. apply in_elements in Kc. unfold g2.
    destruct (Checker.dead b x y (if mine then union A (minus1 K c) else A) F c) eqn:D; [|split; [exact Hm' | discriminate]].
    match goal with |- context [any_with ?g (elements (minus1 K c)) m'] => set (g3 := g) end.
    destruct (any_with_ok memo_ok (fun k => mem (minus1 K c) k = true /\ is_captured (plus1 A (if mine then k else c)) (minus1 (minus1 K c) k))
      g3 (elements (minus1 K c)) m' Hm') as [T1 T2].
    { intros k m'' Kk Hm''. apply in_elements in Kk. unfold g3.
      destruct (IH (plus1 A (if mine then k else c)) (minus1 (minus1 K c) k) m'' Hm'') as [I1 I2].
      - destruct In as [? [? [? ?]]]. destruct mine; repeat split; nsets.
      - unfold ende in *. rewrite mem_plus1, orb_true_iff. tauto.
      - unfold ende in *. rewrite mem_plus1, orb_true_iff. tauto.
      - split; auto. }
    split; [exact T1|]. intro E. split; auto. destruct (T2 E) as [k [_ [? ?]]]. exists k. auto. }
  destruct (every_with g2 (elements K) m1) as [r2 m2]. cbn [fst snd] in S1, S2.
  apply Last; auto. intro E. apply captured_answered; auto. intros c Kc. apply S2; auto. apply in_elements. auto.
Qed.
End Search.
Lemma captured_ok mine x y F A K : captured b mine x y F A K = true -> inside A F K -> ende A x -> ende A y ->
  is_captured mine x y F A K.
Proof.
  unfold captured. rewrite !lazy_and, andb_true_iff. intros [_ E] In Ex Ey.
  apply (search_ok mine x y F (elements K) 8 A K (PositiveMap.empty _)); auto.
  intros k A' K' H0. rewrite PositiveMap.gempty in H0. discriminate.
Qed.
End Sound.
