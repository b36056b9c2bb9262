// Commands by the names that Neurobenzene gave them (Gao 2020, appendix A.1): nn_ls, nn_load, param_nn, mohex-self-play.
#include "app/htp/engine.h"
#include "base/file.h"
#include "game/sgf.h"

#include <stdlib.h>
#include <string.h>

static bool nets_allowed(const Htp *htp, Error *error) {
    return !htp->setup.sandboxed || error_input(error, "no net is read here");
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool name_list(void *context, const char *path) {
    text_format(context, "%s\n", file_name(path));
    return true;
}

bool htp_nn_ls(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    if (!nets_allowed(htp, error)) return false;
    net_search(name_list, out);
    return true;
}

typedef struct Wanted {
    const char *name;
    char path[4096];
} Wanted;

// Takes the first net of that name.
static bool name_take(void *context, const char *path) {
    Wanted *wanted = context;
    if (strcmp(file_name(path), wanted->name) || strlen(path) >= sizeof wanted->path) return true;
    memcpy(wanted->path, path, strlen(path) + 1);
    return false;
}

// The option of the player that names its net; NULL when it has none.
static const char *net_option(const Player *player) {
    const char *name = !strcmp(player->type->name, "mcts") ? "net" : "file";
    bool has = !strcmp(player->type->name, "mcts") || !strcmp(player->type->name, "net");
    return has ? name : NULL;
}

bool htp_nn_load(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    Wanted wanted = {.name = args->rest};
    if (!nets_allowed(htp, error)) return false;
    net_search(name_take, &wanted);
    const char *path = *wanted.path ? wanted.path : args->rest;
    const char *option = net_option(htp->player);
    Net *net = net_load(path, error); // said before the player changes
    if (!net) return false;
    net_free(net);
    if (option) return htp_player_option_set(htp, option, path, error);
    Text spec = {0};
    text_format(&spec, "net:file=%s", path);
    bool good = spec.failed ? error_memory(error) : htp_player_set(htp, spec.data, error);
    text_free(&spec);
    return good;
}

bool htp_param_nn(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    if (!nets_allowed(htp, error)) return false;
    const char *option = net_option(htp->player), *path = NULL;
    for (const OptionSpec *spec = htp->player->type->options; option && spec->name; spec++) {
        const OptionValue *value = &htp->player->option[spec - htp->player->type->options];
        if (!strcmp(spec->name, option) && value->given) path = value->text;
    }
    char found[4096];
    if (!path && !net_find(found, sizeof found)) return error_input(error, "there is no net");
    Net *net = net_load(path ? path : found, error);
    if (!net) return false;
    text_format(out, "[string] nn_name %s\n", file_name(path ? path : found));
    text_format(out, "[string] planes %d\n[string] filters %d\n", net->arch.planes, net->arch.channels);
    if (net_is_plain(net))
        text_format(out, "[string] layers %d\n[string] heads p\n", net->arch.layers + 2);
    else
        text_format(out, "[string] blocks %d\n[string] heads p q v\n", net->arch.blocks);
    net_free(net);
    return true;
}

// --- mohex-self-play

// A game of the session's player with itself from a random first move, added to the draft. False with an error, or when
// interrupted.
static bool self_game(Htp *htp, Random *random, FileDraft *draft, Error *error) {
    Game game;
    const Geometry *g = htp->game.now.geometry;
    game_init(&game, g);
    player_reset(htp->player);
    if (!game_play(&game, BLACK, (Move)random_below(random, (uint32_t)g->cells), error)) return false;
    while (game_winner(&game) == EMPTY) {
        Choice choice;
        if (!htp_choose(htp, &game, &choice, error)) return false;
        if (htp_interrupted(htp)) return error_input(error, "interrupted");
        if (!game_play(&game, game.now.to_move, choice.move, error)) return false;
    }
    const char *name = htp->player->spec;
    SgfTree *tree =
        sgf_from_game(&game, &(SgfInfo){.black = name, .white = name, .event = "mohex-self-play"});
    Text bytes = {0};
    if (tree) sgf_write(tree, &bytes);
    sgf_free(tree);
    text_add_char(&bytes, '\n');
    bool good = tree && !bytes.failed ? file_draft_add(draft, bytes.data, bytes.length, error)
                                      : error_memory(error);
    text_free(&bytes);
    return good;
}

bool htp_self_play(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    char *name = NULL;
    long games = strtol(args->rest, &name, 10);
    name += strspn(name, " ");
    FileDraft draft;
    if (htp->setup.sandboxed) return error_input(error, "files are off in this session");
    if (games < 1 || !*name) return error_input(error, "usage: mohex-self-play GAMES FILE");
    if (!file_draft_open(&draft, name, true, error)) return false;
    Random random = random_seeded(random_next(&htp->player->random));
    long played = 0;
    while (played < games && self_game(htp, &random, &draft, error)) played++;
    if (!played) {
        file_draft_drop(&draft);
        return false;
    }
    if (!file_draft_keep(&draft, error)) return false;
    text_format(out, "%ld", played); // fewer than asked for when it was interrupted
    return true;
}
