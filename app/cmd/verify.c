// mustplay verify: checks a proof file by the code of mustplay-verify (verify/verify.h), or a strategy expression
// by way of a proof file.
#include "app/cli/command.h"

#include "app/report/judge.h"

#include <stdio.h>
#include <string.h>

static int expression_report(const Args *args, const VerifyResult *result, const Text *reason) {
    bool right = result->code == VERIFY_RIGHT;
    if (args_flag(args, "json")) {
        int code = report_json(json_pack("{s:b, s:s?, s:I, s:s?}", "valid", right, "winner",
                                         right ? result->winner : NULL, "claims", (json_int_t)result->claims,
                                         "reason", right ? NULL : text_string(reason)));
        return code == EXIT_DONE ? result->code : code;
    }
    if (right)
        printf("right: %s wins by it (%d claims)\n", result->winner, (int)result->claims);
    else
        printf("false: %s\n", text_string(reason));
    return fflush(stdout) ? EXIT_INTERNAL : result->code;
}

// With a first move in it the expression is the mover's; without one the other player's, or still the mover's.
static int expression_run(const Args *args, const char *text) {
    Error error = {0};
    Game game;
    static Expression expression; // too large for the stack of some systems
    if (!args_game(args, &game, &error)) return report_error(&error);
    if (!expression_parse(game.now.geometry, text, &expression, &error)) return report_error(&error);
    Color mover = game.now.to_move;
    CellSet stones = cellset_or(game.now.stones[BLACK], game.now.stones[WHITE]);
    bool moves = !cellset_is_empty(cellset_minus(expression_top_cells(&expression), stones));
    VerifyResult result, other;
    Text reason = {0}, reason_other = {0};
    bool right =
        expression_judge(&expression, &game.now, moves ? mover : color_other(mover), &result, &reason);
    if (!right && !moves && expression_judge(&expression, &game.now, mover, &other, &reason_other))
        result = other;
    int code = expression_report(args, &result, &reason);
    text_free(&reason);
    text_free(&reason_other);
    return code;
}

static int verify_run(const Args *args) {
    Error error = {0};
    const char *path = args_word(args, 0), *expression = args_text(args, "expression");
    if (!path == !expression) {
        error_input(&error, path ? "verify: a file or an expression, not both" : "verify: which proof file?");
        return report_error(&error);
    }
    if (expression) return expression_run(args, expression);
    return verify_command("mustplay", path, args_flag(args, "json"), args_flag(args, "stats"));
}

const Command COMMAND_VERIFY = {
    .name = "verify",
    .summary = "Check a proof file, or a strategy expression.",
    .arguments = "FILE",
    .arguments_max = 1,
    .options = "json stats expression @position",
    .detail =
        "Says whether the file proves what it claims; docs/PROOFS.md defines proof files. A file whose name "
        "ends in .zst is compressed; - is standard input. With --expression it checks a strategy such as "
        "\"b2.(b1|c1).(a3|b3)\" against the position. Exit codes: 0 right, 4 well-formed but false (the "
        "first false line and why), 2 not a proof file, 3 stopped. mustplay-verify is the same checker as a "
        "program of its own, from one C file that shares nothing with the rest.",
    .run = verify_run,
};
