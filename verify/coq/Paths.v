(* Joins in a graph: paths through a set of nodes, and why the test for dead cells is right (`dead_path`, "Dead" of
   docs/PROOFS.md). Nodes are numbers; the edges of the board are nodes beside the cells. *)
Require Import Bool List NArith.
From Mustplay Require Import Claims.
Arguments sub {cell}. Arguments uni {cell}. Arguments dif {cell}. Arguments disj {cell}. Arguments emp {cell}.
Notation add := (Claims.add N N.eqb). Notation del := (Claims.del N N.eqb).
Notation cset := (Claims.cset N). Notation goal := (Claims.goal N). Notation mono := (Claims.mono N).
Notation WS := (Claims.WS N N.eqb). Notation WF := (Claims.WF N N.eqb). Notation dead := (Claims.dead N N.eqb).

Ltac atoms :=
  repeat match goal with
  | H : context [N.eqb ?a ?b] |- _ => destruct (N.eqb_spec a b); [subst|]; cbn in *; try congruence
  | |- context [N.eqb ?a ?b] => destruct (N.eqb_spec a b); [subst|]; cbn in *; try congruence
  end;
  repeat match goal with
  | H : ?S ?c = true |- context [?S ?c] => rewrite H; cbn; try congruence
  | H : ?S ?c = false |- context [?S ?c] => rewrite H; cbn; try congruence
  | |- context [?S ?c] => is_var S; match type of (S c) with bool => destruct (S c) eqn:?; cbn in *; try congruence end
  | H : context [?S ?c], E : ?S ?c = true |- _ => lazymatch type of H with S c = true => fail | _ => rewrite E in H; cbn in H; try congruence end
  | H : context [?S ?c], E : ?S ?c = false |- _ => lazymatch type of H with S c = false => fail | _ => rewrite E in H; cbn in H; try congruence end
  | H : context [?S ?c] |- _ => is_var S; match type of (S c) with bool => lazymatch type of H with S c = _ => fail | _ => destruct (S c) eqn:?; cbn in *; try congruence end end
  end; try congruence; try tauto; auto.
Ltac spec c := repeat match goal with
  | H : sub _ _ |- _ => unfold sub in H; specialize (H c)
  | H : disj _ _ |- _ => unfold disj in H; specialize (H c)
  | H : forall x : N, _ = _ |- _ => specialize (H c)
  | H : forall x : N, _ = _ -> _ = _ |- _ => specialize (H c) end.
Ltac sets := solve [try red; let c := fresh "c" in intro c; intros; spec c;
  unfold sub, Claims.add, Claims.del, uni, dif, emp, disj in *; cbn in *; atoms].

Section Graph.
Variable near : N -> N -> bool.
Hypothesis near_sym : forall u v, near u v = near v u.

Inductive path (S : cset) (u : N) : N -> Prop :=
| path_refl : S u = true -> path S u u
| path_step v w : path S u v -> near v w = true -> S w = true -> path S u w.
Lemma path_sub S T u v : sub S T -> path S u v -> path T u v.
Proof. intros H P. induction P; [apply path_refl | apply path_step with v]; auto. Qed.
Lemma path_trans S u v w : path S u v -> path S v w -> path S u w.
Proof. intros P Q. induction Q; auto. apply path_step with v0; auto. Qed.
Lemma path_ends S u v : path S u v -> S u = true /\ S v = true.
Proof. induction 1; tauto. Qed.
Lemma path_near S u v : S u = true -> S v = true -> near u v = true -> path S u v.
Proof. intros. apply path_step with u; auto. apply path_refl; auto. Qed.
Lemma path_sym S u v : path S u v -> path S v u.
Proof.
  induction 1; [apply path_refl; auto|]. destruct (path_ends _ _ _ H).
  apply path_trans with v; auto. apply path_near; auto. rewrite near_sym; auto.
Qed.

(* The goal of a claim: x and y are joined by X's stones and edges. *)
Definition joins (own : cset) x y : goal := fun T => path (uni T own) x y.
Lemma joins_mono own x y : mono (joins own x y).
Proof. intros S T H P. apply path_sub with (uni S own); auto. sets. Qed.

(* A path through m: it arrives and leaves. *)
Lemma path_through S m x y : S x = true -> path (add S m) x y ->
  path S x y \/ ((exists u, path S x u /\ near u m = true) /\ (y = m \/ exists w, near m w = true /\ path S w y)).
Proof.
  intros Sx P. induction P as [|v w P IH E Sw].
  - left. apply path_refl; auto.
  - unfold Claims.add in Sw. destruct (N.eqb_spec m w).
    + subst. right. split; auto. destruct IH as [Q|[Q _]]; eauto.
    + cbn in Sw. destruct IH as [Q|[Q [->|[z [E2 Q2]]]]].
      * left. apply path_step with v; auto.
      * right. split; auto. right. exists w. split; auto. apply path_refl; auto.
      * right. split; auto. right. exists z. split; auto. apply path_step with v; auto.
Qed.
(* A path out of a chain of O. *)
Lemma path_leaves O S u z : O u = true -> path S u z ->
  path O u z \/ exists v w, path O u v /\ near v w = true /\ O w = false /\ path S w z.
Proof.
  intros Ou P. induction P as [Su|z z' P IH E Sz].
  - left. apply path_refl; auto.
  - destruct IH as [Q|[v [w [Q [Q1 [Q2 Q3]]]]]].
    + destruct (O z') eqn:Oz.
      * left. apply path_step with z; auto.
      * right. exists z, z'. repeat split; auto. apply path_refl; auto.
    + right. exists v, w. repeat split; auto. apply path_step with z; auto.
Qed.

Section Dead.
Variables (O F cx cy oth : cset) (m x y : N).
Definition closed (K S : cset) := forall u v, K u = true -> near u v = true -> S v = true -> K v = true.
Definition touches (K : cset) v := exists u, K u = true /\ near u v = true.
Hypothesis Om : O m = false.
Hypothesis cx_x : cx x = true.
Hypothesis cy_y : cy y = true.
Hypothesis cx_path : forall c, cx c = true -> path O x c.
Hypothesis cy_path : forall c, cy c = true -> path O y c.
Hypothesis cx_closed : closed cx O.
Hypothesis cy_closed : closed cy O.
Hypothesis oth_def : forall c, oth c = O c && negb (cx c || cy c).
(* The chains that are neither x's nor y's and touch v. *)
Definition chains_at (v : N) (K : cset) :=
  (forall c, near v c = true -> oth c = true -> K c = true) /\ closed K oth /\
  (forall c, K c = true -> exists d, near v d = true /\ path O d c).
Variable Km : cset.
Hypothesis Km_ok : chains_at m Km.
Definition N_m v := F v = true /\ (near m v = true \/ touches Km v).

Section One.
Variables (S : cset).
Hypothesis SO : sub O S.
Hypothesis SF : forall c, S c = true -> O c = false -> F c = true.
Lemma oth_path u v : oth u = true -> path O u v -> oth v = true.
Proof.
  intros Hu P. induction P as [|v w P IH E Ow]; auto.
  destruct (path_ends _ _ _ P) as [_ Ov]. rewrite oth_def, Ow. rewrite near_sym in E. rewrite oth_def in IH.
  destruct (cx w) eqn:X; [exfalso|destruct (cy w) eqn:Y; [exfalso|auto]].
  - rewrite (cx_closed w v X E Ov), andb_false_r in IH. discriminate.
  - rewrite (cy_closed w v Y E Ov), orb_true_r, andb_false_r in IH. discriminate.
Qed.
Lemma reach a b (ca cb : cset) :
  ca a = true -> (forall c, ca c = true -> path O a c) -> closed ca O ->
  (forall c, cb c = true -> path O b c) ->
  (forall c, oth c = O c && negb (ca c || cb c)) ->
  forall u, path S a u -> near u m = true ->
  path S a b \/ touches ca m \/ exists v, N_m v /\ path S a v.
Proof.
  intros ca_a ca_p ca_c cb_p Ho u P E. destruct (path_ends _ _ _ P) as [Sa Su].
  destruct (O u) eqn:Ou.
  - destruct (ca u) eqn:Cu; [right; left; exists u; auto|].
    destruct (cb u) eqn:Bu.
    { left. apply path_trans with u; auto. apply path_sym. apply path_sub with O; auto. }
    assert (Hu : oth u = true) by (rewrite Ho, Ou, Cu, Bu; auto).
    destruct (path_leaves O S u a Ou (path_sym _ _ _ P)) as [Q|[v [w [Q [Q1 [Q2 Q3]]]]]].
    + exfalso. assert (ca u = true); [|congruence].
      assert (forall z, path O a z -> ca z = true) as K by (induction 1; auto; eapply ca_c; eauto).
      apply K. apply path_sym; auto.
    + right. right. exists w. destruct (path_ends _ _ _ Q3) as [Sw _]. split; [|apply path_sym; auto].
      split; [apply SF; auto|]. right. exists v. split; auto.
      destruct Km_ok as [K1 [K2 _]]. assert (Kmu : Km u = true) by (apply K1; auto; rewrite near_sym; auto).
      clear - Q K2 Kmu Hu oth_def cx_closed cy_closed near_sym. 
      assert (forall z, path O u z -> oth z = true /\ Km z = true) as G; [|apply (G v Q)].
      induction 1 as [|z z' P IH E Oz]; auto.
      assert (oth z' = true) by (apply oth_path with u; auto; apply path_step with z; auto).
      split; auto. apply K2 with z; tauto.
  - right. right. exists u. split; auto. split; [apply SF; auto|]. left. rewrite near_sym; auto.
Qed.
End One.

(* The test (Dead, docs/PROOFS.md), as what it establishes. *)
Definition fine (Ku : cset) u v := u = v \/ near u v = true \/ touches Ku v \/
  (touches cx u /\ touches cx v) \/ (touches cy u /\ touches cy v).
Hypothesis test1 : ~ (touches cx m /\ touches cy m).
Hypothesis test2x : touches cx m -> forall v, N_m v -> touches cx v.
Hypothesis test2y : touches cy m -> forall v, N_m v -> touches cy v.
Hypothesis test3 : forall u v, N_m u -> N_m v -> exists Ku, chains_at u Ku /\ fine Ku u v.
Theorem dead_path S : sub O S -> (forall c, S c = true -> O c = false -> F c = true) ->
  path (add S m) x y -> path S x y.
Proof.
  intros SO SF P.
  assert (Ox : O x = true) by (destruct (path_ends _ _ _ (cx_path x cx_x)); auto).
  assert (Oy : O y = true) by (destruct (path_ends _ _ _ (cy_path y cy_y)); auto).
  destruct (path_through S m x y) as [Q|[[u [Pu Eu]] [->|[w [Ew Pw]]]]]; auto; [congruence|].
  assert (Xv : forall v, S v = true -> touches cx v -> path S x v).
  { intros v Sv [c [Cc E]]. apply path_step with c; auto. apply path_sub with O; auto. }
  assert (Yv : forall v, S v = true -> touches cy v -> path S v y).
  { intros v Sv [c [Cc E]]. apply path_sym. apply path_step with c; auto. apply path_sub with O; auto. }
  destruct (reach S SO SF x y cx cy cx_x cx_path cx_closed cy_path oth_def u Pu Eu) as [Q|[X|[u' [Nu Pu']]]]; auto;
  destruct (reach S SO SF y x cy cx cy_y cy_path cy_closed cx_path) with w as [Q|[Y|[w' [Nw Pw']]]];
    try (apply path_sym; assumption); try (rewrite near_sym; assumption);
    try (intro; rewrite oth_def, (orb_comm (cx c)); auto; fail).
  - exfalso; auto.
  - destruct (path_ends _ _ _ Pw') as [_ Sw']. apply path_trans with w'; [apply Xv; auto | apply path_sym; auto].
  - destruct (path_ends _ _ _ Pu') as [_ Su']. apply path_trans with u'; auto.
  - destruct (path_ends _ _ _ Pw') as [_ Sw'], (path_ends _ _ _ Pu') as [_ Su'].
    apply path_trans with u'; auto. destruct (test3 u' w' Nu Nw) as [Ku [[_ [_ K3]] [->|[E|[[c [Kc E]]|[[A B]|[A B]]]]]]].
    + apply path_sym; auto.
    + apply path_trans with w'; [apply path_near; auto | apply path_sym; auto].
    + apply path_trans with w'; [|apply path_sym; auto].
      destruct (K3 c Kc) as [d [E2 P2]]. destruct (path_ends _ _ _ P2) as [Od Oc].
      apply path_step with c; auto. apply path_trans with d; [apply path_near; auto | apply path_sub with O; auto].
    + apply path_trans with x; [apply path_sym; auto|]. apply path_trans with w'; [auto | apply path_sym; auto].
    + auto.
Qed.
End Dead.
End Graph.
