// Files of gammas: a head line, a line with their origin, three sections, and a last line with a checksum of all before.
// A section is a line with its name, its size and its number of entries, and then the entries. An entry is the
// distance of its index from the last one, and a logarithm in thousandths. Entries that are 0 are left out. Numbers have
// seven bits a byte, the lowest first; every byte but the last has its highest bit set. Logarithms are doubled, and
// negative ones complemented. Version 1 has lines "INDEX LOGARITHM" for entries, and is still read.
#include "search/gammas.h"

#include "base/file.h"
#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char GAMMAS_BUILT_IN[]; // made by the build from data/gammas/default.bin
extern const size_t GAMMAS_BUILT_IN_SIZE;

static const char HEAD[] = "mustplay-gammas-2\n", HEAD_OF_TEXT[] = "mustplay-gammas-1\n";
enum { HEAD_LENGTH = sizeof HEAD - 1, FILE_MAX = 1 << 26, LARGEST = 30000 };

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
    const char *text, *at, *end, *name;
    bool entries_are_lines; // version 1
    Error *error;
} Reader;

static bool reader_fail(const Reader *reader, const char *what) {
    return error_input(reader->error, "%.200s: byte %td: %s", reader->name, reader->at - reader->text, what);
}

// The next line without its end, at most `size` - 1 characters of it.
static bool line_read(Reader *reader, char *line, size_t size) {
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

static bool number_read(Reader *reader, long *number) {
    *number = 0;
    for (int shift = 0; shift < 28 && reader->at < reader->end; shift += 7) {
        unsigned char byte = (unsigned char)*reader->at++;
        *number |= (long)(byte & 0x7f) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

// The entry after the one at `*index`.
static bool entry_read(Reader *reader, long *index, long *value) {
    long step, twice, before = *index;
    char line[200];
    if (reader->entries_are_lines)
        return line_read(reader, line, sizeof line) && pair_parse(line, index, value) && *index > before;
    if (!number_read(reader, &step) || !number_read(reader, &twice)) return false;
    *index += step;
    *value = twice & 1 ? ~(twice >> 1) : twice >> 1;
    return step > 0;
}

static bool section_read(Reader *reader, const Section *section) {
    char line[200];
    long size, entries, index = -1, value;
    size_t length = strlen(section->name);
    if (!line_read(reader, line, sizeof line)) return false;
    if (strncmp(line, section->name, length) != 0 || line[length] != ' ' ||
        !pair_parse(line + length + 1, &size, &entries) || size != section->size || entries < 0)
        return reader_fail(reader, "expected the head of a section of this version");
    for (long i = 0; i < entries; i++) {
        if (!entry_read(reader, &index, &value) || index >= size || value < -LARGEST || value > LARGEST)
            return reader_fail(reader, "expected an index that grows and a logarithm in thousandths");
        section->value[index] = (float)value / 1000;
    }
    return true;
}

static bool end_read(Reader *reader) {
    char line[200], expected[40];
    snprintf(expected, sizeof expected, "end %08x",
             bytes_sum(reader->text, (size_t)(reader->at - reader->text)));
    if (!line_read(reader, line, sizeof line)) return false;
    if (strcmp(line, expected) != 0)
        return reader_fail(reader, "the sum does not match: the file is damaged");
    return reader->at == reader->end || reader_fail(reader, "there is more after the end");
}

Gammas *gammas_parse(const char *text, size_t size, const char *name, Error *error) {
    Reader reader = {.text = text, .at = text, .end = text + size, .name = name, .error = error};
    char line[200];
    Section section[SECTIONS];
    Gammas *gammas = calloc(1, sizeof *gammas);
    if (!gammas) {
        error_memory(error);
        return NULL;
    }
    sections_of(gammas, section);
    reader.entries_are_lines = size >= HEAD_LENGTH && !memcmp(text, HEAD_OF_TEXT, HEAD_LENGTH);
    bool good = reader.entries_are_lines || (size >= HEAD_LENGTH && !memcmp(text, HEAD, HEAD_LENGTH));
    if (!good) error_input(error, "%.200s: not a file of gammas", name);
    good = good && line_read(&reader, line, sizeof line) && line_read(&reader, line, sizeof line);
    for (int i = 0; i < SECTIONS && good; i++) good = section_read(&reader, &section[i]);
    if (good && end_read(&reader)) return gammas;
    gammas_free(gammas);
    return NULL;
}

Gammas *gammas_load(const char *path, Error *error) {
    if (!path || !*path) return gammas_parse(GAMMAS_BUILT_IN, GAMMAS_BUILT_IN_SIZE, "built in", error);
    Text bytes = {0};
    if (!file_read_plain(path, FILE_MAX, &bytes, error)) return NULL;
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

static void number_write(long number, Text *out) {
    for (; number >= 0x80; number >>= 7) text_add_char(out, (char)(0x80 | (number & 0x7f)));
    text_add_char(out, (char)number);
}

static void section_write(const Section *section, Text *out) {
    int entries = 0, before = -1;
    for (int k = 0; k < section->size; k++) entries += thousandths(section->value[k]) != 0;
    text_format(out, "%s %d %d\n", section->name, section->size, entries);
    for (int k = 0; k < section->size; k++) {
        long value = thousandths(section->value[k]);
        if (!value) continue;
        number_write(k - before, out);
        number_write(value < 0 ? ~value << 1 | 1 : value << 1, out);
        before = k;
    }
}

void gammas_write(const Gammas *gammas, const char *record, Text *out) {
    Section section[SECTIONS];
    sections_of((Gammas *)(uintptr_t)gammas, section);
    text_format(out, "%s%s\n", HEAD, record);
    for (int i = 0; i < SECTIONS; i++) section_write(&section[i], out);
    if (!out->failed) text_format(out, "end %08x\n", bytes_sum(out->data, out->length));
}
