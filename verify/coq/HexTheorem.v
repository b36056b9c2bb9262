(* The Hex theorem: on a full board of W x H exactly one player joins his edges. Colour true (Black) joins row 0 and
   row H - 1, colour false (White) column 0 and column W - 1. The board lies in a triangle of side W + H, with the
   corner to the right
   of it White and the corner below it Black. *)
Require Import ZArith Lia Bool.
From Mustplay Require Import Hex Triangle.
Open Scope Z_scope.
Section Full.
Variables W H : Z.
Hypothesis W1 : 1 <= W.
Hypothesis H1 : 1 <= H.
Definition rect (u : cell) : Prop := 0 <= fst u < W /\ 0 <= snd u < H.
Definition black (P : colouring) := exists u v, conn rect true P u v /\ snd u = 0 /\ snd v = H - 1.
Definition white (P : colouring) := exists u v, conn rect false P u v /\ fst u = 0 /\ fst v = W - 1.

Definition ext (P : colouring) : colouring := fun i j =>
  if i <? W then if j <? H then P i j else true else false.
Notation T := (tri (W + H)).
Ltac zb := repeat match goal with
  | |- context [?a <? ?b] => destruct (Z.ltb_spec a b); try lia
  | X : context [?a <? ?b] |- _ => destruct (Z.ltb_spec a b); try lia end.
Lemma conn_in (R R' : cell -> Prop) b (P P' : colouring) u v : (forall x, R x -> P (fst x) (snd x) = b -> R' x /\ P' (fst x) (snd x) = b) ->
  conn R b P u v -> conn R' b P' u v.
Proof. intros S C. induction C; [apply conn_refl; apply S; auto | apply conn_step with v; auto; apply S; auto]. Qed.
Lemma ext_rect P x : rect x -> T x /\ ext P (fst x) (snd x) = P (fst x) (snd x).
Proof. intros R. unfold ext. unfold rect in R. pts. zb. split; [lia | auto]. Qed.

Lemma line_right R b P k j m : k <= m -> (forall i, k <= i <= m -> R (i, j) /\ P i j = b) -> conn R b P (k, j) (m, j).
Proof.
  intros L S. replace m with (k + Z.of_nat (Z.to_nat (m - k))) in * by lia.
  induction (Z.to_nat (m - k)) as [|n IH].
  - rewrite Z.add_0_r in *. apply conn_refl; apply (S k); lia.
  - apply conn_step with (k + Z.of_nat n, j); [apply IH; [lia | intros; apply S; lia] | pts; lia | apply S; lia | apply (S (k + Z.of_nat (Datatypes.S n))); lia].
Qed.
Lemma line_left (R : cell -> Prop) b (P : colouring) k j m : m <= k -> (forall i, m <= i <= k -> R (i, j) /\ P i j = b) ->
  conn R b P (k, j) (m, j).
Proof. intros. apply conn_sym, line_right; auto. Qed.
Lemma conn_swap (R R' : cell -> Prop) b (P : colouring) u v : (forall x, R x -> R' (snd x, fst x)) -> conn R b P u v ->
  conn R' b (fun i j => P j i) (snd u, fst u) (snd v, fst v).
Proof. intro S. induction 1; [apply conn_refl; auto | apply conn_step with (snd v, fst v); auto; pts; lia]. Qed.
Lemma line_down (R : cell -> Prop) b (P : colouring) i k m : k <= m -> (forall j, k <= j <= m -> R (i, j) /\ P i j = b) ->
  conn R b P (i, k) (i, m).
Proof.
  intros L S. apply (conn_swap (fun x => R (snd x, fst x)) R b (fun i j => P j i) (k, i) (m, i)); auto.
  apply line_right; auto.
Qed.
Lemma line_up (R : cell -> Prop) b (P : colouring) i k m : m <= k -> (forall j, m <= j <= k -> R (i, j) /\ P i j = b) ->
  conn R b P (i, k) (i, m).
Proof. intros. apply conn_sym, line_down; auto. Qed.

Lemma black_Y P : black P -> Ywin (W + H) true (ext P).
Proof.
  intros [u [[k l] [C [Su Sv]]]]. cbn in Sv. subst l.
  destruct (conn_last _ _ _ _ _ C) as [Rv Pv]. unfold rect in Rv. cbn [fst snd] in *.
  assert (conn T true (ext P) u (k, H)) as C'.
  { apply conn_step with (k, H - 1); [|pts; lia|pts; lia|unfold ext; cbn [fst snd]; zb; auto].
    apply conn_in with (R := rect) (P := P); auto. intros x R E. destruct (ext_rect P x R). split; auto; congruence. }
  exists u, (0, H), (W - 1, H). split; [|split].
  - apply conn_trans with (k, H); auto. apply line_left; [lia|]. intros. unfold ext. zb. pts. split; auto; lia.
  - apply conn_trans with (k, H); auto. apply line_right; [lia|]. intros. unfold ext. zb. pts. split; auto; lia.
  - cbn. lia.
Qed.
Lemma white_Y P : white P -> Ywin (W + H) false (ext P).
Proof.
  intros [u [[k l] [C [Su Sv]]]]. cbn in Sv. subst k.
  destruct (conn_last _ _ _ _ _ C) as [Rv Pv]. unfold rect in Rv. cbn [fst snd] in *.
  assert (conn T false (ext P) u (W, l)) as C'.
  { apply conn_step with (W - 1, l); [|pts; lia|pts; lia|unfold ext; cbn [fst snd]; zb; auto].
    apply conn_in with (R := rect) (P := P); auto. intros x R E. destruct (ext_rect P x R). split; auto; congruence. }
  assert (conn T false (ext P) (W, l) (W, 0)) as C1 by (apply line_up; [lia|]; intros; unfold ext; zb; pts; split; auto; lia).
  assert (conn T false (ext P) (W, l) (W, H - 1)) as C2 by (apply line_down; [lia|]; intros; unfold ext; zb; pts; split; auto; lia).
  exists (W, 0), u, (W, H - 1). split; [|split].
  - apply conn_sym. apply conn_trans with (W, l); auto.
  - apply conn_trans with (W, l); auto. apply conn_sym; auto.
  - cbn in *. lia.
Qed.
Lemma Y_black P : Ywin (W + H) true (ext P) -> black P.
Proof.
  intros [u [v [w [_ [C [Su [_ Sw]]]]]]].
  assert (forall w, conn T true (ext P) u w -> (rect w /\ conn rect true P u w) \/
    exists x, conn rect true P u x /\ snd x = H - 1) as K.
  { clear w C Sw. intros w C. induction C as [Tu Pu | x y C IH A Ty Py].
    - left. assert (rect u). { unfold rect. unfold ext in Pu. rewrite Su in *. pts. zb; try discriminate; lia. }
      split; auto. apply conn_refl; auto. destruct (ext_rect P u H0); congruence.
    - destruct IH as [[Rx Cx]|?]; auto. unfold ext in Py.
      destruct (Z.ltb_spec (fst y) W); try discriminate. destruct (Z.ltb_spec (snd y) H).
      + left. assert (rect y) by (unfold rect; pts; lia). split; auto. apply conn_step with x; auto.
      + right. exists x. split; auto. unfold rect in Rx. pts. lia. }
  destruct (K w C) as [[R _]|[x [Cx Sx]]]; [unfold rect in R; lia|]. exists u, x. auto.
Qed.
Lemma Y_white P : Ywin (W + H) false (ext P) -> white P.
Proof.
  intros [u [v [w [C1 [C2 [_ [Sv Sw]]]]]]].
  assert (C : conn T false (ext P) v w) by (apply conn_trans with u; auto; apply conn_sym; auto). clear C1 C2.
  assert (forall w, conn T false (ext P) v w -> (rect w /\ conn rect false P v w) \/
    exists x, conn rect false P v x /\ fst x = W - 1) as K.
  { clear w C Sw. intros w C. induction C as [Tu Pu | x y C IH A Ty Py].
    - left. assert (rect v). { unfold rect. unfold ext in Pu. rewrite Sv in *. pts. zb; try discriminate; lia. }
      split; auto. apply conn_refl; auto. destruct (ext_rect P v H0); congruence.
    - destruct IH as [[Rx Cx]|?]; auto. unfold ext in Py.
      destruct (Z.ltb_spec (fst y) W).
      + destruct (Z.ltb_spec (snd y) H); try discriminate.
        left. assert (rect y) by (unfold rect; pts; lia). split; auto. apply conn_step with x; auto.
      + right. exists x. split; auto. unfold rect in Rx. pts. lia. }
  destruct (K w C) as [[R _]|[x [Cx Sx]]]; [unfold rect in R; lia|]. exists v, x. auto.
Qed.
Theorem hex P : (black P \/ white P) /\ ~ (black P /\ white P).
Proof.
  assert (E : W + H = Z.of_nat (Datatypes.S (Z.to_nat (W + H - 1)))) by lia.
  destruct (triangle (Z.to_nat (W + H - 1)) (ext P)) as [[b Yb] N]. rewrite <- E in *. split.
  - destruct b; [left; apply Y_black | right; apply Y_white]; auto.
  - intros [? ?]. apply N. split; [apply black_Y | apply white_Y]; auto.
Qed.
End Full.
