// mustplay move: one move of one player in one position.
#include "cli/public_player.h"

#include <stdio.h>
#include <string.h>

static int choice_report(const Args *args, const mp_game *game, const mp_choice *choice) {
    char name[MP_NAME_MAX];
    mp_move_name(game, choice->move, name);
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:s, s:f, s:I, s:o, s:f}", "move", name, "value", choice->value,
                                     "visits", (json_int_t)choice->visits, "pv",
                                     json_line(game, &choice->line), "seconds", choice->seconds));
    printf("%s\nvalue %.3f, %llu visit%s, %.3f s\n", name, choice->value, (unsigned long long)choice->visits,
           plural(choice->visits), choice->seconds);
    if (choice->by_atlas) printf("swap or not: by the opening atlas (mustplay openings)\n");
    return EXIT_DONE;
}

static bool choose(const Args *args, const mp_engine *engine, const mp_game *game, mp_choice *choice,
                   Error *error) {
    mp_terms terms = MP_INIT(mp_terms);
    mp_error outer = {.code = MP_OK};
    Watch watch = {0};
    watch_start(&watch, NULL); // Ctrl-C: the best move so far
    terms.limits = watch_limits(&watch, game);
    args_grant(args, &terms.limits);
    terms.may_resign = args_flag(args, "resign");
    terms.may_swap = args_given(args, "swap") && !strcmp(args_text(args, "swap"), "on");
    mp_player *player = args_new_player(args, engine, MP_LEVEL_MAX, 0, &terms.limits, error);
    bool chosen = player && mp_player_choose(player, game, &terms, choice, &outer);
    watch_clear(&watch);
    if (player && !chosen) public_fail(&outer, NULL, error);
    mp_player_free(player);
    return chosen;
}

static int move_run(const Args *args) {
    Error error = {0};
    mp_choice choice = MP_INIT(mp_choice);
    mp_game *game = args_new_game(args, &error);
    mp_engine *engine = game ? args_engine(args, &error) : NULL;
    bool chosen = engine && choose(args, engine, game, &choice, &error);
    int code = chosen ? choice_report(args, game, &choice) : report_error(&error);
    mp_engine_free(engine);
    mp_game_free(game);
    return code;
}

static const char *const EXAMPLES[] = {
    "mustplay move --size 11 --moves \"a10 f6\"",
    "The move of the strongest player.",
    "mustplay move --size 7 --player mcts:playouts=5000 --json",
    "An empty board, by Monte Carlo search, as JSON.",
    NULL,
};

const Command COMMAND_MOVE = {
    .name = "move",
    .group = "Play",
    .summary = "The move of a player in a position.",
    .arguments = "",
    .options = "@position " PLAYER_OPTIONS " swap resign json",
    .examples = EXAMPLES,
    .detail =
        "Prints the move, the mover's winning probability as the player sees it, and the effort. With --json "
        "one object with the keys move, value, visits, pv (the expected line, which starts with the move) "
        "and seconds. A finished game is an error (exit code 2).",
    .run = move_run,
};
