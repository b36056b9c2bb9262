(* The half-turn of a position of the real game keeps who wins: a proof of one opening is a proof of the opening opposite. *)
Require Import Bool ZArith Lia.
From Mustplay Require Import Hex.
Open Scope Z_scope.

Section Turn.
Variables W H : Z.
Definition turned (p : position) : position := fun i j => p (W - 1 - i) (H - 1 - j).
(* Only what is on the board counts. *)
Definition same_on_board (p q : position) := forall i j, on_board W H i j -> p i j = q i j.
Lemma same_sym p q : same_on_board p q -> same_on_board q p.
Proof. intros E i j B. symmetry. auto. Qed.
Lemma same_put p q i j c : same_on_board p q -> same_on_board (put p i j c) (put q i j c).
Proof. intros E k l B. unfold put. destruct ((k =? i) && (l =? j)); auto. Qed.
Lemma same_chain p q c u v : same_on_board p q -> chain W H p c u v -> chain W H q c u v.
Proof.
  intros E C. induction C as [[B S]|v w C IH A [B S]]; [apply chain_one | apply chain_more with v]; auto; split; auto; rewrite <- (E _ _ B); auto.
Qed.
Lemma same_connected p q c : same_on_board p q -> connected W H c p -> connected W H c q.
Proof. intros E. destruct c; intros [u [v [C S]]]; exists u, v; split; auto; apply same_chain with p; auto. Qed.
Lemma same_wins X p t : wins W H X p t -> forall q, same_on_board p q -> wins W H X q t.
Proof.
  assert (N : forall p q c, same_on_board p q -> ~ connected W H c p -> ~ connected W H c q)
    by (intros p0 q c E NC C; apply NC; apply same_connected with q; auto using same_sym).
  intro V. induction V as [p t C C'|p i j C C' B F V IH|p C C' [k [l [Bk Fk]]] V IH]; intros q E.
  - apply wins_over; [apply same_connected with p; auto | apply N with p; auto].
  - apply wins_move with i j; auto; try (apply N with p; auto); [rewrite <- (E i j); auto | apply IH; apply same_put; auto].
  - apply wins_reply; try (apply N with p; auto).
    + exists k, l. split; auto. rewrite <- (E k l); auto.
    + intros i j B F. apply (IH i j); auto; [rewrite (E i j); auto | apply same_put; auto].
Qed.

Definition turned_cell (u : cell) : cell := (W - 1 - fst u, H - 1 - snd u).
Lemma turned_twice p : same_on_board (turned (turned p)) p.
Proof. intros i j _. unfold turned. f_equal; lia. Qed.
Lemma turned_put p i j c : same_on_board (turned (put p i j c)) (put (turned p) (W - 1 - i) (H - 1 - j) c).
Proof.
  intros k l _. unfold turned, put.
  destruct (Z.eqb_spec (W - 1 - k) i), (Z.eqb_spec k (W - 1 - i)); try lia; auto.
  destruct (Z.eqb_spec (H - 1 - l) j), (Z.eqb_spec l (H - 1 - j)); try lia; auto.
Qed.
Lemma turned_chain p c u v : chain W H p c u v -> chain W H (turned p) c (turned_cell u) (turned_cell v).
Proof.
  assert (S : forall u, stone W H p c u -> stone W H (turned p) c (turned_cell u)).
  { intros [i j] [B E]. unfold stone, on_board, turned, turned_cell in *. cbn [fst snd] in *. split; [lia|].
    replace (W - 1 - (W - 1 - i)) with i by lia. replace (H - 1 - (H - 1 - j)) with j by lia. auto. }
  intro C. induction C as [Su|v w C IH A Sw]; [apply chain_one; auto|]. apply chain_more with (turned_cell v); auto.
  destruct v, w. unfold adjacent, turned_cell in *. cbn [fst snd]. lia.
Qed.
(* A chain may be walked backwards. *)
Lemma chain_ends p c u v : chain W H p c u v -> stone W H p c u /\ stone W H p c v.
Proof. induction 1; tauto. Qed.
Lemma chain_on p c u v w : chain W H p c u v -> chain W H p c v w -> chain W H p c u w.
Proof. intros C D. induction D; auto. apply chain_more with v0; auto. Qed.
Lemma chain_back p c u v : chain W H p c u v -> chain W H p c v u.
Proof.
  intro C. induction C as [S|v w C IH A S]; [apply chain_one; auto|]. destruct (chain_ends _ _ _ _ C) as [_ Sv].
  apply chain_on with v; auto. apply chain_more with w; [apply chain_one; auto | destruct v, w; unfold adjacent in *; lia | auto].
Qed.
Lemma turned_connected p c : connected W H c p -> connected W H c (turned p).
Proof.
  destruct c; intros [u [v [C [Su Sv]]]]; exists (turned_cell v), (turned_cell u);
    (split; [apply chain_back, turned_chain; auto | unfold turned_cell; cbn [fst snd]; lia]).
Qed.
Theorem wins_turned X p t : wins W H X p t -> wins W H X (turned p) t.
Proof.
  assert (N : forall p c, ~ connected W H c p -> ~ connected W H c (turned p)).
  { intros p0 c NC C. apply NC. apply same_connected with (turned (turned p0)); [apply turned_twice | apply turned_connected; auto]. }
  intro V. induction V as [p t C C'|p i j C C' B F V IH|p C C' [k [l [Bk Fk]]] V IH].
  - apply wins_over; auto using turned_connected.
  - apply wins_move with (W - 1 - i) (H - 1 - j); auto.
    + unfold on_board in *. lia.
    + unfold turned. rewrite <- F. f_equal; lia.
    + apply same_wins with (1 := IH). apply turned_put.
  - apply wins_reply; auto.
    + exists (W - 1 - k), (H - 1 - l). split; [unfold on_board in *; lia|]. unfold turned. rewrite <- Fk. f_equal; lia.
    + intros i j B F. apply same_wins with (turned (put p (W - 1 - i) (H - 1 - j) (negb X))).
      * apply IH; [unfold on_board in *; lia | exact F].
      * intros k' l' B'. rewrite turned_put by auto. unfold put.
        replace (W - 1 - (W - 1 - i)) with i by lia. replace (H - 1 - (H - 1 - j)) with j by lia. auto.
Qed.
(* A first black stone, and the one opposite, whoever moves next. *)
Corollary opposite X i j t : wins W H X (put empty i j true) t -> wins W H X (put empty (W - 1 - i) (H - 1 - j) true) t.
Proof. intro V. apply same_wins with (1 := wins_turned X _ t V). intros k l B. rewrite turned_put by auto. auto. Qed.
End Turn.
