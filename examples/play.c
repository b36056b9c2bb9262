/* Plays a game against itself: a player with a clock for each side, until somebody has won.
 *     cc play.c $(pkg-config --cflags --libs mustplay) -o play
 *     ./play 5 auto:level=3 random */
#include <mustplay/mustplay.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const mp_error *error) {
    fprintf(stderr, "play: %s\n", error->text);
    return 1;
}

static void say(void *context, const char *sentence) {
    (void)context;
    fprintf(stderr, "play: %s\n", sentence);
}

/* One move of the side to move, with the time that its clock leaves. False with an error. */
static bool turn(mp_game *game, mp_player *player, mp_clock *clock, mp_error *error) {
    char name[MP_NAME_MAX];
    mp_color side = mp_game_to_move(game);
    mp_terms terms = MP_INIT(mp_terms);
    mp_choice choice = MP_INIT(mp_choice);
    terms.limits = MP_INIT(mp_limits);
    terms.limits.seconds = mp_clock_share(clock, game);
    if (!mp_player_choose(player, game, &terms, &choice, error)) return false;
    if (!mp_clock_spend(clock, side, choice.seconds)) fprintf(stderr, "play: out of time, and goes on\n");
    printf("%s %s (%.0f %%)\n", side == MP_BLACK ? "black" : "white", mp_move_name(game, choice.move, name),
           100 * choice.value);
    return mp_game_play(game, MP_EMPTY, choice.move, error);
}

int main(int argc, char **argv) {
    mp_error error = {MP_OK, ""};
    int size = argc > 1 ? atoi(argv[1]) : 5;
    mp_engine *engine = mp_engine_new(&error);
    if (!engine) return fail(&error);
    mp_engine_set_log(engine, say, NULL);
    mp_player *player[2] = {mp_player_new(engine, argc > 2 ? argv[2] : "mcts", 1, NULL, &error), NULL};
    if (player[0]) player[1] = mp_player_new(engine, argc > 3 ? argv[3] : "resistance", 2, NULL, &error);
    mp_game *game = player[1] ? mp_game_new(size, size, &error) : NULL;
    mp_clock *clock = game ? mp_clock_new(&error) : NULL;
    bool good = clock != NULL;
    if (clock) mp_clock_set(clock, 20, 0, 0, 0.1); /* 20 seconds a side, and a tenth for each move */
    while (good && mp_game_winner(game) == MP_EMPTY)
        good = turn(game, player[mp_game_to_move(game)], clock, &error);
    if (good) {
        char *board = mp_game_diagram(game);
        printf("%s%s wins\n", board ? board : "", mp_game_winner(game) == MP_BLACK ? "black" : "white");
        mp_free(board);
    }
    mp_clock_free(clock);
    mp_game_free(game);
    mp_player_free(player[0]);
    mp_player_free(player[1]);
    mp_engine_free(engine);
    return good ? 0 : fail(&error);
}
