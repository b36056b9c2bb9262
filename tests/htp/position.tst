# Positions set up at once.
boardsize 3
=
set_position black a1 white b2 B c3
=
showboard
=
|    a b c
|  1  B . .  1
|   2  . W .  2
|    3  . . B  3
| To move: white
undo
? cannot undo: no move has been played
set_position black a1 white a1
? a1: named twice
set_position black a1 white
? expected pairs of a colour and a cell
set_position black d4
? 'd4': not a cell of this board
set_position red a1
? 'red': expected black or white
showboard
=~ \n    ?a b c\n 1  B \. \.  1\n.*To move: white
set_position black a1 black a2 black a3
=
final_score
= B+
set_position
=
all_legal_moves
= a1 b1 c1 a2 b2 c2 a3 b3 c3 resign
set_position white b2
=
showboard
=~ .*To move: black
