// H-search: AND rule, acceptance of connections, closure (docs/THEORY.md, Virtual connections).
//
// Sound: the AND rule joins fulls (x,A,z) and (z,B,w) only where A with x and B with w are disjoint. So the two
// games are played apart. If z is a chain the result is a full; if z is empty, a semi with key z. Dropping or
// refusing a connection is always sound. With `shrink`, a connection is refused if it contains the meet of the
// pair's fulls. As a member of an OR it could not avoid a cell that all of them share. A small
// connection is compared with the small fulls only, so that one far round does not shut out all others.
#include "knowledge/hsearch/hsearch.h"

#include <stdlib.h>
#include <string.h>

// Fulls up to this many cells larger than a pair's smallest count as small.
enum { NEAR_EXTRA = 3 };

// For functions that take a set by value in every AND. A set passed in memory is written in words and read in
// larger pieces, which stalls the load.
#define ALWAYS_INLINE inline __attribute__((always_inline))

// --- The queue of fulls, by size of carrier
static void hs_full_queue(HSearch *hs, int full) {
    Full *f = &hs->state->fulls[full];
    f->queue_next = hs->queue_head[f->size];
    hs->queue_head[f->size] = full;
    hs->queue_sizes[f->size >> 6] |= (uint64_t)1 << (f->size & 63);
}

// The next full that is still wanted, or -1.
static int queue_pop(HSearch *hs) {
    const HsState *s = hs->state;
    for (int i = 0; i <= HS_CELLS_MAX / 64; i++) {
        while (hs->queue_sizes[i]) {
            int size = 64 * i + __builtin_ctzll(hs->queue_sizes[i]), full = hs->queue_head[size];
            if (full < 0) {
                hs->queue_sizes[i] &= hs->queue_sizes[i] - 1;
                continue;
            }
            hs->queue_head[size] = s->fulls[full].queue_next;
            if (s->fulls[full].mark == FULL_QUEUED) return full;
        }
    }
    return -1;
}

static void queue_clear(HSearch *hs) {
    memset(hs->queue_head, -1, sizeof hs->queue_head);
    memset(hs->queue_sizes, 0, sizeof hs->queue_sizes);
    for (int i = 0; i < hs->or_count; i++) hs->state->pairs[hs->or_queue[i]].or_queued = false;
    hs->or_count = 0;
}

static void hs_or_queue(HSearch *hs, Pair *p) {
    if (p->or_queued || !hs_room(hs, &hs->or_queue, &hs->or_room, hs->or_count + 1, sizeof *hs->or_queue))
        return;
    p->or_queued = true;
    hs->or_queue[hs->or_count++] = (int32_t)(p - hs->state->pairs);
}

// --- Semis
// A new spilled block at the head of the pair's list.
static bool spill_add(HSearch *hs, Pair *p) {
    HsState *s = hs->state;
    int count = s->spill_count + 1, room = s->spill_room;
    if (!hs_room(hs, &s->spill_lanes, &room, count, sizeof *s->spill_lanes) ||
        !hs_room(hs, &s->spill_tags, &s->spill_room, count, sizeof *s->spill_tags))
        return false;
    if (hs->recording &&
        !hs_room(hs, &hs->spill_from, &hs->spill_from_room, count * LANES, sizeof *hs->spill_from))
        return false;
    s->spill_tags[s->spill_count].next = p->spill_head;
    p->spill_head = s->spill_count++;
    return true;
}

static ALWAYS_INLINE int semi_append(HSearch *hs, Pair *p, Bits carrier, int key) {
    HsState *s = hs->state;
    int lane = p->semi_count % LANES, place;
    if (p->semi_count < LANES) {
        int index = (int)(p - s->pairs);
        lanes_set(&s->own_lanes[index], lane, carrier);
        p->key[lane] = (Key)key;
        place = index * LANES + lane;
    } else {
        if (lane == 0 && !spill_add(hs, p)) return -1;
        lanes_set(&s->spill_lanes[p->spill_head], lane, carrier);
        s->spill_tags[p->spill_head].key[lane] = (Key)key;
        place = SPILL_PLACE + p->spill_head * LANES + lane;
    }
    p->semi_count++;
    s->live_semis++;
    p->semi_meet = bits_and(p->semi_meet, carrier);
    p->fresh_meet = bits_and(p->fresh_meet, carrier);
    return place;
}

static int hs_semi_append(HSearch *hs, Pair *p, Bits carrier, int key) {
    return semi_append(hs, p, carrier, key);
}

// Takes the semi at a lane out: the last one of the list moves into its place.
static void semi_remove(HSearch *hs, Pair *p, Lanes *lanes, Key *keys, int place, int lane) {
    HsState *s = hs->state;
    int index = (int)(p - s->pairs), last = --p->semi_count % LANES;
    bool spilled = p->semi_count >= LANES;
    const Lanes *from = spilled ? &s->spill_lanes[p->spill_head] : &s->own_lanes[index];
    lanes_set(lanes, lane, lanes_get(from, last));
    keys[lane] = spilled ? s->spill_tags[p->spill_head].key[last] : p->key[last];
    if (hs->recording)
        *semi_from(hs, place + lane) =
            *semi_from(hs, (spilled ? SPILL_PLACE + p->spill_head * LANES : index * LANES) + last);
    if (spilled && last == 0) p->spill_head = s->spill_tags[p->spill_head].next;
    s->live_semis--;
}

static int spill_used(const Pair *p, int block) {
    return block == p->spill_head ? (p->semi_count - LANES - 1) % LANES + 1 : LANES;
}

// Removes all semis that contain `carrier`. Lanes are filled from the list's end, which may hold such ones
// too: so a block is tested again after each removal.
static void semi_remove_above(HSearch *hs, Pair *p, Bits carrier) {
    HsState *s = hs->state;
    int index = (int)(p - s->pairs);
    for (Lanes *own = &s->own_lanes[index];;) {
        unsigned above =
            lanes_contain(own, carrier) & lanes_used(p->semi_count < LANES ? p->semi_count : LANES);
        if (!above) break;
        semi_remove(hs, p, own, p->key, index * LANES, 31 - __builtin_clz(above));
    }
    for (int block = p->spill_head, next; block >= 0; block = next) {
        next = s->spill_tags[block].next;
        while (p->spill_head >= block) { // newer blocks have higher numbers
            unsigned above =
                lanes_contain(&s->spill_lanes[block], carrier) & lanes_used(spill_used(p, block));
            if (!above) break;
            semi_remove(hs, p, &s->spill_lanes[block], s->spill_tags[block].key, SPILL_PLACE + block * LANES,
                        31 - __builtin_clz(above));
        }
    }
}

static bool pair_wins(const HSearch *hs, const Pair *p) {
    return node_is_edge(hs, p->x) && node_is_edge(hs, p->y);
}

static bool full_within(const HsState *s, const Pair *p, Bits carrier) {
    for (int f = p->full_head; f >= 0; f = s->fulls[f].next) {
        if (bits_within(s->fulls[f].carrier, carrier)) return true;
    }
    return false;
}

// The pair's fulls make a connection with this carrier useless. The meet of all lies in that of the small
// ones.
static ALWAYS_INLINE bool full_refuses(const HSearch *hs, const Pair *p, Bits carrier) {
    if (!bits_within(p->full_meet, carrier)) return false;
    if (!bits_within(p->near_meet, carrier) && bits_count(carrier) <= p->near_size) return false;
    return hs->options.shrink || full_within(hs->state, p, carrier);
}

static bool over_limit(const HSearch *hs, const Pair *p, Bits carrier, int count, int limit) {
    if (limit && count >= limit && !pair_wins(hs, p)) return true;
    int size_limit = hs->options.carrier_limit;
    return size_limit && bits_count(carrier) > size_limit && !pair_wins(hs, p);
}

// The same over the spilled blocks; true when one of their semis lies within the carrier.
static bool spill_compare(const HsState *s, const Pair *p, const Bits *carrier, unsigned *above) {
    SemiWalk w = semi_walk(s, p);
    for (semi_walk_next(&w); w.used; semi_walk_next(&w)) {
        unsigned used = lanes_used(w.used);
        if (lanes_within(w.lanes, *carrier) & used) return true;
        *above |= lanes_contain(w.lanes, *carrier) & used;
    }
    return false;
}

static ALWAYS_INLINE int semi_add(HSearch *hs, Pair *p, Bits carrier, int key) {
    if (full_refuses(hs, p, carrier)) return -1;
    const HsState *s = hs->state;
    const Lanes *own = &s->own_lanes[p - s->pairs];
    int count = p->semi_count;
    unsigned used = lanes_used(count < LANES ? count : LANES), above = lanes_contain(own, carrier) & used;
    if (lanes_within(own, carrier) & used) return -1;
    if (count > LANES) {
        Bits copy = carrier;
        if (spill_compare(s, p, &copy, &above)) return -1;
    }
    if (above) semi_remove_above(hs, p, carrier);
    if (over_limit(hs, p, carrier, p->semi_count, hs->options.semi_limit)) return -1;
    Bits meet = bits_and(p->semi_meet, carrier); // read before it is stored
    int place = semi_append(hs, p, carrier, key);
    if (place >= 0 && (bits_is_empty(meet) || bits_within(meet, hs_pair_captured(hs, p)))) hs_or_queue(hs, p);
    return place;
}

// The same for a pair not yet made, which has nothing to compare with.
static int semi_first(HSearch *hs, int x, int y, Bits carrier, int key) {
    Pair *p = hs_pair(hs, x, y);
    if (!p || over_limit(hs, p, carrier, 0, hs->options.semi_limit)) return -1;
    int place = semi_append(hs, p, carrier, key);
    if (hs->options.captured && bits_within(carrier, hs_pair_captured(hs, p))) hs_or_queue(hs, p);
    return place;
}

static int hs_semi_add(HSearch *hs, int x, int y, Bits carrier, int key) {
    Pair *p = hs_pair(hs, x, y);
    return p ? semi_add(hs, p, carrier, key) : -1;
}

// --- Fulls
static void around_add(HSearch *hs, int node, int other, int full) {
    HsState *s = hs->state;
    int block = s->around_head[node];
    if (block < 0 || s->around_tags[block].used == LANES) {
        int count = s->around_blocks + 1, room = s->around_room;
        if (!hs_room(hs, &s->around_lanes, &room, count, sizeof *s->around_lanes) ||
            !hs_room(hs, &s->around_tags, &s->around_room, count, sizeof *s->around_tags))
            return;
        block = s->around_blocks++;
        s->around_tags[block].next = s->around_head[node];
        s->around_tags[block].used = 0;
        s->around_head[node] = block;
    }
    int lane = s->around_tags[block].used++;
    lanes_set(&s->around_lanes[block], lane, bits_or(s->fulls[full].carrier, s->node_bit[other]));
    s->around_tags[block].other[lane] = (int16_t)other;
    s->around_tags[block].full[lane] = full;
}

static void around_kill(HsState *s, int node, int full) {
    for (int block = s->around_head[node]; block >= 0; block = s->around_tags[block].next) {
        AroundTag *tag = &s->around_tags[block];
        for (int lane = 0; lane < tag->used; lane++) {
            if (tag->full[lane] != full) continue;
            tag->other[lane] = -1;
            lanes_set(&s->around_lanes[block], lane, bits_all());
            return;
        }
    }
}

static void full_kill(HSearch *hs, int full) {
    HsState *s = hs->state;
    Full *f = &s->fulls[full];
    if (f->mark == FULL_ACTIVE) {
        around_kill(s, f->x, full);
        around_kill(s, f->y, full);
    }
    f->mark = FULL_DEAD;
    s->live_fulls--;
}

static void full_remove_above(HSearch *hs, Pair *p, Bits carrier) {
    HsState *s = hs->state;
    for (int32_t *link = &p->full_head; *link >= 0;) {
        Full *f = &s->fulls[*link];
        if (!bits_within(carrier, f->carrier)) {
            link = &f->next;
            continue;
        }
        full_kill(hs, *link);
        *link = f->next;
        p->full_count--;
    }
}

// Counts a new full, the first of the list, into the meet of the small ones. Fulls taken out before held it,
// so that only one smaller than all others changes which are small.
static ALWAYS_INLINE void near_update(const HsState *s, Pair *p, Bits carrier, int size) {
    if (p->full_count > 1 && size >= p->near_size - NEAR_EXTRA) {
        if (size <= p->near_size) p->near_meet = bits_and(p->near_meet, carrier);
        return;
    }
    p->near_size = (int16_t)(size + NEAR_EXTRA);
    p->near_meet = carrier;
    for (int f = s->fulls[p->full_head].next; f >= 0; f = s->fulls[f].next)
        if (s->fulls[f].size <= p->near_size) p->near_meet = bits_and(p->near_meet, s->fulls[f].carrier);
}

static ALWAYS_INLINE int full_append(HSearch *hs, Pair *p, int x, int y, Bits carrier) {
    HsState *s = hs->state;
    if (!hs_room(hs, &s->fulls, &s->full_room, s->full_count + 1, sizeof *s->fulls)) return -1;
    if (hs->recording &&
        !hs_room(hs, &hs->full_from, &hs->full_from_room, s->full_count + 1, sizeof *hs->full_from))
        return -1;
    int full = s->full_count++, size = bits_count(carrier);
    s->fulls[full] = (Full){.carrier = carrier,
                            .x = (int16_t)x,
                            .y = (int16_t)y,
                            .size = (int16_t)size,
                            .mark = FULL_QUEUED,
                            .next = p->full_head};
    p->full_head = full;
    p->full_count++;
    p->full_meet = bits_and(p->full_meet, carrier);
    near_update(s, p, carrier, size);
    s->live_fulls++;
    if (hs->recording) hs->full_from[full] = (FullFrom){.kind = FROM_BASE};
    return full;
}

static int hs_full_append(HSearch *hs, Pair *p, int x, int y, Bits carrier) {
    return full_append(hs, p, x, y, carrier);
}

static int hs_full_add(HSearch *hs, int x, int y, Bits carrier) {
    Pair *p = pair_find(hs, hs->state, x, y);
    if (p ? full_refuses(hs, p, carrier) : !(p = hs_pair(hs, x, y))) return -1;
    if (p->full_count) full_remove_above(hs, p, carrier);
    if (over_limit(hs, p, carrier, p->full_count, hs->options.full_limit)) return -1;
    int full = full_append(hs, p, x, y, carrier);
    if (full < 0) return -1;
    if (p->semi_count) {
        const HsState *s = hs->state;
        bool near = hs->options.shrink && s->fulls[full].size <= p->near_size;
        Bits least = near ? p->near_meet : carrier;
        unsigned above = lanes_contain(&s->own_lanes[p - s->pairs], least);
        if (p->semi_count > LANES || above & lanes_used(p->semi_count)) semi_remove_above(hs, p, least);
    }
    hs_full_queue(hs, full);
    return full;
}

// --- The AND rule
static void and_record(HSearch *hs, bool full, int place, int a, int b, Bits carrier, int key) {
    if (full) {
        hs->full_from[place] = (FullFrom){.kind = FROM_AND, .a = a, .b = b};
    } else {
        *semi_from(hs, place) = (SemiFrom){.carrier = carrier, .key = (int16_t)key, .a = a, .b = b};
    }
}

// An edge is a midpoint only when the options say so, and may then be limited to fulls of its own row.
static bool edge_refuses(const HSearch *hs, Bits a, Bits b) {
    return hs->options.edge_and == VC_EDGE_FIRST_ROW && !bits_is_empty(a) && !bits_is_empty(b);
}

// Joins the full (x, A, z) at z with every processed full (z, B, w).
static void and_at(HSearch *hs, int full, int x, int z) {
    const HsState *s = hs->state;
    Bits carrier = s->fulls[full].carrier, probe = bits_or(carrier, s->node_bit[x]);
    Bits base = bits_or(carrier, s->node_bit[z]);
    bool over_cell = !bits_is_empty(s->node_bit[z]), over_edge = node_is_edge(hs, z);
    const uint16_t *row = &s->pair_of[x * hs->nodes];
    int least = s->fulls[full].light ? hs->light_from : 0;
    for (int block = s->around_head[z]; block >= 0; block = s->around_tags[block].next) {
        const AroundTag *tag = &s->around_tags[block];
        const Lanes *lanes = &s->around_lanes[block];
        if (tag->full[tag->used - 1] < least) break; // older blocks hold lower numbers
        unsigned hits = lanes_apart(lanes, probe) & lanes_used(tag->used);
        for (; hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits), w = tag->other[lane];
            if (w < 0 || w == x || tag->full[lane] < least) continue;
            hs->counts.attempts++;
            Bits united = bits_minus(bits_or(base, lanes_get(lanes, lane)), s->node_bit[w]);
            if (over_edge && edge_refuses(hs, carrier, s->fulls[tag->full[lane]].carrier)) continue;
            int place;
            if (over_cell) {
                place =
                    row[w] ? semi_add(hs, &s->pairs[row[w] - 1], united, z) : semi_first(hs, x, w, united, z);
            } else {
                place = hs_full_add(hs, x, w, united);
            }
            if (place >= 0 && hs->recording)
                and_record(hs, !over_cell, place, full, tag->full[lane], united, z);
        }
    }
}

// The same where the carriers meet, but only in cells that a stone on z captures. After z these are as good as
// the colour's, so the rest are disjoint. The captured cells join the carrier.
static void and_at_captured(HSearch *hs, int full, int x, int z) {
    const HsState *s = hs->state;
    Bits captured = s->captured[z], carrier = s->fulls[full].carrier;
    if (!bits_meets(carrier, captured) || bits_meets(s->node_bit[x], captured)) return;
    Bits whole = bits_or(carrier, s->node_bit[x]), probe = bits_minus(whole, captured);
    Bits base = bits_or(bits_or(carrier, captured), s->node_bit[z]);
    for (int block = s->around_head[z]; block >= 0; block = s->around_tags[block].next) {
        const AroundTag *tag = &s->around_tags[block];
        const Lanes *lanes = &s->around_lanes[block];
        unsigned hits = lanes_apart(lanes, probe) & ~lanes_apart(lanes, whole) & lanes_used(tag->used);
        for (; hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits), w = tag->other[lane];
            if (w < 0 || w == x || bits_meets(s->node_bit[w], captured)) continue;
            hs->counts.attempts++;
            hs_semi_add(hs, x, w, bits_minus(bits_or(base, lanes_get(lanes, lane)), s->node_bit[w]), z);
        }
    }
}

static bool captures(const HSearch *hs, int z) {
    return hs->options.captured && !hs->recording && !node_is_edge(hs, z) && bits_has(hs->state->empty, z) &&
           !bits_is_empty(hs->state->captured[z]);
}

static void hs_full_process(HSearch *hs, int full, unsigned join) {
    HsState *s = hs->state;
    int x = s->fulls[full].x, y = s->fulls[full].y;
    bool at_x = !node_is_edge(hs, x) || hs->options.edge_and,
         at_y = !node_is_edge(hs, y) || hs->options.edge_and;
    s->fulls[full].mark = FULL_ACTIVE;
    if (join & JOIN_Y && at_y) and_at(hs, full, x, y);
    if (join & JOIN_X && at_x) and_at(hs, full, y, x);
    if (join & JOIN_Y && captures(hs, y)) and_at_captured(hs, full, x, y);
    if (join & JOIN_X && captures(hs, x)) and_at_captured(hs, full, y, x);
    if (at_x) around_add(hs, x, y, full);
    if (at_y) around_add(hs, y, x, full);
}

// --- Closure
static void hs_close(HSearch *hs) {
    HsState *s = hs->state;
    for (;;) {
        if (hs->options.stop_at_win) {
            const Pair *p = pair_winning(hs, s);
            if (p && p->full_count) break;
            if (p && p->or_queued) {
                hs_or(hs, (int)(p - s->pairs));
                continue;
            }
            if (hs->counts.attempts > hs->attempts_max) break;
        }
        int full = queue_pop(hs);
        if (full >= 0) {
            hs_full_process(hs, full, JOIN_BOTH);
        } else if (hs->or_count) {
            hs_or(hs, hs->or_queue[--hs->or_count]);
        } else if ((!hs->options.crossing || !hs_cross(hs)) && !hs_aim(hs)) {
            break;
        }
    }
    s->unfinished = false;
    for (int full; (full = queue_pop(hs)) >= 0;) s->unfinished = true;
    queue_clear(hs);
}

// --- Base connections
static void hs_base(HSearch *hs, int cell) {
    const Geometry *g = hs->geometry;
    const HsState *s = hs->state;
    int node = s->node_of[cell];
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        int next = g->neighbour[cell][i], other;
        if (next >= CELL_MAX) {
            if (edge_color(next) != hs->color) continue;
            other = g->cells + next - color_edge(hs->color, 0);
        } else {
            other = s->node_of[next];
        }
        if (other >= 0 && other != node) hs_full_add(hs, node, other, bits_none());
    }
}

// The first ORs, of bridges and the like, are taken in the order in which they arose; later ones last come first
// served. The other way round small semis come so late that the lists are full of large ones.
static void or_queue_reverse(HSearch *hs) {
    for (int i = 0, j = hs->or_count - 1; i < j; i++, j--) {
        int32_t pair = hs->or_queue[i];
        hs->or_queue[i] = hs->or_queue[j];
        hs->or_queue[j] = pair;
    }
}

static void state_build(HSearch *hs) {
    Bits empty = hs->state->empty;
    for (int cell; (cell = bits_pop(&empty)) >= 0;) hs_base(hs, cell);
    hs_templates_add(hs);
    if (hs->options.or_in_order) {
        for (int full; (full = queue_pop(hs)) >= 0;) hs_full_process(hs, full, JOIN_BOTH);
        or_queue_reverse(hs);
    }
    hs_close(hs);
}

static bool hs_build(HSearch *hs, const CellSet stones[2]) {
    Bits own[2] = {bits_from_cellset(&stones[BLACK]), bits_from_cellset(&stones[WHITE])};
    hs->depth = hs->state_depth = 0;
    hs->state = hs->states[0];
    hs->levels[0] = (Level){.blocked = bits_none()};
    hs->failed = false;
    hs->recording = hs->options.record;
    hs->aiming = hs->options.aim && !hs->recording;
    hs->light_from = 0;
    hs->member_count = 0;
    queue_clear(hs);
    hs_state_clear(hs, hs->state);
    hs_state_board(hs, hs->state, own);
    if (!hs->state->joined) state_build(hs);
    return !hs->failed;
}
