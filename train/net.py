"""The network. This text is its definition; an inference engine can be written from it alone.

Input, for a board of w columns and h rows seen by the player to move, who joins top and bottom.
If White is to move, who joins left and right, the position is first mirrored: column c, row r goes to column r, row
c. A w x h board becomes h x w. The answers p and q are mirrored back.
  x[3][h + 4][w + 4], the board with a ring of two cells around it. Plane 0: stones of the player to
  move; plane 1: the opponent's stones; plane 2: empty cells of the board. In the ring, the two rows
  above and the two below the board (over the full width w + 4) are 1 in plane 0; the two columns left and the two
  right (over the full height h + 4) are 1 in plane 1; so the four 2 x 2 corners are 1 in both. Plane 2 is 0 in the ring.
  A net whose architecture says "planes": 4 (the solver's) has x[4] and input.weight [C,4,5,5]: plane 3 is 1 on the empty
  cells that a search does not consider as moves, and 0 everywhere when nothing is known of that.
Trunk, C channels, every map exactly h x w:
  t = relu(conv5x5(x, input.weight [C,3,5,5], input.bias [C]))                  no padding
  for i = 0 .. blocks - 1:
    u = relu(conv3x3(t, block.i.conv1.weight [C,C,3,3], block.i.conv1.bias [C]))   padding 1, zeros
    t = relu(t + conv3x3(u, block.i.conv2.weight [C,C,3,3], block.i.conv2.bias [C]))
Heads, P hidden channels a cell, V hidden values:
  p: conv1x1(relu(conv3x3(t, policy.conv.weight [P,C,3,3], policy.conv.bias [P])), policy.out.weight [1,P,1,1],
     policy.out.bias [1]): a logit per cell; probabilities are the softmax over empty cells.
  q: tanh(conv1x1(relu(conv3x3(t, action.conv.weight [P,C,3,3], action.conv.bias [P])), action.out.weight [1,P,1,1],
     action.out.bias [1])): in (-1, 1), the value of the position after the move, seen by the player who then moves, the
     opponent (Gao 2020). A small q is a good move; v = -min q. Meaningless on stones.
  v: m = (mean of t over the cells [C], maximum of t over the cells [C]), 2C numbers, means first;
     tanh(value.fc2.weight [1,V] . relu(value.fc1.weight [V,2C] . m + value.fc1.bias [V]) + value.fc2.bias [1]):
     +1 the player to move wins, -1 loses.
Convolutions are cross-correlations as in every framework: out[o][r][c] = bias[o] + sum w[o][i][a][b] in[i][r + a - pad][c + b - pad].
There is no normalisation. Second convolutions start at zero, so a new block leaves the function as it is.
"""
import torch
import torch.nn.functional as F

PLANES = 3  # unless the architecture says otherwise
PADDED = 8  # channels of the input as the search writes it; the rest are zeros
HEAD_OUT = 8  # width of the last 1x1 product: p, q and unused columns


def shapes(arch):
    """Names and shapes of the tensors, in the order of the definition above."""
    c, p, v = arch["channels"], arch["head"], arch["value"]
    out = [("input.weight", (c, arch.get("planes", PLANES), 5, 5)), ("input.bias", (c,))]
    for i in range(arch["blocks"]):
        for k in (1, 2):
            out += [("block.%d.conv%d.weight" % (i, k), (c, c, 3, 3)), ("block.%d.conv%d.bias" % (i, k), (c,))]
    for head in ("policy", "action"):
        out += [(head + ".conv.weight", (p, c, 3, 3)), (head + ".conv.bias", (p,)),
                (head + ".out.weight", (1, p, 1, 1)), (head + ".out.bias", (1,))]
    return out + [("value.fc1.weight", (v, 2 * c)), ("value.fc1.bias", (v,)),
                  ("value.fc2.weight", (1, v)), ("value.fc2.bias", (1,))]


def init(arch, seed=1, device="cpu"):
    """Fresh weights: He for hidden layers, zero for second convolutions, small for outputs."""
    g, out = torch.Generator().manual_seed(seed), {}
    for name, shape in shapes(arch):
        if name.endswith("bias") or ".conv2." in name:
            out[name] = torch.zeros(shape)
            continue
        fan = 1
        for n in shape[1:]:
            fan *= n
        gain = 0.1 if ".out." in name or ".fc2." in name else 1.0
        out[name] = torch.randn(shape, generator=g) * (gain * (2.0 / fan) ** 0.5)
    return {n: t.to(device) for n, t in out.items()}


def grow(weights, arch, blocks, seed=1):
    """The same function with more blocks: new ones come last and add zero."""
    bigger = dict(arch, blocks=blocks)
    fresh = init(bigger, seed)
    out = {n: weights[n] if n in weights else fresh[n].to(weights["input.weight"].device) for n, _ in shapes(bigger)}
    return out, bigger


def add_moves_plane(weights, arch):
    """The same function with a fourth plane that counts nothing yet."""
    weight = weights["input.weight"]
    more = weight.new_zeros(weight.shape[0], 4 - weight.shape[1], 5, 5)
    return dict(weights, **{"input.weight": torch.cat((weight, more), 1)}), dict(arch, planes=4)


def conv(x, weight, bias, pad):
    return F.conv2d(x, weight, bias, padding=pad)


def forward_plain(w, arch, x):
    """The definition, word for word: x [n,3,h+4,w+4]; p logits [n,h*w], q [n,h*w], v [n]."""
    t = F.relu(conv(x, w["input.weight"], w["input.bias"], 0))
    for i in range(arch["blocks"]):
        b = "block.%d." % i
        u = F.relu(conv(t, w[b + "conv1.weight"], w[b + "conv1.bias"], 1))
        t = F.relu(t + conv(u, w[b + "conv2.weight"], w[b + "conv2.bias"], 1))
    cells = []
    for head in ("policy", "action"):
        u = F.relu(conv(t, w[head + ".conv.weight"], w[head + ".conv.bias"], 1))
        cells.append(conv(u, w[head + ".out.weight"], w[head + ".out.bias"], 0).flatten(1))
    m = torch.cat((t.mean((2, 3)), t.amax((2, 3))), 1)
    u = F.relu(F.linear(m, w["value.fc1.weight"], w["value.fc1.bias"]))
    v = torch.tanh(F.linear(u, w["value.fc2.weight"], w["value.fc2.bias"]))[:, 0]
    return cells[0], torch.tanh(cells[1]), v


# ---- the fast path: fused convolutions, channels last, both cell heads in one product ----

_fused = {}


def fused_available(device, dtype=torch.float16):
    """Whether cuDNN's convolution + bias (+ sum) + relu can be used there."""
    key = (torch.device(device).type, dtype)
    if key not in _fused:
        _fused[key] = False
        if key[0] == "cuda":
            try:
                x, w = (torch.rand(8, 8, k, k, device=device).to(dtype, memory_format=torch.channels_last) for k in (4, 3))
                b = torch.rand(8, device=device).to(dtype)
                y = torch.cudnn_convolution_relu(x, w, b, (1, 1), (1, 1), (1, 1), 1)
                z = torch.cudnn_convolution_add_relu(x, w, y, 1.0, b, (1, 1), (1, 1), (1, 1), 1)
                want = F.relu(F.conv2d(x.float(), w.float(), b.float(), padding=1) + y.float())
                _fused[key] = bool(torch.allclose(z.float(), want, rtol=0.02, atol=0.1))
            except (RuntimeError, AttributeError) as error:
                print("fused convolutions unavailable:", error, flush=True)
    return _fused[key]


def conv_relu(x, w, b, pad):
    if fused_available(x.device, x.dtype):
        return torch.cudnn_convolution_relu(x, w, b, (1, 1), (pad, pad), (1, 1), 1)
    return F.relu(F.conv2d(x, w, b, padding=pad))


def conv_add_relu(x, w, b, z):
    if fused_available(x.device, x.dtype):
        return torch.cudnn_convolution_add_relu(x, w, z, 1.0, b, (1, 1), (1, 1), (1, 1), 1)
    return F.relu(F.conv2d(x, w, b, padding=1) + z)


class ConvRelu(torch.autograd.Function):
    """relu(conv(x) [+ z]) with the fused forward; keeps only the input and the output."""

    @staticmethod
    def forward(ctx, x, w, b, pad, z):
        y = conv_relu(x, w, b, pad) if z is None else conv_add_relu(x, w, b, z)
        ctx.save_for_backward(x, w, y)
        ctx.pad, ctx.residual = pad, z is not None
        return y

    @staticmethod
    def backward(ctx, gy):
        x, w, y = ctx.saved_tensors
        g = torch.ops.aten.threshold_backward(gy, y, 0)
        need = [ctx.needs_input_grad[0], True, True]
        gx, gw, gb = torch.ops.aten.convolution_backward(
            g, x, w, [w.shape[0]], [1, 1], [ctx.pad, ctx.pad], [1, 1], False, [0, 0], 1, need)
        return gx, gw, gb, None, g if ctx.residual else None


def pack(w, arch, dtype):
    """The weights as the fast path wants them; differentiable."""
    def image(t):
        return t.to(dtype).contiguous(memory_format=torch.channels_last)

    p = arch["head"]
    out = {"input.weight": image(F.pad(w["input.weight"], (0, 0, 0, 0, 0, PADDED - w["input.weight"].shape[1]))),
           "input.bias": w["input.bias"].to(dtype)}
    for i in range(arch["blocks"]):
        for k in (1, 2):
            name = "block.%d.conv%d." % (i, k)
            out[name + "weight"], out[name + "bias"] = image(w[name + "weight"]), w[name + "bias"].to(dtype)
    out["head.weight"] = image(torch.cat((w["policy.conv.weight"], w["action.conv.weight"])))
    out["head.bias"] = torch.cat((w["policy.conv.bias"], w["action.conv.bias"])).to(dtype)
    last = torch.zeros(2 * p, HEAD_OUT, device=w["input.bias"].device)
    last = last + F.pad(w["policy.out.weight"].reshape(p, 1), (0, HEAD_OUT - 1, 0, p))
    last = last + F.pad(w["action.out.weight"].reshape(p, 1), (1, HEAD_OUT - 2, p, 0))
    out["out.weight"] = last.to(dtype)
    out["out.bias"] = torch.cat((w["policy.out.bias"], w["action.out.bias"]))
    for name in ("fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"):
        out[name] = w["value." + name]
    return out


def forward_packed(k, arch, x, train=False):
    """x [n,h+4,w+4,8], channels last. Returns float32: cells [n,h*w,2] (p logit, q before tanh), v before tanh [n]."""
    x = x.permute(0, 3, 1, 2)
    layer = ConvRelu.apply if train else lambda x, w, b, pad, z: conv_relu(x, w, b, pad) if z is None else conv_add_relu(x, w, b, z)
    t = layer(x, k["input.weight"], k["input.bias"], 0, None)
    for i in range(arch["blocks"]):
        b = "block.%d." % i
        u = layer(t, k[b + "conv1.weight"], k[b + "conv1.bias"], 1, None)
        t = layer(u, k[b + "conv2.weight"], k[b + "conv2.bias"], 1, t)
    u = layer(t, k["head.weight"], k["head.bias"], 1, None)
    n, c, h, w = t.shape
    flat = u.permute(0, 2, 3, 1).reshape(n * h * w, -1)
    cells = (flat @ k["out.weight"])[:, :2].float() + k["out.bias"]
    t = t.permute(0, 2, 3, 1).reshape(n, h * w, c)
    m = torch.cat((t.mean(1, dtype=torch.float32), t.amax(1).float()), 1)
    m = F.relu(F.linear(m, k["fc1.weight"], k["fc1.bias"]))
    v = F.linear(m, k["fc2.weight"], k["fc2.bias"])[:, 0]
    return cells.reshape(n, h * w, 2), v


class Player:
    """A net frozen for play: packed weights that are refreshed in place, so graphs keep working."""

    def __init__(self, weights, arch, device, dtype=None):
        self.arch, self.device = dict(arch), torch.device(device)
        self.dtype = dtype or (torch.float16 if self.device.type == "cuda" else torch.float32)
        with torch.no_grad():
            on_device = {n: t.detach().to(self.device) for n, t in weights.items()}
            self.packed = {n: t.clone() if t.dim() != 4 else t.clone(memory_format=torch.channels_last)
                           for n, t in pack(on_device, arch, self.dtype).items()}

    def refresh(self, weights):
        with torch.no_grad():
            for n, t in pack(weights, self.arch, self.dtype).items():
                self.packed[n].copy_(t)

    def __call__(self, x):
        with torch.no_grad():
            cells, v = forward_packed(self.packed, self.arch, x.to(self.dtype))
            return cells, torch.tanh(v)


def planes(cell, h, w, idle=None):
    """Recorded positions [n,h*w] (0 empty, 1 own, 2 other) as the net's input [n,h+4,w+4,8] in float32. idle [n,h*w]: empty
    cells that are no moves to be considered."""
    n = cell.shape[0]
    x = torch.zeros(n, h + 4, w + 4, PADDED, device=cell.device)
    x[:, :2, :, 0] = x[:, h + 2:, :, 0] = 1.0
    x[:, :, :2, 1] = x[:, :, w + 2:, 1] = 1.0
    b = cell.reshape(n, h, w)
    for k, stone in enumerate((1, 2, 0)):
        x[:, 2:h + 2, 2:w + 2, k] = (b == stone).float()
    if idle is not None:
        x[:, 2:h + 2, 2:w + 2, 3] = idle.reshape(n, h, w).float()
    return x
