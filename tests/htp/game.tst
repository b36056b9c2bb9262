# A game by hand: sizes, moves, undo, the end. A command that fails changes nothing.
boardsize 3
=
showboard
=
|    a b c
|  1  . . .  1
|   2  . . .  2
|    3  . . .  3
| To move: black
final_score
? cannot score: the game is not over
undo
? cannot undo: no move has been played
all_legal_moves
= a1 b1 c1 a2 b2 c2 a3 b3 c3 resign
play black b2
=
all_legal_moves
= a1 b1 c1 a2 c2 a3 b3 c3 swap-pieces swap-sides resign
play white b2
? b2: the cell is occupied
play white d1
? 'd1': not a cell of this board
play white a4
? 'a4': not a cell of this board
play white a0
? 'a0': not a cell of this board
play green a1
? 'green': expected black or white
play black swap-pieces
? only the other side can swap
play W A1
=
play b C1
=
play w a2
=
showboard
=
|    a b c
|  1  W . B  1
|   2  W B .  2
|    3  . . .  3
| Last move: a2
| To move: black
play black a3
=
final_score
= B+
play white b3
? b3: the game is over, black has won
genmove white
? the game is over: black has won
reg_genmove black
? the game is over: black has won
all_legal_moves
=
showboard
=~ \n.*Last move: a3\nblack has won
undo
=
final_score
? cannot score: the game is not over
play white pass
=
play black resign
=
final_score
= W+Resign
undo
=
undo
=
undo
=
undo
=
undo
=
undo
=
undo
? cannot undo: no move has been played

# Sizes
boardsize 4 2
=
all_legal_moves
= a1 b1 c1 d1 a2 b2 c2 d2 resign
boardsize 2x3
=
all_legal_moves
= a1 b1 a2 b2 a3 b3 resign
boardsize 20
?~ .*20.*
boardsize 0
?~ .*0.*
boardsize 5 x
?~ .*
boardsize 5x5 5
?~ .*
boardsize
? usage: boardsize W [H]
boardsize -3
?~ .*
boardsize 99999999999999999999
?~ .*
all_legal_moves
= a1 b1 a2 b2 a3 b3 resign
boardsize 19 19
=
play black s19
=
play black t1
?~ .*
clear_board
=
undo
? cannot undo: no move has been played

# The smallest board
boardsize 1
=
genmove black
= a1
final_score
= B+
