#! --player resistance
param_mustplay
=~ \[string\] player resistance\n\[string\] time 0\n.*\[bool\] swap 0\n.*\[list/.*\] solver \w+\n.*\[list/cells/links/bridges/connections\] resistance.circuit \w+\n.*
param_mustplay swap 1
=
param_mustplay swap
= 1
param_mustplay swap maybe
? swap 'maybe': expected on or off
param_mustplay swap
= 1
param_mustplay time 2.5
=
param_mustplay time
= 2.5
param_mustplay time -1
? time -1: must be from 0 to 10000000
param_mustplay playouts 1000
=
param_mustplay playouts x
? playouts 'x': expected a whole number
param_mustplay playouts
= 1000
param_mustplay nonsense 1
? unknown parameter 'nonsense'
param_mustplay solver nonsense
? 'nonsense': no such method of solving
param_mustplay resistance.circuit cells
=
param_mustplay player
= resistance:circuit=cells
param_mustplay resistance.circuit wood
?~ player resistance: circuit 'wood': expected one of cells\|links\|bridges\|connections
param_mustplay resistance.circuit a,b
? a value holds no commas
param_mustplay resistance.circuit
= cells
param_mustplay random.circuit cells
? unknown parameter 'random.circuit'
param_mustplay player nobody
?~ unknown player 'nobody'.*
param_mustplay player random
=
param_mustplay player
= random
param_dfpn
=~ \[bool\] use_guifx 0\n\[bool\] use_nn 1
param_dfpn use_guifx 1
=
param_mustplay live_gfx
= 1
param_dfpn nonsense 1
? usage: param_dfpn use_guifx|use_nn 0|1
hexgui-analyze_commands
=~ param/Parameters/param_mustplay\n.*
