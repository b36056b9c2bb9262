#include "app/report/proofs.h"

#include "base/clock.h"

#include <errno.h>
#include <math.h>
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

static bool name_is_compressed(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".zst");
}

// The writer's own connections, and the compressor's tables: measured as peak memory.
enum { WRITER_MEMORY = 4 << 20, COMPRESSOR_MEMORY = 8 << 20 };

void proofs_share_memory(const char *path, uint64_t memory, uint64_t *claims, uint64_t *search) {
    uint64_t quarter = memory / 4, rest = WRITER_MEMORY;
    if (name_is_compressed(path)) rest += COMPRESSOR_MEMORY;
    *claims = quarter;
    *search = memory - quarter > rest + quarter ? memory - quarter - rest : quarter;
}

mp_limits limits_left(const mp_limits *limits, const Watch *watch) {
    mp_limits left = *limits;
    if (left.seconds > 0)
        left.seconds = fmax(left.seconds - (clock_seconds() - watch->start), 1e-9); // 0: no limit
    return left;
}

static void made_report(ProofOrder *order, const mp_proof_made *made, const char *path) {
    if (made->finished)
        text_format(&order->report,
                    "%s: %llu claim%s, %llu bytes, %.3f s; %llu position%s, %llu node%s searched again\n",
                    path, (unsigned long long)made->claims, plural(made->claims),
                    (unsigned long long)made->bytes, made->seconds, (unsigned long long)made->positions,
                    plural(made->positions), (unsigned long long)made->nodes, plural(made->nodes));
    else
        text_format(&order->report, "%s: not finished; the same command continues from %s.part\n", path,
                    path);
}

static bool file_prove(ProofOrder *order, const mp_game *game, mp_color winner, int move, const char *path,
                       Error *error) {
    mp_error outer = {.code = MP_OK};
    mp_proof_made made = MP_INIT(mp_proof_made);
    mp_limits left = limits_left(&order->limits, order->watch);
    snprintf(order->watch->label, sizeof order->watch->label, "writing the proof");
    bool good = mp_solver_prove(order->solver, game, winner, move, path, order->force, &left, &made, &outer);
    watch_clear(order->watch);
    if (!good) return public_fail(&outer, NULL, error);
    order->unfinished |= !made.finished;
    made_report(order, &made, path);
    return true;
}

bool proofs_write(ProofOrder *order, const mp_game *game, mp_color winner, int move, Error *error) {
    return file_prove(order, game, winner, move, order->path, error);
}

// Whether the position is its own half-turn.
static bool game_is_symmetric(const mp_game *game) {
    int cells = mp_game_width(game) * mp_game_height(game);
    for (int cell = 0; cell < cells; cell++)
        if (mp_game_stone(game, cell) != mp_game_stone(game, cells - 1 - cell)) return false;
    return true;
}

static bool move_prove(ProofOrder *order, const mp_game *game, int move, mp_color winner, Error *error) {
    mp_error outer = {.code = MP_OK};
    Text path = {0};
    char name[MP_NAME_MAX];
    text_format(&path, "%s/%s.proof", order->path, mp_move_name(game, move, name));
    bool good = true, kept = !order->force && !access(text_string(&path), F_OK);
    mp_game *after = kept ? NULL : mp_game_clone(game, &outer);
    if (kept)
        text_format(&order->report, "%s: exists\n", text_string(&path));
    else if (!after || !mp_game_play(after, MP_EMPTY, move, &outer))
        good = public_fail(&outer, NULL, error);
    else
        good = file_prove(order, after, winner, MP_NONE, text_string(&path), error);
    mp_game_free(after);
    text_free(&path);
    return good;
}

bool proofs_write_moves(ProofOrder *order, const mp_game *game, const mp_moves *moves, Error *error) {
    int cells = mp_game_width(game) * mp_game_height(game);
    bool symmetric = game_is_symmetric(game);
    mp_color mover = mp_game_to_move(game);
    if (mkdir(order->path, 0777) && errno != EEXIST)
        return error_input(error, "--proof '%.200s': %s", order->path, strerror(errno));
    for (int cell = 0; cell < cells && !order->unfinished; cell++) {
        bool wins = cells_hold(&moves->winning, cell);
        if (symmetric && cell > cells - 1 - cell)
            break; // one of two that are each other's half-turn is enough
        if (!wins && !cells_hold(&moves->losing, cell)) continue;
        if (!move_prove(order, game, cell, wins ? mover : (mp_color)!mover, error)) return false;
    }
    return true;
}
