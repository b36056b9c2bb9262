# Commands by the names of other programs: MoHex's and KataHex's, as PlayHex's workers send them.
boardsize 4 4
=
param_mohex reuse_subtree 0
=
param_mohex max_time 30
=
param_mustplay time
= 30
param_mohex max_games 20
=
param_mohex max_games
= 20
param_mustplay playouts
= 20
param_mohex max_memory
= 0
param_mohex nonsense 1
? unknown parameter 'nonsense'
param_mohex max_games many
? playouts 'many': expected a whole number
param_game allow_swap 1
=
param_mustplay swap
= 1
param_game
= [bool] allow_swap 1
| [bool] on_little_golem 0
| [string] game_time 0
param_game allow_swap 0
=
play-game b2 c3 a1
=
showboard
=
|    a b c d
|  1  B . . .  1
|   2  . B . .  2
|    3  . . W .  3
|     4  . . . .  4
| Last move: a1
| To move: white
play-game b2 b2
? move 2, b2: the cell is occupied
play-game
=
showboard
=
|    a b c d
|  1  . . . .  1
|   2  . . . .  2
|    3  . . . .  3
|     4  . . . .  4
| To move: black
play-game b1 swap-pieces
=
play black a2
? a2: the cell is occupied
kata-raw-nn 0
=~ symmetry 0\nwhiteWin 0\.\d{6}\nwhiteLoss 0\.\d{6}\nnoResult 0\.0{6}\npolicy\n(0\.\d{6} *){4}\n *NAN +(0\.\d{6} *){3}\n(0\.\d{6} *){4}\n(0\.\d{6} *){4}\npolicyPass 0\.0{6}
kata-raw-nn nine
? 'nine': expected a symmetry from 0 to 7, or all
param_mustplay player pairing
=
boardsize 3 4
=
search_debug black
= b2
genmove_debug black
= b2
play black b2
? b2: the cell is occupied
