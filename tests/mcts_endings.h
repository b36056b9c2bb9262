// Every way in which a Monte Carlo search ends, for the unit test and for ThreadSanitizer. A search that does
// not end kills the program by SIGALRM.
#ifndef MUSTPLAY_TESTS_MCTS_ENDINGS_H
#define MUSTPLAY_TESTS_MCTS_ENDINGS_H

#include "search/mcts.h"

#include <unistd.h>

enum { ENDING_SECONDS_MAX = 120 };

typedef struct MctsEnding {
    const char *name;
    int size;
    const char *black, *white; // stones; Black is to move
    Budget budget;
    SearchEnd end;
    bool proves;
} MctsEnding;

static bool ending_cancels(void *context) {
    return ++*(int *)context > 3;
}

static const MctsEnding MCTS_ENDINGS[] = {
    {"play-outs", 7, "", "", {.nodes = 300}, END_WITH_BUDGET, false},
    {"one play-out", 7, "", "", {.nodes = 1}, END_WITH_BUDGET, false},
    {"time", 7, "", "", {.seconds = 0.02}, END_WITH_BUDGET, false},
    {"no time", 7, "", "", {.seconds = 1e-9}, END_WITH_BUDGET, false},
    {"cancelled", 7, "", "", {0}, END_WITH_BUDGET, false},
    {"settled", 7, "", "", {.nodes = 400}, END_WHEN_SETTLED, false},
    {"proof", 3, "b2", "", {.nodes = 100000}, END_WITH_BUDGET, true},
    {"won at once", 3, "b2b1", "", {.nodes = 100000}, END_WITH_BUDGET, true},
    {"one move left", 5, "", "a3b3c3d3", {.nodes = 1000000}, END_WHEN_SETTLED, false},
};
enum { MCTS_ENDING_COUNT = sizeof MCTS_ENDINGS / sizeof *MCTS_ENDINGS };

static CellSet ending_stones(const Geometry *g, const char *names) {
    CellSet set = cellset_none();
    for (; *names; names += 2) cellset_add(&set, cell_parse(g, names, 2));
    return set;
}

// Searches until the ending comes. False with an error.
static bool mcts_ending_run(Mcts *mcts, const MctsEnding *ending, int threads, Error *error) {
    const Geometry *g = geometry_get(ending->size, ending->size);
    Position position = position_empty(g);
    position.stones[BLACK] = ending_stones(g, ending->black);
    position.stones[WHITE] = ending_stones(g, ending->white);
    int asked = 0;
    Observer observer = {.context = &asked, .cancelled = ending_cancels};
    Budget budget = ending->budget;
    budget.threads = threads;
    if (!(budget.seconds > 0) && !budget.nodes) budget.observer = &observer;
    alarm(ENDING_SECONDS_MAX);
    bool good = mcts_search(mcts, &position, NULL, &budget, ending->end, error);
    alarm(0);
    return good && mcts_validate(mcts, error);
}

#endif
