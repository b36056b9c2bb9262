// Turns the files of the page into a table of app/web/files.h, at build time: embed_files OUTPUT.c FOLDER
// FILE... [-- FOLDER FILE...]
//
// Each file is served at "/" and its path inside its FOLDER; index.html at "/" too. The tag is a hash of the
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
    {".jsonl", "application/jsonl"},
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
    if (!file_read_plain(path, FILE_BYTES_MAX, &text, error)) return false;
    *hash = hash_bytes(HASH_START, text.data, text.length);
    *size = text.length;
    fprintf(out, "static const unsigned char FILE_%d[] = {", number);
    for (size_t i = 0; i < text.length; i++)
        fprintf(out, "%s%d,", i % 24 ? "" : "\n", (unsigned char)text.data[i]);
    fprintf(out, "0};\n");
    text_free(&text);
    return true;
}

// A file and the folder whose paths it is served by.
typedef struct Entry {
    const char *path, *name; // name: the path inside the folder
    uint64_t hash;
    size_t size;
} Entry;

// Reads the folders and files of the command line; returns how many files, or -1 with a message.
static int entries_read(int argc, char **argv, Entry *entries) {
    int count = 0;
    for (int i = 2; i < argc; i++) {
        const char *folder = argv[i];
        size_t length = strlen(folder);
        while (++i < argc && strcmp(argv[i], "--") != 0) {
            const char *path = argv[i];
            if (strncmp(path, folder, length) || path[length] != '/' || !type_of(path)) {
                fprintf(stderr, "embed_files: %s: not a file of the page\n", path);
                return -1;
            }
            entries[count++] = (Entry){.path = path, .name = path + length};
        }
    }
    return count;
}

static bool table_write(FILE *out, Entry *entries, int count) {
    fprintf(out,
            "// Made by tools/build/embed_files.c\n#include \"app/web/files.h\"\n\n#include <stddef.h>\n\n");
    for (int i = 0; i < count; i++) {
        Error error;
        if (bytes_write(out, i, entries[i].path, &entries[i].hash, &entries[i].size, &error)) continue;
        fprintf(stderr, "embed_files: %s: %s\n", entries[i].path, error.text);
        return false;
    }
    fprintf(out, "\nconst WebFile WEB_FILES[] = {\n");
    for (int i = 0; i < count; i++) {
        const char *name = entries[i].name;
        for (int alias = 0; alias < 1 + !strcmp(name, "/index.html"); alias++)
            fprintf(out, "    {\"%s\", \"%s\", \"\\\"%016" PRIx64 "\\\"\", FILE_%d, %zu},\n",
                    alias ? "/" : name, type_of(name), entries[i].hash, i, entries[i].size);
    }
    fprintf(out, "    {NULL, NULL, NULL, NULL, 0},\n};\n");
    return true;
}

int main(int argc, char **argv) {
    FILE *out = argc > 3 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fprintf(stderr, "embed_files: OUTPUT.c FOLDER FILE... [-- FOLDER FILE...]\n");
        return 1;
    }
    Entry *entries = calloc((size_t)argc, sizeof *entries);
    int count = entries ? entries_read(argc, argv, entries) : -1;
    bool good = count >= 0 && table_write(out, entries, count);
    free(entries);
    return fclose(out) || !good ? 1 : 0;
}
