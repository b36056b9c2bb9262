/* Plays an opening, asks a player for an answer, and proves who wins. Build it with
 *     cc opening.c $(pkg-config --cflags --libs --static mustplay) -o opening */
#include <mustplay/mustplay.h>
#include <stdio.h>

int main(void) {
    mp_error error;
    mp_game *game = mp_game_new(4, 4, &error);
    mp_player *player = mp_player_new("resistance", 1, &error);
    mp_choice choice;
    mp_moves moves;
    if (!game || !player || !mp_game_play(game, "b3", &error) ||
        !mp_player_choose(player, game, NULL, &choice, &error) ||
        !mp_solve_moves(game, NULL, NULL, &moves, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("After b3 the resistance player answers %s.\n", choice.move);
    printf("%s wins, needing %d empty cells; %d of White's %d moves win.\n",
           moves.solution.winner == MP_BLACK ? "Black" : "White", moves.solution.carrier_count,
           moves.winning.count, moves.winning.count + moves.losing.count);
    mp_player_free(player);
    mp_game_free(game);
    return 0;
}
