"""CNN(d, w) of Gao 2020 §3.1.3: a plain stack of convolutions, a policy alone. src/net evaluates its files.

Input: 9 or 12 planes (planes.py), [n,planes,h+4,w+4], the board as it is, both colours by one net.
  t = relu(conv5x5(x, input.weight [w,planes,5,5], input.bias [w]))          no padding: the ring is used up
  for i = 0 .. d - 3:  t = relu(conv3x3(t, layer.i.weight [w,w,3,3], layer.i.bias [w]))     padding 1, zeros
  p = conv1x1(t, policy.out.weight [1,w,1,1], policy.out.bias [1]): a logit per cell, softmax over empty cells
The file is that of net.py with the architecture {"layers": d - 2, "channels": w, "planes": 9 or 12}.
"""
import json

import torch
import torch.nn.functional as F

import planes
import tensorfile


def arch(d, w, count=9):
    return {"layers": d - 2, "channels": w, "planes": count}


def shapes(a):
    w = a["channels"]
    out = [("input.weight", (w, a["planes"], 5, 5)), ("input.bias", (w,))]
    for i in range(a["layers"]):
        out += [("layer.%d.weight" % i, (w, w, 3, 3)), ("layer.%d.bias" % i, (w,))]
    return out + [("policy.out.weight", (1, w, 1, 1)), ("policy.out.bias", (1,))]


def init(a, seed=1, device="cpu"):
    """He for all layers, a small last one."""
    g, out = torch.Generator().manual_seed(seed), {}
    for name, shape in shapes(a):
        if name.endswith("bias"):
            out[name] = torch.zeros(shape)
            continue
        fan = shape[1] * shape[2] * shape[3]
        out[name] = torch.randn(shape, generator=g) * ((0.1 if "out" in name else 1.0) * (2.0 / fan) ** 0.5)
    return {n: t.to(device) for n, t in out.items()}


def conv_relu(x, weight, bias, pad):
    return F.relu(F.conv2d(x, weight, bias, padding=pad))


def forward(weights, a, x, layer=conv_relu):
    """Logits [n,h*w], before the softmax, on stones too. `layer` computes one of the hidden layers."""
    t = layer(x, weights["input.weight"], weights["input.bias"], 0)
    for i in range(a["layers"]):
        t = layer(t, weights["layer.%d.weight" % i], weights["layer.%d.bias" % i], 1)
    return F.conv2d(t, weights["policy.out.weight"], weights["policy.out.bias"]).flatten(1)


def logits(weights, a, cell, h, w, black_moves):
    """Of positions [n,h*w], stones masked."""
    x = planes.planes(cell, h, w, black_moves, a["planes"]).to(weights["input.weight"].dtype)
    return forward(weights, a, x).float().masked_fill(cell.reshape(cell.shape[0], -1) != 0, -1.0e9)


def save(path, weights, a, record=None):
    tensorfile.save(path, {n: weights[n].float() for n, _ in shapes(a)},
                    {"format": "mustplay-net-1", "architecture": json.dumps(a), "training": json.dumps(record or {})})


def load(path, device="cpu"):
    weights, meta = tensorfile.load(path)
    return {n: t.float().to(device) for n, t in weights.items()}, json.loads(meta["architecture"])
