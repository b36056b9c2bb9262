(* Chains of stones, and the test for dead cells in one player's graph. What `grow`, `chains` and `dead_in_graph` of
   the checker
   compute is what Paths.v asks for. Fuel needs no argument: a search that runs out of it refuses. *)
Require Import Bool List NArith Lia.
From Mustplay Require Import Claims Paths Sets SetLaws Checker.
Import ListNotations.
Open Scope N_scope.

Section Chains.
Context {set table : Type} {X : Sets set table}.
Variable b : board set table.
(* Neighbours, as the table says. *)
Definition nearT (u v : N) : bool := mem (near_node b u) v.
Hypothesis near_sym : forall u v, nearT u v = nearT v u.
Hypothesis near_set_ok : forall s v, mem (near_set b s) v = true <-> exists u, mem s u = true /\ nearT u v = true.
Lemma near_single u v : mem (near_node b u) v = nearT u v.
Proof. reflexivity. Qed.
Lemma near_set_touches s v : mem (near_set b s) v = true <-> touches nearT (mem s) v.
Proof. apply near_set_ok. Qed.
(* Whatever spreads along stones holds on all that is found. *)
Lemma grow_sound stones : forall f ch fr R, grow b f stones ch fr = Some R ->
  forall P : N -> Prop, (forall u, mem ch u = true -> P u) -> (forall u, mem fr u = true -> P u) ->
    (forall u v, P u -> nearT u v = true -> mem stones v = true -> P v) -> forall u, mem R u = true -> P u.
Proof.
  induction f as [|f IH]; intros ch fr R; [discriminate|]. cbn [grow].
  set (new := minus (inter (near_set b fr) stones) ch). intros E P Pc Pf Ps.
  assert (Pn : forall v, mem new v = true -> P v).
  { intros v. unfold new. rewrite mem_minus, mem_inter, !andb_true_iff. intros [[Hn Hv] _].
    apply near_set_touches in Hn. destruct Hn as [u [Hu E1]]. apply (Ps u v); auto. }
  destruct (is_empty new).
  - inversion E; subst R. auto.
  - apply (IH _ _ _ E P); auto. intros u. rewrite mem_union, orb_true_iff. intros [?|?]; auto.
Qed.
(* And nothing is missed: what is found is closed. *)
Lemma grow_closed stones : forall f ch fr R, grow b f stones ch fr = Some R -> sub (mem fr) (mem ch) ->
  (forall u v, mem ch u = true -> mem fr u = false -> nearT u v = true -> mem stones v = true -> mem ch v = true) ->
  sub (mem ch) (mem R) /\ closed nearT (mem R) (mem stones).
Proof.
  induction f as [|f IH]; intros ch fr R; [discriminate|]. cbn [grow].
  set (new := minus (inter (near_set b fr) stones) ch). intros E Hf Hc.
  assert (Step : forall u v, mem ch u = true -> nearT u v = true -> mem stones v = true -> mem ch v = true \/ mem new v = true).
  { intros u v Hu E1 Hv. destruct (mem ch v) eqn:Cv; auto. right. unfold new. rewrite mem_minus, mem_inter, Hv, Cv.
    replace (mem (near_set b fr) v) with true; auto. symmetry. apply near_set_touches. exists u. split; auto.
    destruct (mem fr u) eqn:Fu; auto. rewrite <- Cv. apply (Hc u v); auto. }
  destruct (is_empty new) eqn:En.
  - inversion E; subst R. split; [intros c; auto|].
    intros u v Hu E1 Hv. destruct (Step u v Hu E1 Hv) as [|K]; auto. rewrite (is_empty_yes _ v En) in K. discriminate.
  - destruct (IH _ _ _ E) as [I1 I2].
    + intros c Hc'. rewrite mem_union, Hc', orb_true_r. auto.
    + intros u v Hu Nu E1 Hv. rewrite mem_union in *. rewrite Nu, orb_false_r in Hu.
      destruct (Step u v Hu E1 Hv) as [->| ->]; auto using orb_true_r.
    + split; auto. intros c Hc'. apply I1. rewrite mem_union, Hc'. auto.
Qed.
Lemma chains_ok stones start R : chains b stones start = Some R ->
  sub (mem start) (mem R) /\ closed nearT (mem R) (mem stones) /\
  forall P : N -> Prop, (forall u, mem start u = true -> P u) ->
    (forall u v, P u -> nearT u v = true -> mem stones v = true -> P v) -> forall u, mem R u = true -> P u.
Proof.
  intros E. destruct (grow_closed _ _ _ _ _ E) as [C1 C2]; [exact (fun c h => h) | intros u v Hu Nu; congruence |].
  split; auto. split; auto. intros P P1. apply (grow_sound _ _ _ _ _ E P P1 P1).
Qed.
Lemma chain_of O x K : chains b O (single x) = Some K -> mem O x = true ->
  mem K x = true /\ (forall c, mem K c = true -> path nearT (mem O) x c) /\ closed nearT (mem K) (mem O).
Proof.
  intros E Ox. destruct (chains_ok _ _ _ E) as [C1 [C2 C3]]. split; [apply C1; rewrite mem_single; apply N.eqb_refl | split; auto].
  apply C3.
  - intros u Hu. rewrite mem_single, N.eqb_eq in Hu. subst. apply path_refl; auto.
  - intros u v P E1 Hv. apply path_step with u; auto.
Qed.
Lemma chains_at_ok O oth v K : sub (mem oth) (mem O) ->
  chains b oth (inter (near_node b v) oth) = Some K -> chains_at nearT (mem O) (mem oth) v (mem K).
Proof.
  intros Hs E. destruct (chains_ok _ _ _ E) as [C1 [C2 C3]]. split; [|split; auto].
  - intros c E1 Hc. apply C1. rewrite mem_inter, near_single, E1, Hc. auto.
  - apply C3.
    + intros u Hu. rewrite mem_inter, near_single, andb_true_iff in Hu. destruct Hu. exists u. split; auto. apply path_refl. auto.
    + intros u w [d [E1 P]] E2 Hw. exists d. split; auto. apply path_step with u; auto.
Qed.

Theorem dead_in_graph_ok O F m x y : dead_in_graph b O F m x y = true ->
  mem O m = false -> mem O x = true -> mem O y = true ->
  forall S, sub (mem O) S -> (forall c, S c = true -> mem O c = false -> mem F c = true) ->
  path nearT (add S m) x y -> path nearT S x y.
Proof.
  unfold dead_in_graph. intros D Om Ox Oy S SO SF.
  destruct (chains b O (single x)) as [kx|] eqn:Ex; [|discriminate].
  destruct (chain_of _ _ _ Ex Ox) as [X1 [X2 X3]].
  destruct (mem kx y) eqn:Exy.
  { intros _. apply path_sub with (mem O); auto. }
  destruct (chains b O (single y)) as [ky|] eqn:Ey; [|discriminate].
  destruct (chain_of _ _ _ Ey Oy) as [Y1 [Y2 Y3]].
  set (oth := minus O (union kx ky)) in *.
  assert (Ho : forall c, mem oth c = mem O c && negb (mem kx c || mem ky c)) by (intro; unfold oth; rewrite mem_minus, mem_union; auto).
  assert (Hs : sub (mem oth) (mem O)) by (intros c; rewrite Ho; destruct (mem O c); auto).
  destruct (chains b oth (inter (near_node b m) oth)) as [km|] eqn:Em; [|discriminate].
  assert (M := chains_at_ok O oth m km Hs Em).
  rewrite !lazy_and, !andb_true_iff, every_eq in D. destruct D as [[[D1 D2] D3] D4].
  set (nr := inter (union (near_node b m) (near_set b km)) F) in *.
  assert (Hnr : forall v, N_m nearT (mem F) m (mem km) v -> mem nr v = true).
  { intros v [Fv Hv]. unfold nr. rewrite mem_inter, Fv, andb_true_r, mem_union, near_single.
    destruct Hv as [-> |Hv]; auto. apply near_set_touches in Hv. rewrite Hv. apply orb_true_r. }
  apply (dead_path nearT near_sym (mem O) (mem F) (mem kx) (mem ky) (mem oth) m x y Om X1 Y1 X2 Y2 X3 Y3 Ho (mem km) M); auto.
  - intros [T1 T2]. apply near_set_touches in T1, T2. rewrite T1, T2 in D1. discriminate.
  - intros T v Hv. apply near_set_touches in T. rewrite T in D2. apply near_set_touches. apply (within_ok _ _ D2). auto.
  - intros T v Hv. apply near_set_touches in T. rewrite T in D3. apply near_set_touches. apply (within_ok _ _ D3). auto.
  - intros u v Hu Hv. apply Hnr in Hu, Hv. rewrite forallb_forall in D4. specialize (D4 u). rewrite in_elements in D4.
    specialize (D4 Hu). unfold fine_test in D4.
    destruct (chains b oth (inter (near_node b u) oth)) as [ku|] eqn:Eu; [|discriminate].
    exists (mem ku). split; [apply chains_at_ok; auto|]. apply (within_ok _ _ D4) in Hv. unfold fine.
    assert (Base : mem (union (plus1 (near_node b u) u) (near_set b ku)) v = true ->
      u = v \/ nearT u v = true \/ touches nearT (mem ku) v).
    { rewrite mem_union, mem_plus1, !orb_true_iff, near_single, near_set_touches, N.eqb_eq. tauto. }
    assert (G : forall f at_, mem (if mem at_ u then union f at_ else f) v = true ->
      mem f v = true \/ (mem at_ u = true /\ mem at_ v = true)).
    { intros f at_. destruct (mem at_ u); auto. rewrite mem_union, orb_true_iff. tauto. }
    apply G in Hv. destruct Hv as [Hv|Hv]; [apply G in Hv; destruct Hv as [Hv|Hv]|].
    + apply Base in Hv. tauto.
    + rewrite !near_set_touches in Hv. tauto.
    + rewrite !near_set_touches in Hv. tauto.
Qed.
End Chains.
