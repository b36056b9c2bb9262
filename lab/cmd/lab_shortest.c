// mustplay solve --shortest: how many moves a won game still takes when the winner hastens and the loser delays.
#include "base/file.h"
#include "cli/memory_args.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "lab/cmd/known.h"
#include "lab/shortest/shortest.h"
#include "solve/solver.h"

#include <stdio.h>

static int length_report(const Args *args, const Game *game, const Shortest *found) {
    char name[MOVE_NAME_MAX] = "";
    const Position *now = &game->now;
    bool decided = found->winner != EMPTY;
    if (found->move != MOVE_NONE) move_name(now->geometry, found->move, name);
    if (args_flag(args, "json")) {
        int code = report_json(json_pack(
            "{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f}", "winner", json_color(found->winner), "to_move",
            json_color(now->to_move), "move", *name ? json_string(name) : json_null(), "stones",
            decided ? json_integer(found->stones) : json_null(), "moves",
            decided ? json_integer(found->moves) : json_null(), "at_least_stones", json_integer(found->least),
            "nodes", (json_int_t)found->nodes, "seconds", found->seconds));
        return code == EXIT_DONE && !decided ? EXIT_UNDECIDED : code;
    }
    if (!decided) {
        printf("Not decided within the limits: the winner needs at least %d stones.\n", found->least);
    } else {
        printf("%s wins after %d moves, %d of them his own%s%s.\n",
               found->winner == BLACK ? "Black" : "White", found->moves, found->stones,
               *name ? ", the first " : "", name);
    }
    printf("%llu positions, %.3f s\n", (unsigned long long)found->nodes, found->seconds);
    return decided ? EXIT_DONE : EXIT_UNDECIDED;
}

// Who wins, then how soon.
static bool length_find(const Args *args, const Game *game, const Budget *budget, Shortest *found,
                        Text *certificate, Error *error) {
    Answer answer;
    Solver solver = {0};
    const char *path = args_text(args, "certificate");
    if (game_winner(game) != EMPTY)
        return error_input(error, "--shortest: the game is over, %s has won", color_name(game_winner(game)));
    if (game->now.geometry->cells > SHORTEST_CELLS_MAX)
        return error_input(error, "--shortest takes boards of at most %d cells", SHORTEST_CELLS_MAX);
    if (path && !output_check(path, args_flag(args, "force"), error)) return false;
    bool good = solve_position(&SOLVE_AUTO, &game->now, budget, &solver, &answer, error);
    solver_release(&solver);
    if (!good) return false;
    *found = (Shortest){.winner = EMPTY, .move = MOVE_NONE, .least = 1, .nodes = answer.nodes};
    if (answer.winner == EMPTY) return true;
    Budget left = budget_less(budget, answer.seconds, 0);
    if (!shortest_find(&game->now, answer.winner, &left, found, path ? certificate : NULL, error))
        return false;
    if (!path || found->winner == EMPTY) return true;
    if (certificate->failed) return error_memory(error);
    return file_write(path, text_string(certificate), certificate->length, args_flag(args, "force"), error);
}

int lab_shortest_run(const Args *args) {
    Error error = {0};
    Game game;
    Budget budget = {0};
    Shortest found;
    Text certificate = {0};
    Watch watch;
    if (!args_game(args, &game, &error)) return report_error(&error);
    if (args_given(args, "time"))
        budget.seconds = args_real(args, "time") > 0 ? args_real(args, "time") : 1e-9;
    if (!args_memory(args, 0, &budget.memory, &error)) return report_error(&error);
    watch_start(&watch, game.now.geometry);
    budget.observer = watch_signals();
    bool good = length_find(args, &game, &budget, &found, &certificate, &error);
    text_free(&certificate);
    return good ? length_report(args, &game, &found) : report_error(&error);
}
