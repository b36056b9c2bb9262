(* The checker as a program, rule by rule as docs/PROOFS.md defines them. Nodes are numbers: cell (column, row) is
   row * width + column, then come the edges T, B, L, R. Sets are those of any instance of the signature in Sets.v. What the
   program accepts is true by Soundness.v; that it accepts what verify.c accepts is tested, not proved. *)
Require Import Bool List NArith FMapPositive.
From Mustplay Require Import Sets.
Import ListNotations.
Open Scope N_scope.

(* A file as its reader hands it over. No theorem asks how these were read. *)
Inductive item := Stone (c : N) | Pair (p q : N) | Ref (k : N) (turned : bool).
Inductive line :=
| Series (x y : N) (body : list item)
| Cases (x y : N) (plus : list N) (answers : list (N * list item)) (reversals kills : list (N * list N))
| Fill (k : N) (turned : bool) (plus : list N) (sets : list (list N))
| Drop (k : N) (turned : bool) (plus : list N) (sets : list (list N))
| Pairing (offset : N) (stones : list N).

Section Geometry.
Variables W H : N.
Definition cells_near (u v : N) : bool :=
  let cu := u mod W in let ru := u / W in let cv := v mod W in let rv := v / W in
  (N.eqb ru rv && (N.eqb cv (cu + 1) || N.eqb cu (cv + 1))) ||
  (N.eqb rv (ru + 1) && (N.eqb cu cv || N.eqb cu (cv + 1))) ||
  (N.eqb ru (rv + 1) && (N.eqb cu cv || N.eqb cv (cu + 1))).
Definition edge_near (u e : N) : bool :=
  let n := W * H in
  (N.eqb e n && N.eqb (u / W) 0) || (N.eqb e (n + 1) && N.eqb (u / W + 1) H) ||
  (N.eqb e (n + 2) && N.eqb (u mod W) 0) || (N.eqb e (n + 3) && N.eqb (u mod W + 1) W).
Definition near (u v : N) : bool :=
  let n := W * H in
  if u <? n then if v <? n then cells_near u v else edge_near u v else if v <? n then edge_near v u else false.
Definition nodes : list N := upto (N.to_nat (W * H + 4)) 0.
Definition half_turn (u : N) : N := let n := W * H in if u <? n then n - 1 - u else n + N.lxor (u - n) 1.
End Geometry.

(* A search that carries what it has learnt. *)
Definition any_with {M A} (f : A -> M -> bool * M) : list A -> M -> bool * M := fix go l m :=
  match l with [] => (false, m) | a :: l => let (r, m) := f a m in if r then (true, m) else go l m end.
Definition every_with {M A} (f : A -> M -> bool * M) : list A -> M -> bool * M := fix go l m :=
  match l with [] => (true, m) | a :: l => let (r, m) := f a m in if r then go l m else (false, m) end.

Section Checker.
Context {set table : Type} {X : Sets set table}.

(* What is computed once for a file. *)
Record board := {
  width : N; height : N;
  white : bool;    (* the winner is White *)
  count : N;       (* of cells; also the number of edge T *)
  whole : set;     (* the cells *)
  nearby : table;  (* the neighbours of each node *)
  rounds : nat     (* more than any search through the nodes takes *)
}.
Definition board_of (W H : N) (wh : bool) : board := {|
  width := W; height := H; white := wh; count := W * H;
  whole := set_of (upto (N.to_nat (W * H)) 0);
  nearby := index (map (fun u => set_of (filter (near W H u) (nodes W H))) (nodes W H));
  rounds := 400
|}.

(* A claim <x, y: A | C>. *)
Record claim := { cA : set; cC : set; cx : N; cy : N }.

Section Board.
Variable b : board.
Definition e0 := if white b then count b + 2 else count b. (* the winner's edges *)
Definition e1 := e0 + 1.
Definition o0 := if white b then count b else count b + 2. (* the other player's *)
Definition o1 := o0 + 1.
Definition own : set := plus1 (single e0) e1.
Definition others : set := plus1 (single o0) o1.
Definition near_set (s : set) : set := gather (nearby b) s.
Definition near_node (u : N) : set := fetch (nearby b) u.
Definition is_cell (c : N) : bool := c <? count b.
Definition end_ok (x : N) : bool := is_cell x ||| N.eqb x e0 ||| N.eqb x e1.
Definition end_set (x : N) : set := if is_cell x then single x else empty.

(* --- Dead. What `front` grows to inside `stones`; `chains` is what was found before. *)
Fixpoint grow (fuel : nat) (stones chains front : set) : option set :=
  match fuel with
  | O => None
  | S fuel =>
    let new := minus (inter (near_set front) stones) chains in
    if is_empty new then Some chains else grow fuel stones (union chains new) new
  end.
Definition chains (stones start : set) := grow (rounds b) stones start start.
(* Is u adjacent to all of N, or at a common end with them? *)
Definition fine_test (rest at_x at_y N_m : set) (u : N) : bool :=
  let nu := near_node u in
  match chains rest (inter nu rest) with
  | None => false
  | Some K =>
    let f := union (plus1 nu u) (near_set K) in
    let f := if mem at_x u then union f at_x else f in
    let f := if mem at_y u then union f at_y else f in
    within N_m f
  end.
Definition dead_in_graph (owned free : set) (m x y : N) : bool :=
  match chains owned (single x) with None => false | Some kx =>
  if mem kx y then true else
  match chains owned (single y) with None => false | Some ky =>
  let at_x := near_set kx in let at_y := near_set ky in
  let rest := minus owned (union kx ky) in
  let nm := near_node m in
  match chains rest (inter nm rest) with None => false | Some km =>
  let N_m := inter (union nm (near_set km)) free in
  negb (mem at_x m &&& mem at_y m) &&&
  (if mem at_x m then within N_m at_x else true) &&&
  (if mem at_y m then within N_m at_y else true) &&&
  every (fine_test rest at_x at_y N_m) (elements N_m)
  end end end.
Definition dead (x y : N) (stones free : set) (m : N) : bool :=
  dead_in_graph (union stones own) free m x y |||
  (negb (is_cell x) &&& negb (is_cell y) &&&
   dead_in_graph (union (minus1 (minus (minus (whole b) stones) free) m) others) free m o0 o1).

(* --- Captured, for X if `mine`, else for Y. A state of the search is the stones A and the remaining set K. A set of
   8 cells has at most 3^8 states, and each is decided once. *)
Definition memo := PositiveMap.t (set * set * bool).
Definition key (cells : list N) (A K : set) : positive :=
  fold_right (fun c k => if mem K c then xO (xO k) else if mem A c then xO (xI k) else xI (xO k)) xH cells.
Definition recall (cells : list N) (A K : set) (m : memo) : option bool :=
  match PositiveMap.find (key cells A K) m with
  | Some (A', K', r) => if same A' A &&& same K' K then Some r else None
  | None => None
  end.
Fixpoint search (mine : bool) (x y : N) (F : set) (cells : list N) (fuel : nat) (A K : set) (m : memo) : bool * memo :=
  if is_empty K then (true, m) else
  match recall cells A K m with Some r => (r, m) | None =>
  match fuel with O => (false, m) | S fuel =>
    let (r, m) := any_with (fun d m =>
      let K' := minus1 K d in
      if dead x y A (union F K') d then search mine x y F cells fuel A K' m else (false, m)) (elements K) m in
    let (r, m) := if r then (true, m) else every_with (fun c m =>
      let K' := minus1 K c in
      if dead x y (if mine then union A K' else A) F c
      then any_with (fun k m => search mine x y F cells fuel (plus1 A (if mine then k else c)) (minus1 K' k) m) (elements K') m
      else (false, m)) (elements K) m in
    (r, PositiveMap.add (key cells A K) (A, K, r) m)
  end end.
Definition captured (mine : bool) (x y : N) (F A K : set) : bool :=
  let cells := elements K in
  Nat.leb (length cells) 8 &&& fst (search mine x y F cells 8 A K (PositiveMap.empty _)).

(* --- The store of claims: the last in front, in complete binary trees whose sizes grow (a random-access list, Okasaki 1995). To add
   one takes one step, to find one of n about 2 log n. *)
Inductive tree := Leaf (c : claim) | Node (c : claim) (l r : tree).
Record store := { stored : N; trees : list (N * tree) }.
Definition nothing : store := {| stored := 0; trees := [] |}.
Definition add_claim_to (s : store) (c : claim) : store :=
  {| stored := N.succ (stored s);
     trees := match trees s with
       | (v, l) :: (w, r) :: rest => if N.eqb v w then (v + w + 1, Node c l r) :: rest else (1, Leaf c) :: trees s
       | _ => (1, Leaf c) :: trees s
       end |}.
Fixpoint find_in (t : tree) (size i : N) : option claim :=
  match t with
  | Leaf c => if N.eqb i 0 then Some c else None
  | Node c l r => if N.eqb i 0 then Some c else
    let half := N.shiftr size 1 in if half <? i then find_in r half (i - 1 - half) else find_in l half (i - 1)
  end.
Fixpoint find_back (l : list (N * tree)) (i : N) : option claim :=
  match l with [] => None | (size, t) :: l => if i <? size then find_in t size i else find_back l (i - size) end.
(* Claim number k, from 1. *)
Definition find (s : store) (k : N) : option claim :=
  if N.eqb k 0 then None else if stored s <? k then None else find_back (trees s) (stored s - k).

(* --- References to earlier claims. *)
Definition turn (u : N) : N := half_turn (width b) (height b) u.
Definition turn_set (s : set) : set := set_of (map turn (elements s)).
Definition turn_claim (c : claim) : claim :=
  {| cA := turn_set (cA c); cC := turn_set (cC c); cx := turn (cx c); cy := turn (cy c) |}.
Definition get (s : store) (k : N) (turned : bool) : option claim :=
  match find s k with
  | None => None
  | Some c => Some (if turned then turn_claim c else c)
  end.

(* --- Bodies. *)
Inductive part := PStone (c : N) | PPair (p q : N) | PClaim (c : claim).
Fixpoint resolve (s : store) (l : list item) : option (list part) :=
  match l with
  | [] => Some []
  | i :: l =>
    match resolve s l with None => None | Some r =>
    match i with
    | Stone c => if is_cell c then Some (PStone c :: r) else None
    | Pair p q => if is_cell p &&& is_cell q &&& negb (N.eqb p q) then Some (PPair p q :: r) else None
    | Ref k t => match get s k t with None => None | Some c => Some (PClaim c :: r) end
    end end
  end.
Definition part_stones (i : part) : set := match i with PStone c => single c | PPair _ _ => empty | PClaim c => cA c end.
Definition part_carrier (i : part) : set := match i with PStone _ => empty | PPair p q => plus1 (single p) q | PClaim c => cC c end.
Definition add_stones (s : set) (i : part) : set := match i with PStone c => plus1 s c | PPair _ _ => s | PClaim c => union s (cA c) end.
Definition body_stones (g : set) (l : list part) : set := fold_right (fun i s => add_stones s i) g l.
(* The union of the carriers, if they are disjoint. *)
Fixpoint body_carrier (A : set) (l : list part) : option set :=
  match l with
  | [] => Some empty
  | PStone _ :: l => body_carrier A l
  | i :: l => match body_carrier A l with None => None | Some C =>
    let c := minus (part_carrier i) A in if meet c C then None else Some (union c C) end
  end.

(* Joined, the quick way: what x's class R grows to, by stones, claims with an end in it and pairs of which either cell touches
   it. Enough for nearly all bodies; `body_classes` below decides the others. *)
Definition reach_by (A owned : set) (i : part) (R : set) : set :=
  match i with
  | PStone _ => R
  | PClaim c => if mem R (cx c) then plus1 R (cy c) else if mem R (cy c) then plus1 R (cx c) else R
  | PPair p q =>
    if mem A p ||| mem A q then R else
    let np := near_node p in let nq := near_node q in
    if meet np R &&& meet nq R then union R (inter (inter np nq) owned) else R
  end.
Fixpoint reaches (fuel : nat) (A owned : set) (l : list part) (y : N) (R front : set) : bool :=
  match fuel with O => false | S fuel =>
  match grow (rounds b) owned R front with None => false | Some R =>
    mem R y |||
    (let R' := fold_right (reach_by A owned) R l in
     let new := minus R' R in
     if is_empty new then false else reaches fuel A owned l y R' new)
  end end.

(* Joined, as the rule says it: classes of joined nodes; those for which f holds become one. *)
Definition merge (f : set -> bool) (base : set) (cl : list set) : list set :=
  fold_right union base (filter f cl) :: filter (fun c => negb (f c)) cl.
Definition add_stone (u : N) (cl : list set) : list set := merge (meet (near_node u)) (single u) cl.
Definition add_claim (i : part) (cl : list set) : list set :=
  match i with PClaim c => merge (meet (plus1 (single (cx c)) (cy c))) empty cl | _ => cl end.
Definition add_pair (A : set) (i : part) (cl : list set) : list set :=
  match i with
  | PPair p q => let np := near_node p in let nq := near_node q in
    if mem A p ||| mem A q then cl else merge (fun c => meet np c &&& meet nq c) empty cl
  | _ => cl
  end.
Fixpoint add_pairs (fuel : nat) (A : set) (l : list part) (cl : list set) : list set :=
  match fuel with O => cl | S fuel =>
    let cl' := filter (fun c => negb (is_empty c)) (fold_right (add_pair A) cl l) in
    if Nat.eqb (length cl') (length cl) then cl' else add_pairs fuel A l cl'
  end.
Definition body_classes (A : set) (l : list part) : list set :=
  let cl := fold_right add_stone [single e0; single e1] (elements A) in
  let cl := filter (fun c => negb (is_empty c)) (fold_right add_claim cl l) in
  add_pairs (length cl) A l cl.
Definition joined_by (A : set) (l : list part) (x y : N) : bool :=
  reaches (rounds b) A (union A own) l y (single x) (single x) |||
  any (fun c => mem c x &&& mem c y) (body_classes A l).
(* A and C of a body with ends x, y and given stones g. *)
Definition body (s : store) (x y : N) (g : set) (l : list item) : option (set * set) :=
  match resolve s l with None => None | Some l =>
    let A := body_stones (union g (union (end_set x) (end_set y))) l in
    match body_carrier A l with None => None | Some C =>
    if joined_by A l x y then Some (A, C) else None
    end
  end.

(* --- S *)
Definition series (s : store) (x y : N) (l : list item) : option claim :=
  if end_ok x &&& end_ok y &&& negb (N.eqb x y) then
  match body s x y empty l with None => None | Some (A, C) => Some {| cA := A; cC := C; cx := x; cy := y |} end else None.

(* --- C *)
Fixpoint answers_of (s : store) (x y : N) (g : set) (l : list (N * list item)) : option (list (N * (set * set))) :=
  match l with
  | [] => Some []
  | (r, i) :: l =>
    if is_cell r then
    match body s x y (plus1 g r) i with None => None | Some AC =>
    match answers_of s x y g l with None => None | Some t => Some ((r, AC) :: t) end end
    else None
  end.
Fixpoint reversals_ok (x y : N) (A C earlier : set) (l : list (N * list N)) : bool :=
  match l with
  | [] => true
  | (k, m) :: l =>
    let M := inter (set_of m) C in
    negb (mem M k) &&& negb (meet M earlier) &&& captured false x y (minus (minus1 C k) M) (plus1 A k) M &&&
    reversals_ok x y A C (plus1 earlier k) l
  end.
Definition kills_ok (x y : N) (A C : set) (l : list (N * list N)) : bool :=
  every (fun e : N * list N => let (k, m) := e in
    every (fun m => negb (N.eqb m k) &&& dead x y (plus1 A k) (minus1 (minus1 C k) m) m) (elements (inter (set_of m) C))) l.
Definition need (a : N * (set * set)) : set := union (fst (snd a)) (snd (snd a)).
Definition cases (s : store) (x y : N) plus answers (revs kills : list (N * list N)) : option claim :=
  let g := set_of plus in
  match answers_of s x y g answers with None => None | Some l =>
    let A := union (union g (union (end_set x) (end_set y))) (fold_right (fun a s => union s (minus1 (fst (snd a)) (fst a))) empty l) in
    let ks := set_of (map fst revs ++ map fst kills) in
    let rs := set_of (map fst l) in
    let C := minus (fold_right (fun a s => union s (need a)) ks l) A in
    let common := fold_right (fun a s => inter s (need a)) C l in
    let excused := fold_right (fun e s => union s (set_of (snd e))) empty (revs ++ kills) in
    if end_ok x &&& end_ok y &&& within (union g ks) (whole b) &&& negb (match l with [] => true | _ => false end)
      &&& negb (meet (union rs ks) A) &&& reversals_ok x y A C empty revs &&& kills_ok x y A C kills
      &&& within common excused &&& negb (N.eqb x y)
    then Some {| cA := A; cC := C; cx := x; cy := y |} else None
  end.

(* --- F, D *)
Fixpoint fills (x y : N) (A C : set) (l : list (list N)) : option (set * set) :=
  match l with
  | [] => Some (A, C)
  | m :: l =>
    let K := set_of m in
    let A := minus A K in let F := minus C K in
    if within K (whole b) &&& negb (mem K x) &&& negb (mem K y) &&& captured true x y F A K
    then fills x y A (union F K) l else None
  end.
Fixpoint drops (x y : N) (A C : set) (l : list (list N)) : option (set * set) :=
  match l with
  | [] => Some (A, C)
  | m :: l =>
    let K := inter (set_of m) C in let F := minus C K in
    if captured false x y F A K then drops x y A F l else None
  end.
Definition fill_or_drop (f : N -> N -> set -> set -> list (list N) -> option (set * set)) (s : store) k t plus sets : option claim :=
  match get s k t with None => None | Some c =>
    let g := set_of plus in
    if within g (whole b) then
    match f (cx c) (cy c) (union (cA c) g) (minus (cC c) g) sets with
    | None => None
    | Some (A, C) => Some {| cA := A; cC := C; cx := cx c; cy := cy c |}
    end else None
  end.

(* --- P. Cell (along, across) of the strip, and the cell that it is paired with; n is the length of the winner's way. *)
Definition way : N := if white b then width b else height b.
Definition other_way : N := if white b then height b else width b.
Definition strip_cell (offset i j : N) : N := if white b then width b * (j + offset) + i else width b * i + (j + offset).
Definition strip_pair (offset i j : N) : N * N := (strip_cell offset i j, strip_cell offset (way - 1 - j) (way - i)).
Definition strip_pairs (offset : N) : list (N * N) :=
  flat_map (fun i => map (strip_pair offset i) (upto (N.to_nat (way - i)) 0)) (upto (N.to_nat way) 0).
Definition pairing (offset : N) (stones : list N) : option claim :=
  let A := set_of stones in
  let free := filter (fun a : N * N => negb (mem A (fst a) ||| mem A (snd a))) (strip_pairs offset) in
  if (offset + way <? other_way) &&& within A (whole b)
    &&& every (fun a : N * N => is_cell (fst a) &&& is_cell (snd a) &&& negb (N.eqb (fst a) (snd a))) free then
  match body_carrier A (map (fun a => PPair (fst a) (snd a)) free) with
  | None => None
  | Some C => Some {| cA := A; cC := C; cx := e0; cy := e1 |}
  end else None.

(* --- The file, line by line. *)
Definition conclude (s : store) (l : line) : option claim :=
  match l with
  | Series x y i => series s x y i
  | Cases x y p a r k => cases s x y p a r k
  | Fill k t p sets => fill_or_drop fills s k t p sets
  | Drop k t p sets => fill_or_drop drops s k t p sets
  | Pairing o stones => pairing o stones
  end.
Record state := { claims : store; last : option claim }.
Definition start : state := {| claims := nothing; last := None |}.
Definition step (s : state) (l : line) : option state :=
  match conclude (claims s) l with None => None | Some c =>
    Some {| claims := add_claim_to (claims s) c; last := Some c |} end.
Fixpoint steps (s : state) (l : list line) : option state :=
  match l with [] => Some s | a :: l => match step s a with None => None | Some s => steps s l end end.

(* The last claim gives a root: the ends x and y, A within the stones, and all cells within stones or carrier. *)
Definition gives (c : claim) (x y : N) (stones carrier : set) : bool :=
  ((N.eqb (cx c) x &&& N.eqb (cy c) y) ||| (N.eqb (cx c) y &&& N.eqb (cy c) x)) &&&
  within (cA c) stones &&& within (cC c) (union stones carrier).
Definition ends_right (s : state) (x y : N) (stones carrier : set) : bool :=
  match last s with None => false | Some c => gives c x y stones carrier end.
(* `root position`: X's stones (the first move included), the other player's stones. *)
Definition position_right (s : state) (mine theirs : list N) : bool :=
  let S := set_of mine in ends_right s e0 e1 S (minus (minus (whole b) S) (set_of theirs)) &&& negb (meet S (set_of theirs)).
End Board.

Definition check (W H : N) (wh : bool) (mine theirs : list N) (l : list line) : bool :=
  let b := board_of W H wh in
  match steps b start l with
  | None => false
  | Some s => (0 <? W) &&& (0 <? H) &&& position_right b s mine theirs
  end.
(* `root join`: the ends, the stones and the carrier. *)
Definition check_join (W H : N) (wh : bool) (x y : N) (stones carrier : list N) (l : list line) : bool :=
  let b := board_of W H wh in
  match steps b start l with
  | None => false
  | Some s => (0 <? W) &&& (0 <? H) &&& ends_right s x y (set_of stones) (set_of carrier)
  end.
End Checker.
Arguments board : clear implicits.
Arguments claim : clear implicits.
Arguments part : clear implicits.
Arguments state : clear implicits.
Arguments store : clear implicits.
Arguments tree : clear implicits.
