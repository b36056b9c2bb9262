#include "site/nets.h"

#include "net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Kept {
    const char *name;
    void *bytes;
    size_t size;
} Kept;

static Kept large = {.name = "the network"}, small = {.name = "the solver's network"};

bool nets_keep(bool solver, void *bytes, size_t size, Error *error) {
    Kept *kept = solver ? &small : &large;
    Net *net = net_parse(bytes, size, kept->name, error);
    net_free(net);
    if (!net) {
        free(bytes);
        return false;
    }
    free(kept->bytes);
    kept->bytes = bytes;
    kept->size = size;
    return true;
}

static bool kept_name(const Kept *kept, char *path, size_t size) {
    return kept->bytes && (size_t)snprintf(path, size, "%s", kept->name) < size;
}

bool net_find_in(const char *data, char *path, size_t size) {
    (void)data;
    return kept_name(&large, path, size);
}

bool net_find(char *path, size_t size) {
    return kept_name(&large, path, size);
}

bool net_find_solver_in(const char *data, char *path, size_t size) {
    (void)data;
    return kept_name(&small, path, size);
}

bool net_find_solver(char *path, size_t size) {
    return kept_name(&small, path, size);
}

bool data_find(const char *data, char *path, size_t size) {
    (void)data, (void)path, (void)size;
    return false;
}

void net_search(const char *data, bool (*each)(void *context, const char *path), void *context) {
    (void)data;
    if (large.bytes) each(context, large.name);
}

Net *net_load(const char *path, Error *error) {
    const Kept *kept = !strcmp(path, small.name) ? &small : &large;
    if (kept->bytes && !strcmp(path, kept->name)) return net_parse(kept->bytes, kept->size, path, error);
    error_input(error, "there is no net '%.100s' in the page", path);
    return NULL;
}
