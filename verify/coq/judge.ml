(* The verdict on a proof file: reads it (reader.ml) and hands it to a checker, claim by claim. *)

type checker = {
  step : Checker.line -> bool; (* takes the next claim if it follows *)
  right : Reader.root -> bool; (* does the last claim give the root? *)
}

type verdict =
  | Right of string * int (* the winner, claims *)
  | False of string * int (* why, claims that are right *)

(* The checker of the theorems: `program` is defined in Extract.v. *)
let proved (h : Reader.header) =
  let ((((board_of, start), step), position_right), ends_right), set_of = Checker.program in
  let board = board_of h.width h.height h.white_wins in
  let state = ref start in
  { step = (fun line -> match step board !state line with Some s -> state := s; true | None -> false);
    right = function
      | Reader.Position { mine; theirs } -> position_right board !state mine theirs
      | Reader.Join { x; y; stones; carrier } -> ends_right !state x y (set_of stones) (set_of carrier) }

exception Too_large

let check_text checker_of memory (r : Reader.t) =
  let h = Reader.header r in
  let checker = checker_of h in
  let rec claims () = match Reader.next r with
    | None -> ()
    | Some line ->
      if not (checker.step line) then begin
        r.claims <- r.claims - 1;
        raise (Reader.Untrue "the claim does not follow by its rule")
      end;
      Reader.count_claim r;
      if r.claims land 1023 = 0 && (Gc.quick_stat ()).heap_words > memory then raise Too_large;
      claims () in
  claims ();
  if not (checker.right h.root) then raise (Reader.Untrue "the last claim does not give the root");
  Reader.nothing_more r;
  Right ((if h.white_wins then "white" else "black"), r.claims)

(* `memory` bounds the words of the heap. *)
let verdict ?(memory = max_int) checker_of (r : Reader.t) =
  let at reason = if r.number > 0 then Printf.sprintf "line %d: %s" r.number reason else reason in
  try check_text checker_of memory r with
  | Reader.Untrue reason -> False (at reason, r.claims)
  | Reader.Unreadable reason -> raise (Reader.Unreadable (at reason))
