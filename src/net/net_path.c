// Where nets are looked for, and how they are read from there.
#include "net/net.h"

#include "base/file.h"

#include <dirent.h>
#include <dlfcn.h>
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

// What an environment variable names; NULL when it is not set or empty.
static const char *named(const char *variable) {
    const char *value = getenv(variable);
    return value && *value ? value : NULL;
}

// Takes the file's name off a path; false when there is no folder in it.
static bool path_cut(char *path) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
    return slash;
}

// The folder of the running program, without a slash at its end; false when it is unknown.
static bool program_folder(char *path) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    path[length > 0 ? length : 0] = '\0';
    return path_cut(path);
}

// The folder of the shared library, or else of the program, that this code is in.
static bool library_folder(char *path) {
    Dl_info about;
    if (!dladdr(DEFAULT_NAME, &about) || !about.dli_fname) return false;
    return snprintf(path, PATH_SIZE, "%s", about.dli_fname) < PATH_SIZE && path_cut(path);
}

typedef void (*Visit)(Search *search, const char *nets);

// Visits the folder of nets in a data folder.
static void visit_data(Search *search, Visit visit, const char *data) {
    char nets[PATH_SIZE];
    if (!search->stopped && snprintf(nets, sizeof nets, "%s/nets", data) < PATH_SIZE) visit(search, nets);
}

static void visit_places(Search *search, Visit visit, const char *folder, const char *const *places) {
    char data[PATH_SIZE];
    for (; *places; places++) {
        if (snprintf(data, sizeof data, "%.4000s/%s", folder, *places) < PATH_SIZE)
            visit_data(search, visit, data);
    }
}

// Beside the program and the library as they are installed, and in the tree that build/ (or build/tests/) lies in.
static void visit_beside(Search *search, Visit visit) {
    static const char *const PROGRAM[] = {"../share/mustplay", "../data", "../../data", NULL};
    static const char *const LIBRARY[] = {"../share/mustplay", "../../share/mustplay", "share", NULL};
    char folder[PATH_SIZE];
    if (program_folder(folder)) visit_places(search, visit, folder, PROGRAM);
    if (library_folder(folder)) visit_places(search, visit, folder, LIBRARY);
}

// Visits every folder that may hold nets. A folder that somebody named is the only one.
static void folders(Search *search, const char *data, Visit visit) {
    if (!data) data = named("MUSTPLAY_DATA");
    if (data) {
        visit_data(search, visit, data);
        return;
    }
    visit_beside(search, visit);
    visit_data(search, visit, MUSTPLAY_DATA_PATH);
}

void net_search(const char *data, bool (*each)(void *context, const char *path), void *context) {
    Search search = {each, context, false};
    const char *environment = named("MUSTPLAY_NET");
    if (environment) search.stopped = !each(context, environment); // even if it is not there
    folders(&search, data, folder);
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

bool net_find_in(const char *data, char *path, size_t size) {
    Found found = {path, size, false};
    net_search(data, found_take, &found);
    return found.found;
}

bool net_find(char *path, size_t size) {
    return net_find_in(NULL, path, size);
}

static void solver_folder(Search *search, const char *path) {
    char file[PATH_SIZE];
    if (snprintf(file, sizeof file, "%s/solver/solver.safetensors", path) < PATH_SIZE)
        candidate(search, file);
}

bool net_find_solver_in(const char *data, char *path, size_t size) {
    Found found = {path, size, false};
    Search search = {found_take, &found, false};
    const char *environment = named("MUSTPLAY_SOLVER_NET");
    if (environment) search.stopped = !found_take(&found, environment);
    folders(&search, data, solver_folder);
    return found.found;
}

bool net_find_solver(char *path, size_t size) {
    return net_find_solver_in(NULL, path, size);
}

static void exists(Search *search, const char *nets) {
    if (access(nets, F_OK) == 0) search->stopped = !search->each(search->context, nets);
}

bool data_find(const char *data, char *path, size_t size) {
    Found found = {path, size, false};
    Search search = {found_take, &found, false};
    folders(&search, data, exists);
    if (found.found) path[strlen(path) - strlen("/nets")] = '\0';
    return found.found;
}

Net *net_load(const char *path, Error *error) {
    Text bytes = {0};
    if (!file_read_plain(path, FILE_MAX, &bytes, error)) return NULL;
    Net *net = net_parse(bytes.data, bytes.length, path, error);
    text_free(&bytes);
    return net;
}
