(* Both extractions on many files. Reads from standard input "LENGTH\n" and as many bytes, again and again, and answers each with a
   line: exit code, line number and words of the fast checker; with --plain also the exit code and line number of the plain one. *)
open Plain

let rec positive i = if i = 1 then XH else if i land 1 = 0 then XO (positive (i lsr 1)) else XI (positive (i lsr 1))
let n i = if i = 0 then N0 else Npos (positive i)
let ns = List.map n

let item = function
  | Checker.Stone c -> Stone (n c)
  | Checker.Pair (p, q) -> Pair (n p, n q)
  | Checker.Ref (k, t) -> Ref (n k, t)
let both (k, l) = (n k, ns l)
let line = function
  | Checker.Series (x, y, b) -> Series (n x, n y, List.map item b)
  | Checker.Cases (x, y, p, a, r, k) ->
    Cases (n x, n y, ns p, List.map (fun (c, b) -> (n c, List.map item b)) a, List.map both r, List.map both k)
  | Checker.Fill (k, t, p, s) -> Fill (n k, t, ns p, List.map ns s)
  | Checker.Drop (k, t, p, s) -> Drop (n k, t, ns p, List.map ns s)
  | Checker.Pairing (o, s) -> Pairing (n o, ns s)

let plain (h : Reader.header) =
  let ((((board_of, start), step), position_right), ends_right), set_of = program in
  let board = board_of (n h.width) (n h.height) h.white_wins in
  let state = ref start in
  { Judge.step = (fun l -> match step board !state (line l) with Some s -> state := s; true | None -> false);
    right = function
      | Reader.Position { mine; theirs } -> position_right board !state (ns mine) (ns theirs)
      | Reader.Join { x; y; stones; carrier } -> ends_right !state (n x) (n y) (set_of (ns stones)) (set_of (ns carrier)) }

let judge checker_of text =
  let at = ref 0 in
  let source bytes from length =
    let got = min length (String.length text - !at) in
    Bytes.blit_string text !at bytes from got;
    at := !at + got;
    got in
  let r = Reader.make source in
  match Judge.verdict checker_of r with
  | Judge.Right _ -> (0, 0, "right")
  | Judge.False (why, _) -> (4, r.number, why)
  | exception Reader.Unreadable why -> (2, r.number, why)

let () =
  let pair = Array.mem "--plain" Sys.argv in
  try
    while true do
      let length = int_of_string (input_line stdin) in
      let text = really_input_string stdin length in
      let code, number, why = judge Judge.proved text in
      if pair then begin
        let c, m, _ = judge plain text in
        Printf.printf "%d %d %d %d %s\n%!" code number c m why
      end else Printf.printf "%d %d %s\n%!" code number why
    done
  with End_of_file -> ()
