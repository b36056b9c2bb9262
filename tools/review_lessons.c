// Makes lessons (tools/lib/net_lesson.h) from what earlier solves left: review_lessons FOLDER SHARE[:WORK] SEED FROM...
//
// FROM is a store of proved positions, or a file N.lessons. Positions that took WORK studies or more are taken, of the others
// a SHARE (0 to 1) by chance, in the file's order. Each is studied with the knowledge of `solve`. What that
// decides is no lesson, and the lesson's moves are those that it leaves to search. A lesson keeps what was proved of
// them. Each move of a stored position is looked up in the store. All moves of a lost position lose, and the stored move of
// a won one wins.
//
// The lessons are appended to FOLDER/N.lessons. Bad arguments and files are refused with exit code 2; a FROM that is among the
// files written is one.
//
// Stored positions of 9x9 with a black stone in the middle are left out. Solvers are measured by 9x9 e5, which has that stone
// at every position of its proof.
#include "base/array.h"
#include "base/random.h"
#include "solve/proof_methods.h"
#include "solve/store.h"
#include "tools/lib/argument.h"
#include "tools/lib/net_lesson.h"

#include <errno.h>
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
    int count, room;
    bool full; // there was no memory for more
} Reviewer;

static Knower *reviewer_knower(Reviewer *r, const Geometry *g) {
    Error error = {0};
    SolveSettings settings = solve_auto_settings(&(Solver){0}, g);
    Knower **knower = &r->knower[g->width];
    if (!*knower) *knower = knower_new(g, &settings.knowledge, &error);
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
static bool lessons_review(Reviewer *r, const char *path, int size, Error *error) {
    FILE *file = lesson_file_open(path, size, error);
    if (!file) return false;
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
    r->full = !array_room(&r->proved, &r->room, r->count + 1, sizeof *r->proved);
    if (!r->full) r->proved[r->count++] = (Proved){*position, *record};
    return !r->full;
}

static bool store_review(Reviewer *r, const char *path, Error *error) {
    Store *store = store_open(path, error);
    if (!store) return false;
    r->store = store_proofs(store);
    r->count = 0;
    bool good = store_each(store, record_take, r, error);
    if (good && r->full) good = error_failure(error, "'%.200s': out of memory", path);
    for (int i = 0; good && i < r->count; i++) proved_review(r, &r->proved[i]);
    if (!store_close(store, good ? error : NULL)) good = false;
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

static bool review(Reviewer *r, const char *path, Error *error) {
    int size = lessons_size(path);
    return size ? lessons_review(r, path, size, error) : store_review(r, path, error);
}

// "0.25" or "0.25:100"
static bool share_read(Reviewer *r, const char *text, Error *error) {
    char before[32];
    const char *colon = strchr(text, ':');
    bool parted = colon && colon - text < (ptrdiff_t)sizeof before;
    long whole;
    if (parted) snprintf(before, sizeof before, "%.*s", (int)(colon - text), text);
    if (!argument_real("SHARE", parted ? before : text, 0, 1, &r->share, error)) return false;
    r->whole = UINT64_MAX;
    if (!colon) return true;
    if (!argument_whole("WORK", colon + 1, 0, UINT32_MAX, &whole, error)) return false;
    r->whole = (uint64_t)whole;
    return true;
}

static bool review_all(Reviewer *r, const char *folder, int count, char **from, Error *error) {
    for (int i = 0; i < count; i++) {
        if (access(from[i], R_OK)) // a store that is not there would be made
            return error_input(error, "'%.200s' cannot be read: %s", from[i], strerror(errno));
        if (lesson_files_have(folder, from[i]))
            return error_input(error, "'%.200s' would be read and written at once", from[i]);
    }
    bool good = lesson_files_open(&r->files, folder, error);
    for (int i = 0; good && i < count; i++) good = review(r, from[i], error);
    if (!lesson_files_close(&r->files, good ? error : NULL)) good = false;
    return good;
}

int main(int argc, char **argv) {
    Reviewer reviewer = {0};
    Error error = {0};
    uint64_t seed;
    if (argc < 5) {
        fprintf(stderr, "usage: review_lessons FOLDER SHARE[:WORK] SEED FROM...\n");
        return 2;
    }
    bool good = share_read(&reviewer, argv[2], &error) && argument_seed(argv[3], &seed, &error);
    if (good) {
        reviewer.random = random_seeded(seed);
        good = review_all(&reviewer, argv[1], argc - 4, argv + 4, &error);
    }
    if (!good) fprintf(stderr, "review_lessons: %s\n", error.text);
    for (int size = 0; size <= LESSON_LARGEST; size++) knower_free(reviewer.knower[size]);
    free(reviewer.proved);
    return good ? 0 : error.bad_input ? 2 : 1;
}
