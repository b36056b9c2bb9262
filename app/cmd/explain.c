// mustplay explain: what is known about a position without searching, and why.
#include "app/report/explain.h"
#include "app/cli/command.h"
#include "app/report/joinset_list.h"

#include <stdio.h>
#include <stdlib.h>

// `joinsets` is NULL unless asked for.
static bool explanation_save(const Args *args, const Game *game, const Explanation *e,
                             const JoinsetList *joinsets, Error *error) {
    const char *path = args_text(args, "output");
    if (!path) return true;
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_failure(error, "out of memory");
    drawing_init(d, &e->position);
    d->last = game_last_cell(game);
    d->cell_size = args_real(args, "cell-size");
    explanation_draw(e, d);
    if (joinsets) joinset_list_draw(joinsets, d);
    bool good = !args_given(args, "title") || drawing_title(d, args_text(args, "title"), error);
    good = good && drawing_save(d, path, args_flag(args, "force"), error);
    free(d);
    return good;
}

static int explanation_report(const Args *args, const Explanation *e, const JoinsetList *joinsets) {
    if (args_flag(args, "json")) {
        json_t *object = explanation_json(e);
        json_object_set_new(object, "minimal_joinsets", joinsets ? joinset_list_json(joinsets) : json_null());
        return report_json(object);
    }
    Text text = {0};
    explanation_write(e, &text);
    if (joinsets) joinset_list_write(joinsets, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return EXIT_DONE;
}

static int explain_run(const Args *args) {
    Error error = {0};
    Game game;
    if (!args_game(args, &game, &error)) return report_error(&error);
    if (game_winner(&game) != EMPTY) {
        error_input(&error, "explain: the game is over, %s has won", color_name(game_winner(&game)));
        return report_error(&error);
    }
    JoinsetList *joinsets = NULL;
    if (args_flag(args, "joinsets") && !(joinsets = joinset_list_new(&game.now, &error)))
        return report_error(&error);
    Explanation *e = explanation_new(&game.now, &error);
    bool good = e && (explanation_add_strategies(e) || error_failure(&error, "out of memory")) &&
                explanation_save(args, &game, e, joinsets, &error);
    int code = good ? explanation_report(args, e, joinsets) : report_error(&error);
    explanation_free(e);
    free(joinsets);
    return code;
}

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .summary = "Explain a position: inferior cells, fill-in, connections, must-play.",
    .arguments = "",
    .options = "@position joinsets output force title cell-size json",
    .detail =
        "Says what is known without searching, and why: fill-in of both colours, moves that the side to move "
        "may leave out and the stone that answers or beats each, winning connections of either side, the "
        "must-play region, regions of their own, and who wins if that decides it. --output FILE draws it "
        "(SVG, PNG or PDF). With --json one object: winner (null when undecided), to_move, move (a winning "
        "one, or null), carrier (the empty cells the winner needs, or null), line (moves, each the only one "
        "to consider, after which the winner shows), fill (black, white, dead), inferior (a list of cell, "
        "kind, color, helper, pattern, reason), connections (black and white, each with full, a carrier or "
        "null, semis, a list of key and carrier, and expression, the strategy of one of them that holds with "
        "the fill-in on the board, or null), must_play (null when decided), moves, regions (a list of color, "
        "ends, cells), joinsets (black and white, each with the number of smallest sets of empty cells that "
        "join the edges, and some of them), minimal_joinsets (null without --joinsets; black and white, each with "
        "the number of all minimal ones and up to 200 of them, and dead, the cells in none). Kinds: dead, captured, permanent, mutual, decomposed (filled "
        "in); vulnerable, reversible, dominated (moves left out). A finished game is an error (exit code 2).",
    .run = explain_run,
};
