// Turns the files of the page into a table of app/web/files.h, at build time: embed_files OUTPUT.c FOLDER
// FILE...
//
// Each file is served at "/" and its path inside FOLDER; index.html at "/" too. The tag is a hash of the
// bytes.
#include "base/file.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 26 };

static const struct {
    const char *ending, *type;
} TYPES[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *type_of(const char *path) {
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        size_t ending = strlen(TYPES[i].ending);
        if (length > ending && !strcmp(path + length - ending, TYPES[i].ending)) return TYPES[i].type;
    }
    return NULL;
}

static bool bytes_write(FILE *out, int number, const char *path, uint64_t *hash, size_t *size, Error *error) {
    Text text = {0};
    if (!file_read(path, FILE_BYTES_MAX, &text, error)) return false;
    *hash = hash_bytes(HASH_START, text.data, text.length);
    *size = text.length;
    fprintf(out, "static const unsigned char FILE_%d[] = {", number);
    for (size_t i = 0; i < text.length; i++)
        fprintf(out, "%s%d,", i % 24 ? "" : "\n", (unsigned char)text.data[i]);
    fprintf(out, "0};\n");
    text_free(&text);
    return true;
}

int main(int argc, char **argv) {
    FILE *out = argc > 3 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fprintf(stderr, "embed_files: OUTPUT.c FOLDER FILE...\n");
        return 1;
    }
    size_t folder = strlen(argv[2]);
    int count = argc - 3;
    uint64_t *hash = calloc((size_t)count, sizeof *hash);
    size_t *size = calloc((size_t)count, sizeof *size);
    if (!hash || !size) return 1;
    fprintf(out,
            "// Made by tools/build/embed_files.c\n#include \"app/web/files.h\"\n\n#include <stddef.h>\n\n");
    for (int i = 0; i < count; i++) {
        const char *path = argv[i + 3];
        Error error = {.text = "not a file of the page"};
        if (strncmp(path, argv[2], folder) || path[folder] != '/' || !type_of(path) ||
            !bytes_write(out, i, path, &hash[i], &size[i], &error)) {
            fprintf(stderr, "embed_files: %s: %s\n", path, error.text);
            return 1;
        }
    }
    fprintf(out, "\nconst WebFile WEB_FILES[] = {\n");
    for (int i = 0; i < count; i++) {
        const char *name = argv[i + 3] + folder;
        for (int alias = 0; alias < 1 + !strcmp(name, "/index.html"); alias++)
            fprintf(out, "    {\"%s\", \"%s\", \"\\\"%016" PRIx64 "\\\"\", FILE_%d, %zu},\n",
                    alias ? "/" : name, type_of(name), hash[i], i, size[i]);
    }
    fprintf(out, "    {NULL, NULL, NULL, NULL, 0},\n};\n");
    free(hash);
    free(size);
    return fclose(out) ? 1 : 0;
}
