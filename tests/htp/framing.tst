# Ids, comments, blanks and odd bytes.
name
= Mustplay
1 name
=1 Mustplay
999999999999999999 name
=999999999999999999 Mustplay
0 nonsense
?0 unknown command
12
?12 no command
1234567890123456789 name
? unknown command
  7   name  # with blanks and a comment
=7 Mustplay
> \tname\t
= Mustplay
> name\r
= Mustplay
> na\x00me\x01\x7f
= Mustplay
> \x00
-
> \r
-
> # only a comment
-
> # interrupt
-
> \xff\xfe
? unknown command
NAME
? unknown command
name now
? usage: name
play black
? usage: play COLOUR MOVE
time_left black 1
? usage: time_left COLOUR SECONDS STONES
protocol_version
= 2
version
=~ \d+\.\d+\.\d+
known_command genmove
= true
known_command nonsense
= false
help boardsize
=~ boardsize W \[H\]: Sets the size.*
help nonsense
? unknown command
help
=~ protocol_version: .*\nname: .*\nquit: .*
list_commands
=~ protocol_version\nname\n.*\ngenmove\n.*
quit
=
