// Makes lessons (tools/lib/lesson.h) from what earlier solves left: review_lessons FOLDER SHARE[:WORK] SEED FROM...
//
// FROM is a store of proved positions, or a file N.lessons. All positions that took WORK studies or more, and of the others a
// SHARE (0 to 1) by chance, are taken in the order of the file and studied with the knowledge that `solve` uses now: what
// that decides is no lesson any more, and the moves are those that it leaves to search. A lesson keeps what was proved of
// them. Of a stored position each move is looked up in the store: all moves of a lost position lose, and the move by which
// a won one is stored wins.
//
// Stored positions of 9x9 with a black stone in the middle are left out: 9x9 e5, by which solvers are measured, has one
// at every position of its proof.
#include "base/random.h"
#include "solve/proof_methods.h"
#include "solve/store.h"
#include "tools/lib/lesson.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Proved {
    Position position;
    ProofRecord record;
} Proved;

typedef struct Reviewer {
    LessonFiles files;
    double share;
    uint64_t whole; // studies from which on every position is taken
    Random random;
    Knower *knower[LESSON_LARGEST + 1]; // by size, made when needed
    const ProofStore *store;            // the one that is read
    Proved *proved;                     // what was taken of it
    size_t count, room;
} Reviewer;

static Knower *reviewer_knower(Reviewer *r, const Geometry *g) {
    ProofSearchOptions options;
    Error error = {0};
    solve_part_options(&(SolveContext){0}, g, &options);
    Knower **knower = &r->knower[g->width];
    if (!*knower) *knower = knower_new(g, &options.knowledge, &error);
    if (!*knower) fprintf(stderr, "review_lessons: %s\n", error.text);
    return *knower;
}

// A position that knowledge still leaves to search; its moves are then in `known`.
static bool position_study(Reviewer *r, const Position *position, Knowledge *known) {
    Knower *knower = reviewer_knower(r, position->geometry);
    if (!knower || position_winner(position) != EMPTY) return false;
    knower_study(knower, position, false, known);
    return known->winner == EMPTY;
}

static bool taken(Reviewer *r, uint32_t work) {
    return work >= r->whole || random_unit(&r->random) < r->share;
}

// --- Lessons
static bool lessons_review(Reviewer *r, const char *path, int size) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    ProofLesson lesson;
    Knowledge known;
    while (lesson_read(file, geometry_get(size, size), &lesson)) {
        if (!taken(r, lesson.work) || !position_study(r, &lesson.filled, &known)) continue;
        lesson.filled = known.filled;
        lesson.moves = known.moves;
        lesson.wins = cellset_and(lesson.wins, known.moves);
        lesson.losses = cellset_and(lesson.losses, known.moves);
        lesson_write(&r->files, &lesson);
    }
    fclose(file);
    return true;
}

// --- Stores
static bool store_knows(const ProofStore *store, const Position *position, ProofRecord *record) {
    Position turned = position_rotated(position);
    return store->lookup(store->context, position, record) || store->lookup(store->context, &turned, record);
}

// What the store knows of a move, if anything.
static void move_look_up(const Reviewer *r, Knower *knower, int move, ProofLesson *lesson) {
    Position child = lesson->filled, filled;
    CellSet owed[2];
    ProofRecord record;
    Color mover = child.to_move;
    cellset_add(&child.stones[mover], move);
    child.to_move = color_other(mover);
    if (position_winner(&child) != EMPTY) return;
    knower_fill(knower, &child, false, &filled, owed);
    if (position_winner(&filled) != EMPTY || !store_knows(r->store, &filled, &record)) return;
    cellset_add(record.winner == mover ? &lesson->wins : &lesson->losses, move);
    lesson->move_work[move] = record.work;
}

static void proved_review(Reviewer *r, const Proved *proved) {
    const Geometry *g = proved->position.geometry;
    const ProofRecord *record = &proved->record;
    Knowledge known;
    if (!position_study(r, &proved->position, &known)) return;
    ProofLesson lesson = {.filled = known.filled, .moves = known.moves, .work = record->work};
    CellSet left = known.moves;
    for (int move; (move = cellset_pop(&left)) >= 0;) move_look_up(r, reviewer_knower(r, g), move, &lesson);
    if (record->winner != proved->position.to_move)
        lesson.losses = known.moves;
    else if (record->move != MOVE_NONE && cellset_has(known.moves, record->move))
        cellset_add(&lesson.wins, record->move);
    lesson_write(&r->files, &lesson);
}

// While a store calls back it cannot be asked: what is taken is kept for later.
static bool record_take(void *context, const Position *position, const ProofRecord *record) {
    Reviewer *r = context;
    const Geometry *g = position->geometry;
    bool square = g->width == g->height && g->width >= LESSON_SMALLEST && g->width <= LESSON_LARGEST;
    bool measured = g->width == 9 && g->height == 9 && cellset_has(position->stones[BLACK], g->cells / 2);
    if (!square || measured || !taken(r, record->work)) return true;
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 1024;
        Proved *grown = realloc(r->proved, r->room * sizeof *grown);
        if (!grown) return false;
        r->proved = grown;
    }
    r->proved[r->count++] = (Proved){*position, *record};
    return true;
}

static bool store_review(Reviewer *r, const char *path) {
    Error error = {0};
    Store *store = store_open(path, &error);
    bool good = store != NULL;
    if (good) {
        r->store = store_proofs(store);
        r->count = 0;
        good = store_each(store, record_take, r, &error);
        for (size_t i = 0; good && i < r->count; i++) proved_review(r, &r->proved[i]);
        good &= store_close(store, &error);
    }
    if (!good) fprintf(stderr, "review_lessons: %s\n", error.text);
    return good;
}

// The board's size by the name of a file of lessons; 0 of any other.
static int lessons_size(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int size = atoi(name);
    char expected[32];
    snprintf(expected, sizeof expected, "%d.lessons", size);
    return size >= LESSON_SMALLEST && size <= LESSON_LARGEST && !strcmp(name, expected) ? size : 0;
}

static bool review(Reviewer *r, const char *path) {
    int size = lessons_size(path);
    if (access(path, R_OK)) { // a store that is not there would be made
        perror(path);
        return false;
    }
    return size ? lessons_review(r, path, size) : store_review(r, path);
}

int main(int argc, char **argv) {
    Reviewer reviewer = {0};
    if (argc < 5) {
        fprintf(stderr, "usage: review_lessons FOLDER SHARE[:WORK] SEED FROM...\n");
        return 2;
    }
    char *rest;
    reviewer.share = strtod(argv[2], &rest);
    reviewer.whole = *rest == ':' ? strtoull(rest + 1, NULL, 10) : UINT64_MAX;
    reviewer.random = random_seeded(strtoull(argv[3], NULL, 10));
    bool good = lesson_files_open(&reviewer.files, argv[1]);
    for (int i = 4; good && i < argc; i++) good = review(&reviewer, argv[i]);
    good &= lesson_files_close(&reviewer.files);
    for (int size = 0; size <= LESSON_LARGEST; size++) knower_free(reviewer.knower[size]);
    free(reviewer.proved);
    return good ? 0 : 1;
}
