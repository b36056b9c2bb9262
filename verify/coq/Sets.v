(* Finite sets of nodes, as the program computes with them: a signature of operations with laws. The checker (Checker.v) is
   written over this signature, and its soundness is proved from the laws alone. Two instances: Bits.v, one number each, for
   theorems and runs in Coq's kernel; Words.v, words of 62 bits, for the program. No axiom is used by either. *)
Require Import Bool List NArith Lia.
Import ListNotations.
Open Scope N_scope.

Class Sets (set table : Type) := {
  empty : set;
  single : N -> set;
  union : set -> set -> set;
  inter : set -> set -> set;
  minus : set -> set -> set;
  is_empty : set -> bool;
  mem : set -> N -> bool;
  elements : set -> list N;
  index : list set -> table;     (* set number i of a list, to be found fast *)
  gather : table -> set -> set;  (* the union of those whose numbers are in a set *)
  fetch : table -> N -> set;     (* one of them *)
  mem_empty c : mem empty c = false;
  mem_single c d : mem (single c) d = N.eqb c d;
  mem_union s t c : mem (union s t) c = mem s c || mem t c;
  mem_inter s t c : mem (inter s t) c = mem s c && mem t c;
  mem_minus s t c : mem (minus s t) c = mem s c && negb (mem t c);
  is_empty_yes s c : is_empty s = true -> mem s c = false;
  is_empty_no s : is_empty s = false -> exists c, mem s c = true;
  in_elements s c : In c (elements s) <-> mem s c = true;
  mem_gather l s v : mem (gather (index l) s) v = true <->
    exists i, mem s i = true /\ mem (nth (N.to_nat i) l empty) v = true;
  mem_fetch l i v : mem (fetch (index l) i) v = mem (nth (N.to_nat i) l empty) v
}.

(* Booleans that stop early, by whatever machine they are evaluated: && and || of Coq's library compute both sides. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Notation "a ||| b" := (if a then true else b) (at level 50, left associativity).
Fixpoint any {X} (f : X -> bool) (l : list X) : bool := match l with [] => false | a :: l => f a ||| any f l end.
Fixpoint every {X} (f : X -> bool) (l : list X) : bool := match l with [] => true | a :: l => f a &&& every f l end.
(* The numbers i, i + 1, ... *)
Fixpoint upto (n : nat) (i : N) : list N := match n with O => [] | S n => i :: upto n (N.succ i) end.

(* What the program makes of the operations. *)
Section Derived.
Context {set table : Type} {X : Sets set table}.
Definition within (a b : set) : bool := is_empty (minus a b).
Definition meet (a b : set) : bool := negb (is_empty (inter a b)).
Definition same (a b : set) : bool := within a b &&& within b a.
Definition plus1 (s : set) (c : N) : set := union s (single c).
Definition minus1 (s : set) (c : N) : set := minus s (single c).
Definition set_of (l : list N) : set := fold_right (fun c s => plus1 s c) empty l.
End Derived.
