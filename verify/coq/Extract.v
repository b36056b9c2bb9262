(* The checker as OCaml, for mustplay-proved: numbers are OCaml's integers, sets are those of Words.v.
   The lines that begin with `Extract` are trusted. They are right as long as no number reaches 2^62. Words are
   smaller by their type (`fits` of Words.v). Nodes and claims are counted. States of the search for captured sets
   have 2 bits a cell. *)
Require Import NArith.
From Mustplay Require Import Sets Words Checker.
Require Extraction.
Require Import ExtrOcamlBasic.
Extract Inductive positive => "int" [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Inductive N => "int" [ "0" "(fun p -> p)" ] "(fun zero more n -> if n = 0 then zero () else more n)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.ldiff => "(fun a b -> a land lnot b)".
Extract Inlined Constant N.shiftl => "(lsl)".
Extract Inlined Constant N.shiftr => "(lsr)".
Extract Inlined Constant N.eqb => "Int.equal".
Extract Inlined Constant N.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant N.sub => "(fun a b -> if a < b then 0 else a - b)".
Extract Inlined Constant N.testbit => "(fun a i -> (a lsr i) land 1 = 1)".
Definition program := (@board_of words forest words_sets, @start words, @step words forest words_sets,
  @position_right words forest words_sets, @ends_right words forest words_sets, @set_of words forest words_sets).
Extraction "checker.ml" program.
