// Measures a net by itself: measure_net [NET] [SECONDS]
//
// 1. 8 bits against 32, by the precise and the fast evaluation, on positions of games that the policy plays with
//    itself. Counts how often the first choice is the same, and how far the value is off.
// 2. The value's sign against the solver on random positions of 6x6 and 7x7. They have two stones to a third of the
//    board, and the mover wins as many as he loses.
// 3. Whether the policy's first choice wins, after every distinct opening of 6x6 to 8x8 that the second player
//    wins. An opening counts as open when the solver does not decide it within SECONDS (30) a question.
//
// Without NET the one that comes with the program. Everything but the openings of 8x8 takes a few minutes.
#include "game/random_position.h"
#include "net/evaluator.h"
#include "solve/solver.h"
#include "tools/lib/argument.h"

#include <math.h>
#include <stdio.h>

enum { POSITIONS = 1000 };

typedef struct Measurer {
    Evaluator *exact, *bytes; // bytes: the one that players use
    Random random;
    double seconds;
    Error error;
} Measurer;

static int first_choice(const Position *p, const NetOutput *out) {
    int best = CELL_NONE;
    CellSet vacant = position_vacant(p);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        if (best == CELL_NONE || out->policy[cell] > out->policy[best]) best = cell;
    }
    return best;
}

static Position after(const Position *p, int cell) {
    Position next = *p;
    cellset_add(&next.stones[p->to_move], cell);
    next.to_move = color_other(p->to_move);
    return next;
}

// --- 8 bits against 32

static Position game_start(Random *random) {
    int side = 5 + (int)random_below(random, 9);
    Position p = position_empty(geometry_get(side, side));
    return after(&p, (int)random_below(random, (uint32_t)p.geometry->cells));
}

// A move drawn from the policy.
static int policy_draw(Random *random, const Position *p, const NetOutput *out) {
    double draw = random_unit(random);
    int last = CELL_NONE;
    CellSet vacant = position_vacant(p);
    for (int cell; draw >= 0 && (cell = cellset_pop(&vacant)) >= 0;) {
        draw -= (double)out->policy[cell];
        last = cell;
    }
    return last;
}

// What 8 bits say beside 32.
typedef struct Beside {
    int same;
    double off, greatest;
} Beside;

static void beside_add(Beside *beside, const Position *p, const NetOutput *exact, const NetOutput *bytes) {
    double difference = fabs((double)(exact->value - bytes->value));
    beside->same += first_choice(p, exact) == first_choice(p, bytes);
    beside->off += difference / POSITIONS;
    beside->greatest = fmax(beside->greatest, difference);
}

static void beside_print(const Beside *beside, const char *what) {
    printf("%s against 32: the same first choice on %d of %d, value off by %.4f, %.3f at most\n", what,
           beside->same, POSITIONS, beside->off, beside->greatest);
}

static bool bytes_measure(Measurer *m) {
    Beside precise = {0}, fast = {0};
    Position p = game_start(&m->random);
    for (int i = 0; i < POSITIONS; i++) {
        NetOutput a, b, c;
        if (!evaluator_run(m->exact, &p, &a, &m->error) || !evaluator_run(m->bytes, &p, &b, &m->error) ||
            !evaluator_run_fast(m->bytes, &p, &c, &m->error))
            return false;
        beside_add(&precise, &p, &a, &b);
        beside_add(&fast, &p, &a, &c);
        p = after(&p, policy_draw(&m->random, &p, &a));
        if (position_winner(&p) != EMPTY) p = game_start(&m->random);
    }
    beside_print(&precise, "8 bits");
    beside_print(&fast, "8 bits in haste");
    return true;
}

// --- Against the solver

// False on a failure, which `error` tells.
static bool winner_find(Measurer *m, const Position *p, Color *winner) {
    Budget budget = {.seconds = m->seconds, .memory = 1 << 30, .threads = 1};
    Answer answer;
    if (!solve_position(&SOLVE_AUTO, p, &budget, NULL, &answer, &m->error)) return false;
    *winner = answer.winner;
    return true;
}

static Position position_draw(Random *random, int side) {
    const Geometry *g = geometry_get(side, side);
    return position_in_turns(g, random, 2 + (int)random_below(random, (uint32_t)(g->cells / 3) - 1));
}

static bool signs_measure(Measurer *m, int side) {
    int right = 0, kept[2] = {0, 0}; // by whether the mover wins
    while (kept[0] + kept[1] < POSITIONS) {
        Position p = position_draw(&m->random, side);
        Color winner;
        NetOutput out;
        if (position_winner(&p) != EMPTY) continue;
        if (!winner_find(m, &p, &winner) || !evaluator_run(m->bytes, &p, &out, &m->error)) return false;
        bool won = winner == p.to_move;
        if (winner == EMPTY || kept[won] == POSITIONS / 2) continue;
        kept[won]++;
        right += won == (out.value > 0);
    }
    printf("%dx%d: the value's sign is right on %d of %d\n", side, side, right, POSITIONS);
    return true;
}

static bool openings_measure(Measurer *m, int side) {
    int lost = 0, right = 0, open = 0;
    const Geometry *g = geometry_get(side, side);
    Position empty = position_empty(g);
    for (int cell = 0; cell < g->cells; cell++) {
        Position p = after(&empty, cell);
        NetOutput out;
        Color winner, reply_winner;
        if (cell > cell_rotated(g, cell)) continue;
        if (!evaluator_run(m->bytes, &p, &out, &m->error)) return false;
        Position reply = after(&p, first_choice(&p, &out));
        if (!winner_find(m, &reply, &reply_winner)) return false;
        winner = reply_winner; // a winning reply shows that the opening loses
        if (winner != p.to_move && !winner_find(m, &p, &winner)) return false;
        lost += winner == p.to_move;
        right += reply_winner == p.to_move;
        open += winner == EMPTY || (winner == p.to_move && reply_winner == EMPTY);
    }
    printf("%dx%d: of %d distinct openings that lose, the first choice wins after %d; %d questions open\n",
           side, side, lost, right, open);
    return true;
}

static bool measurer_open(Measurer *m, const Net *net) {
    m->exact = evaluator_new(net, NET_F32, &m->error);
    m->bytes = m->exact ? evaluator_new(net, NET_INT8, &m->error) : NULL;
    return m->bytes;
}

int main(int argc, char **argv) {
    char found[4096] = "";
    if (argc < 2) net_find(found, sizeof found);
    Measurer m = {.random = random_seeded(1), .seconds = 30};
    if (argc > 2 && !argument_real("SECONDS", argv[2], 0.001, 1e7, &m.seconds, &m.error)) {
        fprintf(stderr, "measure_net: %s\n", m.error.text);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    Net *net = net_load(argc > 1 ? argv[1] : found, &m.error);
    bool good = net && measurer_open(&m, net) && bytes_measure(&m) && signs_measure(&m, 6) &&
                signs_measure(&m, 7) && openings_measure(&m, 6) && openings_measure(&m, 7) &&
                openings_measure(&m, 8);
    if (!good) fprintf(stderr, "measure_net: %s\n", m.error.text);
    evaluator_free(m.exact);
    evaluator_free(m.bytes);
    net_free(net);
    return good ? 0 : 1;
}
