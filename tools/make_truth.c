// Makes the files of tests/truth by brute force: the winner of every opening of small boards, and of random
// positions.
//
// Usage: make_truth openings | make_truth positions [SEED [COUNT]]
//
// A line is a position: the size, the rows from the top (. empty, B black, W white), who moves, who wins.
// Lines that start with # say how the file was made. The winners come from src/solve/brute.c; boards of at
// most 12 cells are looked up in the table of all positions too, and must agree.
#include "base/random.h"
#include "solve/brute.h"
#include "tools/lib/all_positions.h"
#include "tools/lib/argument.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 5, CHECKED_CELLS = 12, SEED_DEFAULT = 2026, COUNT_DEFAULT = 2000 };

typedef struct Referee {
    BruteTable *table[SIDE_MAX + 1][SIDE_MAX + 1];
    AllPositions *all[SIDE_MAX + 1][SIDE_MAX + 1];
} Referee;

static Color referee_winner(Referee *referee, const Position *p) {
    int w = p->geometry->width, h = p->geometry->height;
    if (!referee->table[w][h]) referee->table[w][h] = brute_table_new(p->geometry, 0);
    if (!referee->all[w][h] && w * h <= CHECKED_CELLS) referee->all[w][h] = all_positions_new(p->geometry);
    Color winner = referee->table[w][h] ? brute_winner(referee->table[w][h], p) : EMPTY;
    bool good =
        winner != EMPTY && (w * h > CHECKED_CELLS ||
                            (referee->all[w][h] && winner == all_positions_winner(referee->all[w][h], p)));
    if (!good) {
        fprintf(stderr, "make_truth: out of memory, or two referees disagree\n");
        exit(1);
    }
    return winner;
}

static void referee_free(Referee *referee) {
    for (int w = 0; w <= SIDE_MAX; w++) {
        for (int h = 0; h <= SIDE_MAX; h++) {
            brute_table_free(referee->table[w][h]);
            all_positions_free(referee->all[w][h]);
        }
    }
}

static void position_print(Referee *referee, const Position *p) {
    const Geometry *g = p->geometry;
    printf("%dx%d ", g->width, g->height);
    for (int cell = 0; cell < g->cells; cell++) {
        if (cell && cell_column(g, cell) == 0) putchar('/');
        putchar("BW."[position_at(p, cell)]);
    }
    printf(" %s %s\n", color_name(p->to_move), color_name(referee_winner(referee, p)));
}

static void openings_print(Referee *referee, const Geometry *g) {
    for (int cell = 0; cell < g->cells; cell++) {
        Position p = position_empty(g);
        cellset_add(&p.stones[BLACK], cell);
        p.to_move = WHITE;
        position_print(referee, &p);
    }
}

static void openings(Referee *referee) {
    printf("# The winner of every opening of Black on all boards up to 4x4, on 3x5 and on 5x3.\n"
           "# Made by: make_truth openings (tools/make_truth.c)\n"
           "# Size (columns x rows), rows from the top, who moves, who wins\n");
    for (int w = 1; w <= 4; w++) {
        for (int h = 1; h <= 4; h++) openings_print(referee, geometry_get(w, h));
    }
    openings_print(referee, geometry_get(3, 5));
    openings_print(referee, geometry_get(5, 3));
}

// Any stones, about as many of each colour or not; the game is not over.
static Position position_random(Random *random) {
    for (;;) {
        int w = 2 + (int)random_below(random, 4), h = 2 + (int)random_below(random, 4);
        if (w * h < 16 && random_below(random, 4)) continue; // larger boards say more
        Position p = position_empty(geometry_get(w, h));
        int stones = (int)random_below(random, (uint32_t)(w * h * 3 / 5 + 1));
        bool alternate = random_below(random, 2);
        for (int i = 0; i < stones; i++) {
            int cell = (int)random_below(random, (uint32_t)(w * h));
            Color color = alternate ? (Color)(i & 1) : (Color)random_below(random, 2);
            if (position_at(&p, cell) == EMPTY) cellset_add(&p.stones[color], cell);
        }
        if (position_winner(&p) == EMPTY) return p;
    }
}

static void positions(Referee *referee, uint64_t seed, int count) {
    printf("# The winner of %d random positions up to 5x5, each with either side to move.\n"
           "# Made by: make_truth positions %llu %d (tools/make_truth.c)\n"
           "# Size (columns x rows), rows from the top, who moves, who wins\n",
           count, (unsigned long long)seed, count);
    Random random = random_seeded(seed);
    for (int i = 0; i < count; i++) {
        Position p = position_random(&random);
        for (p.to_move = BLACK; p.to_move <= WHITE; p.to_move++) position_print(referee, &p);
    }
}

// Reads what follows "positions".
static bool positions_read(int argc, char **argv, uint64_t *seed, long *count, Error *error) {
    return (argc < 3 || argument_seed(argv[2], seed, error)) &&
           (argc < 4 || argument_whole("COUNT", argv[3], 1, INT_MAX, count, error));
}

int main(int argc, char **argv) {
    Referee referee = {0};
    Error error = {0};
    uint64_t seed = SEED_DEFAULT;
    long count = COUNT_DEFAULT;
    bool all = argc == 2 && !strcmp(argv[1], "openings");
    if (!all && (argc < 2 || argc > 4 || strcmp(argv[1], "positions") != 0)) {
        fprintf(stderr, "usage: make_truth openings | make_truth positions [SEED [COUNT]]\n");
        return 2;
    }
    if (!positions_read(argc, argv, &seed, &count, &error)) {
        fprintf(stderr, "make_truth: %s\n", error.text);
        return 2;
    }
    if (all)
        openings(&referee);
    else
        positions(&referee, seed, (int)count);
    referee_free(&referee);
    return 0;
}
