#! --player mcts:playouts=30,solver=0
boardsize 4
=
param_dfpn
=~ \[bool\] use_guifx 0\n\[bool\] use_nn 1
param_dfpn use_nn 0
=
param_mustplay solver_net
= 0
solve-state black
= black
param_mustplay solver fdfpn
=
param_dfpn use_nn 1
=
solve-state black
= black
param_dfpn use_nn 2
?~ .*
param_dfpn use_ai 1
? usage: param_dfpn use_guifx|use_nn 0|1
param_mohex
=~ \[string\] use_playout_constant 1\n\[string\] moveselect_ditherthreshold 0\n(.*\n?)*
param_mohex moveselect_ditherthreshold 10
=
param_mohex use_playout_constant 0.5
?~ use_playout_constant is 0.*
param_mohex use_playout_constant 0
=
param_mustplay player
=~ mcts:.*dither=10.*value=net.*|mcts:.*value=net.*dither=10.*
param_mohex root_dirichlet_prior 0.15
?~ the player mcts has no noise.*
param_mustplay player net:playouts=8,knowledge=0
=
param_mohex root_dirichlet_prior 0.15
=
param_mohex
=~ \[string\] moveselect_ditherthreshold 0\n\[string\] root_dirichlet_prior 0\.15\n(.*\n?)*
param_mohex root_dirichlet_prior 0
=
param_mohex
=~ \[string\] moveselect_ditherthreshold 0\n\[string\] root_dirichlet_prior 0\n(.*\n?)*
mohex-self-play 0 /tmp/x.sgf
? usage: mohex-self-play GAMES FILE
mohex-self-play 2 /nowhere/x.sgf
?~ .*/nowhere/x.sgf.*
mohex-self-play 2 /dev/null
= 2
