// Makes app/bench/knowledge_positions.inc, the positions of `mustplay bench knowledge`: make_positions [SEED]
//
// Fifty positions each of 8x8, 9x9, 11x11 and 13x13 with 8 to 40 stones, from games of our own players. A game
// starts with three to six stones at random. Then resistance and two-distance play, chosen at random.
// One move in six is a random neighbour of an earlier stone, so that games differ and hold mistakes. A
// position is one moment of a game, before a side has joined its edges. A line of the file is a C string: the
// size and the moves, which alternate from Black.
#include "game/random_position.h"
#include "play/catalog.h"
#include "play/player.h"
#include "tools/lib/argument.h"

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 50, LEAST = 8, MOST = 40, SEED_DEFAULT = 2026 };

typedef struct Makers {
    Player *player[2];
    Random random;
} Makers;

// A random vacant neighbour of a stone, or any vacant cell.
static int stray_move(Random *random, const Position *p) {
    CellSet beside = cellset_none(), stones = cellset_or(p->stones[BLACK], p->stones[WHITE]);
    for (int cell; (cell = cellset_pop(&stones)) >= 0;)
        beside = cellset_or(beside, p->geometry->around[cell]);
    beside = cellset_and(beside, position_vacant(p));
    return cellset_pick(cellset_is_empty(beside) ? position_vacant(p) : beside, random);
}

static bool game_move(Makers *makers, Game *game, int opening) {
    Error error = {0};
    Choice choice = {.move = MOVE_NONE};
    MoveTerms limits = {0};
    if (game->count < opening)
        choice.move = cellset_pick(position_vacant(&game->now), &makers->random);
    else if (!random_below(&makers->random, 6))
        choice.move = stray_move(&makers->random, &game->now);
    else if (!player_choose(makers->player[random_below(&makers->random, 2)], game, &limits, &choice, &error))
        fprintf(stderr, "make_positions: %s\n", error.text);
    return choice.move != MOVE_NONE && game_play(game, game->now.to_move, choice.move, &error);
}

static void game_print(const Game *game, int moves) {
    char name[MOVE_NAME_MAX];
    printf("\"%d", game->now.geometry->width);
    for (int i = 0; i < moves; i++) printf(" %s", move_name(game->now.geometry, game->played[i].move, name));
    printf("\\n\"\n");
}

// One game, and one moment of it with `*moves` stones; false when the game ended before.
static bool position_make(Makers *makers, const Geometry *g, Game *game, int *moves) {
    int opening = 3 + (int)random_below(&makers->random, 4);
    *moves = LEAST + (int)random_below(&makers->random, MOST - LEAST + 1);
    game_init(game, g);
    while (game->count < *moves && game_winner(game) == EMPTY)
        if (!game_move(makers, game, opening)) exit(1);
    return game_winner(game) == EMPTY;
}

int main(int argc, char **argv) {
    static const int SIDES[] = {8, 9, 11, 13};
    uint64_t seed = SEED_DEFAULT;
    Error error = {0};
    if (argc > 2 || (argc > 1 && !argument_seed(argv[1], &seed, &error))) {
        fprintf(stderr, "make_positions: %s\n", *error.text ? error.text : "one argument at most, the seed");
        return 2;
    }
    Makers makers = {.player = {player_new(&CATALOG, "resistance", seed, &error),
                                player_new(&CATALOG, "distance", seed, &error)},
                     .random = random_seeded(seed)};
    Game *game = malloc(sizeof *game);
    if (!makers.player[0] || !makers.player[1] || !game) return 1;
    printf("// Made by tools/make_positions.c, seed %llu.\n", (unsigned long long)seed);
    for (int i = 0; i < 4; i++) {
        const Geometry *g = geometry_get(SIDES[i], SIDES[i]);
        for (int made = 0, moves; made < POSITIONS;) {
            if (!position_make(&makers, g, game, &moves)) continue;
            game_print(game, moves);
            made++;
        }
    }
    player_free(makers.player[0]);
    player_free(makers.player[1]);
    free(game);
    return 0;
}
