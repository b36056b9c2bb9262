#include "tools/lib/net_lesson.h"

#include "base/file.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { SEEN_EMPTY, SEEN_OWN, SEEN_OTHER, SEEN_OPEN, SEEN_WINS, SEEN_LOSES };
enum { BYTES_MAX = 2 * CELL_MAX + 1, PATH_BYTES = 4096 };

// Opens a file whose lessons are whole; NULL otherwise.
static FILE *file_open(const char *path, const char *mode, int size, Error *error) {
    struct stat status;
    FILE *file = fopen(path, mode);
    if (!file || fstat(fileno(file), &status)) {
        error_input(error, "'%.200s' cannot be opened: %s", path, strerror(errno));
    } else if (status.st_size % (2 * size * size + 1)) {
        error_input(error, "'%.200s' ends within a lesson: cut it to a multiple of %d bytes", path,
                    2 * size * size + 1);
    } else {
        return file;
    }
    if (file) fclose(file);
    return NULL;
}

static void path_write(char path[PATH_BYTES], const char *folder, int size) {
    snprintf(path, PATH_BYTES, "%s/%d.lessons", folder, size);
}

bool lesson_files_open(LessonFiles *files, const char *folder, Error *error) {
    memset(files, 0, sizeof *files);
    for (int size = LESSON_SMALLEST; size <= LESSON_LARGEST; size++) {
        char path[PATH_BYTES];
        path_write(path, folder, size);
        files->file[size] = file_open(path, "ab", size, error);
        if (!files->file[size]) return false;
    }
    return true;
}

bool lesson_files_close(LessonFiles *files, Error *error) {
    for (int size = LESSON_SMALLEST; size <= LESSON_LARGEST; size++) {
        if (files->file[size] && fclose(files->file[size])) files->failed = true;
        files->file[size] = NULL;
    }
    return !files->failed || error_failure(error, "the lessons could not be written");
}

bool lesson_files_have(const char *folder, const char *path) {
    for (int size = LESSON_SMALLEST; size <= LESSON_LARGEST; size++) {
        char own[PATH_BYTES];
        path_write(own, folder, size);
        if (file_same(own, path)) return true;
    }
    return false;
}

static uint8_t work_byte(uint32_t work) {
    return (uint8_t)fmin(UINT8_MAX, rint(8 * log2(1 + (double)work)));
}

static uint32_t byte_work(uint8_t byte) {
    return (uint32_t)lrint(exp2(byte / 8.0)) - 1;
}

static uint8_t cell_seen(const ProofLesson *lesson, int cell) {
    Color stone = position_at(&lesson->filled, cell);
    if (stone != EMPTY) return stone == lesson->filled.to_move ? SEEN_OWN : SEEN_OTHER;
    if (cellset_has(lesson->wins, cell)) return SEEN_WINS;
    if (cellset_has(lesson->losses, cell)) return SEEN_LOSES;
    return cellset_has(lesson->moves, cell) ? SEEN_OPEN : SEEN_EMPTY;
}

void lesson_write(LessonFiles *files, const ProofLesson *lesson) {
    const Geometry *g = lesson->filled.geometry;
    size_t count = (size_t)g->cells;
    uint8_t bytes[BYTES_MAX];
    if (cellset_count(lesson->moves) < LESSON_MOVES_LEAST) return;
    for (int cell = 0; cell < g->cells; cell++) {
        int at = lesson->filled.to_move == WHITE ? cell_mirrored(g, cell) : cell;
        bytes[at] = cell_seen(lesson, cell);
        bytes[(int)count + at] = work_byte(lesson->move_work[cell]);
    }
    bytes[2 * count] = work_byte(lesson->work);
    if (fwrite(bytes, 1, 2 * count + 1, files->file[g->width]) != 2 * count + 1) files->failed = true;
}

static void cell_read(ProofLesson *lesson, int cell, uint8_t seen) {
    if (seen == SEEN_OWN || seen == SEEN_OTHER)
        cellset_add(&lesson->filled.stones[seen == SEEN_OWN ? BLACK : WHITE], cell);
    if (seen >= SEEN_OPEN) cellset_add(&lesson->moves, cell);
    if (seen == SEEN_WINS) cellset_add(&lesson->wins, cell);
    if (seen == SEEN_LOSES) cellset_add(&lesson->losses, cell);
}

FILE *lesson_file_open(const char *path, int size, Error *error) {
    return file_open(path, "rb", size, error);
}

bool lesson_read(FILE *file, const Geometry *geometry, ProofLesson *lesson) {
    uint8_t bytes[BYTES_MAX];
    size_t count = (size_t)geometry->cells;
    if (fread(bytes, 1, 2 * count + 1, file) != 2 * count + 1) return false;
    *lesson = (ProofLesson){.filled = position_empty(geometry), .work = byte_work(bytes[2 * count])};
    for (int cell = 0; cell < geometry->cells; cell++) {
        cell_read(lesson, cell, bytes[cell]);
        lesson->move_work[cell] = byte_work(bytes[(int)count + cell]);
    }
    return true;
}
