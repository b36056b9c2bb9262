(* What the theorems assume: nothing. *)
From Mustplay Require Import Hex Turn HexTheorem Pairing RealGame Soundness Bits Words.
Print Assumptions not_both_win.
Print Assumptions opposite.
Print Assumptions hex.
Print Assumptions strip_blocked.
Print Assumptions check_sound.
Print Assumptions check_first.
Print Assumptions check_join_sound.
Print Assumptions slice_ok.
Print Assumptions next_slice.
Print Assumptions slices_prove.
Print Assumptions bits.
Print Assumptions words_sets.
