// mustplay move --game y.
#include "cli/player_args.h"
#include "cli/watch.h"
#include "lab/y/y_commands.h"

#include <stdio.h>

static int choice_report(const Args *args, const Triangle *board, const YChoice *choice) {
    char name[MOVE_NAME_MAX];
    ymove_name(board, choice->move, name);
    if (args_flag(args, "json")) {
        json_t *line = json_array();
        for (int i = 0; i < choice->line_length; i++)
            json_array_append_new(line, y_json_move(board, choice->line[i]));
        return report_json(json_pack("{s:s, s:f, s:I, s:o, s:f}", "move", name, "value", choice->value,
                                     "visits", (json_int_t)choice->visits, "pv", line, "seconds",
                                     choice->seconds));
    }
    printf("%s\nvalue %.3f, %llu visit%s, %.3f s\n", name, choice->value, (unsigned long long)choice->visits,
           plural(choice->visits), choice->seconds);
    return EXIT_DONE;
}

int y_move_run(const Args *args) {
    Error error = {0};
    YGame game;
    YChoice choice;
    if (!y_args_game(args, &game, &error)) return report_error(&error);
    Watch watch = {0};
    watch_start(&watch, NULL);
    Observer observer = watch_observer(&watch);
    Budget budget = args_budget(args);
    budget.observer = &observer;
    YPlayer *player = y_args_player(args, LEVEL_MAX, 0, &error);
    bool chosen = player && yplayer_choose(player, &game, &budget, &choice, &error);
    watch_clear(&watch);
    yplayer_free(player);
    return chosen ? choice_report(args, game.now.board, &choice) : report_error(&error);
}
