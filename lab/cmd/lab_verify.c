// mustplay-lab verify: also a strategy expression, or a list of patterns, by way of proof files.
#include "lab/cmd/known.h"

#include "cli/commands.h"
#include "lab/strategy/expression_check.h"
#include "lab/strategy/patterns.h"

#include <stdio.h>
#include <string.h>

// What is checked has one source.
static bool alone(const Args *args, Error *error) {
    if (args_given(args, "expression") + args_given(args, "patterns") + args_count(args) == 1) return true;
    return error_input(error, "verify: a file, an expression or a list of patterns, not both");
}

// --- Expressions

static int expression_report(const Args *args, const VerifyResult *result, const Text *reason) {
    bool right = result->code == VERIFY_RIGHT;
    if (args_flag(args, "json")) {
        int code = report_json(json_pack("{s:b, s:s?, s:I, s:s?}", "valid", right, "winner",
                                         right ? result->winner : NULL, "claims", (json_int_t)result->claims,
                                         "reason", right ? NULL : text_string(reason)));
        return code == EXIT_DONE ? result->code : code;
    }
    if (right)
        printf("right: %s wins by it (%d claim%s)\n", result->winner, (int)result->claims,
               plural(result->claims));
    else
        printf("false: %s\n", text_string(reason));
    return fflush(stdout) ? EXIT_INTERNAL : result->code;
}

// With a first move in it the expression is the mover's; without one the other player's, or still the mover's.
static int expression_run(const Args *args) {
    Error error = {0};
    Game game;
    const char *text = args_text(args, "expression");
    static Expression expression; // too large for the stack of some systems
    if (!alone(args, &error) || !args_game(args, &game, &error)) return report_error(&error);
    if (!expression_parse(game.now.geometry, text, &expression, &error)) return report_error(&error);
    Color mover = game.now.to_move;
    CellSet stones = cellset_or(game.now.stones[BLACK], game.now.stones[WHITE]);
    bool moves = !cellset_is_empty(cellset_minus(expression_top_cells(&expression), stones));
    VerifyResult result, other;
    Text reason = {0}, reason_other = {0};
    bool right =
        expression_check(&expression, &game.now, moves ? mover : color_other(mover), &result, &reason);
    if (!right && !moves && expression_check(&expression, &game.now, mover, &other, &reason_other))
        result = other;
    int code = expression_report(args, &result, &reason);
    text_free(&reason);
    text_free(&reason_other);
    return code;
}

// --- Patterns with decompositions

// Judges one pattern and says so; a row for JSON.
static json_t *pattern_judge(const PatternList *list, int number, bool json, bool *right) {
    const DecomposedPattern *pattern = &list->pattern[number];
    VerifyResult result = {.code = VERIFY_FALSE};
    Text proof = {0}, reason = {0};
    if (pattern_prove(list, number, &proof, &reason)) proof_check(&proof, &result);
    *right = result.code == VERIFY_RIGHT;
    if (!*right && !reason.length) text_add(&reason, result.reason);
    int cells = pattern_cells(pattern);
    if (!json && *right)
        printf("%s: right, %d cell%s, %d claim%s\n", pattern->name, cells, plural(cells), (int)result.claims,
               plural(result.claims));
    else if (!json)
        printf("%s: false: %s\n", pattern->name, text_string(&reason));
    json_t *row =
        json_pack("{s:s, s:b, s:i, s:I, s:s?}", "name", pattern->name, "valid", *right, "cells", cells,
                  "claims", (json_int_t)result.claims, "reason", *right ? NULL : text_string(&reason));
    text_free(&proof);
    text_free(&reason);
    return row;
}

static int patterns_run(const Args *args) {
    Error error = {0};
    PatternList list;
    bool json = args_flag(args, "json"), all = true;
    if (!alone(args, &error) || !patterns_load(args_text(args, "patterns"), &list, &error))
        return report_error(&error);
    json_t *rows = json_array();
    for (int i = 0; i < list.count; i++) {
        bool right;
        json_array_append_new(rows, pattern_judge(&list, i, json, &right));
        all = all && right;
    }
    pattern_list_free(&list);
    int code = EXIT_DONE;
    if (json)
        code = report_json(json_pack("{s:b, s:o}", "valid", all, "patterns", rows));
    else
        json_decref(rows);
    return code != EXIT_DONE ? code : all ? EXIT_DONE : EXIT_FALSE_PROOF;
}

static const OptionSpec OWN[] = {
    {"expression", OPTION_TEXT, NULL, 0, 0, NULL, "TEXT",
     "A strategy to check against the position: a dot is both, a bar is either."},
    {0},
};
static const CommandWay WAYS[] = {
    {"expression", NULL, NULL, expression_run},
    {"patterns", NULL, NULL, patterns_run},
    {0},
};

const Command LAB_VERIFY = {
    .name = "verify",
    .extends = &COMMAND_VERIFY,
    .summary = "Check a proof file, a strategy expression, or a list of patterns.",
    .own = OWN,
    .options = "patterns @position",
    .detail =
        "With --expression it checks a strategy such as \"b2.(b1|c1).(a3|b3)\" against the position. With --patterns it "
        "checks a list of patterns with decompositions: for each a proof is written and checked.\n\n"
        "JSON keys: valid; patterns (name, valid, cells, claims, reason).",
    .ways = WAYS,
};
