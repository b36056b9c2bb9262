"""The input planes of Gao 2020, Tables 3.1 (9 of them) and 3.6 (12), for many positions at once. src/net/planes.h
defines them in words and computes the same in C; tests/long/net_torch.py compares both.

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


# ---- the same by tables, in a tenth of the operations: for games played on a GPU, where each operation is a kernel ----

_tables = {}


def _bits(code, width, many):
    """Numbers of `width` bits, `many` of them, unpacked from codes [n]: [many,n]."""
    return torch.stack([code >> (width * k) & ((1 << width) - 1) for k in range(many)])


def _around_table():
    """By the states of the six neighbours (3 bits each: Black's, White's, a stone and not the ring). Bits for a
    broken bridge of Black, of White, groups of Black apart, of White."""
    near = _bits(torch.arange(1 << 18), 3, 6)
    out = torch.zeros(1 << 18, dtype=torch.int64)
    for colour in (0, 1):
        own, other = (near >> colour & 1).bool(), (near == (6 if colour == 0 else 5))
        broken = sum((other[k] & own[k - 1] & own[(k + 1) % 6]).long() for k in range(6)) > 0
        apart = sum((own[k] & ~own[(k + 1) % 6]).long() for k in range(6)) > 1
        out |= broken.long() << colour | apart.long() << (2 + colour)
    return out


def _bridge_table():
    """By the colours at the far ends of the six bridges (2 bits each) and the empty neighbours. Bits for a bridge of
    Black and of White."""
    code = torch.arange(1 << 18)
    far, empty = _bits(code, 2, 6), _bits(code >> 12, 1, 6).bool()
    out = torch.zeros(1 << 18, dtype=torch.int64)
    for colour in (0, 1):
        found = sum(((far[k] >> colour & 1).bool() & empty[k] & empty[(k + 1) % 6]).long() for k in range(6)) > 0
        out |= found.long() << colour
    return out


def _final_table():
    """By those six bits, the cell (0, 1, 2) and whether Black moves: the planes from 4 on as bits."""
    index = torch.arange(64 * 3 * 2)
    broken, apart, near = _bits(index, 1, 2), _bits(index >> 2, 1, 2), _bits(index >> 4, 1, 2)
    cell, black = index >> 6, index >= 192
    cell = cell % 3
    free = (cell == 0).long()

    def of(bits, mover):
        return torch.where(black == mover, bits[0], bits[1]) * free

    parts = [near[0] * (cell == 1), near[1] * (cell == 2), of(broken, True), of(apart, True), of(near, True),
             of(broken, False), of(near, False), of(apart, False)]
    return sum(part.long() << k for k, part in enumerate(parts)).to(torch.uint8)


def _tables_of(h, w, device):
    key = (h, w, str(device))
    if key not in _tables:
        at = torch.arange((h + 4) * (w + 4)).reshape(h + 4, w + 4)
        steps = list(AROUND) + [(a[0] + b[0], a[1] + b[1]) for a, b in zip(AROUND, AROUND[1:] + AROUND[:1])]
        look = torch.stack([Shifted(at[None], h, w)(step).flatten() for step in steps], 1)  # [cells,12]
        # What a state at the k-th of the twelve places adds. The code of the neighbours has 18 bits; above it is that of the bridges.
        state, adds = torch.arange(8), torch.zeros(12, 8, dtype=torch.int64)
        for k in range(6):
            adds[k] = (state << (3 * k)) + ((state == 0).long() << (18 + 12 + k))
            adds[6 + k] = (state & 3) << (18 + 2 * k)
        ring = torch.zeros(h + 4, w + 4, dtype=torch.int64)
        ring[:RING] |= 1
        ring[h + RING:] |= 1
        ring[:, :RING] |= 2
        ring[:, w + RING:] |= 2
        both = _around_table(), _bridge_table(), _final_table()
        _tables[key] = [t.to(device) for t in (look.flatten(), adds.flatten(), 8 * torch.arange(12), ring, torch.tensor([0, 5, 6])) + both]
    return _tables[key]


def quick(cell, h, w, black_moves, count, room=None):
    """planes() as [n,count,h+4,w+4] of uint8; with `room`, as many planes, the last of them zero."""
    n, device = cell.shape[0], cell.device
    look, adds, places, ring, states, around, bridges, final = _tables_of(h, w, device)
    cell = cell.reshape(n, h * w).long()
    state = ring.repeat(n, 1, 1)
    inner = (slice(None), slice(RING, h + RING), slice(RING, w + RING))
    state[inner] = states[cell].reshape(n, h, w)
    seen = state.reshape(n, -1).index_select(1, look).reshape(n, h * w, 12) + places
    code = adds.index_select(0, seen.flatten()).reshape(n, h * w, 12).sum(2)
    found = around[code & 0x3ffff] | bridges[code >> 18] << 4
    byte = final[found + 64 * cell + 192 * black_moves.long()[:, None]].reshape(n, 1, h, w)
    out = torch.zeros(n, room or count, h + 4, w + 4, dtype=torch.uint8, device=device)
    out[:, 0], out[:, 1], out[:, 2] = state & 1, state >> 1 & 1, state == 0
    out[:, 3] = black_moves.reshape(n, 1, 1)
    out[(slice(None), slice(4, count)) + inner[1:]] = byte >> torch.arange(count - 4, dtype=torch.uint8, device=device).reshape(1, -1, 1, 1) & 1
    return out
