"""The input planes of Gao 2020, Tables 3.1 (9 of them) and 3.6 (12), for many positions at once. src/net/planes.h
defines them in words and computes the same in C; tests/scripts/net_torch.py compares both.

Boards here are as they are, not as the mover sees them: 0 empty, 1 Black (joins top and bottom), 2 White. The ring of two
cells around the board counts as stones: rows above and below Black's, columns left and right White's, corners both's.
"""
import torch

RING = 2
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # neighbours (column, row) in the order around a cell


class Shifted:
    """A map of the padded board, seen from every cell of the board at some distance."""

    def __init__(self, padded, h, w):
        self.padded, self.h, self.w = padded, h, w

    def __call__(self, step):
        column, row = RING + step[0], RING + step[1]
        return self.padded[:, row:row + self.h, column:column + self.w]


def bridge_near(own, empty):
    """Cells from which a bridge starts, or would if a stone were there."""
    found = None
    for k, a in enumerate(AROUND):
        b = AROUND[(k + 1) % 6]
        one = own((a[0] + b[0], a[1] + b[1])) & empty(a) & empty(b)
        found = one if found is None else found | one
    return found


def bridge_broken(own, other_stones):
    """Cells whose partner in the carrier of a bridge holds an opposing stone."""
    found = None
    for k, a in enumerate(AROUND):
        one = other_stones(a) & own(AROUND[k - 1]) & own(AROUND[(k + 1) % 6])
        found = one if found is None else found | one
    return found


def neighbours_apart(own):
    """Cells with neighbours in two groups or more around them."""
    groups = sum((own(a) & ~own(AROUND[(k + 1) % 6])).to(torch.int8) for k, a in enumerate(AROUND))
    return groups > 1


def planes(cell, h, w, black_moves, count):
    """cell [n,h*w] (or [n,h,w]), black_moves [n] bool; float32 [n,count,h+4,w+4]."""
    n, device = cell.shape[0], cell.device
    board = cell.reshape(n, h, w)
    inner = (slice(None), slice(RING, h + RING), slice(RING, w + RING))
    # Both colours at once: the first n maps are Black's, the others White's.
    here = torch.cat((board == 1, board == 2))
    bare = torch.zeros(2 * n, h + 4, w + 4, dtype=torch.bool, device=device)  # stones without the ring
    bare[inner] = here
    stone = bare.clone()
    stone[:n, :RING] = stone[:n, h + RING:] = True
    stone[n:, :, :RING] = stone[n:, :, w + RING:] = True
    void = torch.zeros(n, h + 4, w + 4, dtype=torch.bool, device=device)
    void[inner] = board == 0
    free = (board == 0).repeat(2, 1, 1)
    see, empty = Shifted(stone, h, w), Shifted(void.repeat(2, 1, 1), h, w)
    near = bridge_near(see, empty)
    form, ends = near & free, near & here
    broken = bridge_broken(see, Shifted(bare.roll(n, 0), h, w)) & free
    apart = neighbours_apart(see) & free
    black = black_moves.reshape(n, 1, 1)

    def of(maps, mover):  # of the mover, or of the opponent
        return torch.where(black, maps[:n], maps[n:]) if mover else torch.where(black, maps[n:], maps[:n])

    out = torch.zeros(n, count, h + 4, w + 4, device=device)
    out[:, 0], out[:, 1], out[:, 2] = stone[:n], stone[n:], void
    out[:, 3] = black.float()
    parts = [ends[:n], ends[n:], of(broken, True), of(apart, True), of(form, True)]
    parts += [of(broken, False), of(form, False), of(apart, False)]
    for k, part in enumerate(parts[:count - 4]):
        out[(slice(None), 4 + k) + inner[1:]] = part.float()
    return out
