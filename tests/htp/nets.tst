#! --player resistance
nn_ls
=~ default.safetensors.*
param_nn
=~ \[string\] nn_name default.safetensors\n\[string\] planes 3\n\[string\] filters \d+\n\[string\] blocks \d+\n\[string\] heads p q v
nn_load nowhere.safetensors
?~ .*nowhere.safetensors.*
param_mustplay player
= resistance
nn_load default.safetensors
=
param_mustplay player
=~ net:file=/.*default.safetensors
nn_load tests/data/net/plain9.safetensors
=
param_nn
=~ \[string\] nn_name plain9.safetensors\n\[string\] planes 9\n\[string\] filters 8\n\[string\] layers 4\n\[string\] heads p
param_mustplay player mcts:playouts=50
=
nn_load default.safetensors
=
param_mustplay player
=~ mcts:playouts=50,net=/.*default.safetensors
