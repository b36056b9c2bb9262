#! --player mcts:playouts=300,memory=64 --seed 3
# The Monte Carlo player over HTP: moves of either colour, a won and a lost position, tree reuse over undo.
boardsize 5 5
=
genmove black
=~ [a-e][1-5]
genmove white
=~ [a-e][1-5]
genmove black
=~ [a-e][1-5]
undo
=
genmove black
=~ [a-e][1-5]
boardsize 3 3
=
play black a1
=
play white b1
=
play black a2
=
play white b2
=
genmove black
= a3
boardsize 11 11
=
play black a10
=
genmove white
=~ [a-k]([1-9]|1[01])
