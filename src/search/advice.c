#include "search/advice.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

// Cells this near to where two questions differ may hold other stones in likenesses: fill-in differs there.
enum { NEAR = 1 };
// Of the solved questions, those most alike are used.
enum { KIN_MAX = 8 };

typedef struct Entry {
    uint32_t work;
    int16_t move;
    uint8_t to_move, winner;
    bool exact;
} Entry;

// A solved question beside the new one. X is the side that moves in the solved one. Of each there are two: one for the keys that lie as the new question does, one for
// those that lie as its half-turn.
typedef struct Kin {
    Color x;
    CellSet from, to; // Y's stones that only the solved question has, and those that only the new one has
    CellSet far;      // where likenesses have the same stones
    int *bucket;      // by X's stones in `far` and the mover, an entry + 1; 0: none
    int *next;        // by entry, the same
    uint32_t mask;    // of buckets
} Kin;

struct Advice {
    const Geometry *geometry;
    int words;
    Entry *entry;
    uint64_t *sets; // of each entry: Black's stones, White's, the winner's cells; `words` words each
    int count, room, sets_room;
    int solved;        // exact ones
    Position question; // its geometry is NULL before there is one
    int kin_count;
    Kin kin[2 * KIN_MAX];
};

enum { SET_PROOF = 2, SETS };

Advice *advice_new(const Geometry *geometry) {
    Advice *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->geometry = geometry;
    a->words = (geometry->cells + 63) / 64;
    return a;
}

static void kin_clear(Advice *a) {
    for (int i = 0; i < a->kin_count; i++) {
        free(a->kin[i].bucket);
        free(a->kin[i].next);
    }
    a->kin_count = 0;
}

void advice_free(Advice *a) {
    if (!a) return;
    kin_clear(a);
    free(a->entry);
    free(a->sets);
    free(a);
}

// About as many buckets as entries, less one.
static uint32_t bucket_mask(const Advice *a) {
    uint32_t mask = 1023;
    while (mask < (uint32_t)a->count) mask = 2 * mask + 1;
    return mask;
}

uint64_t advice_bytes(const Advice *a) {
    uint64_t tables = 2 * (uint64_t)(a->solved < KIN_MAX ? a->solved : KIN_MAX);
    return (uint64_t)a->room * sizeof *a->entry + (uint64_t)a->sets_room * sizeof *a->sets +
           tables * ((uint64_t)a->count + bucket_mask(a) + 1) * sizeof *a->kin[0].next;
}

static const uint64_t *entry_words(const Advice *a, int entry, int set) {
    return a->sets + ((size_t)entry * SETS + (size_t)set) * (size_t)a->words;
}

static CellSet entry_set(const Advice *a, int entry, int set) {
    CellSet cells = cellset_none();
    memcpy(cells.word, entry_words(a, entry, set), sizeof(uint64_t) * (size_t)a->words);
    return cells;
}

bool advice_add(Advice *a, const Position *key, const ProofRecord *record) {
    int words = a->words, at = a->count * SETS * words;
    if (key->geometry != a->geometry) return true;
    if (!array_room(&a->entry, &a->room, a->count + 1, sizeof *a->entry) ||
        !array_room(&a->sets, &a->sets_room, at + SETS * words, sizeof *a->sets))
        return false;
    const CellSet sets[SETS] = {key->stones[BLACK], key->stones[WHITE], record->proof};
    for (int i = 0; i < SETS; i++)
        memcpy(a->sets + at + i * words, sets[i].word, sizeof(uint64_t) * (size_t)words);
    a->entry[a->count++] = (Entry){.work = record->work,
                                   .move = (int16_t)record->move,
                                   .to_move = (uint8_t)key->to_move,
                                   .winner = (uint8_t)record->winner,
                                   .exact = record->exact};
    a->solved += record->exact;
    return true;
}

// --- Questions that are alike
// How a solved question, as it lies or as its half-turn, is beside the new one. False when it is the same, or when they
// differ too much: likenesses that have half of the board in common would mean little.
static bool kin_compare(const Advice *a, int entry, bool turned, Kin *kin) {
    const Geometry *g = a->geometry;
    Color x = (Color)a->entry[entry].to_move, y = color_other(x);
    CellSet other = entry_set(a, entry, (int)y), own = entry_set(a, entry, (int)x);
    if (turned) {
        other = cellset_rotated(g, other);
        own = cellset_rotated(g, own);
    }
    *kin = (Kin){.x = x,
                 .from = cellset_minus(other, a->question.stones[y]),
                 .to = cellset_minus(a->question.stones[y], other)};
    CellSet differ = cellset_or(kin->from, kin->to);
    kin->far = cellset_minus(g->all, cells_near(g, differ, NEAR));
    if (cellset_is_empty(differ) || 2 * cellset_count(kin->far) < g->cells) return false;
    return cellset_within(cellset_and(own, kin->far), a->question.stones[x]);
}

// The way of two to lie in which more is alike.
static bool kin_find(const Advice *a, int entry, Kin *kin) {
    Kin turned;
    if (!a->entry[entry].exact) return false;
    bool plain = kin_compare(a, entry, false, kin);
    if (!kin_compare(a, entry, true, &turned)) return plain;
    if (!plain || cellset_count(turned.far) > cellset_count(kin->far)) *kin = turned;
    return true;
}

static bool kin_same(const Kin *a, const Kin *b) {
    return a->x == b->x && cellset_equal(a->from, b->from) && cellset_equal(a->to, b->to);
}

// Keeps the list by likeness, the best first. A question that several added is one of it.
static int kin_insert(Kin *list, int count, Kin kin) {
    for (int i = 0; i < count; i++)
        if (kin_same(&list[i], &kin)) return count;
    int at = count;
    while (at > 0 && cellset_count(list[at - 1].far) < cellset_count(kin.far)) at--;
    if (at == KIN_MAX) return count;
    if (count == KIN_MAX) count--;
    memmove(&list[at + 1], &list[at], sizeof *list * (size_t)(count - at));
    list[at] = kin;
    return count + 1;
}

static uint32_t kin_slot(const Kin *kin, CellSet own, Color to_move, int words) {
    uint64_t hash = (uint64_t)to_move + 1;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ (own.word[i] & kin->far.word[i])) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 16) & kin->mask;
}

static bool kin_fill(const Advice *a, Kin *kin) {
    kin->mask = bucket_mask(a);
    kin->bucket = calloc((size_t)kin->mask + 1, sizeof *kin->bucket);
    kin->next = calloc((size_t)a->count, sizeof *kin->next);
    if (!kin->bucket || !kin->next) return false;
    for (int i = 0; i < a->count; i++) {
        if (!cellset_within(kin->from, entry_set(a, i, (int)color_other(kin->x)))) continue;
        int *head =
            &kin->bucket[kin_slot(kin, entry_set(a, i, (int)kin->x), (Color)a->entry[i].to_move, a->words)];
        kin->next[i] = *head;
        *head = i + 1;
    }
    return true;
}

static Kin kin_turned(const Geometry *g, const Kin *kin) {
    return (Kin){.x = kin->x,
                 .from = cellset_rotated(g, kin->from),
                 .to = cellset_rotated(g, kin->to),
                 .far = cellset_rotated(g, kin->far)};
}

bool advice_aim(Advice *a, const Position *question) {
    Kin list[KIN_MAX], kin;
    int count = 0;
    Position before = a->question;
    if (before.geometry && position_equal(&before, question)) return true;
    a->question = *question;
    for (int i = 0; i < a->count; i++)
        if (kin_find(a, i, &kin)) count = kin_insert(list, count, kin);
    if (!count) {
        a->question = before;
        return true;
    }
    kin_clear(a);
    for (int i = 0; i < count; i++) {
        for (int turned = 0; turned < 2; turned++) {
            Kin *made = &a->kin[a->kin_count++];
            *made = turned ? kin_turned(a->geometry, &list[i]) : list[i];
            if (!kin_fill(a, made)) return false;
        }
    }
    return true;
}

// --- Matches
// A position that is looked up, as it lies or turned.
typedef struct Asked {
    const CellSet *stones;
    Color to_move;
    bool turned;
} Asked;

typedef struct Match {
    int entry; // -1: none
    int differ;
    bool turned;
} Match;

static bool proves(const Advice *a, int entry, const Asked *asked) {
    Color winner = (Color)a->entry[entry].winner;
    const uint64_t *stones = entry_words(a, entry, (int)winner), *proof = entry_words(a, entry, SET_PROOF);
    const uint64_t *has = asked->stones[winner].word, *loser = asked->stones[color_other(winner)].word;
    uint64_t wrong = 0;
    for (int i = 0; i < a->words; i++) wrong |= (stones[i] & ~has[i]) | (proof[i] & loser[i]);
    return !wrong;
}

// The number of stones in which an entry differs; -1 when it does so in a far place.
static int likeness(const Advice *a, const Kin *kin, int entry, const Asked *asked) {
    const uint64_t *black = entry_words(a, entry, BLACK), *white = entry_words(a, entry, WHITE);
    uint64_t wrong = 0;
    int differ = 0;
    for (int i = 0; i < a->words; i++) {
        uint64_t first = black[i] ^ asked->stones[BLACK].word[i],
                 second = white[i] ^ asked->stones[WHITE].word[i];
        wrong |= (first | second) & kin->far.word[i];
        differ += __builtin_popcountll(first) + __builtin_popcountll(second);
    }
    return wrong ? -1 : differ;
}

static void match_proof(const Advice *a, const Kin *kin, int entry, const Asked *asked, Match *match) {
    (void)kin;
    if (match->entry < 0 && proves(a, entry, asked)) *match = (Match){entry, 0, asked->turned};
}

// The most alike, and of several the one that took most work.
static void match_move(const Advice *a, const Kin *kin, int entry, const Asked *asked, Match *match) {
    const Entry *e = &a->entry[entry];
    if (asked->to_move != kin->x || e->winner != (uint8_t)kin->x || e->move == MOVE_NONE) return;
    int differ = likeness(a, kin, entry, asked);
    if (differ < 0) return;
    bool better = match->entry < 0 || differ < match->differ ||
                  (differ == match->differ && e->work > a->entry[match->entry].work);
    if (better) *match = (Match){entry, differ, asked->turned};
}

typedef void (*MatchTry)(const Advice *a, const Kin *kin, int entry, const Asked *asked, Match *match);

// Tries all entries that may match.
static Match match_find(const Advice *a, const Position *key, MatchTry attempt) {
    Match match = {.entry = -1};
    for (int turned = 0; turned < 2 && a->kin_count; turned++) {
        Position p = turned ? position_rotated(key) : *key;
        const Asked asked = {p.stones, p.to_move, turned};
        for (const Kin *kin = a->kin; kin < a->kin + a->kin_count; kin++) {
            if (!cellset_within(kin->to, p.stones[color_other(kin->x)])) continue;
            for (int at = kin->bucket[kin_slot(kin, p.stones[kin->x], p.to_move, a->words)]; at;
                 at = kin->next[at - 1])
                if (a->entry[at - 1].to_move == (uint8_t)p.to_move) attempt(a, kin, at - 1, &asked, &match);
        }
    }
    return match;
}

static Move match_read_move(const Advice *a, const Match *match) {
    Move move = a->entry[match->entry].move;
    return match->turned && move != MOVE_NONE ? cell_rotated(a->geometry, move) : move;
}

bool advice_proof(const Advice *a, const Position *key, ProofRecord *record) {
    Match match = match_find(a, key, match_proof);
    if (match.entry < 0) return false;
    const Entry *e = &a->entry[match.entry];
    CellSet proof = entry_set(a, match.entry, SET_PROOF);
    if (match.turned) proof = cellset_rotated(a->geometry, proof);
    *record = (ProofRecord){.winner = (Color)e->winner,
                            .move = match_read_move(a, &match),
                            .proof = cellset_minus(proof, key->stones[e->winner]),
                            .work = e->work};
    // The winner has the stone already: he could as well pass.
    if (record->move != MOVE_NONE && position_at(key, record->move) != EMPTY) record->move = MOVE_NONE;
    return true;
}

Move advice_move(const Advice *a, const Position *key) {
    Match match = match_find(a, key, match_move);
    return match.entry < 0 ? MOVE_NONE : match_read_move(a, &match);
}
