// SGF files in a session: loadsgf, savesgf, printsgf.
#include "app/htp/engine.h"
#include "game/sgf.h"
#include "mustplay/mustplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool files_allowed(const Htp *htp, Error *error) {
    return !htp->setup.sandboxed || error_input(error, "files are off in this session");
}

// Cuts "FILE [MOVES]": the name may hold blanks, so the number is a last word of digits after it. The caller
// frees the name.
static char *name_take(const char *rest, int *moves) {
    char *name = strdup(rest);
    if (!name) return NULL;
    *moves = -1;
    const char *last = strrchr(name, ' ');
    size_t digits = last ? strspn(last + 1, "0123456789") : 0;
    if (!digits || digits > 6 || last[1 + digits]) return name;
    *moves = atoi(last + 1);
    size_t length = (size_t)(last - name);
    while (length && name[length - 1] == ' ') length--;
    name[length] = '\0';
    return name;
}

static bool game_load(const char *name, int moves, Game *game, Error *error) {
    SgfTree *tree = sgf_load(name, error);
    if (!tree) return false;
    bool good = sgf_game(tree, moves, game, error);
    sgf_free(tree);
    return good;
}

bool htp_loadsgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    int moves;
    if (!files_allowed(htp, error)) return false;
    if (!*args->rest) return error_input(error, "usage: loadsgf FILE [MOVES]");
    char *name = name_take(args->rest, &moves);
    if (!name) return error_memory(error);
    Game game;
    bool good = game_load(name, moves, &game, error);
    free(name);
    if (good) htp->game = game;
    return good;
}

static SgfTree *game_tree(const Htp *htp, Error *error) {
    char application[40];
    snprintf(application, sizeof application, "Mustplay:%s", mp_version());
    SgfInfo info = {.application = application};
    SgfTree *tree = sgf_from_game(&htp->game, &info);
    if (!tree) error_memory(error);
    return tree;
}

bool htp_savesgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    if (!files_allowed(htp, error)) return false;
    if (!*args->rest) return error_input(error, "usage: savesgf FILE");
    SgfTree *tree = game_tree(htp, error);
    bool good = tree && sgf_save(tree, args->rest, true, error);
    sgf_free(tree);
    return good;
}

bool htp_printsgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    SgfTree *tree = game_tree(htp, error);
    if (!tree) return false;
    sgf_write(tree, out);
    sgf_free(tree);
    return true;
}
