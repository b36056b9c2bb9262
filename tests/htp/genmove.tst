#! --player random --seed 5
# The engine's moves, either colour at any time, and the clocks.
boardsize 2 2
=
reg_genmove black
=~ [ab][12]
all_legal_moves
= a1 b1 a2 b2 resign
genmove white
=~ [ab][12]
genmove white
=~ [ab][12]
undo
=
undo
=
genmove
=~ [ab][12]
showboard
=~ .*To move: white
genmove blue
? 'blue': expected black or white
time_settings 60 10 5
=
time_settings 0 1 0
=
time_settings 60 -1 5
? '-1': expected a number from 0 to 10000000
time_settings nan 1 1
? 'nan': expected a number from 0 to 10000000
time_settings 1e300 1 1
? '1e300': expected a number from 0 to 10000000
time_left black 30 0
=
time_left red 30 0
? 'red': expected black or white
genmove white
=~ [ab][12]
kata-time_settings fischer 60 1
=
kata-time_settings absolute 60
=
kata-time_settings canadian 60 10 5
=
kata-time_settings fischer 60
? fischer: expected 2 numbers
kata-time_settings hourglass 60
? expected none, absolute, fischer or canadian
kata-time_settings none
=
