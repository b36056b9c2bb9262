"""Games drawn from policies, many at once: several nets of one shape (CNN(d, w), cnn.py) side by side, each with its own games.

Weights are stacked, [nets, ...]; boards are [nets * games, cells], the games of a net together. Each net has its own
convolutions. Games go on until the board is full, which keeps the winner; when he won is read off afterwards.
"""
import torch
import torch.nn.functional as F

import cnn
import net
import planes


def stack(nets):
    return {n: torch.stack([w[n] for w in nets]) for n in nets[0]}


def unstack(weights, k):
    return {n: t[k].detach() for n, t in weights.items()}


def for_play(weights, kind, device):
    """A copy as the games use it. The matrix units of a GPU need the filters of each net with channels last, and
    planes padded with zeros to a multiple of eight."""
    out = {}
    for n, t in weights.items():
        t = t.detach().to(device, kind, copy=True)
        if torch.device(device).type == "cuda" and t.dim() == 5:
            t = F.pad(t, (0, 0, 0, 0, 0, -t.shape[2] % 8)) if n == "input.weight" else t
            t = t.permute(0, 1, 3, 4, 2).contiguous().permute(0, 1, 4, 2, 3)
        out[n] = t
    return out


def refresh(playing, weights):
    """Copies weights into what for_play made, in place."""
    with torch.no_grad():
        for n, t in weights.items():
            (playing[n][:, :, :t.shape[2]] if t.dim() == 5 else playing[n]).copy_(t)


def forward(weights, arch, x):
    """x [nets * games, planes, h+4, w+4]; logits [nets * games, cells]."""
    nets = weights["input.weight"].shape[0]
    layer = cnn.conv_relu if torch.is_grad_enabled() else net.conv_relu  # the latter is fused where it can be
    parts = x.chunk(nets)
    return torch.cat([cnn.forward({n: t[k] for n, t in weights.items()}, arch, parts[k], layer) for k in range(nets)])


def logits(weights, arch, cell, side, black_moves):
    first = weights["input.weight"]
    layout = torch.channels_last if cell.is_cuda else torch.contiguous_format
    x = planes.quick(cell, side, side, black_moves, arch["planes"], first.shape[2]).to(first.dtype, memory_format=layout)
    return forward(weights, arch, x).float().masked_fill(cell != 0, -1.0e9)


def draw(scores):
    """A cell per row in proportion to exp(score)."""
    u = torch.rand_like(scores).clamp(1e-20, 1.0 - 1e-7)
    return (scores - torch.log(-torch.log(u))).argmax(1)


def join_times(when, side):
    """The time at which stones of one colour joined top and bottom; large if they did not. `when` [n,cells] is the
    time of each stone, a large number elsewhere. The answer is the least, over all paths, of the latest stone."""
    big = 1.0e6
    t = when.reshape(-1, side, side)
    d = torch.full_like(t, big)
    d[:, 0] = t[:, 0]
    for _ in range(side * side // 2 + side):  # no path that needs each of its stones is longer
        p = F.pad(d, (1, 1, 1, 1), value=big)
        near = d
        for column, row in planes.AROUND:
            near = torch.minimum(near, p[:, 1 + row:1 + row + side, 1 + column:1 + column + side])
        d = torch.maximum(t, near)
    return d[:, side - 1].amin(1)


def results(when, colour, side):
    """Winner (1 or 2) and the time of the winning stone, of full boards."""
    big = torch.full_like(when, 1.0e6)
    n = when.shape[0]
    black = torch.where(colour == 1, when, big)
    white = torch.where(colour == 2, when, big).reshape(n, side, side).transpose(1, 2).reshape(n, -1)
    ends = join_times(torch.cat((black, white)), side)
    winner = torch.where(ends[:n] < ends[n:], 1, 2)
    return winner, torch.minimum(ends[:n], ends[n:])


def play(weights, arch, cell, stones, side, opponent=None, turn=None):
    """Plays all games to a full board. cell [b,cells] has `stones` [b] on it, Black's and White's in turn. With an `opponent`
    the weights move where the number of stones has the parity `turn` [b], and the opponent's elsewhere. Returns the boards,
    the moves [b,steps], the winner and the number of stones when he had won."""
    cells, steps = side * side, side * side - 1
    cell, when = cell.clone(), torch.zeros(cell.shape, device=cell.device)
    moves = []
    for k in range(steps):
        total = stones + k
        black, active = total % 2 == 0, (total < cells)[:, None]
        scores = logits(weights, arch, cell, side, black)
        if opponent is not None:
            scores = torch.where((total % 2 == turn)[:, None], scores, logits(opponent, arch, cell, side, black))
        at = draw(scores)[:, None]
        mover = (1 + total % 2).to(cell.dtype)[:, None]
        cell = cell.scatter(1, at, torch.where(active, mover, cell.gather(1, at)))
        when = when.scatter(1, at, torch.where(active, (total + 1).float()[:, None], when.gather(1, at)))
        moves.append(at[:, 0])
    winner, length = results(when, cell, side)
    return cell, torch.stack(moves, 1), winner, length.long()


def versus(one, other, arch, side, games):
    """The share of games that the first net wins, half of them as each colour, every first move drawn uniformly."""
    first = torch.randint(0, side * side, (games,))
    cell = torch.zeros(games, side * side, dtype=torch.int8).scatter(1, first[:, None], 1)
    turn = torch.arange(games) % 2
    with torch.no_grad():
        winner = play(stack([one]), arch, cell, torch.ones(games, dtype=torch.int64), side, stack([other]), turn)[2]
    return float((winner == 1 + turn).float().mean())


def boards_at(first, moves, ply):
    """The boards after `ply` stones [b] of games. Black's first stone is `first` [b], the other moves are moves
    [b,steps]: zeros and stones in turn."""
    b, steps = moves.shape
    cells = steps + 1
    out = torch.zeros(b, cells + 1, dtype=torch.int8, device=moves.device)
    order = torch.cat((first[:, None], moves), 1)  # [b, cells]: the cell of every stone
    number = torch.arange(cells, device=moves.device)[None]
    placed = number < ply[:, None]
    target = torch.where(placed, order, torch.full_like(order, cells))  # the rest goes to a spare cell
    out = out.scatter(1, target, (1 + number % 2).to(torch.int8).expand(b, cells))
    return out[:, :cells].contiguous()
