// mustplay-lab draw: also patterns with decompositions, reduced graphs, and boards of Y.
#include "lab/cmd/known.h"

#include "app/cmd/draw_command.h"
#include "app/draw/claim_drawing.h"
#include "cli/commands.h"
#include "lab/draw/reduced_drawing.h"
#include "lab/strategy/patterns.h"
#include "lab/y/y_commands.h"

#include <stdio.h>

// A pattern of a list, as the last claim of its proof.
static bool pattern_draw(const Args *args, Drawing *d, Error *error) {
    PatternList list;
    Text text = {0}, reason = {0};
    const char *name = args_text(args, "pattern");
    if (!patterns_load(args_text(args, "patterns"), &list, error)) return false;
    int number = name ? pattern_list_find(&list, name) : list.count - 1;
    bool good = number >= 0 || error_input(error, "--pattern: the list has no pattern '%.40s'", name);
    if (good && !pattern_prove(&list, number, &text, &reason))
        good = error_input(error, "%s", text_string(&reason));
    Proof *proof = good ? proof_parse(text_string(&text), text.length, error) : NULL;
    good = proof && drawing_claim(d, proof, claim_book_count(proof->book) - 1, error);
    if (good) snprintf(d->title, sizeof d->title, "%s", list.pattern[number].name);
    proof_free(proof);
    text_free(&text);
    text_free(&reason);
    pattern_list_free(&list);
    return good;
}

const DrawingKind DRAWING_PATTERN = {"patterns", pattern_draw};

// The position with both colours' reduced graphs: a picture of its own.
static bool reduced_save(const Args *args, const char *path, Error *error) {
    static const char *const OTHERS[] = {"proof",  "patterns", "heat",    "cells",
                                         "labels", "arrows",   "numbers", "title"};
    Game game;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (args_given(args, OTHERS[i]))
            return error_input(error, "--reduced and --%s: one of them", OTHERS[i]);
    }
    return args_game(args, &game, error) && reduced_drawing_save(&game.now, args_real(args, "cell-size"),
                                                                 path, args_flag(args, "force"), error);
}

static int reduced_run(const Args *args) {
    Error error = {0};
    const char *path = args_text(args, "output");
    if (!path) error_input(&error, "draw: --output FILE is required");
    return path && reduced_save(args, path, &error) ? draw_report(args) : report_error(&error);
}

static int draw_run(const Args *args) {
    Error error = {0};
    if (!args_given(args, "pattern") || args_given(args, "patterns")) return COMMAND_DRAW.run(args);
    error_input(&error, "--pattern goes with --patterns");
    return report_error(&error);
}

static const OptionSpec OWN[] = {
    {"pattern", OPTION_TEXT, NULL, 0, 0, NULL, "NAME",
     "With --patterns: the pattern to draw. Without it the last."},
    {"reduced", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Draw the position beside the reduced graphs of both colours."},
    {0},
};
static const CommandWay WAYS[] = {
    {"game", "y", Y_DRAW_OPTIONS, y_draw_run},
    {"reduced", NULL, NULL, reduced_run},
    {0},
};

const Command LAB_DRAW = {
    .name = "draw",
    .extends = &COMMAND_DRAW,
    .summary = "Draw a position, a claim of a proof, or a pattern, as SVG, PNG or PDF.",
    .own = OWN,
    .options = "game patterns",
    .detail =
        "--patterns draws a pattern with its decomposition as --proof does a claim. --reduced draws the position "
        "beside the graphs of both colours, in which own stones are contracted and the opponent's are gone.",
    .run = draw_run,
    .ways = WAYS,
};
