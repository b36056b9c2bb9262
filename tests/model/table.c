// The calls, and random ones. Letters of kinds:
// - handles, as capitals if they must live: g game, r record, p player, k clock, n net, a analysis
// - s solver, q proof, w walk, x explanation, v review
// - values: d side of a board, c colour or none, o colour, m move, t text, i small number
// - z any number, b flag, f file, l limit of nodes
#include "model.h"

#include <ctype.h>
#include <string.h>

#define ROW(name, kinds, weight)                                                                             \
    { #name, kinds, weight, call_##name }
const Op OPS[] = {
    ROW(game_new, "gdd", 8),       ROW(game_setup, "gddzci", 4),  ROW(game_from_link, "gt", 2),
    ROW(game_relink, "gG", 2),     ROW(game_clone, "gG", 4),      ROW(game_free, "G", 1),
    ROW(game_play, "Gcm", 40),     ROW(game_play_text, "Gt", 4),  ROW(game_undo, "G", 10),
    ROW(game_to_move, "Go", 3),    ROW(game_name, "Gm", 3),       ROW(game_parse, "Gt", 2),
    ROW(game_diagram, "G", 1),     ROW(game_hash, "GG", 3),       ROW(record_new, "rGt", 4),
    ROW(record_parse, "rt", 3),    ROW(record_again, "rR", 2),    ROW(record_game, "gRi", 4),
    ROW(record_text, "Riti", 3),   ROW(record_comment, "Rit", 2), ROW(record_add, "Riom", 5),
    ROW(record_walk, "R", 2),      ROW(record_save, "Rfb", 2),    ROW(record_load, "rf", 2),
    ROW(record_free, "R", 1),      ROW(engine_new, "b", 1),       ROW(engine_list, "i", 1),
    ROW(net_load, "ni", 3),        ROW(net_describe, "N", 1),     ROW(net_free, "N", 1),
    ROW(player_new, "piz", 6),     ROW(player_choose, "PGl", 12), ROW(player_reset, "P", 1),
    ROW(player_options, "P", 1),   ROW(player_free, "P", 1),      ROW(clock_new, "k", 2),
    ROW(clock_set, "Kiiii", 2),    ROW(clock_report, "Koii", 1),  ROW(clock_spend, "Koi", 2),
    ROW(clock_free, "K", 1),       ROW(analysis_new, "ab", 4),    ROW(analysis_start, "AGlb", 7),
    ROW(analysis_wait, "A", 4),    ROW(analysis_stop, "A", 3),    ROW(analysis_evaluate, "AGb", 3),
    ROW(analysis_free, "A", 1),    ROW(solver_new, "siii", 7),    ROW(solver_solve, "SGl", 12),
    ROW(solver_moves, "SGl", 5),   ROW(solver_prove, "SGflb", 8), ROW(solver_free, "S", 2),
    ROW(verify, "f", 3),           ROW(verify_text, "fi", 3),     ROW(proof_load, "qfb", 5),
    ROW(proof_describe, "Q", 1),   ROW(proof_free, "Q", 1),       ROW(walk_new, "wQ", 4),
    ROW(walk_play, "Wi", 6),       ROW(walk_out, "Wz", 3),        ROW(walk_free, "W", 1),
    ROW(explain, "xG", 6),         ROW(explain_free, "X", 1),     ROW(review, "vGi", 3),
    ROW(review_annotate, "VR", 2), ROW(review_free, "V", 1),
};
const int OP_COUNT = (int)(sizeof OPS / sizeof *OPS);
_Static_assert(sizeof OPS / sizeof *OPS <= sizeof((Figures *)0)->latency / sizeof *((Figures *)0)->latency,
               "the figures have room for every call");

const char *text_of(int64_t index) {
    static const char *const TEXTS[] = {"a1",
                                        "b2 a2 c1",
                                        "a1,b1,a2",
                                        "swap-pieces",
                                        "c3 SWAP-sides",
                                        "",
                                        "z9",
                                        "a0",
                                        "a1 a1",
                                        "resign",
                                        "pass  pass\tB1",
                                        "a19",
                                        "aa",
                                        "https://hexworld.org/board/#5c1,a3:sd2b4",
                                        "https://hexworld.org/board/#4,a1b2c3",
                                        "https://hexworld.org/board/#3r,a9",
                                        "#5,z9",
                                        "nonsense",
                                        "#19,a1:pc3",
                                        "https://trmph.com/hex/board#4,a1b2c3",
                                        "(;FF[4]GM[11]SZ[4];B[a1];W[b2];B[c3])",
                                        "(;FF[4]GM[11]SZ[3:4];B[a1](;W[b2])(;W[b3];B[c1]))",
                                        "(;SZ[x])",
                                        "(;FF[4]GM[11]SZ[2]AB[a1][a2])",
                                        "(;FF[4]GM[11]SZ[5];B[a1];W[swap-pieces];B[c\\]3])",
                                        "(;GM[1]SZ[9])",
                                        "(;FF[4]GM[11]SZ[1])",
                                        "a text with ] and \\ and : and \xc3\xa9\nand a line"};
    enum { COUNT = sizeof TEXTS / sizeof *TEXTS };
    return TEXTS[(index % COUNT + COUNT) % COUNT];
}

// --- Random calls

uint64_t random_next(uint64_t *seed) {
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

int random_below(uint64_t *seed, int bound) {
    return (int)(random_next(seed) % (uint64_t)bound);
}

// The table of handles that a letter names, and how many it has room for.
static void *const *handles(World *world, char letter, int *count) {
    const struct {
        char letter;
        void *slots;
        int count;
    } TABLES[] = {{'g', world->game, GAMES},     {'r', world->record, RECORDS},
                  {'p', world->player, PLAYERS}, {'k', world->clock, CLOCKS},
                  {'n', world->net, NETS},       {'a', world->analysis, ANALYSES},
                  {'s', world->solver, SOLVERS}, {'q', world->proof, PROOFS},
                  {'w', world->walk, WALKS},     {'x', world->explanation, EXPLANATIONS},
                  {'v', world->review, REVIEWS}};
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        if (TABLES[i].letter != letter) continue;
        *count = TABLES[i].count;
        return TABLES[i].slots;
    }
    return NULL;
}

static int side(uint64_t *seed) {
    static const int RARE[] = {0, 20, -1, 19, 7, 9, 11, 1};
    int chance = random_below(seed, 100);
    if (chance < 7) return RARE[random_below(seed, 8)];
    return chance < 60 ? 2 + random_below(seed, 3) : 1 + random_below(seed, 6);
}

static int move(const World *world, const Call *call, uint64_t *seed) {
    const Toy *board = &world->board[call->arg[0] % GAMES];
    int cells = board->width * board->height, chance = random_below(seed, 100);
    if (chance < 12) return MP_SWAP_PIECES + random_below(seed, chance < 10 ? 2 : 4);
    if (chance < 16 || cells < 1) return random_below(seed, 370) - 4;
    for (int tries = 0; tries < 20; tries++) {
        int cell = random_below(seed, cells);
        if (board->now[cell] == MP_EMPTY) return cell;
    }
    return random_below(seed, cells);
}

static void largest(const World *world, int64_t *out) {
    for (int i = 0; i < GAMES; i++) {
        const Toy *board = &world->board[i], *chosen = &world->board[*out];
        if (world->game[i] && board->width * board->height > chosen->width * chosen->height) *out = i;
    }
}

// False when there is no such handle.
static bool argument(World *world, Call *call, int place, char kind, uint64_t *seed) {
    int count = 0, chance = random_below(seed, 100);
    int64_t *out = &call->arg[place];
    void *const *slots = handles(world, (char)tolower(kind), &count);
    if (slots) {
        *out = random_below(seed, count);
        for (int i = 0; isupper(kind) && i < count && !slots[*out]; i++) *out = (*out + 1) % count;
        if (kind == 'G' && call->cancel > 0 && chance < 50)
            largest(world, out); // where there is something to cancel
        return !isupper(kind) || slots[*out];
    }
    switch (kind) {
    case 'd':
        *out = place > 1 && chance < 60 && call->arg[1] > 0 && call->arg[1] < 7 ? call->arg[1] : side(seed);
        break;
    case 'c':
        *out = chance < 70 ? MP_EMPTY : random_below(seed, 2);
        break;
    case 'o':
        *out = random_below(seed, 2);
        break;
    case 'm':
        *out = move(world, call, seed);
        break;
    case 't':
        *out = random_below(seed, 28);
        break;
    case 'i':
        *out = chance < 90 ? random_below(seed, 8) : random_below(seed, 40) - 3;
        break;
    case 'z':
        *out = random_below(seed, 1000);
        break;
    case 'b':
        *out = chance < 50;
        break;
    case 'f':
        for (int tries = 0; tries < 3 && (!tries || !world->proof_here[*out]); tries++)
            *out = random_below(seed, FILES);
        break;
    case 'l':
        *out = chance < 10 ? 0 : chance < 20 ? -1 : 1 + random_below(seed, chance < 60 ? 100 : 3000);
        break;
    }
    return true;
}

static bool call_made(World *world, Call *call, uint64_t *seed) {
    const char *kinds = OPS[call->op].kinds;
    for (int i = 0; kinds[i]; i++) {
        if (!argument(world, call, i, kinds[i], seed)) return false;
    }
    return true;
}

static void modify(Call *call, uint64_t *seed) {
    call->cancel = -1;
    if (random_below(seed, 6) == 0) call->fail = 1 + random_below(seed, random_below(seed, 2) ? 4 : 200);
    if (random_below(seed, 6) == 0) call->cancel = random_below(seed, 4) ? random_below(seed, 20000) : 0;
    if (random_below(seed, 12) == 0) call->stop = 1 + random_below(seed, 30);
    if (random_below(seed, 8) == 0)
        call->size =
            random_below(seed, 2) ? 8 * (1 + random_below(seed, 6)) : -8 * (1 + random_below(seed, 12));
    if (random_below(seed, 30) == 0) call->size = -100000;
    call->no_error = random_below(seed, 12) == 0;
}

Call call_random(World *world, uint64_t *seed) {
    int total = 0;
    for (int i = 0; i < OP_COUNT; i++) total += OPS[i].weight;
    for (;;) {
        Call call = {.op = 0};
        int place = random_below(seed, total);
        while (place >= OPS[call.op].weight) place -= OPS[call.op++].weight;
        modify(&call, seed);
        if (!call_made(world, &call, seed)) continue;
        const char *nodes = strchr(OPS[call.op].kinds, 'l');
        if (nodes && call.cancel > 0 && random_below(seed, 2))
            call.arg[nodes - OPS[call.op].kinds] = 0; // long enough to be cancelled
        return call;
    }
}
