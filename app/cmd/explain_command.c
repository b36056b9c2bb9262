// mustplay explain: what is known about a position without searching, and why.
#include "app/cmd/explain_command.h"

#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>

mp_game *explain_game(const Args *args, Error *error) {
    mp_game *game = args_new_game(args, error);
    mp_color winner = game ? mp_game_winner(game) : MP_EMPTY;
    if (winner == MP_EMPTY) return game;
    error_input(error, "explain: the game is over, %s has won", name_of_color(winner));
    mp_game_free(game);
    return NULL;
}

static bool explanation_save(const Args *args, const mp_game *game, const mp_explanation *e,
                             const ExplainMore *more, Error *error) {
    const char *path = args_text(args, "output");
    if (!path) return true;
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_memory(error);
    drawing_init_game(d, game);
    d->cell_size = args_real(args, "cell-size");
    explanation_draw(game, e, d);
    if (more->draw) more->draw(more->context, d);
    bool good = !args_given(args, "title") || drawing_title(d, args_text(args, "title"), error);
    good = good && drawing_save(d, path, args_flag(args, "force"), error);
    free(d);
    return good;
}

static int explanation_report(const Args *args, const mp_game *game, const mp_explanation *e,
                              const ExplainMore *more) {
    if (args_flag(args, "json")) {
        json_t *object = explanation_json(game, e);
        if (more->json) more->json(more->context, object);
        return report_json(object);
    }
    Text text = {0};
    explanation_write(game, e, &text);
    if (more->write) more->write(more->context, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return EXIT_DONE;
}

static mp_explanation *position_explain(const Args *args, const mp_game *game, const ExplainMore *more,
                                        Error *error) {
    mp_error outer = {.code = MP_OK};
    mp_engine *engine = args_engine(args, error);
    if (!engine) return NULL;
    mp_explanation *e =
        more->explain ? more->explain(more->context, game, &outer) : mp_explanation_new(engine, game, &outer);
    if (!e) public_fail(&outer, NULL, error);
    mp_engine_free(engine);
    return e;
}

int explain_with(const Args *args, const mp_game *game, const ExplainMore *more) {
    Error error = {0};
    mp_explanation *e = position_explain(args, game, more, &error);
    bool good = e && explanation_save(args, game, e, more, &error);
    int code = good ? explanation_report(args, game, e, more) : report_error(&error);
    mp_explanation_free(e);
    return code;
}

static int explain_run(const Args *args) {
    Error error = {0};
    mp_game *game = explain_game(args, &error);
    int code = game ? explain_with(args, game, &(ExplainMore){0}) : report_error(&error);
    mp_game_free(game);
    return code;
}

static const char *const EXAMPLES[] = {
    "mustplay explain --size 7 --moves \"d4 b5\"",
    "What is known without search.",
    "mustplay explain --size 7 --moves d4 --output d4.svg",
    "The same as a picture.",
    NULL,
};

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .group = "Study",
    .summary = "Inferior cells, fill-in, connections, must-play.",
    .arguments = "",
    .options = "@position output force title cell-size json",
    .examples = EXAMPLES,
    .detail =
        "Says what is known without searching, and why: fill-in of both colours; moves that the side to move may leave "
        "out, with the stone that answers or beats each; winning connections of either side; the must-play; regions "
        "that stand alone; and the winner if that decides it. --output FILE draws it (SVG, PNG or PDF). A finished game "
        "is an error (exit code 2).\n\n"
        "Kinds of cells: dead, captured, permanent and mutual are filled in; vulnerable, reversible and dominated moves "
        "are left out.\n\n"
        "JSON keys: winner (null when undecided); to_move; move (a winning one, or null); carrier (the empty cells the "
        "winner needs, or null); line (forced moves, after which the winner shows); fill (black, white, dead); inferior "
        "(a list of cell, kind, color, helper, pattern, reason); connections (of black and white: full, a carrier or "
        "null, semis, a list of key and carrier, and expression); must_play (null when decided); moves; regions (a list "
        "of color, ends, cells); circuit (null when decided).\n\n"
        "expression is the strategy of one connection that holds with the fill-in on the board, or null. circuit has "
        "the resistance between black's edges and between white's after fill-in, with connections as conductors. Its "
        "lead is the logarithm of the opponent's resistance over the mover's.",
    .run = explain_run,
};
