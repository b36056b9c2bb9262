// Files of gammas: text. A head line, a line that says where they come from, three sections, and a last line
// with a sum over all that came before. A section has its name, its size and its number of entries; entries
// are an index and a logarithm in thousandths; entries that are 0 are left out.
#include "search/gammas.h"

#include "base/file.h"
#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char GAMMAS_BUILT_IN[]; // made by the build from data/gammas/default.txt
extern const size_t GAMMAS_BUILT_IN_SIZE;

static const char HEAD[] = "mustplay-gammas-1\n";
enum { FILE_MAX = 1 << 26, LARGEST = 30000 };

typedef struct Section {
    const char *name;
    float *value;
    int size;
} Section;

enum { SECTIONS = 3 };

static void sections_of(Gammas *gammas, Section section[SECTIONS]) {
    section[0] = (Section){"near", gammas->near, NEAR_CODES};
    section[1] = (Section){"reply", gammas->reply[0], NEAR_CODES * NEAR_RING};
    section[2] = (Section){"prior", gammas->prior, PRIOR_FEATURES};
}

// Folded to 32 bits.
static uint32_t bytes_sum(const char *text, size_t size) {
    uint64_t sum = hash_bytes(HASH_START, text, size);
    return (uint32_t)(sum ^ sum >> 32);
}

typedef struct Reader {
    const char *at, *end, *name;
    int line;
    Error *error;
} Reader;

static bool reader_fail(const Reader *reader, const char *what) {
    return error_input(reader->error, "%.200s: line %d: %s", reader->name, reader->line, what);
}

// The next line without its end, at most `size` - 1 characters of it.
static bool line_read(Reader *reader, char *line, size_t size) {
    reader->line++;
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (!stop) return reader_fail(reader, "the file ends too early");
    size_t length = (size_t)(stop - reader->at);
    if (length >= size) length = size - 1;
    memcpy(line, reader->at, length);
    line[length] = '\0';
    reader->at = stop + 1;
    return true;
}

// Two whole numbers and nothing else.
static bool pair_parse(const char *line, long *a, long *b) {
    char *rest;
    *a = strtol(line, &rest, 10);
    if (rest == line || *rest != ' ') return false;
    const char *second = rest + 1;
    *b = strtol(second, &rest, 10);
    return rest != second && *rest == '\0';
}

static bool section_read(Reader *reader, const Section *section) {
    char line[200];
    long size, entries, index, value, before = -1;
    size_t length = strlen(section->name);
    if (!line_read(reader, line, sizeof line)) return false;
    if (strncmp(line, section->name, length) != 0 || line[length] != ' ' ||
        !pair_parse(line + length + 1, &size, &entries) || size != section->size || entries < 0)
        return reader_fail(reader, "expected the head of a section of this version");
    for (long i = 0; i < entries; i++) {
        if (!line_read(reader, line, sizeof line)) return false;
        if (!pair_parse(line, &index, &value) || index <= before || index >= size || value < -LARGEST ||
            value > LARGEST)
            return reader_fail(reader, "expected an index that grows and a logarithm in thousandths");
        section->value[index] = (float)value / 1000;
        before = index;
    }
    return true;
}

static bool end_read(Reader *reader, const char *text) {
    char line[200], expected[40];
    snprintf(expected, sizeof expected, "end %08x", bytes_sum(text, (size_t)(reader->at - text)));
    if (!line_read(reader, line, sizeof line)) return false;
    if (strcmp(line, expected) != 0)
        return reader_fail(reader, "the sum does not match: the file is damaged");
    return reader->at == reader->end || reader_fail(reader, "there is more after the end");
}

Gammas *gammas_parse(const char *text, size_t size, const char *name, Error *error) {
    Reader reader = {text, text + size, name, 0, error};
    char line[200];
    Section section[SECTIONS];
    Gammas *gammas = calloc(1, sizeof *gammas);
    if (!gammas) {
        error_failure(error, "out of memory");
        return NULL;
    }
    sections_of(gammas, section);
    bool good = size >= sizeof HEAD - 1 && !memcmp(text, HEAD, sizeof HEAD - 1);
    if (!good) error_input(error, "%.200s: not a file of gammas", name);
    good = good && line_read(&reader, line, sizeof line) && line_read(&reader, line, sizeof line);
    for (int i = 0; i < SECTIONS && good; i++) good = section_read(&reader, &section[i]);
    if (good && end_read(&reader, text)) return gammas;
    gammas_free(gammas);
    return NULL;
}

Gammas *gammas_load(const char *path, Error *error) {
    if (!path || !*path) return gammas_parse(GAMMAS_BUILT_IN, GAMMAS_BUILT_IN_SIZE, "built in", error);
    Text bytes = {0};
    if (!file_read(path, FILE_MAX, &bytes, error)) return NULL;
    Gammas *gammas = gammas_parse(bytes.data, bytes.length, path, error);
    text_free(&bytes);
    return gammas;
}

void gammas_free(Gammas *gammas) {
    free(gammas);
}

static long thousandths(float value) {
    return lrint(fmin(fmax((double)value * 1000, -LARGEST), LARGEST));
}

void gammas_write(const Gammas *gammas, const char *record, Text *out) {
    Section section[SECTIONS];
    sections_of((Gammas *)(uintptr_t)gammas, section);
    text_format(out, "%s%s\n", HEAD, record);
    for (int i = 0; i < SECTIONS; i++) {
        int entries = 0;
        for (int k = 0; k < section[i].size; k++) entries += thousandths(section[i].value[k]) != 0;
        text_format(out, "%s %d %d\n", section[i].name, section[i].size, entries);
        for (int k = 0; k < section[i].size; k++) {
            long value = thousandths(section[i].value[k]);
            if (value) text_format(out, "%d %ld\n", k, value);
        }
    }
    const char *text = text_string(out);
    text_format(out, "end %08x\n", bytes_sum(text, strlen(text)));
}
