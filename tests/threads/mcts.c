// The Monte Carlo search with four threads, for ThreadSanitizer: each way to share work, with knowledge and
// fill-in. A few moves of a game make it keep and copy trees. After it comes every way in which a search
// ends. Exit code 1 when an invariant breaks.
#include "mcts_endings.h"

#include <stdio.h>

static bool moves_search(Mcts *mcts, Error *error) {
    static SearchReport report;
    Position position = position_empty(geometry_get(7, 7));
    cellset_add(&position.stones[BLACK], 1);
    position.to_move = WHITE;
    Budget budget = {.nodes = 1500, .threads = 4};
    for (int i = 0; i < 4 && position_winner(&position) == EMPTY; i++) {
        if (!mcts_search(mcts, &position, NULL, &budget, END_WITH_BUDGET, error) ||
            !mcts_validate(mcts, error))
            return false;
        mcts_report(mcts, &report);
        cellset_add(&position.stones[position.to_move], report.move[0].cell);
        position.to_move = color_other(position.to_move);
    }
    return true;
}

static bool endings_search(Mcts *mcts, Error *error) {
    for (int i = 0; i < 3 * MCTS_ENDING_COUNT; i++) {
        mcts_reset(mcts);
        if (!mcts_ending_run(mcts, &MCTS_ENDINGS[i % MCTS_ENDING_COUNT], 4, error)) return false;
    }
    return true;
}

int main(void) {
    Error error = {0};
    MctsOptions options = mcts_options();
    options.expand_at = 2;
    options.knowledge_at = 40;
    options.memory_max = (uint64_t)64 << 20;
    Gammas *gammas = gammas_load(NULL, &error);
    bool good = gammas;
    for (int i = 0; i <= 2 * MCTS_LEAF + 1 && good;
         i++) { // each way with one play-out per leaf, and with several
        options.parallel = (MctsParallel)(i / 2);
        options.simulations = i % 2 ? 6 : 1;
        options.majority = i % 2;
        Mcts *mcts = mcts_new(gammas, &options, 1, &error);
        good = mcts && moves_search(mcts, &error) && endings_search(mcts, &error);
        mcts_free(mcts);
    }
    gammas_free(gammas);
    if (!good) fprintf(stderr, "%s\n", error.text);
    return good ? 0 : 1;
}
