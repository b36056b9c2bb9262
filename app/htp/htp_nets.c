// Commands by the names that Neurobenzene gave them (Gao 2020, appendix A.1): nn_ls, nn_load, param_nn, mohex-self-play.
#include "app/htp/htp_engine.h"
#include "base/file.h"
#include "mustplay/sys/player.h"

#include <stdlib.h>
#include <string.h>

static bool nets_allowed(const Htp *htp, Error *error) {
    return !htp->setup.sandboxed || error_input(error, "nets are off in this session");
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool htp_nn_ls(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    char *path;
    if (!nets_allowed(htp, error)) return false;
    for (int i = 0; (path = mp_net_path(htp->setup.engine, i)); i++) {
        text_format(out, "%s\n", file_name(path));
        mp_free(path);
    }
    return true;
}

// The path of the first net of that name; NULL when none is found. The caller frees it.
static char *net_named(const Htp *htp, const char *name) {
    char *path;
    for (int i = 0; (path = mp_net_path(htp->setup.engine, i)); i++) {
        if (!strcmp(file_name(path), name)) return path;
        mp_free(path);
    }
    return NULL;
}

// The option of the player that names its net; NULL when it has none.
static const char *net_option(const mp_player *player) {
    const char *name = mp_player_name(player);
    return !strcmp(name, "mcts") ? "net" : !strcmp(name, "net") ? "file" : NULL;
}

static bool net_use(Htp *htp, const char *path, Error *error) {
    mp_error why;
    const char *option = net_option(htp->player);
    mp_net *net = mp_net_load(htp->setup.engine, path, &why); // said before the player changes
    if (!net) return public_fail(&why, NULL, error);
    mp_net_free(net);
    if (option) return htp_player_option_set(htp, option, path, error);
    Text spec = {0};
    text_format(&spec, "net:file=%s", path);
    bool good = spec.failed ? error_memory(error) : htp_player_set(htp, spec.data, error);
    text_free(&spec);
    return good;
}

bool htp_nn_load(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    if (!nets_allowed(htp, error)) return false;
    char *path = net_named(htp, args->rest);
    bool good = net_use(htp, path ? path : args->rest, error);
    mp_free(path);
    return good;
}

// The path of the net in use: the player's, or the one that is found. NULL without one; the caller frees it.
static char *net_used(const Htp *htp) {
    const char *name = net_option(htp->player);
    mp_option option = MP_INIT(mp_option);
    for (int i = 0; name && mp_player_option(htp->player, i, &option); i++) {
        if (!strcmp(option.name, name) && option.given) return strdup(option.value);
    }
    return mp_net_path(htp->setup.engine, 0);
}

bool htp_param_nn(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    mp_error why;
    mp_net_info info = MP_INIT(mp_net_info);
    if (!nets_allowed(htp, error)) return false;
    char *path = net_used(htp);
    if (!path) return error_input(error, "there is no net");
    mp_net *net = mp_net_load(htp->setup.engine, path, &why);
    if (net) {
        mp_net_describe(net, &info);
        text_format(out, "[string] nn_name %s\n", file_name(path));
        text_format(out, "[string] planes %d\n[string] filters %d\n", info.planes, info.filters);
        if (info.layers)
            text_format(out, "[string] layers %d\n[string] heads p\n", info.layers + 2);
        else
            text_format(out, "[string] blocks %d\n[string] heads p q v\n", info.blocks);
    }
    mp_net_free(net);
    mp_free(path);
    return net || public_fail(&why, NULL, error);
}

// --- mohex-self-play

// A game of the session's player with itself from a random first move. False with an error, or when interrupted.
static bool self_game(Htp *htp, mp_game *game, Error *error) {
    mp_error why;
    int cells = mp_game_width(game) * mp_game_height(game);
    mp_player_reset(htp->player);
    int move = (int)random_below(&htp->random, (uint32_t)cells);
    while (mp_game_play(game, MP_EMPTY, move, &why)) {
        mp_choice choice;
        if (mp_game_winner(game) != MP_EMPTY) return true;
        if (!htp_choose(htp, game, &choice, error)) return false;
        if (htp_interrupted(htp)) return error_input(error, "interrupted");
        move = choice.move;
    }
    return public_fail(&why, NULL, error);
}

static bool game_add(const Htp *htp, const mp_game *game, FileDraft *draft, Error *error) {
    const char *name = mp_player_specification(htp->player);
    mp_record *record = mp_record_new(game, name, name, "mohex-self-play", NULL);
    char *text = record ? mp_record_write(record) : NULL;
    Text bytes = {0};
    if (text) text_format(&bytes, "%s\n", text);
    bool good =
        text && !bytes.failed ? file_draft_add(draft, bytes.data, bytes.length, error) : error_memory(error);
    text_free(&bytes);
    mp_free(text);
    mp_record_free(record);
    return good;
}

static bool self_games(Htp *htp, long games, FileDraft *draft, long *played, Error *error) {
    bool good = true;
    for (*played = 0; good && *played < games; *played += good) {
        mp_game *game = mp_game_new(mp_game_width(htp->game), mp_game_height(htp->game), NULL);
        good = game ? self_game(htp, game, error) && game_add(htp, game, draft, error) : error_memory(error);
        mp_game_free(game);
    }
    return *played > 0;
}

bool htp_self_play(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    char *name = NULL;
    long games = strtol(args->rest, &name, 10);
    name += strspn(name, " ");
    FileDraft draft;
    if (htp->setup.sandboxed) return error_input(error, "files are off in this session");
    if (games < 1 || !*name) return error_input(error, "usage: mohex-self-play GAMES FILE");
    if (!file_draft_open(&draft, name, true, error)) return false;
    long played;
    if (!self_games(htp, games, &draft, &played, error)) {
        file_draft_drop(&draft);
        return false;
    }
    if (!file_draft_keep(&draft, error)) return false;
    text_format(out, "%ld", played); // fewer than asked for when it was interrupted
    return true;
}
