// Makes what the solver's net learns from: make_lessons FOLDER STARTS SEED [GUIDE.safetensors [SIZE]]
//
// Solves STARTS positions with a few stones briefly, on boards of 6x6 to 10x10, or of SIZE alone. GUIDE, an earlier net for
// the solver, leads the searches as it leads `solve`. It plays most of the first stones, so that starts look like positions
// that solves meet; without it all stones are random. A lesson is kept of every position studied at which a net would be
// asked; of those where no move is proved, one in eight. Starts have at least two stones and none in the middle of the
// board. So they include no opening and no empty board, by which solvers are measured, and none follows from
// 9x9 e5.
//
// The lessons of a board NxN are appended to FOLDER/N.lessons (tools/lib/net_lesson.h), those of one start together. Bad arguments
// and files are refused with exit code 2.
#include "game/random_position.h"
#include "solve/proof_methods.h"
#include "tools/lib/argument.h"
#include "tools/lib/net_lesson.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALLEST = LESSON_SMALLEST, LARGEST = LESSON_LARGEST, STONES_LEAST = 2, SHARE = 8, CHANCES = 100 };
enum { PLAYED = 3, PLAYED_OF = 4 }; // the share of a start's stones that the guide plays.
// How many of a hundred starts have each size.
static const int CHANCE[LARGEST - SMALLEST + 1] = {2, 8, 40, 42, 8};
// On larger boards more stones, so that short solves end there too.
static const int STONES_MOST[LARGEST - SMALLEST + 1] = {6, 6, 6, 8, 12};
// A start's studies, drawn evenly on a scale of logarithms.
static const double STUDIES_LEAST = 1000, STUDIES_MOST = 40000;

typedef struct Maker {
    Net *guide; // or NULL
    Evaluator *evaluator;
    int size; // of all starts, or 0
    Random random;
    LessonFiles files;
} Maker;

static void maker_learn(void *context, const ProofLesson *lesson) {
    Maker *maker = context;
    bool proved = !cellset_is_empty(cellset_or(lesson->wins, lesson->losses));
    if (!proved && random_below(&maker->random, SHARE)) return;
    lesson_write(&maker->files, lesson);
}

static int random_size(Random *random) {
    int size = SMALLEST, chance = (int)random_below(random, CHANCES);
    while (chance >= CHANCE[size - SMALLEST]) chance -= CHANCE[size++ - SMALLEST];
    return size;
}

// A stone of a start, not in the middle: by the guide's policy, or anywhere.
static int stone_choose(Maker *maker, const Position *p, bool anywhere) {
    CellSet vacant = position_vacant(p);
    NetOutput said;
    if (p->geometry->cells % 2) cellset_remove(&vacant, p->geometry->cells / 2);
    int chosen = cellset_pick(vacant, &maker->random);
    if (anywhere || !maker->evaluator || random_below(&maker->random, PLAYED_OF) >= PLAYED ||
        !evaluator_run(maker->evaluator, p, &said, NULL))
        return chosen;
    double left = random_unit(&maker->random);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0 && left >= 0;) {
        left -= (double)said.policy[cell];
        if (left < 0) chosen = cell;
    }
    return chosen;
}

// The first stone is anywhere. An even chance that White has the next move.
static Position start_draw(Maker *maker, int size) {
    Position p = position_empty(geometry_get(size, size));
    int most = STONES_MOST[size - SMALLEST];
    int stones = STONES_LEAST + (int)random_below(&maker->random, most - STONES_LEAST + 1);
    for (int i = 0; i < stones; i++) {
        cellset_add(&p.stones[p.to_move], stone_choose(maker, &p, i == 0));
        p.to_move = color_other(p.to_move);
    }
    p.to_move = random_below(&maker->random, 2) ? WHITE : BLACK;
    return p;
}

static uint64_t random_studies(Random *random) {
    double share = random_below(random, 1 << 20) / (double)(1 << 20);
    return (uint64_t)(STUDIES_LEAST * pow(STUDIES_MOST / STUDIES_LEAST, share));
}

static bool search_once(Maker *maker, Error *error) {
    ProofTap tap = {maker, maker_learn};
    Position p = start_draw(maker, maker->size ? maker->size : random_size(&maker->random));
    SolveSettings settings = solve_auto_settings(&(Solver){.settings = {.net = maker->guide}}, p.geometry);
    settings.memory = 256 << 20;
    settings.threads = 1;
    settings.tap = &tap;
    Budget budget = {.nodes = random_studies(&maker->random)};
    Answer answer;
    if (position_winner(&p) != EMPTY) return true;
    return proof_search(&p, &settings, &budget, &answer, error) && !maker->files.failed;
}

static bool lessons_make(Maker *maker, const char *folder, long starts, Error *error) {
    bool good = lesson_files_open(&maker->files, folder, error);
    while (good && starts-- > 0) good = search_once(maker, error);
    if (!lesson_files_close(&maker->files, *error->text ? NULL : error)) good = false;
    return good;
}

static bool guide_load(Maker *maker, const char *path, Error *error) {
    maker->guide = net_load(path, error);
    maker->evaluator = maker->guide ? evaluator_new(maker->guide, NET_F32, error) : NULL;
    return maker->evaluator != NULL;
}

int main(int argc, char **argv) {
    Error error = {0};
    Maker maker = {0};
    long starts, size = 0;
    uint64_t seed;
    if (argc < 4 || argc > 6) {
        fprintf(stderr, "usage: make_lessons FOLDER STARTS SEED [GUIDE.safetensors [SIZE]]\n");
        return 2;
    }
    bool good = argument_whole("STARTS", argv[2], 0, LONG_MAX, &starts, &error) &&
                argument_seed(argv[3], &seed, &error) &&
                (argc < 6 || argument_whole("SIZE", argv[5], SMALLEST, LARGEST, &size, &error)) &&
                (argc < 5 || guide_load(&maker, argv[4], &error));
    if (good) {
        maker.size = (int)size;
        maker.random = random_seeded(seed);
        good = lessons_make(&maker, argv[1], starts, &error);
    }
    if (!good) fprintf(stderr, "make_lessons: %s\n", error.text);
    evaluator_free(maker.evaluator);
    net_free(maker.guide);
    return good ? 0 : error.bad_input ? 2 : 1;
}
