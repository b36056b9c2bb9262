// mustplay move: one move of one player in one position.
#include "cli/player_args.h"
#include "cli/watch.h"

#include <stdio.h>
#include <string.h>

static json_t *json_line(const Geometry *geometry, const Choice *choice) {
    json_t *line = json_array();
    for (int i = 0; i < choice->line_length; i++)
        json_array_append_new(line, json_move(geometry, choice->line[i]));
    return line;
}

static int choice_report(const Args *args, const Geometry *geometry, const Choice *choice) {
    char name[MOVE_NAME_MAX];
    move_name(geometry, choice->move, name);
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:s, s:f, s:I, s:o, s:f}", "move", name, "value", choice->value,
                                     "visits", (json_int_t)choice->visits, "pv", json_line(geometry, choice),
                                     "seconds", choice->seconds));
    printf("%s\nvalue %.3f, %llu visit%s, %.3f s\n", name, choice->value, (unsigned long long)choice->visits,
           plural(choice->visits), choice->seconds);
    if (choice->by_atlas) printf("swap or not: by the opening atlas (mustplay openings)\n");
    return EXIT_DONE;
}

static int move_run(const Args *args) {
    Error error = {0};
    Game game;
    Choice choice;
    if (!args_game(args, &game, &error)) return report_error(&error);
    MoveTerms terms = {.budget = args_budget(args)};
    terms.may_resign = args_flag(args, "resign");
    terms.may_swap = args_given(args, "swap") && !strcmp(args_text(args, "swap"), "on");
    Watch watch = {0};
    watch_start(&watch, game.now.geometry); // Ctrl-C: the best move so far
    Observer observer = watch_observer(&watch);
    terms.budget.observer = &observer;
    Player *player = args_player(args, LEVEL_MAX, 0, &observer, &error);
    bool chosen = player && player_choose(player, &game, &terms, &choice, &error);
    watch_clear(&watch);
    player_free(player);
    return chosen ? choice_report(args, game.now.geometry, &choice) : report_error(&error);
}

const Command COMMAND_MOVE = {
    .name = "move",
    .group = "Play",
    .summary = "The move of a player in a position.",
    .arguments = "",
    .options = "@position " PLAYER_OPTIONS " swap resign json",
    .detail =
        "Prints the move, the mover's winning probability as the player sees it, and the effort. With --json "
        "one object with the keys move, value, visits, pv (the expected line, which starts with the move) "
        "and seconds. A finished game is an error (exit code 2).",
    .run = move_run,
};
