// Makes what the solver's net learns from: make_lessons FOLDER STARTS SEED [GUIDE.safetensors]
//
// Short solves of STARTS positions with a few random stones, on boards of 6x6 to 10x10. GUIDE, an earlier net for
// the solver, leads the searches as it leads `solve`. Of every position studied at which a net would be asked
// a lesson is kept; where no move is proved, one in eight. Starts have two stones at least, so that no opening
// and no empty board, by which solvers are measured, is among them.
//
// The lessons of a board NxN are appended to FOLDER/N.lessons, those of one start together. A lesson is seen by
// the mover, who joins top and bottom, row by row: N*N bytes of cells (0 empty, 1 the mover's stone, 2 the
// other's; empty and left to search by knowledge: 3 not proved, 4 the move wins, 5 it loses), N*N bytes of work
// below proved moves, one byte of work below the position. Work w is written as 8 log2(1 + w), rounded.
#include "game/random_position.h"
#include "net/net.h"
#include "search/proof_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALLEST = 6, LARGEST = 10, STONES_LEAST = 2, SHARE = 8, CHANCES = 100 };
// Of a hundred starts, so many on each size.
static const int CHANCE[LARGEST - SMALLEST + 1] = {2, 8, 40, 42, 8};
// On larger boards more stones, so that short solves end there too.
static const int STONES_MOST[LARGEST - SMALLEST + 1] = {6, 6, 6, 8, 12};
// A net is not asked about fewer moves (search/prover.c).
enum { MOVES_LEAST = 5 };
// A start's studies, drawn evenly on a scale of logarithms.
static const double STUDIES_LEAST = 1000, STUDIES_MOST = 40000;

enum { SEEN_EMPTY, SEEN_OWN, SEEN_OTHER, SEEN_OPEN, SEEN_WINS, SEEN_LOSES };

typedef struct Maker {
    const Net *guide; // or NULL
    Random random;
    FILE *file[LARGEST + 1];
    bool failed;
} Maker;

static uint8_t work_byte(uint32_t work) {
    return (uint8_t)fmin(UINT8_MAX, rint(8 * log2(1 + (double)work)));
}

static uint8_t cell_seen(const ProofLesson *lesson, int cell) {
    Color stone = position_at(&lesson->filled, cell);
    if (stone != EMPTY) return stone == lesson->filled.to_move ? SEEN_OWN : SEEN_OTHER;
    if (cellset_has(lesson->wins, cell)) return SEEN_WINS;
    if (cellset_has(lesson->losses, cell)) return SEEN_LOSES;
    return cellset_has(lesson->moves, cell) ? SEEN_OPEN : SEEN_EMPTY;
}

static bool lesson_write(const ProofLesson *lesson, FILE *file) {
    const Geometry *g = lesson->filled.geometry;
    size_t count = (size_t)g->cells;
    uint8_t bytes[2 * CELL_MAX + 1];
    for (int cell = 0; cell < g->cells; cell++) {
        int at = lesson->filled.to_move == WHITE ? cell_mirrored(g, cell) : cell;
        bytes[at] = cell_seen(lesson, cell);
        bytes[(int)count + at] = work_byte(lesson->move_work[cell]);
    }
    bytes[2 * count] = work_byte(lesson->work);
    return fwrite(bytes, 1, 2 * count + 1, file) == 2 * count + 1;
}

static void maker_learn(void *context, const ProofLesson *lesson) {
    Maker *maker = context;
    if (cellset_count(lesson->moves) < MOVES_LEAST) return;
    bool proved = !cellset_is_empty(cellset_or(lesson->wins, lesson->losses));
    if (!proved && random_below(&maker->random, SHARE)) return;
    if (!lesson_write(lesson, maker->file[lesson->filled.geometry->width])) maker->failed = true;
}

static int random_size(Random *random) {
    int size = SMALLEST, chance = (int)random_below(random, CHANCES);
    while (chance >= CHANCE[size - SMALLEST]) chance -= CHANCE[size++ - SMALLEST];
    return size;
}

// An even chance that White has the next move.
static Position random_position(Random *random, int size) {
    int most = STONES_MOST[size - SMALLEST];
    int stones = STONES_LEAST + (int)random_below(random, most - STONES_LEAST + 1);
    Position p = position_in_turns(geometry_get(size, size), random, stones);
    p.to_move = random_below(random, 2) ? WHITE : BLACK;
    return p;
}

static uint64_t random_studies(Random *random) {
    double share = random_below(random, 1 << 20) / (double)(1 << 20);
    return (uint64_t)(STUDIES_LEAST * pow(STUDIES_MOST / STUDIES_LEAST, share));
}

static bool search_once(Maker *maker) {
    ProofTap tap = {maker, maker_learn};
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST,
                                  .prover = {.focus_base = 1, .focus_factor = maker->guide ? 0.18 : 0.3},
                                  .knowledge = {.skip_own = true},
                                  .memory = 256 << 20,
                                  .threads = 1,
                                  .net = maker->guide,
                                  .tap = &tap};
    Budget budget = {.nodes = random_studies(&maker->random)};
    Answer answer;
    Error error = {0};
    Position p = random_position(&maker->random, random_size(&maker->random));
    if (position_winner(&p) != EMPTY || proof_search(&p, &options, &budget, &answer, &error))
        return !maker->failed;
    fprintf(stderr, "make_lessons: %s\n", error.text);
    return false;
}

static bool files_open(Maker *maker, const char *folder) {
    for (int size = SMALLEST; size <= LARGEST; size++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%d.lessons", folder, size);
        maker->file[size] = fopen(path, "ab");
        if (!maker->file[size]) {
            perror(path);
            return false;
        }
    }
    return true;
}

static bool files_close(Maker *maker) {
    bool good = true;
    for (int size = SMALLEST; size <= LARGEST; size++) good &= fclose(maker->file[size]) == 0;
    return good;
}

static bool lessons_make(Maker *maker, const char *folder, long starts) {
    bool good = files_open(maker, folder);
    while (good && starts-- > 0) good = search_once(maker);
    return good && files_close(maker);
}

int main(int argc, char **argv) {
    Error error = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: make_lessons FOLDER STARTS SEED [GUIDE.safetensors]\n");
        return 2;
    }
    Net *guide = argc > 4 ? net_load(argv[4], &error) : NULL;
    if (argc > 4 && !guide) {
        fprintf(stderr, "make_lessons: %s\n", error.text);
        return 2;
    }
    Maker maker = {.guide = guide, .random = random_seeded(strtoull(argv[3], NULL, 10))};
    bool good = lessons_make(&maker, argv[1], strtol(argv[2], NULL, 10));
    net_free(guide);
    return good ? 0 : 1;
}
