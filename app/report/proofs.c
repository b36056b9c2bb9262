#include "app/report/proofs.h"

#include "base/clock.h"
#include "mustplay/mustplay.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool path_is_folder(const char *path) {
    struct stat about;
    return !stat(path, &about) && S_ISDIR(about.st_mode);
}

bool proofs_check(const char *path, bool folder, bool force, Error *error) {
    bool exists = !access(path, F_OK), is_folder = path_is_folder(path);
    if (!*path) return error_input(error, "--proof needs a name");
    if (folder && exists && !is_folder)
        return error_input(
            error, "--proof '%.200s': with all moves this is a folder, but a file has that name", path);
    if (!folder && is_folder)
        return error_input(error, "--proof '%.200s' is a folder; a file's name is needed", path);
    if (!folder && exists && !force) return error_input(error, "'%.200s' exists; --force replaces it", path);
    return true;
}

// The writer's own connections, and the compressor's tables: measured as peak memory.
enum { WRITER_MEMORY = 4 << 20, COMPRESSOR_MEMORY = 8 << 20 };

void proofs_share_memory(const char *path, uint64_t memory, uint64_t *claims, uint64_t *search) {
    uint64_t quarter = memory / 4, rest = WRITER_MEMORY;
    if (proof_name_is_compressed(path)) rest += COMPRESSOR_MEMORY;
    *claims = quarter;
    *search = memory - quarter > rest + quarter ? memory - quarter - rest : quarter;
}

// The header's line: which method solved, and which one proved again where that has no graph to read.
static void made_text(const ProofOrder *order, Text *out) {
    text_format(out, "by mustplay %s, solved by %s%s", mp_version(), order->method->name,
                order->method->keeps ? "" : ", proved again by auto");
}

static bool file_prove(ProofOrder *order, const Position *position, Color winner, Move move, const char *path,
                       Error *error) {
    Text how = {0};
    ProofMade made;
    made_text(order, &how);
    Budget left = budget_less(&order->budget, clock_seconds() - order->watch->start, 0);
    Observer observer = watch_observer(order->watch);
    left.observer = &observer;
    snprintf(order->watch->label, sizeof order->watch->label, "writing the proof");
    ProofTask task = {.root = position,
                      .winner = winner,
                      .first = move,
                      .budget = &left,
                      .solver = order->solver,
                      .path = path,
                      .force = order->force,
                      .made = text_string(&how)};
    bool good = !how.failed && proof_make(&task, &made, error);
    watch_clear(order->watch);
    text_free(&how);
    if (!good) return false;
    order->unfinished |= made.result != BUILD_DONE;
    if (made.result == BUILD_DONE)
        text_format(&order->report,
                    "%s: %llu claim%s, %llu bytes, %.3f s; %llu position%s, %llu node%s searched again\n",
                    path, (unsigned long long)made.size.claims, plural(made.size.claims),
                    (unsigned long long)made.size.stored, made.seconds, (unsigned long long)made.positions,
                    plural(made.positions), (unsigned long long)made.nodes, plural(made.nodes));
    else
        text_format(&order->report, "%s: not finished; the same command continues from %s.part\n", path,
                    path);
    return true;
}

bool proofs_write(ProofOrder *order, const Position *position, Color winner, Move move, Error *error) {
    return file_prove(order, position, winner, move, order->path, error);
}

// In a position that is its own half-turn one move of each pair is enough.
static CellSet moves_distinct(const Position *p, CellSet moves) {
    Position turned = position_rotated(p);
    CellSet kept = cellset_none();
    if (!position_equal(p, &turned)) return moves;
    for (int cell; (cell = cellset_pop(&moves)) >= 0;)
        if (!cellset_has(kept, cell_rotated(p->geometry, cell))) cellset_add(&kept, cell);
    return kept;
}

static bool move_prove(ProofOrder *order, const Position *position, int move, Color winner, Error *error) {
    Position after = position_played(position, move);
    Text path = {0};
    char name[CELL_NAME_MAX];
    text_format(&path, "%s/%s.proof", order->path, cell_name(position->geometry, move, name));
    bool good = true;
    if (!order->force && !access(text_string(&path), F_OK))
        text_format(&order->report, "%s: exists\n", text_string(&path));
    else
        good = file_prove(order, &after, winner, MOVE_NONE, text_string(&path), error);
    text_free(&path);
    return good;
}

bool proofs_write_moves(ProofOrder *order, const Position *position, CellSet winning, CellSet losing,
                        Error *error) {
    if (mkdir(order->path, 0777) && errno != EEXIST)
        return error_input(error, "--proof '%.200s': %s", order->path, strerror(errno));
    CellSet moves = moves_distinct(position, cellset_or(winning, losing));
    Color mover = position->to_move;
    for (int move; (move = cellset_pop(&moves)) >= 0 && !order->unfinished;) {
        Color winner = cellset_has(winning, move) ? mover : color_other(mover);
        if (!move_prove(order, position, move, winner, error)) return false;
    }
    return true;
}
