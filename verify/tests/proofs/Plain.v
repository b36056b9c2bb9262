(* The checker with the other sets, one number each, and without any mapping of numbers: the instance of the theorems, as OCaml. *)
Require Import NArith.
From Mustplay Require Import Sets Bits Checker.
Require Extraction.
Require Import ExtrOcamlBasic.
Definition program := (@board_of N (list N) bits, @start N, @step N (list N) bits,
  @position_right N (list N) bits, @ends_right N (list N) bits, @set_of N (list N) bits).
Extraction "plain.ml" program.
