(* mustplay-proved: mustplay-verify once more, with the checker that is proved in Coq (docs/FORMAL.md). The theorems are about
   `program` of checker.ml, given the board, the winner and the root that are printed. *)
open Judge

exception Stopped

let usage = "Usage: mustplay-proved FILE [--json] [--stats] [--memory MB]\nChecks a proof file (docs/PROOFS.md) with the checker proved in \
             Coq (docs/FORMAL.md); - is standard input. --memory bounds its heap (4096).\nExit codes: 0 right, 4 well-formed but false, 2 not a \
             proof file, 3 stopped or out of memory.\n"

(* The text of the file; a file that ends in .zst is read through the program zstd. *)
let with_text path use =
  let reading channel = use (fun bytes from length -> input channel bytes from length) in
  if path = "-" then reading stdin
  else if Filename.check_suffix path ".zst" then begin
    close_in (open_in_bin path); (* says why if it cannot be read *)
    let channel = Unix.open_process_args_in "zstd" [| "zstd"; "-dcqq"; "--"; path |] in
    let ended = ref false in
    let source bytes from length =
      let got = input channel bytes from length in
      if got = 0 && not !ended then begin
        ended := true;
        match Unix.close_process_in channel with
        | Unix.WEXITED 0 -> ()
        | Unix.WEXITED 127 -> raise (Reader.Unreadable "compressed by zstd, and the program zstd is not installed")
        | _ -> raise (Reader.Unreadable "not compressed by zstd, or damaged")
      end;
      got in
    Fun.protect ~finally:(fun () -> if not !ended then ignore (Unix.close_process_in channel)) (fun () -> use source)
  end else begin
    let channel = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> reading channel)
  end

let escaped reason = String.concat "\\\"" (String.split_on_char '"' reason)

let stats_text json (r : Reader.t) (s : Reader.stats) =
  let rule i = Printf.sprintf (if json then "\"%c\": {\"claims\": %d, \"bytes\": %d}" else "%c: %d claims, %d bytes\n")
      Reader.rules.[i] s.rule_claims.(i) s.rule_bytes.(i) in
  let depths = List.init (min Reader.depths_max (s.deepest + 1)) (fun d -> string_of_int s.depth_claims.(d)) in
  let rules = String.concat (if json then ", " else "") (List.init 5 rule) in
  if json then Printf.sprintf ", \"bytes\": %d, \"rules\": {%s}, \"depth\": %d, \"depths\": [%s]" r.bytes rules s.deepest (String.concat ", " depths)
  else Printf.sprintf "%d bytes\n%sdepth %d; claims by depth: %s\n" r.bytes rules s.deepest (String.concat " " depths)

let print json (r : Reader.t) verdict =
  let stats = match r.stats with Some s -> stats_text json r s | None -> "" in
  match verdict with
  | Right (winner, claims) ->
    if json then Printf.printf "{\"valid\": true, \"winner\": \"%s\", \"claims\": %d, \"reason\": null%s}\n" winner claims stats
    else Printf.printf "right: %s wins (%d claim%s)\n%s" winner claims (if claims = 1 then "" else "s") stats;
    0
  | False (reason, claims) ->
    if json then Printf.printf "{\"valid\": false, \"winner\": null, \"reason\": \"%s\", \"claims\": %d%s}\n" (escaped reason) claims stats
    else Printf.printf "false: %s (%d claim%s right)\n%s" reason claims (if claims = 1 then " is" else "s are") stats;
    4

let check path json stats megabytes =
  (* Most of what is made is dropped at once: a larger first generation costs 8 MB and saves time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 120 };
  let say reason = Printf.eprintf "mustplay-proved: %s: %s\n" path reason in
  let stop = Sys.Signal_handle (fun _ -> raise Stopped) in
  Sys.set_signal Sys.sigint stop;
  Sys.set_signal Sys.sigterm stop;
  let judge source =
    let r = Reader.make ?stats:(if stats then Some (Reader.stats_make ()) else None) source in
    print json r (verdict ~memory:(megabytes * 1048576 / (Sys.word_size / 8)) proved r) in
  try with_text path judge with
  | Reader.Unreadable reason -> say reason; 2
  | Sys_error reason ->
    let start = path ^ ": " in
    let n = String.length start in
    say (if String.starts_with ~prefix:start reason then String.sub reason n (String.length reason - n) else reason);
    2
  | Stopped -> say "stopped"; 3
  | Too_large -> say (Printf.sprintf "the check needs more memory than the %d MB that it may use" megabytes); 3
  | Out_of_memory | Stack_overflow -> say "out of memory"; 3

let () =
  let refuse () = prerr_string usage; exit 2 in
  let path = ref None and json = ref false and stats = ref false and help = ref false and megabytes = ref 4096 in
  let rec read = function
    | [] -> ()
    | "--json" :: rest -> json := true; read rest
    | "--stats" :: rest -> stats := true; read rest
    | "--help" :: rest -> help := true; read rest
    | "--memory" :: number :: rest ->
      (match int_of_string_opt number with
       | Some mb when mb > 0 && mb < 1 lsl 40 && String.for_all (fun c -> c >= '0' && c <= '9') number -> megabytes := mb
       | _ -> refuse ());
      read rest
    | word :: rest ->
      if !path <> None || (String.length word > 1 && word.[0] = '-') then refuse ();
      path := Some word;
      read rest in
  read (List.tl (Array.to_list Sys.argv));
  match !path with
  | _ when !help -> print_string usage
  | Some path -> exit (check path !json !stats !megabytes)
  | None -> refuse ()
