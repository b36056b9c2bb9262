// The engine of the public interface: its settings, its log hook, and nets.
#include "api/inside.h"

#include "base/file.h"
#include "base/sha256.h"
#include "net/evaluator.h"
#include "play/player.h"
#include "solve/solver.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Of a net without a calibration. Enough for ranges within a few percent of those of 512 positions; takes a quarter of a
// second.
enum { QUICK_CALIBRATION = 48 };
static const size_t NET_BYTES_MAX = (size_t)1 << 29;

mp_engine *mp_engine_new(mp_error *error) {
    return mp_engine_new_with(&CATALOG, error);
}

mp_engine *mp_engine_new_with(const Catalog *catalog, mp_error *error) {
    mp_engine *engine = new_out(sizeof *engine, error);
    if (!engine) return NULL;
    engine->own = *catalog;
    engine->catalog = &engine->own;
    return engine;
}

void mp_engine_free(mp_engine *engine) {
    if (engine) free(engine->data);
    free(engine);
}

// --- Data

char *mp_data_path(const mp_engine *engine) {
    char path[4096];
    return data_find(engine->data, path, sizeof path) ? strdup(path) : NULL;
}

bool mp_engine_set_data(mp_engine *engine, const char *folder, mp_error *error) {
    Error inner = {0};
    struct stat about;
    if (folder && stat(folder, &about) != 0)
        error_input(&inner, "data folder '%.200s': %s", folder, strerror(errno));
    else if (folder && !S_ISDIR(about.st_mode))
        error_input(&inner, "data folder '%.200s': this is no folder", folder);
    if (*inner.text) return error_out(&inner, error);
    char *copy = folder ? strdup(folder) : NULL;
    if (folder && !copy) return memory_out(error);
    free(engine->data);
    engine->own.data = engine->data = copy;
    return true;
}

// --- The log

void mp_engine_set_log(mp_engine *engine, void (*log)(void *context, const char *sentence), void *context) {
    engine->log = log;
    engine->log_context = context;
}

void engine_log(const mp_engine *engine, const char *format, ...) {
    char sentence[400];
    va_list args;
    if (!engine->log) return;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    engine->log(engine->log_context, sentence);
}

void engine_miss_net(const mp_engine *engine, const char *specification) {
    char found[4096];
    bool asked = !strcmp(specification, "auto") || !strncmp(specification, "auto:", 5);
    if (asked && !net_find_in(engine->data, found, sizeof found))
        engine_log(engine,
                   "no net found, so the player is much weaker than with one; the environment variable "
                   "MUSTPLAY_NET can name one");
}

// --- What there is

// A row of a table that ends with NULL, as its name; NULL beyond the last.
#define ROW_NAME(table, index, help)                                                                         \
    for (int i = 0; (table)[i]; i++) {                                                                       \
        if (i == (index) && (help)) *(help) = (table)[i]->help;                                              \
        if (i == (index)) return (table)[i]->name;                                                           \
    }                                                                                                        \
    return NULL

static const char *player_listed(const Catalog *catalog, int index, const char **help) {
    ROW_NAME(catalog->players, index, help);
}

static const char *method_listed(const Catalog *catalog, int index, const char **help) {
    ROW_NAME(catalog->methods, index, help);
}

static const char *evaluation_listed(const Catalog *catalog, int index, const char **help) {
    ROW_NAME(catalog->evaluations, index, help);
}

const char *mp_engine_list(const mp_engine *engine, mp_kind kind, int index, const char **help) {
    return kind == MP_PLAYERS   ? player_listed(engine->catalog, index, help)
           : kind == MP_METHODS ? method_listed(engine->catalog, index, help)
                                : evaluation_listed(engine->catalog, index, help);
}

// --- Nets

typedef struct PathAt {
    int left; // paths before it
    char *path;
} PathAt;

static bool path_at(void *context, const char *path) {
    PathAt *at = context;
    if (at->left-- > 0) return true;
    at->path = strdup(path);
    return false;
}

char *mp_net_path(const mp_engine *engine, int index) {
    PathAt at = {.left = index};
    if (index >= 0) net_search(engine->data, path_at, &at);
    return at.path;
}

static bool net_read(mp_net *net, const char *path, Error *error) {
    Text bytes = {0};
    if (!file_read_plain(path, NET_BYTES_MAX, &bytes, error)) return false;
    sha256_text(bytes.data, bytes.length, net->checksum);
    net->net = net_parse(bytes.data, bytes.length, path, error);
    text_free(&bytes);
    bool bare = net->net && !net->net->activation_max && !net_is_plain(net->net);
    return net->net && (!bare || net_calibrate(net->net, QUICK_CALIBRATION, 1, error));
}

mp_net *mp_net_load(const mp_engine *engine, const char *path, mp_error *error) {
    Error inner = {0};
    char *found = path ? NULL : mp_net_path(engine, 0);
    mp_net *net = NULL;
    if (!path && !found)
        error_input(&inner, "no net found: the environment variable MUSTPLAY_NET can name one");
    else if (!(net = calloc(1, sizeof *net)))
        error_memory(&inner);
    bool good = net && net_read(net, path ? path : found, &inner);
    free(found);
    if (good) return net;
    error_out(&inner, error);
    mp_net_free(net);
    return NULL;
}

void mp_net_free(mp_net *net) {
    if (net) net_free(net->net);
    free(net);
}

void mp_net_describe(const mp_net *net, mp_net_info *info) {
    const NetArch *arch = &net->net->arch;
    mp_net_info found = {.planes = arch->planes,
                         .filters = arch->channels,
                         .blocks = arch->blocks,
                         .layers = arch->layers,
                         .parameters = net_parameters(net->net)};
    snprintf(found.checksum, sizeof found.checksum, "%s", net->checksum);
    struct_out(info, &found, sizeof found);
}
