"""Policy gradients for self-play, each a small file: what its batch is and what return each move gets (Gao 2020 §3.2).

A method is a function of the loop (policy_gradient.Loop) and the games just played (policy_gradient.Games). It returns rows to
learn from: boards, who moves, the cells played and the returns; the loop does
  theta += rate / games * sum of return * gradient of log pi(cell | board).
EXTRA says how many games more a method plays from each chosen position; OLD whether its opponent is an older net.
"""
from . import amcpg_a, amcpg_b, reinforce_a, reinforce_b, reinforce_v

METHODS = {"reinforce-v": reinforce_v, "reinforce-a": reinforce_a, "reinforce-b": reinforce_b, "amcpg-a": amcpg_a, "amcpg-b": amcpg_b}
