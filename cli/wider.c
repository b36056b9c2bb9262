#include "cli/wider.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MARK[] = "MUSTPLAY_HANDED_OVER"; // in the environment of the program that is run

// FOLDER/NAME, if it can be run.
static bool path_make(const char *folder, int length, const char *name, char path[PATH_MAX]) {
    int size = snprintf(path, PATH_MAX, "%.*s/%s", length, folder, name);
    return size < PATH_MAX && access(path, X_OK) == 0;
}

// Beside this program.
static bool beside_find(const char *name, char path[PATH_MAX]) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return false;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    return slash && path_make(self, (int)(slash - self), name, path);
}

static bool path_find(const char *name, char path[PATH_MAX]) {
    if (beside_find(name, path)) return true;
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        if (length && length < PATH_MAX && path_make(folders, (int)length, name, path)) return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

void wider_arrive(const Program *program) {
    if (!program->wider) unsetenv(MARK);
}

void wider_run(const Program *program, char **argv, const char *why) {
    static char name[64];
    char path[PATH_MAX];
    if (!program->wider || getenv(MARK) || !path_find(program->wider, path)) return;
    if (why)
        fprintf(stderr, "%s: %s; running %s lab %s ... instead\n", program->name, why, program->name,
                argv[1]);
    snprintf(name, sizeof name, "%s", program->wider);
    argv[0] = name;
    setenv(MARK, "1", true);
    execv(path, argv);
    unsetenv(MARK);
}
