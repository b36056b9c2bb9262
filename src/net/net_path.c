// Where nets are looked for, and how they are read from there.
#include "net/net.h"

#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };
static const size_t FILE_MAX = (size_t)1 << 29;
static const char DEFAULT_NAME[] = "default.safetensors", ENDING[] = ".safetensors";

typedef struct Search {
    bool (*each)(void *context, const char *path);
    void *context;
    bool stopped;
} Search;

// A file that is there but cannot be read is a candidate too: whoever loads it says so.
static void candidate(Search *search, const char *path) {
    if (!search->stopped && access(path, F_OK) == 0) search->stopped = !search->each(search->context, path);
}

static int is_net(const struct dirent *entry) {
    size_t length = strlen(entry->d_name), ending = strlen(ENDING);
    return length > ending && !strcmp(entry->d_name + length - ending, ENDING) &&
           strcmp(entry->d_name, DEFAULT_NAME) != 0;
}

static void folder(Search *search, const char *path) {
    char file[PATH_SIZE];
    if (snprintf(file, sizeof file, "%s/%s", path, DEFAULT_NAME) < PATH_SIZE) candidate(search, file);
    struct dirent **names;
    int count = search->stopped ? -1 : scandir(path, &names, is_net, alphasort);
    if (count < 0) return;
    for (int i = 0; i < count; i++) {
        if (snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name) < PATH_SIZE) candidate(search, file);
        free(names[i]);
    }
    free(names);
}

// The folder of the running program, without a slash at its end; false when it is unknown.
static bool program_folder(char *path) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash) return false;
    *slash = '\0';
    return true;
}

// Calls back with the folders that may hold nets: installed beside the program; in the tree that build/ (or
// build/tests/) lies in.
static void folders(Search *search, void (*visit)(Search *search, const char *path)) {
    static const char *const PLACES[] = {"../share/mustplay/nets", "../data/nets", "../../data/nets"};
    char program[PATH_SIZE], path[PATH_SIZE];
    if (!program_folder(program)) return;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES && !search->stopped; i++) {
        if (snprintf(path, sizeof path, "%.4000s/%s", program, PLACES[i]) < PATH_SIZE) visit(search, path);
    }
}

void net_search(bool (*each)(void *context, const char *path), void *context) {
    Search search = {each, context, false};
    const char *environment = getenv("MUSTPLAY_NET");
    if (environment && *environment) search.stopped = !each(context, environment); // even if it is not there
    folders(&search, folder);
}

typedef struct Found {
    char *path;
    size_t size;
    bool found;
} Found;

static bool found_take(void *context, const char *path) {
    Found *found = context;
    found->found = strlen(path) < found->size;
    if (found->found) memcpy(found->path, path, strlen(path) + 1);
    return false;
}

bool net_find(char *path, size_t size) {
    Found found = {path, size, false};
    net_search(found_take, &found);
    return found.found;
}

static void solver_folder(Search *search, const char *path) {
    char file[PATH_SIZE];
    if (snprintf(file, sizeof file, "%s/solver/solver.safetensors", path) < PATH_SIZE)
        candidate(search, file);
}

bool net_find_solver(char *path, size_t size) {
    Found found = {path, size, false};
    Search search = {found_take, &found, false};
    folders(&search, solver_folder);
    return found.found;
}

Net *net_load(const char *path, Error *error) {
    Text bytes = {0};
    if (!file_read_plain(path, FILE_MAX, &bytes, error)) return NULL;
    Net *net = net_parse(bytes.data, bytes.length, path, error);
    text_free(&bytes);
    return net;
}
