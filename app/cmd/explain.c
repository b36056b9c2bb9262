// mustplay explain: what is known about a position without searching, and why.
#include "app/cmd/explain.h"

#include <stdio.h>
#include <stdlib.h>

bool explain_game(const Args *args, Game *game, Error *error) {
    if (!args_game(args, game, error)) return false;
    if (game_winner(game) == EMPTY) return true;
    return error_input(error, "explain: the game is over, %s has won", color_name(game_winner(game)));
}

static bool explanation_save(const Args *args, const Game *game, const Explanation *e,
                             const ExplainMore *more, Error *error) {
    const char *path = args_text(args, "output");
    if (!path) return true;
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_memory(error);
    drawing_init(d, &e->position);
    d->last = game_last_cell(game);
    d->cell_size = args_real(args, "cell-size");
    explanation_draw(e, d);
    if (more->draw) more->draw(more->context, d);
    bool good = !args_given(args, "title") || drawing_title(d, args_text(args, "title"), error);
    good = good && drawing_save(d, path, args_flag(args, "force"), error);
    free(d);
    return good;
}

static int explanation_report(const Args *args, const Explanation *e, const ExplainMore *more) {
    if (args_flag(args, "json")) {
        json_t *object = explanation_json(e);
        if (more->json) more->json(more->context, object);
        return report_json(object);
    }
    Text text = {0};
    explanation_write(e, &text);
    if (more->write) more->write(more->context, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return EXIT_DONE;
}

int explain_with(const Args *args, const Game *game, const ExplainMore *more) {
    Error error = {0};
    Explanation *e = explanation_new(&game->now, more->deduce, &error);
    bool good = e && explanation_save(args, game, e, more, &error);
    int code = good ? explanation_report(args, e, more) : report_error(&error);
    explanation_free(e);
    return code;
}

static int explain_run(const Args *args) {
    Error error = {0};
    Game game;
    ExplainMore nothing = {0};
    return explain_game(args, &game, &error) ? explain_with(args, &game, &nothing) : report_error(&error);
}

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .group = "Study",
    .summary = "Inferior cells, fill-in, connections, must-play.",
    .arguments = "",
    .options = "@position output force title cell-size json",
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
        "ends, cells), circuit (null when decided: the resistance between "
        "black's and between white's edges after fill-in, with connections as conductors, and lead, the mover's: the "
        "logarithm of the other's over its own). Kinds: dead, captured, permanent, mutual (filled "
        "in); vulnerable, reversible, dominated (moves left out). A finished game is an error (exit code 2).",
    .run = explain_run,
};
