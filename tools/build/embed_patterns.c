// Turns the diagrams of data/patterns into the tables of knowledge/pattern_table.h, at build time:
// embed_patterns OUTPUT.c FILE...
#include "base/file.h"
#include "tools/lib/pattern.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGES_MAX = 65535, FILE_BYTES_MAX = 1 << 24 };

typedef struct Images {
    PatternImage near[IMAGES_MAX], far[IMAGES_MAX];
    PatternClaim claim[IMAGES_MAX];
    int count;
} Images;

static void cell_want(PatternImage *near, PatternImage *far, int offset, Color color) {
    PatternImage *part = offset < HEX_RING2 ? near : far;
    int shift = 2 * (offset < HEX_RING2 ? offset - 1 : offset - HEX_RING2);
    uint64_t bits = color == BLACK ? 1 : color == WHITE ? 2 : 3;
    part->mask |= bits << shift;
    if (color != EMPTY) part->want |= bits << shift;
}

static void image_add(Images *images, const Pattern *p, int number) {
    PatternImage near = {0, 0}, far = {0, 0};
    PatternClaim claim = {.pattern = (int16_t)number, .kind = (uint8_t)p->kind};
    for (int i = 0; i < p->count; i++) {
        int offset = hex_near_index(p->cell[i]);
        if (offset > 0) cell_want(&near, &far, offset, (Color)p->color[i]);
        if (p->color[i] == EMPTY) claim.empties |= (uint64_t)1 << offset;
        for (int c = 0; c < 2; c++) claim.fill[c] |= (uint64_t)(p->fill[c] >> i & 1) << offset;
    }
    for (int i = images->count - 1; i >= 0 && images->claim[i].pattern == number; i--) {
        if (!memcmp(&images->near[i], &near, sizeof near) && !memcmp(&images->far[i], &far, sizeof far) &&
            images->claim[i].fill[0] == claim.fill[0] && images->claim[i].fill[1] == claim.fill[1])
            return;
    }
    images->near[images->count] = near;
    images->far[images->count] = far;
    images->claim[images->count++] = claim;
}

static bool pattern_embed(Images *images, const Pattern *p, int number, Error *error) {
    int centre = pattern_centre(p);
    if (centre < 0) return error_input(error, "%s %d is too wide", pattern_kind_name(p->kind), number);
    if (images->count + 2 * HEX_SYMMETRIES > IMAGES_MAX) return error_input(error, "too many patterns");
    for (int s = 0; s < 2 * HEX_SYMMETRIES; s++) {
        Pattern image = pattern_transform(p, s % HEX_SYMMETRIES, s >= HEX_SYMMETRIES, centre);
        image_add(images, &image, number);
    }
    return true;
}

static bool file_embed(Images *images, const char *path, Error *error) {
    Text text = {0};
    if (!file_read_plain(path, FILE_BYTES_MAX, &text, error)) return false;
    const char *at = text.data;
    int line = 0, number = 0;
    Pattern p;
    bool good = true;
    error->text[0] = 0;
    while (good && pattern_read(&at, &line, &p, error)) good = pattern_embed(images, &p, ++number, error);
    text_free(&text);
    return good && !error->text[0];
}

// --- Lists ---

static bool list_takes(const Images *images, int i, PatternListKind list, uint32_t code) {
    const PatternClaim *claim = &images->claim[i];
    uint32_t mask = images->near[i].mask & 0xfff, want = images->near[i].want & 0xfff;
    uint32_t wrong = (code & mask) ^ want;
    bool solid = claim->kind == PATTERN_DEAD || claim->kind == PATTERN_CAPTURED;
    bool small = __builtin_popcountll(claim->empties) <= PATTERN_SMALL;
    PatternListKind home = !solid ? PATTERN_LIST_LOCAL : small ? PATTERN_LIST_SOLID : PATTERN_LIST_LARGE;
    if (list < PATTERN_LIST_LACKS) return list == home && !wrong;
    if (claim->kind != PATTERN_CAPTURED || !claim->fill[list - PATTERN_LIST_LACKS]) return false;
    if (__builtin_popcountll(claim->empties) > PATTERN_LACKS_MAX) return false;
    if (!wrong) return true;
    if (wrong & (wrong - 1)) return false;
    int shift = __builtin_ctz(wrong) & ~1;
    return (code >> shift & 3) == 0 && (want >> shift & 3) != 0;
}

static void lists_write(const Images *images, FILE *out) {
    uint32_t total = 0;
    fprintf(out, "const uint16_t pattern_candidate[] = {\n");
    uint32_t(*start)[4097] = calloc(PATTERN_LISTS, sizeof *start);
    for (int list = 0; start && list < PATTERN_LISTS; list++) {
        for (uint32_t code = 0; code < 4096; code++) {
            start[list][code] = total;
            for (int i = 0; i < images->count; i++) {
                if (!list_takes(images, i, (PatternListKind)list, code)) continue;
                fprintf(out, "%d,%s", i, ++total % 24 ? "" : "\n");
            }
        }
        start[list][4096] = total;
    }
    fprintf(out, "0};\nconst uint32_t pattern_list_start[PATTERN_LISTS][4097] = {\n");
    for (int list = 0; start && list < PATTERN_LISTS; list++) {
        fprintf(out, "{");
        for (int code = 0; code <= 4096; code++)
            fprintf(out, "%u,%s", start[list][code], code % 16 ? "" : "\n");
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
    free(start);
}

static void part_write(const char *name, const PatternImage *part, int count, FILE *out) {
    fprintf(out, "const PatternImage %s[] = {\n", name);
    for (int i = 0; i < count; i++)
        fprintf(out, "{0x%" PRIx64 ",0x%" PRIx64 "},\n", part[i].mask, part[i].want);
    fprintf(out, "};\n");
}

static void tables_write(const Images *images, FILE *out) {
    fprintf(out,
            "// Written by tools/build/embed_patterns from data/patterns.\n"
            "#include \"knowledge/pattern_table.h\"\n\n"
            "const int pattern_images = %d;\n",
            images->count);
    part_write("pattern_near", images->near, images->count, out);
    part_write("pattern_far", images->far, images->count, out);
    fprintf(out, "const PatternClaim pattern_claim[] = {\n");
    for (int i = 0; i < images->count; i++) {
        const PatternClaim *c = &images->claim[i];
        fprintf(out, "{{0x%" PRIx64 ",0x%" PRIx64 "},0x%" PRIx64 ",%d,%d},\n", c->fill[0], c->fill[1],
                c->empties, c->pattern, c->kind);
    }
    fprintf(out, "};\n");
    lists_write(images, out);
}

int main(int argc, char **argv) {
    static Images images; // a build tool's only object; too large for the stack
    Error error = {0};
    for (int i = 2; i < argc; i++) {
        if (file_embed(&images, argv[i], &error)) continue;
        fprintf(stderr, "%s: %s\n", argv[i], error.text);
        return 1;
    }
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fprintf(stderr, "usage: embed_patterns OUTPUT.c FILE...\n");
        return 2;
    }
    tables_write(&images, out);
    return fclose(out) == 0 ? 0 : 1;
}
