(* mustplay-proved: mustplay-verify once more, with the checker that is proved in Coq (docs/FORMAL.md). The theorems are about
   `program` of checker.ml, given the board, the winner and the root that are printed. *)
open Judge

exception Stopped

let usage = "Usage: mustplay-proved FILE [--json]\nChecks a proof file (docs/PROOFS.md) with the checker proved in Coq (docs/FORMAL.md); - is \
             standard input.\nExit codes: 0 right, 4 well-formed but false, 2 not a proof file, 3 stopped.\n"

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

let print json = function
  | Right (winner, claims) ->
    if json then Printf.printf "{\"valid\": true, \"winner\": \"%s\", \"claims\": %d, \"reason\": null}\n" winner claims
    else Printf.printf "right: %s wins (%d claim%s)\n" winner claims (if claims = 1 then "" else "s");
    0
  | False (reason, claims) ->
    if json then Printf.printf "{\"valid\": false, \"winner\": null, \"reason\": \"%s\", \"claims\": %d}\n" (escaped reason) claims
    else Printf.printf "false: %s (%d claim%s right)\n" reason claims (if claims = 1 then " is" else "s are");
    4

let check path json =
  (* Most of what is made is dropped at once: a larger first generation costs 8 MB and saves time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 120 };
  let say reason = Printf.eprintf "mustplay-proved: %s: %s\n" path reason in
  let stop = Sys.Signal_handle (fun _ -> raise Stopped) in
  Sys.set_signal Sys.sigint stop;
  Sys.set_signal Sys.sigterm stop;
  try print json (with_text path (fun source -> verdict proved (Reader.make source))) with
  | Reader.Unreadable reason -> say reason; 2
  | Sys_error reason ->
    let start = path ^ ": " in
    let n = String.length start in
    say (if String.starts_with ~prefix:start reason then String.sub reason n (String.length reason - n) else reason);
    2
  | Stopped -> say "stopped"; 3
  | Out_of_memory | Stack_overflow -> say "out of memory"; 3

let () =
  let words = List.tl (Array.to_list Sys.argv) in
  let options, paths = List.partition (fun w -> String.length w > 1 && w.[0] = '-') words in
  let known w = w = "--json" || w = "--help" in
  let code = match paths with
    | [ path ] when options = [] || options = [ "--json" ] -> check path (options <> [])
    | _ when List.mem "--help" options && List.for_all known options -> print_string usage; 0
    | _ -> prerr_string usage; 2 in
  exit code
