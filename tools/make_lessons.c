// Makes what the solver's net learns from: make_lessons FOLDER POSITIONS SEED TEACHER.safetensors|-
// [GUIDE.safetensors]
//
// Short solves of positions with a few stones, on boards of 5x5 to 9x9; one in eight of the positions that
// they study and do not decide is evaluated by the teacher. GUIDE, an earlier net for the solver, leads the
// searches, so that a second round sees the positions that such a net leads to. The lessons of a board NxN
// are appended to FOLDER/N.lessons. A lesson: N*N bytes, row by row and mirrored so that the mover joins top
// and bottom (0 empty, 1 the mover's stone, 2 the other's), then N*N policies and N*N action values, 32-bit
// floats. With - for the teacher the boards alone go to FOLDER/N.positions, many times as fast: a GPU can
// then ask the teacher (train/distill.py --teacher).
#include "game/random_position.h"
#include "net/evaluator.h"
#include "search/proof_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 5, LARGEST = 9, STONES_MOST = 6, SHARE = 8, CHANCES = 100 };
// Of a hundred searches, so many on each size.
static const int CHANCE[LARGEST - SMALLEST + 1] = {4, 10, 35, 36, 15};
static const double SECONDS = 0.15;

typedef struct Maker {
    Evaluator *teacher;
    Random random;
    FILE *file[LARGEST + 1];
    long left;
} Maker;

static bool lesson_write(Maker *maker, const Position *p) {
    NetOutput out;
    Error error = {0};
    if (maker->teacher && !evaluator_run(maker->teacher, p, &out, &error)) {
        fprintf(stderr, "make_lessons: %s\n", error.text);
        return false;
    }
    uint8_t board[CELL_MAX];
    size_t count = (size_t)p->geometry->cells;
    for (int cell = 0; cell < p->geometry->cells; cell++)
        board[cell] = (uint8_t)(position_at(p, cell) == BLACK ? 1 : position_at(p, cell) == WHITE ? 2 : 0);
    FILE *file = maker->file[p->geometry->width];
    if (fwrite(board, 1, count, file) != count) return false;
    return !maker->teacher || (fwrite(out.policy, sizeof(float), count, file) == count &&
                               fwrite(out.action, sizeof(float), count, file) == count);
}

static void maker_see(void *context, const Position *filled) {
    Maker *maker = context;
    if (maker->left <= 0 || random_below(&maker->random, SHARE)) return;
    Position p = filled->to_move == BLACK ? *filled : position_mirrored(filled);
    if (lesson_write(maker, &p)) maker->left--;
}

static int random_size(Random *random) {
    int size = SMALLEST, chance = (int)random_below(random, CHANCES);
    while (chance >= CHANCE[size - SMALLEST]) chance -= CHANCE[size++ - SMALLEST];
    return size;
}

// Stones at random cells, alternately; an even chance that White has the next move.
static Position random_position(Random *random, int size) {
    Position p = position_in_turns(geometry_get(size, size), random, (int)random_below(random, STONES_MOST));
    p.to_move = random_below(random, 2) ? WHITE : BLACK;
    return p;
}

static bool search_once(Maker *maker, const Net *guide) {
    ProofTap tap = {maker, maker_see};
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST,
                                  .prover = {.focus_base = 1, .focus_factor = 0.3},
                                  .knowledge = {.skip_own = true},
                                  .memory = 64 << 20,
                                  .threads = 1,
                                  .net = guide,
                                  .tap = &tap};
    Budget budget = {.seconds = SECONDS};
    Answer answer;
    Error error = {0};
    Position p = random_position(&maker->random, random_size(&maker->random));
    if (position_winner(&p) != EMPTY || proof_search(&p, &options, &budget, &answer, &error)) return true;
    fprintf(stderr, "make_lessons: %s\n", error.text);
    return false;
}

static bool files_open(Maker *maker, const char *folder) {
    for (int size = SMALLEST; size <= LARGEST; size++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%d.%s", folder, size, maker->teacher ? "lessons" : "positions");
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

// The teacher's evaluator, in bytes where the net and the CPU allow it.
static Evaluator *teacher_open(const Net *teacher, Error *error) {
    bool bytes = teacher->activation_max && evaluator_has_int8();
    return evaluator_new(teacher, bytes ? NET_INT8 : NET_F32, error);
}

static bool lessons_make(Maker *maker, const char *folder, const Net *guide) {
    bool good = files_open(maker, folder);
    while (good && maker->left > 0) good = search_once(maker, guide);
    return good && files_close(maker);
}

int main(int argc, char **argv) {
    Error error = {0};
    if (argc < 5) {
        fprintf(stderr,
                "usage: make_lessons FOLDER POSITIONS SEED TEACHER.safetensors|- [GUIDE.safetensors]\n");
        return 2;
    }
    Maker maker = {.left = strtol(argv[2], NULL, 10), .random = random_seeded(strtoull(argv[3], NULL, 10))};
    bool taught = strcmp(argv[4], "-") != 0, good = true;
    Net *teacher = NULL, *guide = NULL;
    if (taught)
        good = (teacher = net_load(argv[4], &error)) && (maker.teacher = teacher_open(teacher, &error));
    if (good && argc > 5) good = (guide = net_load(argv[5], &error)) != NULL;
    if (!good) fprintf(stderr, "make_lessons: %s\n", error.text);
    good = good && lessons_make(&maker, argv[1], guide);
    evaluator_free(maker.teacher);
    net_free(teacher);
    net_free(guide);
    return good ? 0 : 1;
}
