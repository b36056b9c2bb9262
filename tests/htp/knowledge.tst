# Knowledge for HexGui: inferior cells, must-play, connections.
boardsize 9 9
=
set_position black b8 black f9 black e6 white c5 white e4 white f2
=
# Gao 2020, Figure 2.19: Black's fill-in on the last row.
compute-fillin black
=~ (.*\n)?a9 fcb\nb9 fcb\nc9 f[cp]b\nd9 fcb\ne9 fcb\n?.*
vc-build black
=~ (.*\n)?a8 iv\[a7\]\n.*[a-i][1-9] x.*
vc-build
=~ .*f1 iv\[e2\].*
compute-inferior b
=~ (?!.* x).*a8 iv\[a7\].*
vc-get-mustplay black
=~ (?!.*i[vrd]\[).*a9 fcb\n.*e8 x.*
vc-build green
? 'green': expected black or white
explain black
=~ .*Black to move\. Not decided by knowledge alone: .*Must-play region of black: .*
boardsize 3 3
=
play black b2
=
# A bridge to each edge, in both orders and by both names of an edge.
vc-between-cells-full black b2 north
=~ black b2 north full or \[ b1 c1 \] \[ \]
vc-between-cells-full black top b2
=~ black b2 north full or \[ b1 c1 \] \[ \]
vc-between-cells-full b b2 b2
=
vc-between-cells-semi white west east
=
vc-between-cells-full black west b2
? 'west' is not black's
vc-between-cells-full white b2 west
? 'b2' is not white's
vc-between-cells-full black j9 north
? 'j9': not a cell or an edge of this board
vc-between-cells-full black b2
? usage: vc-between-cells-full COLOUR END END
vc-connected-to-full black b2
=~ .*north south
vc-connected-to-semi white west
=~ .*
play black b1
=
play black b3
=
vc-build
? the game is over
# The template of row 5, which the rules do not find by themselves
boardsize 14 10
=
play black h5
=
vc-between-cells-full black h5 north
=~ black h5 north full or \[ e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 e2 .* g5 i5 \] \[ \]
