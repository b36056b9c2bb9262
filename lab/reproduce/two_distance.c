// The counterexample of two-distance (van Rijswijck 2002, Figure 9). Black's two-distance is infinite,
// White's is not, and yet Black wins with White to move. How rare such positions are on small boards,
// and one of ours, since the figure did not come with the text.
#include "base/random.h"
#include "cli/watch.h"
#include "eval/queenbee.h"
#include "game/random_position.h"
#include "lab/reproduce/reproduce.h"
#include "solve/solver.h"

#include <stdio.h>

// Found among random positions of 5x5, then stones taken away as long as it stayed one.
static const char COUNTEREXAMPLE[] = ".W.W.\n.....\nB.B.B\nB..B.\n.WWWB";

// Whether two-distance takes the position for lost by Black.
static bool taken_for_lost(const Position *position) {
    Board board;
    Queenbee queenbee;
    board_set(&board, position);
    queenbee_look(&board, &queenbee);
    return queenbee.of[BLACK].best >= DISTANCE_NONE && queenbee.of[WHITE].best < DISTANCE_NONE;
}

static bool won_by_black(Position position, bool *won, Error *error) {
    Answer answer;
    Budget budget = {.observer = watch_signals()};
    position.to_move = WHITE;
    if (!solve_position(&SOLVE_AUTO, &position, &budget, NULL, &answer, error)) return false;
    *won = answer.winner == BLACK;
    return true;
}

static json_t *row_new(const char *positions, int tried, int lost, int won) {
    return json_pack("{s:s, s:s, s:i, s:i, s:i}", "positions", positions, "published", "rare, but they occur",
                     "tried", tried, "taken_for_lost", lost, "won_by_black", won);
}

static bool board_run(int n, int count, Random random, KeptRows *kept, Error *error) {
    const Geometry *g = geometry_get(n, n);
    int lost = 0, wins = 0;
    char name[32];
    for (int i = 0; i < count && !watch_interrupted(); i++) {
        Position position = position_undecided(g, &random, 1, g->cells - 2);
        bool won = false;
        if (!taken_for_lost(&position)) continue;
        if (!won_by_black(position, &won, error)) return false;
        lost++;
        wins += won;
    }
    snprintf(name, sizeof name, "random %dx%d", n, n);
    return kept_add(kept, name, row_new(name, count, lost, wins), error);
}

static bool example_run(KeptRows *kept, Error *error) {
    Position position;
    bool won;
    if (!position_parse_diagram(COUNTEREXAMPLE, &position, error) || !won_by_black(position, &won, error))
        return false;
    return kept_add(kept, "ours", row_new("ours, 5x5", 1, taken_for_lost(&position), won), error);
}

static bool two_distance_run(const Args *args, json_t *rows, Error *error) {
    static const int POSITIONS[SETTINGS] = {10000, 100000, 1000000};
    uint64_t seed = (uint64_t)args_int(args, "seed");
    char identity[32], name[32];
    KeptRows kept;
    snprintf(identity, sizeof identity, "seed %llu", (unsigned long long)seed);
    bool good = kept_open(&kept, args, "two-distance", identity, rows, error);
    if (!good) return false;
    for (int n = 3; good && n <= 5 && !watch_interrupted(); n++) {
        snprintf(name, sizeof name, "random %dx%d", n, n);
        good = kept_take(&kept, name) || board_run(n, POSITIONS[setting_of(args)],
                                                   random_seeded(seed * 100 + (uint64_t)n), &kept, error);
    }
    good = good && (watch_interrupted() || kept_take(&kept, "ours") || example_run(&kept, error));
    kept_close(&kept);
    return good;
}

static const char *const TWO_DISTANCE_COLUMNS[] = {"positions",      "published",    "tried",
                                                   "taken_for_lost", "won_by_black", NULL};

const Reproduction REPRODUCE_TWO_DISTANCE = {
    .name = "two-distance",
    .help = "Positions that two-distance takes for lost and that are won (van Rijswijck 2002, Figure 9).",
    .quick = "10,000 random positions each of 3x3 to 5x5, and one counterexample",
    .medium = "100,000 random positions each",
    .minutes = 1,
    .full = "1,000,000 random positions each",
    .columns = TWO_DISTANCE_COLUMNS,
    .run = two_distance_run,
};
