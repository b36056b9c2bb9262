(* On a full triangular board exactly one colour joins all three sides (the game of Y). Proof by the reduction of
   Schensted and Titus. The majorities of the upright triangles of a board of side n make a board of side n - 1 with
   the same winner. `up` and `down` are the two directions; a board of side 1 is one cell. The Hex theorem follows
   from it. *)
Require Import ZArith Lia Bool.
From Mustplay Require Import Hex.
Open Scope Z_scope.
Definition colouring := Z -> Z -> bool.
(* Paths of one colour inside a region. *)
Inductive conn (R : cell -> Prop) (b : bool) (P : colouring) (u : cell) : cell -> Prop :=
| conn_refl : R u -> P (fst u) (snd u) = b -> conn R b P u u
| conn_step v w : conn R b P u v -> adjacent v w -> R w -> P (fst w) (snd w) = b -> conn R b P u w.
Lemma conn_trans R b P u v w : conn R b P u v -> conn R b P v w -> conn R b P u w.
Proof. intros H1 H2. induction H2; auto. apply conn_step with v0; auto. Qed.
Lemma conn_last R b P u v : conn R b P u v -> R v /\ P (fst v) (snd v) = b.
Proof. destruct 1; auto. Qed.

Lemma adjacent_sym u v : adjacent u v -> adjacent v u.
Proof. destruct u, v. unfold adjacent. lia. Qed.
Lemma conn_first R b P u v : conn R b P u v -> R u /\ P (fst u) (snd u) = b.
Proof. induction 1; auto. Qed.
Lemma conn_sym R b P u v : conn R b P u v -> conn R b P v u.
Proof.
  induction 1; [apply conn_refl; auto|]. destruct (conn_last _ _ _ _ _ H).
  apply conn_trans with v; auto. apply conn_step with w; [apply conn_refl; auto | apply adjacent_sym; auto | auto | auto].
Qed.

Definition tri n (u : cell) : Prop := 0 <= fst u /\ 0 <= snd u /\ fst u + snd u < n.
Definition maj (P : colouring) : colouring := fun i j =>
  (P i j && P (i + 1) j) || (P i j && P i (j + 1)) || (P (i + 1) j && P i (j + 1)).
Definition Ywin n b P := exists u v w, conn (tri n) b P u v /\ conn (tri n) b P u w /\
  snd u = 0 /\ fst v = 0 /\ fst w + snd w = n - 1.
(* The upright triangle of a cell t of the smaller board. *)
Definition inT (t u : cell) : Prop :=
  (fst u = fst t /\ snd u = snd t) \/ (fst u = fst t + 1 /\ snd u = snd t) \/ (fst u = fst t /\ snd u = snd t + 1).

Ltac pts := repeat match goal with u : cell |- _ => destruct u as [? ?] end; unfold inT, adjacent, tri in *; cbn [fst snd] in *.
Ltac same := repeat match goal with
  | H : ?x = ?y |- _ => is_var x; subst x | H : ?y = ?x |- _ => is_var x; subst x end.
Lemma cell_eq (i j k l : Z) : i = k -> j = l -> (i, j) = (k, l). Proof. congruence. Qed.

Lemma inT_near n b P t u v : tri (n - 1) t -> inT t u -> inT t v -> P (fst u) (snd u) = b -> P (fst v) (snd v) = b ->
  conn (tri n) b P u v.
Proof.
  intros Ht Hu Hv Pu Pv.
  assert (Ru : tri n u) by (pts; lia). assert (Rv : tri n v) by (pts; lia).
  assert (u = v \/ adjacent u v) as [->|A].
  { pts. destruct Hu as [?|[?|?]], Hv as [?|[?|?]]; try (left; apply cell_eq; lia); right; lia. }
  - apply conn_refl; auto.
  - apply conn_step with u; auto. apply conn_refl; auto.
Qed.
Lemma maj_two P b i j : maj P i j = b ->
  (P i j = b /\ P (i + 1) j = b) \/ (P i j = b /\ P i (j + 1) = b) \/ (P (i + 1) j = b /\ P i (j + 1) = b).
Proof. unfold maj. destruct (P i j), (P (i + 1) j), (P i (j + 1)), b; cbn; auto; discriminate. Qed.
Lemma two_maj P b t u v : inT t u -> inT t v -> u <> v -> P (fst u) (snd u) = b -> P (fst v) (snd v) = b ->
  maj P (fst t) (snd t) = b.
Proof.
  intros Hu Hv N Pu Pv. pts. unfold maj. destruct b;
  destruct Hu as [[? ?]|[[? ?]|[? ?]]], Hv as [[? ?]|[[? ?]|[? ?]]]; subst; rewrite ?Pu, ?Pv; try congruence;
  repeat match goal with |- context [P ?i ?j] => destruct (P i j) end; reflexivity || congruence.
Qed.

(* Up: a path of the smaller board is one of the larger. *)
Lemma bridge P b v w : adjacent v w -> maj P (fst v) (snd v) = b -> maj P (fst w) (snd w) = b ->
  exists v' w', inT v v' /\ inT w w' /\ P (fst v') (snd v') = b /\ P (fst w') (snd w') = b /\ (v' = w' \/ adjacent v' w').
Proof.
  destruct v as [i j], w as [k l]. intros A Mv Mw. apply maj_two in Mv, Mw. cbn [fst snd] in *.
  assert (forall s, inT (i, j) s -> inT (k, l) s -> P (fst s) (snd s) = b \/
     ((forall s', inT (i, j) s' -> s' <> s -> P (fst s') (snd s') = b) /\
      (forall s', inT (k, l) s' -> s' <> s -> P (fst s') (snd s') = b))) as Sh.
  { intros [a c] Ha Hc. pts. destruct (bool_dec (P a c) b) as [E|E]; auto. right.
    assert (forall i j, ((P i j = b /\ P (i + 1) j = b) \/ (P i j = b /\ P i (j + 1) = b) \/ (P (i + 1) j = b /\ P i (j + 1) = b)) ->
      inT (i, j) (a, c) -> forall s' : cell, inT (i, j) s' -> s' <> (a, c) -> P (fst s') (snd s') = b) as G.
    { clear - E. intros i j M Ha s' Hs N. pts. destruct b;
      destruct Ha as [[? ?]|[[? ?]|[? ?]]], Hs as [[? ?]|[[? ?]|[? ?]]]; subst; try congruence;
      destruct M as [[? ?]|[[? ?]|[? ?]]]; congruence. }
    split; intros s' Hs N; [apply (G i j) | apply (G k l)]; auto. }
  assert (forall s v' w', inT (i, j) s -> inT (k, l) s -> inT (i, j) v' -> inT (k, l) w' -> v' <> s -> w' <> s -> adjacent v' w' ->
    exists v' w', inT (i, j) v' /\ inT (k, l) w' /\ P (fst v') (snd v') = b /\ P (fst w') (snd w') = b /\ (v' = w' \/ adjacent v' w')) as K.
  { intros s v' w' Sv Sw Hv Hw Nv Nw Av. destruct (Sh s Sv Sw) as [E|[E1 E2]].
    - exists s, s. auto 10.
    - exists v', w'. auto 10. }
  destruct A as [[? ?]|[[? ?]|[[? ?]|[[? ?]|[[? ?]|[? ?]]]]]]; subst k l.
  - apply (K (i + 1, j) (i, j + 1) (i + 1, j + 1)); pts; try lia; intro E; inversion E; lia.
  - apply (K (i, j) (i, j + 1) (i - 1, j + 1)); pts; try lia; intro E; inversion E; lia.
  - apply (K (i, j + 1) (i + 1, j) (i + 1, j + 1)); pts; try lia; intro E; inversion E; lia.
  - apply (K (i, j) (i + 1, j) (i + 1, j - 1)); pts; try lia; intro E; inversion E; lia.
  - apply (K (i + 1, j) (i, j) (i + 1, j - 1)); pts; try lia; intro E; inversion E; lia.
  - apply (K (i, j + 1) (i, j) (i - 1, j + 1)); pts; try lia; intro E; inversion E; lia.
Qed.
Lemma up_conn n b P u v : conn (tri (n - 1)) b (maj P) u v ->
  forall u' v', inT u u' -> inT v v' -> P (fst u') (snd u') = b -> P (fst v') (snd v') = b -> conn (tri n) b P u' v'.
Proof.
  induction 1 as [Hu Mu | v w Hc IH A Rw Mw]; intros u' v' Tu Tv Pu Pv.
  - apply inT_near with u; auto.
  - destruct (conn_last _ _ _ _ _ Hc) as [Rv Mv].
    destruct (bridge P b v w A Mv Mw) as [x [y [Tx [Ty [Px [Py A']]]]]].
    apply conn_trans with y; [|apply inT_near with w; auto].
    assert (Hx := IH u' x Tu Tx Pu Px). destruct A' as [->|A']; auto.
    apply conn_step with x; auto. pts; lia.
Qed.
Lemma up n b P : Ywin (n - 1) b (maj P) -> Ywin n b P.
Proof.
  intros [u [v [w [Huv [Huw [Su [Sv Sw]]]]]]].
  assert (Mu : maj P (fst u) (snd u) = b) by (destruct Huv as [|? ? H]; auto; clear -Huw; induction Huw; auto).
  destruct (conn_last _ _ _ _ _ Huv) as [Rv Mv], (conn_last _ _ _ _ _ Huw) as [Rw Mw].
  apply maj_two in Mu, Mv, Mw.
  assert (exists u', inT u u' /\ P (fst u') (snd u') = b /\ snd u' = 0) as [u' [Tu [Pu Su']]].
  { destruct u as [i j]; cbn in *. destruct Mu as [[? ?]|[[? ?]|[? ?]]]; [exists (i, j) | exists (i, j) | exists (i + 1, j)]; pts; auto 10. }
  assert (exists v', inT v v' /\ P (fst v') (snd v') = b /\ fst v' = 0) as [v' [Tv [Pv Sv']]].
  { destruct v as [i j]; cbn in *. destruct Mv as [[? ?]|[[? ?]|[? ?]]]; [exists (i, j) | exists (i, j) | exists (i, j + 1)]; pts; auto 10. }
  assert (exists w', inT w w' /\ P (fst w') (snd w') = b /\ fst w' + snd w' = n - 1) as [w' [Tw [Pw Sw']]].
  { destruct w as [i j]; cbn in *. destruct Mw as [[? ?]|[[? ?]|[? ?]]]; [exists (i + 1, j) | exists (i, j + 1) | exists (i + 1, j)]; pts;
    repeat split; auto; try lia; auto 10. }
  exists u', v', w'. split; [apply up_conn with u v; auto | split; [apply up_conn with u w; auto | auto]].
Qed.

(* Down. *)
Definition touch n b P (u t : cell) := tri (n - 1) t /\ maj P (fst t) (snd t) = b /\ inT t u.
Lemma touch_near n b P u t t' : touch n b P u t -> touch n b P u t' -> conn (tri (n - 1)) b (maj P) t t'.
Proof.
  intros [R [M I]] [R' [M' I']].
  assert (t = t' \/ adjacent t t') as [->|A].
  { pts. destruct I as [?|[?|?]], I' as [?|[?|?]]; try (left; apply cell_eq; lia); right; lia. }
  - apply conn_refl; auto.
  - apply conn_step with t; auto. apply conn_refl; auto.
Qed.
Lemma touch_edge n b P v w : tri n v -> tri n w -> adjacent v w -> P (fst v) (snd v) = b -> P (fst w) (snd w) = b ->
  exists t, touch n b P v t /\ touch n b P w t.
Proof.
  intros Rv Rw A Pv Pw.
  assert (N : v <> w) by (intro; subst; pts; lia).
  assert (exists t, tri (n - 1) t /\ inT t v /\ inT t w) as [t [Rt [I I']]].
  { destruct v as [i j], w as [k l]. pts. destruct A as [[? ?]|[[? ?]|[[? ?]|[[? ?]|[[? ?]|[? ?]]]]]]; subst.
    - exists (i, j); cbn; lia. - exists (i - 1, j); cbn; lia. - exists (i, j); cbn; lia.
    - exists (i, j - 1); cbn; lia. - exists (i, j - 1); cbn; lia. - exists (i - 1, j); cbn; lia. }
  exists t. assert (maj P (fst t) (snd t) = b) by (apply two_maj with v w; auto). split; repeat split; auto; apply Rt.
Qed.
Lemma down_conn n b P u v : conn (tri n) b P u v ->
  (forall t t', touch n b P u t -> touch n b P v t' -> conn (tri (n - 1)) b (maj P) t t') /\
  (u = v \/ ((exists t, touch n b P u t) /\ (exists t, touch n b P v t))).
Proof.
  induction 1 as [Hu Mu | v w Hc [IH IE] A Rw Pw].
  - split; auto. intros. apply touch_near with u; auto.
  - destruct (conn_last _ _ _ _ _ Hc) as [Rv Pv].
    destruct (touch_edge n b P v w Rv Rw A Pv Pw) as [s [Ts Ts']]. split.
    + intros t t' Ht Ht'. apply conn_trans with s; auto. apply touch_near with w; auto.
    + right. split; eauto. destruct IE as [->|[? ?]]; eauto.
Qed.
Lemma down n b P : 2 <= n -> Ywin n b P -> Ywin (n - 1) b (maj P).
Proof.
  intros Hn [u [v [w [Huv [Huw [Su [Sv Sw]]]]]]].
  destruct (down_conn _ _ _ _ _ Huv) as [Cuv Euv], (down_conn _ _ _ _ _ Huw) as [Cuw Euw].
  assert ((exists t, touch n b P u t) /\ (exists t, touch n b P v t) /\ (exists t, touch n b P w t)) as [[tu Tu] [[tv Tv] [tw Tw]]].
  { destruct Euv as [->|[? ?]], Euw as [->|[? ?]]; auto. exfalso. pts. lia. }
  exists tu, tv, tw. split; [auto|split; [auto|]].
  destruct Tu as [R1 [_ I1]], Tv as [R2 [_ I2]], Tw as [R3 [_ I3]]. pts. lia.
Qed.

Theorem triangle n : forall P, (exists b, Ywin (Z.of_nat (S n)) b P) /\ ~ (Ywin (Z.of_nat (S n)) true P /\ Ywin (Z.of_nat (S n)) false P).
Proof.
  induction n as [|n IH]; intro P.
  - assert (forall b, Ywin 1 b P <-> P 0 0 = b) as H.
    { intro b. split.
      - intros [u [v [w [H [_ [Su [Sv _]]]]]]]. destruct (conn_last _ _ _ _ _ H) as [Rv Pv].
        pts. match goal with E : P ?i ?j = b |- _ => replace 0 with i at 1 by lia; replace 0 with j by lia end. auto.
      - intro E. exists (0, 0), (0, 0), (0, 0). assert (conn (tri 1) b P (0, 0) (0, 0)) by (apply conn_refl; auto; pts; lia).
        auto. }
    change (Z.of_nat 1) with 1. rewrite !H. split; [exists (P 0 0); apply H; auto | intros [? ?]; congruence].
  - destruct (IH (maj P)) as [[b Hb] Hn].
    replace (Z.of_nat (S n)) with (Z.of_nat (S (S n)) - 1) in * by lia. split.
    + exists b. apply up; auto.
    + intros [? ?]. apply Hn. split; apply down; auto; lia.
Qed.
