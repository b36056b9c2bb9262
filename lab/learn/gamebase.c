#include "lab/learn/gamebase.h"
#include "lab/lab_catalog.h"

#include "base/array.h"
#include "base/file.h"
#include "base/hash.h"
#include "play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 256 << 20 };
static const char HEAD[] = "mustplay-games-1";

const char *const UNEVEN_PLAYER[UNEVEN_PLAYERS] = {
    "alphabeta:depth=1,width=2,solver=0",  "alphabeta:depth=1,width=6,solver=0",
    "alphabeta:depth=2,width=5,solver=0",  "alphabeta:depth=3,width=8,solver=0",
    "alphabeta:depth=4,width=12,solver=0",
};

void gamebase_free(GameBase *base) {
    free(base->game);
    *base = (GameBase){0};
}

bool gamebase_add(GameBase *base, const BaseGame *game) {
    if (!array_room(&base->game, &base->room, base->count + 1, sizeof *base->game)) return false;
    base->game[base->count++] = *game;
    return true;
}

static void game_write(const Geometry *g, const BaseGame *game, Text *out) {
    text_add(out, color_name(game->stronger));
    for (int k = 0; k < game->count; k++) {
        char name[CELL_NAME_MAX];
        cell_name(g, game->cell[k], name);
        text_format(out, " %s", name);
    }
}

void gamebase_write(const GameBase *base, Text *out) {
    text_format(out, "%s %dx%d\n", HEAD, base->geometry->width, base->geometry->height);
    for (int i = 0; i < base->count; i++) {
        game_write(base->geometry, &base->game[i], out);
        text_add_char(out, '\n');
    }
}

uint64_t gamebase_hash(const GameBase *base) {
    uint64_t hash = HASH_START;
    for (int i = 0; i < base->count; i++) {
        const BaseGame *game = &base->game[i];
        hash = hash_bytes(hash, &game->stronger, sizeof game->stronger);
        hash = hash_bytes(hash, game->cell, (size_t)game->count * sizeof *game->cell);
    }
    return hash;
}

// --- Reading

static bool game_parse(const Geometry *g, char *line, int number, const char *path, BaseGame *game,
                       Error *error) {
    CellSet taken = cellset_none();
    char *rest = NULL, *word = strtok_r(line, " \t\r", &rest);
    *game = (BaseGame){.stronger = EMPTY};
    for (Color c = BLACK; c <= WHITE; c++) {
        if (!strcmp(word, color_name(c))) game->stronger = c;
    }
    if (game->stronger == EMPTY)
        return error_input(error, "'%.200s', line %d: a colour was expected, not '%.20s'", path, number,
                           word);
    while ((word = strtok_r(NULL, " \t\r", &rest))) {
        int cell = cell_parse(g, word, (int)strlen(word));
        if (cell < 0 || cellset_has(taken, cell))
            return error_input(error, "'%.200s', line %d: '%.20s' is not an empty cell", path, number, word);
        cellset_add(&taken, cell);
        game->cell[game->count++] = (int16_t)cell;
    }
    return true;
}

static bool line_take(GameBase *base, char *line, int number, const char *path, Error *error) {
    BaseGame game;
    int width, height, end = 0;
    if (base->geometry) {
        if (!game_parse(base->geometry, line, number, path, &game, error)) return false;
        return gamebase_add(base, &game) || error_memory(error);
    }
    size_t head = strlen(HEAD);
    if (!strncmp(line, HEAD, head) && sscanf(line + head, " %dx%d%n", &width, &height, &end) == 2 &&
        !line[head + (size_t)end] && width >= 1 && width <= BOARD_MAX && height >= 1 && height <= BOARD_MAX)
        base->geometry = geometry_get(width, height);
    return base->geometry || error_input(error, "'%.200s' is not a database of games (%s WxH)", path, HEAD);
}

bool gamebase_read(const char *path, GameBase *base, Error *error) {
    Text text = {0};
    *base = (GameBase){0};
    if (!file_read_plain(path, FILE_MOST, &text, error)) return false;
    bool good = true;
    int number = 0;
    for (char *line = text.data, *next; good && line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        if (line[strspn(line, " \t\r")] && *line != '#') good = line_take(base, line, number, path, error);
    }
    if (good && !base->geometry)
        good = error_input(error, "'%.200s' is not a database of games (%s WxH)", path, HEAD);
    text_free(&text);
    if (!good) gamebase_free(base);
    return good;
}

// --- The tournament

static bool game_play_pair(Player *const player[2], const Geometry *g, BaseGame *out, Color *winner,
                           Error *error) {
    Game game;
    game_init(&game, g);
    out->count = 0;
    while (game_winner(&game) == EMPTY) {
        Choice choice;
        Color mover = game.now.to_move;
        if (!player_choose(player[mover], &game, NULL, &choice, error) ||
            !game_play(&game, mover, choice.move, error))
            return false;
        out->cell[out->count++] = (int16_t)choice.move;
    }
    *winner = game_winner(&game);
    return true;
}

// One game of players `weak` and `strong` (numbers), the stronger one in colour `stronger`. Kept if he wins.
static bool pair_play(GameBase *base, int weak, int strong, Color stronger, uint64_t seed, Error *error) {
    BaseGame game = {.stronger = stronger};
    Player *player[2] = {NULL, NULL};
    Color winner = EMPTY;
    char noisy[120];
    snprintf(noisy, sizeof noisy, "%s,noise=0.2", UNEVEN_PLAYER[weak]);
    player[stronger] = player_new(&LAB_CATALOG, UNEVEN_PLAYER[strong], seed, error);
    player[color_other(stronger)] = player_new(&LAB_CATALOG, noisy, seed + 1, error);
    bool good = player[0] && player[1] && game_play_pair(player, base->geometry, &game, &winner, error);
    player_free(player[0]);
    player_free(player[1]);
    if (good && winner == stronger) good = gamebase_add(base, &game) || error_memory(error);
    return good;
}

// The players of a game of the tournament by its number: every pair, both colours, then again.
static void pair_of_number(int number, int *weak, int *strong, Color *stronger) {
    enum { PAIRS = UNEVEN_PLAYERS * (UNEVEN_PLAYERS - 1) / 2 };
    int pair = number / 2 % PAIRS;
    *stronger = number % 2 ? WHITE : BLACK;
    *weak = 0;
    while (pair >= UNEVEN_PLAYERS - 1 - *weak) pair -= UNEVEN_PLAYERS - 1 - (*weak)++;
    *strong = *weak + 1 + pair;
}

bool gamebase_play(GameBase *base, const Geometry *geometry, int games, uint64_t seed,
                   bool (*goes_on)(void *context, const GameBase *base), void *context, int *played,
                   Error *error) {
    if (!*played) *base = (GameBase){.geometry = geometry};
    while (base->count < games) {
        int weak, strong;
        Color stronger;
        pair_of_number(*played, &weak, &strong, &stronger);
        if (!pair_play(base, weak, strong, stronger, seed + 2 * (uint64_t)*played, error)) return false;
        ++*played;
        if (goes_on && !goes_on(context, base)) break;
    }
    return true;
}

// --- Progress

static bool games_read(const json_t *games, const char *path, GameBase *base, Error *error) {
    const json_t *game;
    size_t i;
    json_array_foreach(games, i, game) {
        Text line = {0};
        BaseGame read;
        text_add(&line, json_is_string(game) ? json_string_value(game) : "?");
        bool good = line.failed ? error_memory(error)
                                : game_parse(base->geometry, line.data, base->count + 1, path, &read, error);
        text_free(&line);
        if (!good) return false;
        if (!gamebase_add(base, &read)) return error_memory(error);
    }
    return true;
}

bool gamebase_resume(Journal *journal, const char *path, GameBase *base, const Geometry *geometry,
                     uint64_t seed, int *played, Error *error) {
    char identity[60];
    const char *key;
    json_t *games;
    bool good = true;
    *base = (GameBase){.geometry = geometry};
    *played = 0;
    snprintf(identity, sizeof identity, "games, %dx%d, seed %llu", geometry->width, geometry->height,
             (unsigned long long)seed);
    if (!journal_open(journal, path, "learn", identity, error)) return false;
    json_object_foreach(journal->values, key, games) {
        int end = 0;
        if (good && (sscanf(key, "played %d%n", played, &end) != 1 || key[end]))
            good = error_input(error, "'%.200s': '%.40s' is not a line of a tournament", path, key);
        good = good && games_read(games, path, base, error);
    }
    if (good) return true;
    journal_close(journal);
    gamebase_free(base);
    return false;
}

bool gamebase_keep(Journal *journal, const GameBase *base, int played, int *known, Error *error) {
    char key[24];
    snprintf(key, sizeof key, "played %d", played);
    if (!played || journal_find(journal, key)) return true;
    json_t *games = json_array();
    for (int i = *known; i < base->count; i++) {
        Text line = {0};
        game_write(base->geometry, &base->game[i], &line);
        json_array_append_new(games, line.failed ? NULL : json_string(line.data));
        text_free(&line);
    }
    bool whole = (int)json_array_size(games) == base->count - *known;
    if (!whole) json_decref(games);
    if (!whole) return error_memory(error);
    *known = base->count;
    return journal_add(journal, key, games, error);
}
