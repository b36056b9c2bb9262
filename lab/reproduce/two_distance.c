// The counterexample of two-distance (van Rijswijck 2002, Figure 9): a position whose black two-distance is infinite
// and whose white one is not, and which Black wins though White moves. How rare such positions are on small boards,
// and one of ours, since the figure did not come with the text.
#include "base/random.h"
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
    Budget free = {0};
    position.to_move = WHITE;
    if (!solve_position(&SOLVE_AUTO, &position, &free, NULL, &answer, error)) return false;
    *won = answer.winner == BLACK;
    return true;
}

static void row_add(json_t *rows, const char *positions, int tried, int lost, int won) {
    json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:i, s:i}", "positions", positions, "published",
                                          "rare, but they occur", "tried", tried, "taken_for_lost", lost,
                                          "won_by_black", won));
}

static bool board_add(json_t *rows, int n, int count, Random *random, Error *error) {
    const Geometry *g = geometry_get(n, n);
    int lost = 0, wins = 0;
    char name[32];
    for (int i = 0; i < count; i++) {
        Position position = position_undecided(g, random, 1, g->cells - 2);
        bool won = false;
        if (!taken_for_lost(&position)) continue;
        if (!won_by_black(position, &won, error)) return false;
        lost++;
        wins += won;
    }
    snprintf(name, sizeof name, "random %dx%d", n, n);
    row_add(rows, name, count, lost, wins);
    return true;
}

static bool two_distance_run(const Args *args, json_t *rows, Error *error) {
    Random random = random_seeded((uint64_t)args_int(args, "seed"));
    int scale = args_flag(args, "full") ? 100 : 1;
    Position position;
    bool won;
    for (int n = 3; n <= 5; n++) {
        if (!board_add(rows, n, 10000 * scale, &random, error)) return false;
    }
    if (!position_parse_diagram(COUNTEREXAMPLE, &position, error) || !won_by_black(position, &won, error))
        return false;
    row_add(rows, "ours, 5x5", 1, taken_for_lost(&position), won);
    return true;
}

static const char *const TWO_DISTANCE_COLUMNS[] = {"positions",      "published",    "tried",
                                                   "taken_for_lost", "won_by_black", NULL};

const Reproduction REPRODUCE_TWO_DISTANCE = {
    .name = "two-distance",
    .help = "Positions that two-distance takes for lost and that are won (van Rijswijck 2002, Figure 9).",
    .quick = "10,000 random positions each of 3x3 to 5x5, and one counterexample",
    .full = "1,000,000 random positions each",
    .columns = TWO_DISTANCE_COLUMNS,
    .run = two_distance_run,
};
