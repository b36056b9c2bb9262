/* Plays an opening and asks a player for an answer. Build it with
 *     cc opening.c $(pkg-config --cflags --libs mustplay) -o opening */
#include <mustplay/mustplay.h>
#include <stdio.h>

int main(void) {
    mp_error error;
    char name[MP_NAME_MAX];
    mp_choice choice = MP_INIT(mp_choice);
    mp_engine *engine = mp_engine_new(&error);
    mp_game *game = mp_game_new(4, 4, &error);
    mp_player *player = engine ? mp_player_new(engine, "resistance", 1, NULL, &error) : NULL;
    if (!game || !player || !mp_game_play_text(game, "b3", &error) ||
        !mp_player_choose(player, game, NULL, &choice, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("After b3 the resistance player answers %s.\n", mp_move_name(game, choice.move, name));
    mp_player_free(player);
    mp_game_free(game);
    mp_engine_free(engine);
    return 0;
}
