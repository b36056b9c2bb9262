// The part file: a header line, then a line per claim. A line has a checksum of the rest, the ends, both sets as
// hexadecimal words, and the line of the proof.
#include "base/clock.h"
#include "base/file.h"
#include "proof/proof_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct PartFile {
    FILE *file;
    char *path;
    int kept; // claims in the file
    double time;
    bool failed;
};

static const double KEEP_SECONDS = 1;

static uint32_t checksum(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static void header_text(const ClaimBook *book, char *out, size_t size) {
    const Geometry *g = claim_book_geometry(book);
    snprintf(out, size, "mustplay claims 1, board %dx%d, winner %s\n", g->width, g->height,
             color_name(claim_book_winner(book)));
}

static void set_write(CellSet cells, int words, Text *out) {
    for (int i = 0; i < words; i++)
        text_format(out, "%s%llx", i ? "," : " ", (unsigned long long)cells.word[i]);
}

static void claim_text(const ClaimBook *book, int number, Text *out) {
    Claim c = claim_get(book, 2 * number);
    int words = (claim_book_geometry(book)->cells + 63) / 64;
    text_format(out, " %d %d", c.x, c.y);
    set_write(c.own, words, out);
    set_write(c.free, words, out);
    text_format(out, " %s", claim_line(book, number));
}

// --- Reading
static bool set_read(const char **at, const Geometry *g, CellSet *cells) {
    int words = (g->cells + 63) / 64;
    *cells = cellset_none();
    for (int i = 0; i < words; i++) {
        char *end;
        if (**at != (i ? ',' : ' ')) return false;
        cells->word[i] = strtoull(*at + 1, &end, 16);
        if (end == *at + 1) return false;
        *at = end;
    }
    return cellset_within(*cells, g->all);
}

static bool end_read(const char **at, const Geometry *g, Color winner, int *end) {
    char *after;
    if (**at != ' ') return false;
    *end = (int)strtol(*at + 1, &after, 10);
    bool good = after > *at + 1 && ((*end >= 0 && *end < g->cells) || *end == color_edge(winner, 0) ||
                                    *end == color_edge(winner, 1));
    *at = after;
    return good;
}

// References of a line go to claims before it.
static bool references_good(const char *line, int number) {
    while ((line = strchr(line, '@'))) {
        long other = strtol(line + 1, NULL, 10);
        if (other < 0 || other >= number) return false;
        line++;
    }
    return true;
}

static bool claim_take(ClaimBook *book, const char *text) {
    const Geometry *g = claim_book_geometry(book);
    char *end;
    Claim c;
    uint32_t sum = (uint32_t)strtoul(text, &end, 16);
    if (end != text + 8 || sum != checksum(end)) return false;
    const char *at = end;
    if (!end_read(&at, g, claim_book_winner(book), &c.x) ||
        !end_read(&at, g, claim_book_winner(book), &c.y) || !set_read(&at, g, &c.own) ||
        !set_read(&at, g, &c.free) || *at != ' ')
        return false;
    return references_good(at + 1, claim_book_count(book)) && claim_add(book, &c, at + 1) != CLAIM_NONE;
}

// Takes in the claims that are whole; gives how many bytes they fill, 0 for a file that is no such file.
static long part_file_take(PartFile *j, ClaimBook *book) {
    char header[96];
    char *line = NULL;
    size_t room = 0;
    long good = 0;
    header_text(book, header, sizeof header);
    for (ssize_t length; (length = getline(&line, &room, j->file)) > 0;) {
        if (line[length - 1] != '\n') break;
        if (good) {
            line[length - 1] = 0;
            if (!claim_take(book, line)) break;
        } else if (strcmp(line, header) != 0) {
            break;
        }
        good += length;
    }
    free(line);
    return good;
}

PartFile *part_file_open(const char *path, ClaimBook *book, Error *error) {
    PartFile *j = calloc(1, sizeof *j);
    if (j) j->path = strdup(path);
    if (!j || !j->path) {
        free(j);
        error_memory(error);
        return NULL;
    }
    int file = file_open_journal(path, error);
    j->file = file < 0 ? NULL : fdopen(file, "r+b");
    if (!j->file) {
        if (file >= 0) error_memory(error), close(file);
        free(j->path);
        free(j);
        return NULL;
    }
    long good = part_file_take(j, book);
    j->failed = ftruncate(fileno(j->file), good) != 0 || fseek(j->file, good, SEEK_SET) != 0;
    if (!good) {
        char header[96];
        header_text(book, header, sizeof header);
        fputs(header, j->file);
    }
    j->kept = claim_book_count(book);
    j->time = clock_seconds();
    return j;
}

// --- Writing
bool part_file_keep(PartFile *j, const ClaimBook *book, bool now) {
    double time = clock_seconds();
    if (j->failed || (!now && time - j->time < KEEP_SECONDS)) return !j->failed;
    Text text = {0};
    for (; j->kept < claim_book_count(book) && !j->failed; j->kept++) {
        text_clear(&text);
        claim_text(book, j->kept, &text);
        j->failed |= text.failed || fprintf(j->file, "%08x%s\n", checksum(text_string(&text)), text.data) < 0;
    }
    text_free(&text);
    j->failed |= fflush(j->file) != 0;
    j->time = time;
    return !j->failed;
}

void part_file_close(PartFile *j, bool remove) {
    if (!j) return;
    fclose(j->file);
    if (remove) unlink(j->path);
    free(j->path);
    free(j);
}
