(* Theorems about openings: a proof file as a term of Coq, checked inside Coq's kernel, and who wins after the opening it names.
   `make theorems` writes such files (verify/coq/openings). *)
Require Import Bool List NArith ZArith Lia.
From Mustplay Require Import Turn Sets Checker Bits Board RealGame Soundness Hex.
Import ListNotations.
Open Scope N_scope.

(* The lines of a file, with as few symbols as will do: files have up to 400,000 lines. What they mean plays no part in the proofs. *)
Inductive cells := o | n (c : N) (l : cells).
Inductive items := e | s (c : N) (l : items) | p (c d : N) (l : items) | r (k : N) (l : items) | r' (k : N) (l : items).
Inductive cases := z | a (c : N) (b : items) (l : cases) | v (k : N) (c : cells) (l : cases) | m (k : N) (c : cells) (l : cases).
Inductive sets := u | t (c : cells) (l : sets).
Inductive script := Nil
| S (x y : N) (b : items) (l : script)
| C (x y : N) (g : cells) (b : cases) (l : script)
| F (k : N) (g : cells) (b : sets) (l : script) | F' (k : N) (g : cells) (b : sets) (l : script)
| D (k : N) (g : cells) (b : sets) (l : script) | D' (k : N) (g : cells) (b : sets) (l : script).

Fixpoint of_cells (l : cells) : list N := match l with o => [] | n c l => c :: of_cells l end.
Fixpoint of_items (l : items) : list item :=
  match l with
  | e => [] | s c l => Stone c :: of_items l | p c d l => Pair c d :: of_items l
  | r k l => Ref k false :: of_items l | r' k l => Ref k true :: of_items l
  end.
Fixpoint of_sets (l : sets) : list (list N) := match l with u => [] | t c l => of_cells c :: of_sets l end.
Fixpoint answers (l : cases) : list (N * list item) :=
  match l with z => [] | a c b l => (c, of_items b) :: answers l | v _ _ l | m _ _ l => answers l end.
Fixpoint reversals (l : cases) : list (N * list N) :=
  match l with z => [] | v k c l => (k, of_cells c) :: reversals l | a _ _ l | m _ _ l => reversals l end.
Fixpoint kills (l : cases) : list (N * list N) :=
  match l with z => [] | m k c l => (k, of_cells c) :: kills l | a _ _ l | v _ _ l => kills l end.
(* The lines of l, in front of `rest`. *)
Fixpoint lines (l : script) (rest : list line) : list line :=
  match l with
  | Nil => rest
  | S x y b l => Series x y (of_items b) :: lines l rest
  | C x y g b l => Cases x y (of_cells g) (answers b) (reversals b) (kills b) :: lines l rest
  | F k g b l => Fill k false (of_cells g) (of_sets b) :: lines l rest
  | F' k g b l => Fill k true (of_cells g) (of_sets b) :: lines l rest
  | D k g b l => Drop k false (of_cells g) (of_sets b) :: lines l rest
  | D' k g b l => Drop k true (of_cells g) (of_sets b) :: lines l rest
  end.

(* The claims that a slice of a long file hands on: each one's distance from the one before it, its ends, its stones,
its carrier. *)
Inductive given := g0 | g (gap x y stones carrier : N) (l : given).
Fixpoint exports (l : given) (k : N) : list (N * claim N) :=
  match l with g0 => [] | g gap x y stones carrier l => (k + gap, {| cA := stones; cC := carrier; cx := x; cy := y |}) :: exports l (k + gap) end.
Fixpoint given_on (l rest : given) : given := match l with g0 => rest | g gap x y stones carrier l => g gap x y stones carrier (given_on l rest) end.
(* A set of cells, row by row. *)
Inductive rows := r0 | w (row : N) (l : rows).
Fixpoint of_rows (W : N) (l : rows) : N := match l with r0 => 0 | w row l => N.lor row (N.shiftl (of_rows W l) W) end.

(* The cell (i, j) is on the board and named by `theirs`, and White's move f is elsewhere. *)
Definition among (W H : N) (theirs : list N) (f i j : N) : bool :=
  (i <? W) &&& (j <? H) &&& (f <? W * H) &&& negb (f =? W * j + i) &&& existsb (N.eqb (W * j + i)) theirs.
Definition there (W H k i j : N) : bool := (i <? W) &&& (j <? H) &&& (k =? W * j + i).
Lemma at_opening W H i j : i < W -> j < H -> forall u, u < W * H ->
  at_ W (put empty (Z.of_N i) (Z.of_N j) true) u = if u =? W * j + i then Some true else None.
Proof.
  intros Hi Hj k Hk. unfold at_, put, pt_of, empty. cbn [fst snd].
  destruct (coords_of W H ltac:(lia) ltac:(lia) i j Hi Hj) as [E1 [E2 _]].
  destruct (N.eqb_spec k (W * j + i)) as [->|Nk].
  - rewrite E1, E2, !Z.eqb_refl. auto.
  - destruct (Z.eqb_spec (Z.of_N (k mod W)) (Z.of_N i)) as [F1|], (Z.eqb_spec (Z.of_N (k / W)) (Z.of_N j)) as [F2|]; auto.
    exfalso. apply Nk. apply N2Z.inj in F1, F2. rewrite <- F1, <- F2. apply N.div_mod. lia.
Qed.
(* After a black stone on (i, j) White wins by f, if the file says so of `theirs`: fewer are no worse for White. *)
Theorem lost_opening W H theirs f : root_proved (X := bits) W H true [f] theirs -> forall i j, among W H theirs f i j = true ->
  wins (Z.of_N W) (Z.of_N H) false (put empty (Z.of_N i) (Z.of_N j) true) false.
Proof.
  intros Ec i j E. unfold among in E.
  destruct (N.ltb_spec i W) as [Hi|]; [|discriminate]. destruct (N.ltb_spec j H) as [Hj|]; [|discriminate].
  destruct (N.ltb_spec f (W * H)) as [Hf|]; [|discriminate]. destruct (N.eqb_spec f (W * j + i)) as [|Nf]; [discriminate|]. cbn [negb] in E.
  apply existsb_exists in E. destruct E as [c [I Ec']]. apply N.eqb_eq in Ec'. subst c.
  apply (root_first (X := bits) W H true [] theirs f Ec (put empty (Z.of_N i) (Z.of_N j) true)).
  - split; [intros k []|]. intros k Hk. rewrite (at_opening W H i j) by auto. destruct (N.eqb_spec k (W * j + i)); [subst; auto | discriminate].
  - auto.
  - rewrite (at_opening W H i j) by auto. destruct (N.eqb_spec f (W * j + i)); [contradiction | auto].
Qed.
(* After a black stone on (i, j), cell k, Black wins. *)
Theorem won_opening W H k : root_proved (X := bits) W H false [k] [] -> forall i j, there W H k i j = true ->
  wins (Z.of_N W) (Z.of_N H) true (put empty (Z.of_N i) (Z.of_N j) true) false.
Proof.
  intros Ec i j E. unfold there in E.
  destruct (N.ltb_spec i W) as [Hi|]; [|discriminate]. destruct (N.ltb_spec j H) as [Hj|]; [|discriminate]. apply N.eqb_eq in E. subst k.
  apply (root_sound (X := bits) W H false [W * j + i] [] Ec (put empty (Z.of_N i) (Z.of_N j) true)). split.
  - intros k [<-|[]]. split; [nia|]. rewrite (at_opening W H i j), N.eqb_refl by (auto; nia). auto.
  - intros k Hk. rewrite (at_opening W H i j) by auto. destruct (k =? W * j + i); discriminate.
Qed.
