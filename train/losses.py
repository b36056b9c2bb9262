"""Losses, by name. All take the net's raw answers and a batch of recorded positions.

z is the result for the player to move, +1 or -1. q is seen by the opponent, so after perfect play q(s, a) = -z is
right for the move played. Batch means stand for the sums of the text.

zero the default: cross entropy of v against value_mix * z + (1 - value_mix) * search value; of p against the improved
       policy; of q against the search's values of visited moves (weight q_weight).
three  Gao 2020, equation 4.5: w(1/2 (z - v)^2 + 1/2 (z + q(s,a))^2) - log p(a|s) + w L_Q + w L_P, with
       L_Q = max(-z, 0) mean over legal a' of (q(s,a') - 1)^2 and L_P = (min q + v)^2.
three_zero  the same with R1, R2, R3 as in section 4.6.2: the policy term is the search's policy and
       L_Q reads (z + q(s,a'))^2; each term has a switch r1, r2, r3.
two    equation 4.1: w (z - v)^2 - log p(a|s), no q.
An L2 term c |theta|^2 is added when l2 > 0 (AdamW's decay is used otherwise).
"""
import torch
import torch.nn.functional as F

from core import Q_UNKNOWN

DEFAULTS = {"loss": "zero", "w": 1.0, "value_mix": 0.7, "value_weight": 1.0, "q_weight": 0.5,
            "r1": 1.0, "r2": 1.0, "r3": 1.0, "l2": 0.0}


def decode(record):
    """Recorded integers to floats: policy, q, a mask of known q, z, search value, legal cells."""
    out = dict(record)
    out["policy"] = record["policy"].float() / 32767.0
    out["policy"] = out["policy"] / out["policy"].sum(1, keepdim=True).clamp(min=1e-6)
    out["known"] = record["q"] != Q_UNKNOWN
    out["q"] = record["q"].float() / 32767.0
    out["z"] = record["result"].float()
    out["legal"] = record["cell"] == 0
    return out


def binary(logit, target):
    """Cross entropy of a value t in [-1, 1] predicted as tanh(logit)."""
    return F.binary_cross_entropy_with_logits(2.0 * logit, (target + 1.0) / 2.0, reduction="none")


def log_policy(cells, legal):
    return F.log_softmax(cells[..., 0].masked_fill(~legal, -1.0e9), 1)


def zero(cells, v, d, c):
    logp = log_policy(cells, d["legal"])
    mixed = c["value_mix"] * d["z"] + (1.0 - c["value_mix"]) * d["value"]
    known = d["known"].float()
    q = (binary(cells[..., 1], d["q"].clamp(-1.0, 1.0)) * known).sum(1) / known.sum(1).clamp(min=1.0)
    return {"policy": -(d["policy"] * logp).sum(1).mean(), "value": c["value_weight"] * binary(v, mixed).mean(),
            "q": c["q_weight"] * q.mean()}


def seed_terms(cells, v, d):
    """The pieces of Gao 2020 §4.3.2, one row per position: (z-v)^2, (z+q(s,a))^2, mean (z+q(s,a'))^2 if lost, (min q + v)^2."""
    q, v, z, legal = torch.tanh(cells[..., 1]), torch.tanh(v), d["z"], d["legal"]
    played = q.gather(1, d["move"].long()[:, None])[:, 0]
    count = legal.sum(1).clamp(min=1).float()
    lost = (-z).clamp(min=0.0) * (((z[:, None] + q) ** 2) * legal).sum(1) / count
    least = q.masked_fill(~legal, 2.0).min(1).values
    return (z - v) ** 2, (z + played) ** 2, lost, (least + v) ** 2


def three(cells, v, d, c):
    state, played, lost, gap = seed_terms(cells, v, d)
    logp = log_policy(cells, d["legal"]).gather(1, d["move"].long()[:, None])[:, 0]
    w = c["w"]
    return {"policy": -logp.mean(), "value": 0.5 * w * state.mean(), "q": 0.5 * w * played.mean(),
            "L_Q": w * lost.mean(), "L_P": w * gap.mean()}


def three_zero(cells, v, d, c):
    state, played, lost, gap = seed_terms(cells, v, d)
    w = c["w"]
    return {"policy": -(d["policy"] * log_policy(cells, d["legal"])).sum(1).mean(), "value": w * state.mean(),
            "R1": w * c["r1"] * played.mean(), "R2": w * c["r2"] * lost.mean(), "R3": w * c["r3"] * gap.mean()}


def two(cells, v, d, c):
    logp = log_policy(cells, d["legal"]).gather(1, d["move"].long()[:, None])[:, 0]
    return {"policy": -logp.mean(), "value": c["w"] * ((d["z"] - torch.tanh(v)) ** 2).mean()}


LOSSES = {"zero": zero, "three": three, "three_zero": three_zero, "two": two}


def compute(cells, v, d, config, weights=None):
    """The terms by name, 'total' among them."""
    terms = LOSSES[config["loss"]](cells, v, d, config)
    if config["l2"] > 0.0 and weights is not None:
        terms["l2"] = config["l2"] * sum((t ** 2).sum() for t in weights.values())
    terms["total"] = sum(terms.values())
    return terms


def accuracy(cells, v, d):
    """How often v has the sign of the result, and p's first choice is the improved policy's."""
    best = cells[..., 0].masked_fill(~d["legal"], -1.0e9).argmax(1)
    return {"value_right": ((v > 0) == (d["z"] > 0)).float().mean(),
            "policy_right": (best == d["policy"].argmax(1)).float().mean(),
            "target_entropy": -(d["policy"] * d["policy"].clamp(min=1e-9).log()).sum(1).mean()}
