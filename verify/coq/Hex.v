(* The game of Hex, and what it means to win it. Every theorem about named positions rests on this file and on nothing
   else of ours, so read it with care. docs/FORMAL.md goes through it line by line. *)
Require Import Bool ZArith.
Open Scope Z_scope.

(* A cell is (column, row), counted from 0: a1 is (0, 0), b1 is (1, 0), a2 is (0, 1). Each has six neighbours. *)
Definition cell := (Z * Z)%type.
Definition adjacent (u v : cell) : Prop :=
  let (i, j) := u in let (k, l) := v in
  (k = i + 1 /\ l = j) \/ (k = i - 1 /\ l = j) \/ (k = i /\ l = j + 1) \/ (k = i /\ l = j - 1) \/
  (k = i + 1 /\ l = j - 1) \/ (k = i - 1 /\ l = j + 1).

(* The stone on each cell, if there is one: true is Black, false is White. *)
Definition position := Z -> Z -> option bool.
Definition empty : position := fun _ _ => None.
Definition put (p : position) (i j : Z) (b : bool) : position :=
  fun k l => if (k =? i) && (l =? j) then Some b else p k l.

Section Hex.
Variables W H : Z. (* columns and rows *)
Definition on_board (i j : Z) : Prop := 0 <= i < W /\ 0 <= j < H.
Definition stone (p : position) (b : bool) (u : cell) : Prop := on_board (fst u) (snd u) /\ p (fst u) (snd u) = Some b.

(* A chain of stones of one colour, from u to another cell. *)
Inductive chain (p : position) (b : bool) (u : cell) : cell -> Prop :=
| chain_one : stone p b u -> chain p b u u
| chain_more v w : chain p b u v -> adjacent v w -> stone p b w -> chain p b u w.

(* Black joins the top row with the bottom row, White the left column with the right column. *)
Definition connected (b : bool) (p : position) : Prop :=
  if b then exists u v, chain p true u v /\ snd u = 0 /\ snd v = H - 1
  else exists u v, chain p false u v /\ fst u = 0 /\ fst v = W - 1.

(* X has a winning strategy in p when it is t's turn: X has won; or X has a move after which X wins; or the other player is to
   move, has a move, and X wins after each. *)
Inductive wins (X : bool) : position -> bool -> Prop :=
| wins_over p t : connected X p -> ~ connected (negb X) p -> wins X p t
| wins_move p i j : ~ connected X p -> ~ connected (negb X) p -> on_board i j -> p i j = None ->
    wins X (put p i j X) (negb X) -> wins X p X
| wins_reply p : ~ connected X p -> ~ connected (negb X) p -> (exists i j, on_board i j /\ p i j = None) ->
    (forall i j, on_board i j -> p i j = None -> wins X (put p i j (negb X)) X) -> wins X p (negb X).
End Hex.

(* A check of the definition: not both players have a winning strategy. *)
Theorem not_both_win W H X p t : wins W H X p t -> wins W H (negb X) p t -> False.
Proof.
  destruct X; cbn [negb]; intro A; induction A as [p t C N|p i j C N B E A IH|p C N F A IH]; cbn [negb] in *; intro Q.
  all: inversion Q as [? ? C' N'|? k l C' N' B' E' A'|? C' N' F' A']; subst; cbn [negb] in *; auto; try discriminate.
  all: try (apply IH; apply A'; assumption).
  all: apply (IH k l B' E'); exact A'.
Qed.
