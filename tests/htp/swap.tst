# Swaps: played, refused at the wrong time, and as HexGui makes them (the stones played anew).
boardsize 5 5
=
play black a3
=
play white swap-pieces
=
showboard
=
|    a b c d e
|  1  . . W . .  1
|   2  . . . . .  2
|    3  . . . . .  3
|     4  . . . . .  4
|      5  . . . . .  5
| Last move: c1
| To move: black
play black swap-pieces
? swap-pieces: only the second move may swap
undo
=
play white swap-sides
=
showboard
=~ .*B . . . .  3.*To move: white
clear_board
=
play white swap-pieces
? swap-pieces: only the second move may swap
boardsize 4 5
=
play black a3
=
play white swap-pieces
? swap-pieces: the board must be square
play white swap-sides
=

# The engine swaps only when asked to
boardsize 5
=
play black c3
=
genmove white
=~ [a-e][1-5]
