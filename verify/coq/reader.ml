(* Reads the text of a proof file, docs/PROOFS.md, into what the checker takes. No theorem depends on how the claims are read: the
   checker proves from whatever lines it is given. The header is another matter: board, winner and root are what is proved. *)
open Checker

exception Unreadable of string (* not a proof file *)
exception Untrue of string     (* well-formed, but refers to what is not there *)

let unreadable format = Printf.ksprintf (fun reason -> raise (Unreadable reason)) format
let untrue format = Printf.ksprintf (fun reason -> raise (Untrue reason)) format

let side_max = 19
let line_bytes_max = 65536
let number_max = 2_000_000_000

type root =
  | Position of { mine : int list; theirs : int list } (* the winner's stones with the first move; the other player's *)
  | Join of { x : int; y : int; stones : int list; carrier : int list }

type header = { width : int; height : int; white_wins : bool; root : root }

(* What --stats counts: of the claims that are right. The depth of a claim is the longest way down to one without premises. *)
type stats = {
  mutable letter : char; (* of this line *)
  mutable length : int;  (* of this line, with its newline *)
  mutable depth : int;   (* of this line's claim *)
  mutable depth_of : int array; (* of claim number k, from 1 *)
  mutable deepest : int;
  rule_claims : int array; (* by the place of the letter in `rules` *)
  rule_bytes : int array;
  depth_claims : int array; (* the last: deeper *)
}

let rules = "SCFDP"
let depths_max = 64

let stats_make () = {
  letter = 'S'; length = 0; depth = 0; depth_of = Array.make 1024 0; deepest = 0; rule_claims = Array.make 5 0; rule_bytes = Array.make 5 0;
  depth_claims = Array.make depths_max 0;
}

type t = {
  source : bytes -> int -> int -> int; (* as Stdlib.input *)
  ahead : bytes;
  mutable from : int;
  mutable upto : int;
  line : bytes; (* ended by a byte 0 *)
  mutable p : int; (* where in the line the readers are *)
  mutable number : int; (* of the line, in the file *)
  mutable hash : int64;
  mutable hash_before : int64; (* of all lines before this one *)
  mutable width : int;
  mutable height : int;
  mutable edge : int; (* the winner's first edge *)
  mutable claims : int;
  mutable bytes : int; (* read so far *)
  stats : stats option;
}

let make ?stats source = {
  source; ahead = Bytes.create 65536; from = 0; upto = 0; line = Bytes.make (line_bytes_max + 1) '\000'; p = 0; number = 0;
  hash = 0xcbf29ce484222325L; hash_before = 0L; width = 0; height = 0; edge = 0; claims = 0; bytes = 0;
  stats;
}

(* --- Lines *)
let more r =
  r.from <- 0;
  r.upto <- r.source r.ahead 0 (Bytes.length r.ahead);
  r.upto > 0

(* The next line. False at the end of the text. *)
let next_line r =
  r.hash_before <- r.hash;
  r.p <- 0;
  Bytes.set r.line 0 '\000';
  let hash = ref r.hash and length = ref 0 and going = ref true and found = ref true in
  while !going do
    if r.from = r.upto && not (more r) then begin
      if !length > 0 then unreadable "the file ends inside a line";
      found := false;
      going := false
    end else begin
      if !length = 0 then r.number <- r.number + 1;
      let byte = Bytes.unsafe_get r.ahead r.from in
      r.from <- r.from + 1;
      r.bytes <- r.bytes + 1;
      hash := Int64.mul (Int64.logxor !hash (Int64.of_int (Char.code byte))) 0x100000001b3L;
      if byte = '\n' then going := false
      else begin
        if byte < ' ' || byte > '~' then unreadable "a byte that is not ASCII text";
        if !length = line_bytes_max - 1 then unreadable "longer than 65,536 bytes";
        Bytes.unsafe_set r.line !length byte;
        incr length
      end
    end
  done;
  r.hash <- !hash;
  Bytes.set r.line !length '\000';
  !found

(* --- Words. The readers move r.p behind what they read. *)
let peek r = Bytes.get r.line r.p
let ended r = peek r = '\000'
let word_ended r = match peek r with '\000' | ' ' -> true | _ -> false
let accept r c = peek r = c && (r.p <- r.p + 1; true)

let expect r word =
  String.iter (fun c -> if not (accept r c) then unreadable "'%s' expected" word) word

(* Is this character in the word that begins here? *)
let word_has r c =
  let rec go p = match Bytes.get r.line p with '\000' | ' ' -> false | d -> d = c || go (p + 1) in
  go r.p

(* The end of a word: the blank after it, if the line goes on. *)
let blank r = if not (ended r) && (not (accept r ' ') || word_ended r) then unreadable "one blank and a word, or the end, expected"

let number r =
  let start = r.p and n = ref 0 in
  while peek r >= '0' && peek r <= '9' do
    n := (!n * 10) + Char.code (peek r) - 48;
    if !n > number_max then unreadable "a number is too large";
    r.p <- r.p + 1
  done;
  if r.p = start || (Bytes.get r.line start = '0' && r.p > start + 1) then unreadable "a number expected";
  !n

let cell r =
  let letter = peek r in
  if letter < 'a' || letter > 'z' then unreadable "a cell expected";
  r.p <- r.p + 1;
  let column = Char.code letter - 97 and row = number r in
  if column >= r.width || row < 1 || row > r.height then unreadable "the cell %c%d is not on the board" letter row;
  ((row - 1) * r.width) + column

(* A list of cells, and the blank after it. *)
let cells r =
  let rec go () = let c = cell r in if accept r ',' then c :: go () else (blank r; [ c ]) in
  go ()

let an_end r =
  match String.index_opt "TBLR" (peek r) with
  | None -> cell r
  | Some i ->
    let node = (r.width * r.height) + i in
    if node <> r.edge && node <> r.edge + 1 then untrue "%c is not an edge of the winner" (peek r);
    r.p <- r.p + 1;
    node

(* "x-y" if it is there, else the winner's edges. *)
let ends r =
  if not (word_has r '-') then (r.edge, r.edge + 1)
  else begin
    let x = an_end r in
    expect r "-";
    let y = an_end r in
    blank r;
    if x = y then untrue "the two ends are the same";
    (x, y)
  end

let plus r = if accept r '+' then cells r else []

(* --- Claims *)
let reference r =
  let back = accept r '^' in
  let k = number r in
  if k < 1 || k > r.claims then untrue "%d refers to no earlier claim" k;
  let k = if back then r.claims + 1 - k else k in
  Option.iter (fun s -> s.depth <- max s.depth (s.depth_of.(k) + 1)) r.stats;
  (k, accept r '\'')

let item r =
  match peek r with
  | '^' | '0' .. '9' -> let k, turned = reference r in Ref (k, turned)
  | _ -> let c = cell r in if accept r '|' then Pair (c, cell r) else Stone c

let rec body r =
  if word_ended r then []
  else begin
    let i = item r in
    let comma = accept r ',' in
    if comma = word_ended r then unreadable "an item, a comma or a blank expected";
    i :: body r
  end

let rec answers r =
  if not (word_has r ':') then []
  else begin
    let c = cell r in
    expect r ":";
    let b = body r in
    blank r;
    (c, b) :: answers r
  end

(* The reversals, and the kills, each in the order of the line. *)
let rec excuses r =
  if ended r then ([], [])
  else begin
    let k = cell r in
    let reverse = peek r = '~' in
    expect r (if reverse then "~" else "*");
    let c = cells r in
    let reversals, kills = excuses r in
    if reverse then ((k, c) :: reversals, kills) else (reversals, (k, c) :: kills)
  end

let rec sets r = let c = cells r in if ended r then [ c ] else c :: sets r

let claim r =
  let letter = peek r in
  if not (String.contains rules letter) || letter = '\000' then unreadable "no claim begins like this";
  Option.iter (fun s -> s.letter <- letter; s.length <- Bytes.index r.line '\000' + 1; s.depth <- 0) r.stats;
  r.p <- r.p + 1;
  blank r;
  let line = match letter with
    | 'S' -> let x, y = ends r in Series (x, y, body r)
    | 'C' ->
      let x, y = ends r in
      let g = plus r in
      let a = answers r in
      let reversals, kills = excuses r in
      Cases (x, y, g, a, reversals, kills)
    | 'F' | 'D' ->
      let k, turned = reference r in
      blank r;
      let g = plus r in
      let s = sets r in
      if letter = 'F' then Fill (k, turned, g, s) else Drop (k, turned, g, s)
    | _ ->
      let offset = number r in
      blank r;
      Pairing (offset, if ended r then [] else cells r) in
  if not (ended r) then unreadable "more in the line than expected";
  line

(* --- Header and end *)
let header_line r word =
  if not (ended r) then unreadable "more in the line than expected";
  if not (next_line r) then unreadable "the file ends inside its header";
  expect r word;
  expect r " "

let header_white r word =
  header_line r word;
  let white = peek r = 'w' in
  expect r (if white then "white" else "black");
  white

let header_cells r word = header_line r word; if accept r '-' then [] else cells r

let header_position r white =
  expect r "position";
  let black = header_cells r "black" in
  let whites = header_cells r "white" in
  if List.exists (fun c -> List.mem c whites) black then unreadable "a cell with two stones";
  let moves = header_white r "to-move" = white in
  let mine, theirs = if white then (whites, black) else (black, whites) in
  header_line r "first";
  if accept r '-' then Position { mine; theirs }
  else begin
    let first = cell r in
    if not moves then unreadable "a first move, but the winner is not to move";
    if List.mem first mine || List.mem first theirs then unreadable "the first move is on a stone";
    Position { mine = first :: mine; theirs }
  end

let header_join r =
  expect r "join ";
  if ended r then unreadable "two ends expected";
  let x, y = ends r in
  let stones = header_cells r "stones" in
  let carrier = header_cells r "carrier" in
  let is_stone c = c >= r.width * r.height || List.mem c stones in
  if List.exists (fun c -> List.mem c carrier) stones || not (is_stone x && is_stone y) then
    unreadable "stones, carrier and ends do not fit";
  Join { x; y; stones; carrier }

let header r =
  header_line r "mustplay-proof";
  expect r "1";
  header_line r "board";
  let width = number r in
  expect r "x";
  let height = number r in
  if width < 1 || width > side_max || height < 1 || height > side_max then unreadable "a side is not 1 to 19";
  r.width <- width;
  r.height <- height;
  let white_wins = header_white r "winner" in
  r.edge <- (width * height) + if white_wins then 2 else 0;
  header_line r "root";
  let is_position = Bytes.sub_string r.line r.p 9 = "position\000" in
  let root = if is_position then header_position r white_wins else header_join r in
  header_line r "made";
  if ended r then unreadable "the file does not say how it was made";
  { width; height; white_wins; root }

(* The next claim; None at the end, whose count and checksum are right. *)
let rec next r =
  if not (next_line r) then unreadable "the file ends without its last line"
  else match peek r with
    | '#' -> next r
    | 'e' ->
      expect r "end ";
      let count = number r in
      let rest = Bytes.sub_string r.line r.p (Bytes.index_from r.line r.p '\000' - r.p) in
      if rest <> Printf.sprintf " %016Lx" r.hash_before then unreadable "the checksum is wrong: the file is damaged";
      if count = 0 || count <> r.claims then unreadable "%d claims announced, %d found" count r.claims;
      None
    | _ ->
      let line = claim r in
      r.claims <- r.claims + 1;
      Some line

(* The last claim is right: counts it. *)
let count_claim r =
  Option.iter (fun s ->
    let i = String.index rules s.letter in
    if r.claims >= Array.length s.depth_of then s.depth_of <- Array.append s.depth_of (Array.make (Array.length s.depth_of) 0);
    s.depth_of.(r.claims) <- s.depth;
    s.deepest <- max s.deepest s.depth;
    s.rule_claims.(i) <- s.rule_claims.(i) + 1;
    s.rule_bytes.(i) <- s.rule_bytes.(i) + s.length;
    let d = min s.depth (depths_max - 1) in
    s.depth_claims.(d) <- s.depth_claims.(d) + 1) r.stats

let nothing_more r = if next_line r then unreadable "more after the end"
