(* Why the pairing of docs/PROOFS.md wins on boards that are not square. A strip has n x (n + 1) cells, (along,
   across) from (0, 0) to (n - 1, n). X joins along = 0 with along = n - 1 if each pair has a cell of his. Pairs are
   {(i, j), (n - 1 - j, n - i)}, i + j < n.
   Colour true is X's. Suppose that Y has a path from across = 0 to across = n. Collect cells S of Y in the near
   triangle, each joined to across = 0 by S, while the later path meets or touches S. Then the path leaves
   S over the diagonal and for good. Fold the far triangle back onto the near one by the pairing. The rest of the path
   becomes one in the near triangle that avoids S and leads to along = 0. But S
   separates it from there, by the Hex theorem. *)
Require Import Bool ZArith Lia.
From Mustplay Require Import Hex Triangle HexTheorem.
Open Scope Z_scope.

Section Pairing.
Variable n : Z.
Hypothesis n1 : 1 <= n.
Definition strip (u : cell) : Prop := 0 <= fst u < n /\ 0 <= snd u <= n.
Notation near := (tri n).
Variable P : colouring.
Hypothesis pairs : forall i j, 0 <= i -> 0 <= j -> i + j < n -> P i j = true \/ P (n - 1 - j) (n - i) = true.

(* Two paths in the near triangle cannot both be. One, of cells outside S, leads from the right of near_k =
   (k, n - 1 - k) to along = 0. The other, in S, leads from across = 0 to near_k. Outside the triangle the column of k is S's,
   all else is not. *)
Section Cross.
Variables (S : colouring) (k : Z).
Hypothesis k0 : 0 <= k /\ k + 1 < n.
Definition walled : colouring := fun i j => if i + j <? n then S i j else i =? k.
Lemma in_near c u v : conn near c S u v -> conn (rect n (n + 1)) c walled u v.
Proof.
  apply conn_in. intros [i j] R E. unfold tri, rect, walled in *. cbn [fst snd] in *.
  destruct (Z.ltb_spec (i + j) n); [|lia]. split; [lia | auto].
Qed.
Lemma no_cross u v : conn near true S u (k, n - 1 - k) -> snd u = 0 -> conn near false S (k + 1, n - 2 - k) v -> fst v = 0 -> False.
Proof.
  intros C1 U C2 V.
  assert (W : HexTheorem.white n (n + 1) walled).
  { exists v, (n - 1, n - 2 - k). split; [|auto]. apply conn_trans with (k + 1, n - 2 - k); [apply conn_sym, in_near; auto|].
    destruct (conn_first _ _ _ _ _ C2) as [_ E]. cbn [fst snd] in E.
    apply line_right; [lia|]. intros i Li. unfold rect, walled. cbn [fst snd]. split; [lia|].
    destruct (Z.ltb_spec (i + (n - 2 - k)) n); [replace i with (k + 1) by lia; auto | apply Z.eqb_neq; lia]. }
  assert (B : black n (n + 1) walled).
  { exists u, (k, n). split; [|cbn [snd]; lia]. apply conn_trans with (k, n - 1 - k); [apply in_near; auto|].
    destruct (conn_last _ _ _ _ _ C1) as [_ E]. cbn [fst snd] in E.
    apply line_down; [lia|]. intros j Lj. unfold rect, walled. cbn [fst snd]. split; [lia|].
    destruct (Z.ltb_spec (k + j) n); [replace j with (n - 1 - k) by lia; auto | apply Z.eqb_refl]. }
  apply (proj2 (hex n (n + 1) ltac:(lia) ltac:(lia) walled)). auto.
Qed.
End Cross.

(* The far triangle folded onto the near one. *)
Definition fold (u : cell) : cell := if fst u + snd u <? n then u else (n - snd u, n - 1 - fst u).
Lemma fold_near u : strip u -> near (fold u).
Proof. destruct u as [i j]. unfold strip, fold, tri. cbn [fst snd]. intro R. destruct (Z.ltb_spec (i + j) n); cbn [fst snd]; lia. Qed.
Lemma fold_adjacent u v : strip u -> strip v -> adjacent u v -> fold u = fold v \/ adjacent (fold u) (fold v).
Proof.
  destruct u as [i j], v as [k l]. unfold strip, fold. cbn [fst snd]. intros Ru Rv A. unfold adjacent in A.
  destruct (Z.ltb_spec (i + j) n), (Z.ltb_spec (k + l) n); auto.
  - assert ((i = n - l /\ j = n - 1 - k) \/ adjacent (i, j) (n - l, n - 1 - k)) as [[-> ->]|?] by (unfold adjacent; lia); auto.
  - assert ((k = n - j /\ l = n - 1 - i) \/ adjacent (n - j, n - 1 - i) (k, l)) as [[-> ->]|?] by (unfold adjacent; lia); auto.
  - right. unfold adjacent. lia.
Qed.

(* Y's path, from its far end `e`, by its length. *)
Section Path.
Variable e : cell.
Hypothesis e_far : strip e /\ snd e = n.
Fixpoint back (m : nat) (v : cell) : Prop :=
  strip v /\ P (fst v) (snd v) = false /\ match m with O => v = e | Datatypes.S m => exists w, back m w /\ adjacent w v end.
Lemma back_of v : conn strip false P e v -> exists m, back m v.
Proof.
  induction 1 as [R E|v w C [m B] A R E]; [exists O; cbn; auto | exists (Datatypes.S m); cbn; eauto].
Qed.
Definition collected (S : colouring) : Prop := forall x, S (fst x) (snd x) = true -> near x /\ P (fst x) (snd x) = false /\
  exists u, snd u = 0 /\ conn near true S u x.
Definition meets (S : colouring) (u : cell) : bool := let (i, j) := u in
  S i j || S (i + 1) j || S (i - 1) j || S i (j + 1) || S i (j - 1) || S (i + 1) (j - 1) || S (i - 1) (j + 1).
Lemma meets_adjacent S u v : adjacent u v -> S (fst v) (snd v) = true -> meets S u = true.
Proof.
  destruct u as [i j], v as [k l]. unfold meets. cbn [fst snd]. intros A E. unfold adjacent in A. rewrite !orb_true_iff.
  destruct A as [[-> ->]|[[-> ->]|[[-> ->]|[[-> ->]|[[-> ->]|[-> ->]]]]]]; tauto.
Qed.
Lemma meets_one S u : meets S u = true -> S (fst u) (snd u) = true \/ exists v, adjacent u v /\ S (fst v) (snd v) = true.
Proof.
  destruct u as [i j]. unfold meets. cbn [fst snd]. rewrite !orb_true_iff.
  intros [[[[[[E|E]|E]|E]|E]|E]|E]; auto; right;
    [exists (i + 1, j) | exists (i - 1, j) | exists (i, j + 1) | exists (i, j - 1) | exists (i + 1, j - 1) | exists (i - 1, j + 1)];
    (split; [unfold adjacent; lia | exact E]).
Qed.
Definition clean (S : colouring) (u : cell) : Prop := strip u /\ (fst u + snd u < n -> meets S u = false).
Lemma back_clean S : forall m v, back m v -> conn (clean S) false P e v \/
  exists k w, (k <= m)%nat /\ back k w /\ near w /\ meets S w = true.
Proof.
  induction m as [|m IH]; intros v B; assert (Bv := B); destruct B as [R [E B]];
    (assert (near v /\ meets S v = true \/ clean S v) as [[N M]|K];
      [destruct (Z.ltb_spec (fst v + snd v) n) as [L|L]; [destruct (meets S v) eqn:M; [left; unfold tri, strip in *; repeat split; auto; lia | right; split; auto]
        | right; split; auto; lia] | |]).
  1: right; exists O, v; auto. 2: right; exists (Datatypes.S m), v; auto.
  - subst v. left. apply conn_refl; auto.
  - destruct B as [w [Bw A]]. destruct (IH w Bw) as [C|[k [x [Lk D]]]]; [left; apply conn_step with w; auto | right; exists k, x; auto].
Qed.
Lemma clean_folded S v : collected S -> conn (clean S) false P e v -> conn near false S (fold e) (fold v).
Proof.
  intro G. assert (One : forall x, clean S x -> P (fst x) (snd x) = false -> near (fold x) /\ S (fst (fold x)) (snd (fold x)) = false).
  { intros [i j] [R K] E. split; [apply fold_near; auto|]. unfold fold, strip in *. cbn [fst snd] in *. destruct (Z.ltb_spec (i + j) n) as [L|L]; cbn [fst snd].
    - specialize (K L). destruct (S i j) eqn:Eq; auto. unfold meets in K. rewrite Eq in K. discriminate.
    - destruct (S (n - j) (n - 1 - i)) eqn:Eq; auto. destruct (G (n - j, n - 1 - i) Eq) as [N [F _]]. unfold tri in N. cbn [fst snd] in *.
      destruct (pairs (n - j) (n - 1 - i)) as [T|T]; try lia; [congruence|].
      replace (n - 1 - (n - 1 - i)) with i in T by lia. replace (n - (n - j)) with j in T by lia. congruence. }
  induction 1 as [K E|v w C IH A K E]; [destruct (One e K E); apply conn_refl; auto|].
  destruct (conn_last _ _ _ _ _ C) as [Kv _]. destruct (One w K E).
  destruct (fold_adjacent v w (proj1 Kv) (proj1 K) A) as [<-|B]; auto. apply conn_step with (fold v); auto.
Qed.
Lemma no_path : forall m S u v, collected S -> S (fst u) (snd u) = true -> adjacent v u -> back m v -> False.
Proof.
  induction m as [m IH] using (well_founded_induction Wf_nat.lt_wf). intros S u v G Su A B.
  destruct (G u Su) as [Nu [Fu [u0 [U0 Cu]]]].
  destruct (back_clean S m v B) as [C|[k [w [Lk [Bw [Nw M]]]]]].
  - (* the path leaves S for good *)
    destruct (conn_last _ _ _ _ _ C) as [[Rv Kv] Fv]. destruct u as [i j], v as [k l]. unfold tri, strip in *. cbn [fst snd] in *.
    destruct (Z_lt_ge_dec (k + l) n) as [L|L].
    { specialize (Kv L). rewrite (meets_adjacent S (k, l) (i, j) A Su) in Kv. discriminate. }
    assert (D : j = n - 1 - i /\ l = n - k /\ (k = i \/ k = i + 1)) by (unfold adjacent in A; lia). destruct D as [-> [-> [-> | ->]]].
    + destruct (pairs i (n - 1 - i)) as [T|T]; try lia; [congruence|]. replace (n - 1 - (n - 1 - i)) with i in T by lia. congruence.
    + assert (Q := clean_folded S _ G C). destruct e_far as [Re Ee]. unfold strip in Re.
      assert (Fe : fst (fold e) = 0) by (unfold fold; destruct (Z.ltb_spec (fst e + snd e) n); [lia | cbn [fst]; lia]).
      assert (Fv' : fold (i + 1, n - (i + 1)) = (i + 1, n - 2 - i)).
      { unfold fold. cbn [fst snd]. destruct (Z.ltb_spec (i + 1 + (n - (i + 1))) n); [lia|]. apply cell_eq; lia. }
      rewrite Fv' in Q. apply (no_cross S i ltac:(lia) u0 (fold e)); auto. apply conn_sym. exact Q.
  - (* it comes back to w *)
    destruct w as [wi wj]. set (S' := fun i j => S i j || (i =? wi) && (j =? wj)).
    assert (Mono : forall x y, conn near true S x y -> conn near true S' x y).
    { intros x y. apply conn_in. intros z R E. split; auto. unfold S'. rewrite E. auto. }
    assert (Fw : P wi wj = false) by (destruct k; apply Bw).
    assert (Sw : S' wi wj = true) by (unfold S'; rewrite !Z.eqb_refl; apply orb_true_r).
    assert (Cw : exists u1, snd u1 = 0 /\ conn near true S' u1 (wi, wj)).
    { destruct (meets_one S (wi, wj) M) as [E|[x [Ax Sx]]].
      - destruct (G (wi, wj) E) as [_ [_ [u1 [U1 C1]]]]. exists u1. auto.
      - destruct (G x Sx) as [_ [_ [u1 [U1 C1]]]]. exists u1. split; auto. apply conn_step with x; auto. apply adjacent_sym. auto. }
    assert (G' : collected S').
    { intros [xi xj] E. cbn [fst snd] in *. unfold S' in E. rewrite orb_true_iff, andb_true_iff, !Z.eqb_eq in E. destruct E as [E|[-> ->]]; auto.
      destruct (G (xi, xj) E) as [N [F [u1 [U1 C1]]]]. split; [auto|split; [auto|]]. exists u1. auto. }
    destruct k as [|k].
    + destruct Bw as [_ [_ Ew]]. destruct e_far as [_ Ee]. rewrite <- Ew in Ee. unfold tri in Nw. cbn [fst snd] in *. lia.
    + destruct Bw as [_ [_ [x [Bx Ax]]]]. apply (IH k ltac:(lia) S' (wi, wj) x); auto.
Qed.
End Path.
Theorem strip_blocked u v : conn strip false P u v -> snd u = 0 -> snd v = n -> False.
Proof.
  intros C U V. destruct (conn_first _ _ _ _ _ C) as [Ru Fu], (conn_last _ _ _ _ _ C) as [Rv Fv].
  assert (Ev : strip v /\ snd v = n) by auto. destruct (back_of v u (conn_sym _ _ _ _ _ C)) as [m B].
  destruct u as [i j]. unfold strip in Ru. cbn [fst snd] in *. subst j.
  set (S := fun k l => (k =? i) && (l =? 0)). assert (Si : S i 0 = true) by (unfold S; rewrite !Z.eqb_refl; auto).
  assert (Nu : near (i, 0)) by (unfold tri; cbn [fst snd]; lia).
  assert (G : collected S).
  { intros [k l] E. unfold S in E. cbn [fst snd] in E. rewrite andb_true_iff, !Z.eqb_eq in E. destruct E as [-> ->].
    split; [auto|split; [auto|]]. exists (i, 0). split; auto. apply conn_refl; auto. }
  destruct m as [|m].
  - destruct B as [_ [_ B]]. subst v. cbn [snd] in V. lia.
  - destruct B as [_ [_ [w [Bw A]]]]. apply (no_path v Ev m S (i, 0) w); auto.
Qed.
End Pairing.

(* On a board of n columns and H > n rows, the strip begins at row o. If one cell of each pair has the other colour,
   no chain of colour b leads from the first row to the last. *)
Theorem rows_blocked n H o b (Q : colouring) u v : 1 <= n -> 0 <= o -> o + n + 1 <= H ->
  (forall i j, 0 <= i -> 0 <= j -> i + j < n -> Q i (j + o) <> b \/ Q (n - 1 - j) (n - i + o) <> b) ->
  conn (rect n H) b Q u v -> snd u = 0 -> snd v = H - 1 -> False.
Proof.
  intros n1 o0 oH Pr C U V. set (P := fun i j => negb (Bool.eqb (Q i (j + o)) b)).
  assert (PQ : forall i j, P i j = false <-> Q i (j + o) = b).
  { intros i j. unfold P. rewrite negb_false_iff, eqb_true_iff. tauto. }
  set (down := fun x : cell => (fst x, snd x - o)).
  assert (Cell : forall x, rect n H x -> Q (fst x) (snd x) = b -> 0 <= snd x - o <= n -> strip n (down x) /\ P (fst (down x)) (snd (down x)) = false).
  { intros [i j] R E L. unfold rect, strip, down in *. cbn [fst snd] in *. split; [lia|]. apply PQ. replace (j - o + o) with j by lia. auto. }
  assert (K : o <= snd v -> exists x, snd x = 0 /\ ((exists y, conn (strip n) false P x y /\ snd y = n) \/ (snd v - o <= n /\ conn (strip n) false P x (down v)))).
  { clear V. induction C as [R E|v w C IH A R E]; intro L.
    - exists (down u). unfold down at 1. cbn [snd]. split; [lia|]. right. split; [lia|]. destruct (Cell u R E) as [S F]; [lia|]. apply conn_refl; auto.
    - destruct (conn_last _ _ _ _ _ C) as [Rv Ev]. assert (D : snd v - 1 <= snd w <= snd v + 1) by (destruct v, w; unfold adjacent in A; cbn [snd]; lia).
      destruct (Z_lt_ge_dec (snd v) o) as [Lv|Lv].
      + exists (down w). unfold down at 1. cbn [snd]. split; [lia|]. right. split; [lia|]. destruct (Cell w R E) as [S F]; [lia|]. apply conn_refl; auto.
      + destruct (IH ltac:(lia)) as [x [X [Y|[Lx Cx]]]]; exists x; (split; [exact X|]); [left; exact Y|].
        destruct (Z_lt_ge_dec (snd v - o) n) as [Ln|Ln].
        * right. split; [lia|]. destruct (Cell w R E) as [S F]; [lia|]. apply conn_step with (down v); auto.
          destruct v, w. unfold down, adjacent in *. cbn [fst snd] in *. lia.
        * left. exists (down v). split; auto. unfold down. cbn [snd]. lia. }
  destruct (K ltac:(lia)) as [x [X [[y [Cy Y]]|[L Cx]]]].
  - apply (strip_blocked n n1 P) with (2 := Cy); auto.
    intros i j Li Lj Lij. unfold P. destruct (Pr i j Li Lj Lij) as [F|F]; [left|right]; rewrite negb_true_iff; apply eqb_false_iff; auto.
  - apply (strip_blocked n n1 P) with (2 := Cx); auto; [|unfold down; cbn [snd]; lia].
    intros i j Li Lj Lij. unfold P. destruct (Pr i j Li Lj Lij) as [F|F]; [left|right]; rewrite negb_true_iff; apply eqb_false_iff; auto.
Qed.
(* The same with columns and rows exchanged. *)
Theorem columns_blocked n W o b (Q : colouring) u v : 1 <= n -> 0 <= o -> o + n + 1 <= W ->
  (forall i j, 0 <= i -> 0 <= j -> i + j < n -> Q (j + o) i <> b \/ Q (n - i + o) (n - 1 - j) <> b) ->
  conn (rect W n) b Q u v -> fst u = 0 -> fst v = W - 1 -> False.
Proof.
  intros n1 o0 oW Pr C U V.
  apply (rows_blocked n W o b (fun i j => Q j i) (snd u, fst u) (snd v, fst v)); auto.
  apply (conn_swap (rect W n) (rect n W) b Q u v); auto. intros x R. unfold rect in *. cbn [fst snd]. lia.
Qed.
