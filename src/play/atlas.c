#include "play/atlas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char MAPS_BUILT_IN[], ATLAS_BUILT_IN[]; // made by the build from data/openings and data/atlas

const char ATLAS_HEAD[] = "opening\tvalue\tvisits\tdate\tnet\treplies\n";

enum { FIELDS_MAX = 10, FIELD_MAX = 96 };

typedef struct Fields {
    int count;
    char text[FIELDS_MAX][FIELD_MAX];
} Fields;

// Reads the fields of a line and returns the next; NULL after the last one.
static const char *line_read(const char *line, Fields *fields) {
    size_t length = strcspn(line, "\n");
    const char *end = line + length;
    fields->count = 0;
    while (fields->count < FIELDS_MAX) {
        size_t size = strcspn(line, "\t\n");
        snprintf(fields->text[fields->count++], FIELD_MAX, "%.*s", (int)size, line);
        line += size;
        if (line >= end) break;
        line++;
    }
    return *end ? end + 1 : NULL;
}

// The part of a text of several files that is the size's; NULL when there is none.
static const char *part_find(const char *text, const Geometry *g) {
    char head[32];
    snprintf(head, sizeof head, "@ %dx%d.tsv\n", g->width, g->height);
    const char *at = strstr(text, head);
    return at ? at + strlen(head) : NULL;
}

// An opening and its half-turn.
static void entry_put(Atlas *atlas, int cell, const AtlasEntry *entry) {
    const Geometry *g = atlas->geometry;
    AtlasEntry turned = *entry;
    for (int i = 0; i < turned.replies; i++) turned.reply[i].cell = cell_rotated(g, turned.reply[i].cell);
    atlas->entry[cell_rotated(g, cell)] = turned;
    atlas->entry[cell] = *entry;
}

static int field_cell(const Geometry *g, const char *text) {
    return cell_parse(g, text, (int)strlen(text));
}

// opening, winner, answer, ..., proof (the ninth), covered_by
static bool proved_read(const Geometry *g, const Fields *fields, AtlasEntry *entry) {
    *entry = (AtlasEntry){.known = true};
    if (fields->count < 9) return false;
    entry->winner = !strcmp(fields->text[1], "black")   ? BLACK
                    : !strcmp(fields->text[1], "white") ? WHITE
                                                        : EMPTY;
    entry->value = entry->winner == BLACK;
    if (strcmp(fields->text[8], "-")) snprintf(entry->proof, sizeof entry->proof, "%.64s", fields->text[8]);
    int answer = field_cell(g, fields->text[2]);
    if (answer != CELL_NONE) entry->reply[entry->replies++] = (AtlasReply){answer, 1};
    return entry->winner != EMPTY;
}

static bool number_read(const char *text, double low, double high, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out >= low && *out <= high;
}

// "e5=0.61 d7=0.58"
static bool replies_read(const Geometry *g, const char *text, AtlasEntry *entry) {
    while (*text) {
        size_t size = strcspn(text, " "), name = strcspn(text, "=");
        char value[16];
        AtlasReply reply;
        if (name >= size || size - name > sizeof value - 1 || entry->replies == ATLAS_REPLIES) return false;
        snprintf(value, sizeof value, "%.*s", (int)(size - name - 1), text + name + 1);
        reply.cell = cell_parse(g, text, (int)name);
        if (reply.cell == CELL_NONE || !number_read(value, 0, 1, &reply.value)) return false;
        entry->reply[entry->replies++] = reply;
        text += size;
        text += *text == ' ';
    }
    return true;
}

static bool estimate_read(const Geometry *g, const Fields *fields, AtlasEntry *entry) {
    double visits;
    *entry = (AtlasEntry){.known = true, .winner = EMPTY};
    if (fields->count != 6 || !number_read(fields->text[1], 0, 1, &entry->value) ||
        !number_read(fields->text[2], 1, 1e9, &visits))
        return false;
    entry->visits = (int)visits;
    snprintf(entry->date, sizeof entry->date, "%.10s", fields->text[3]);
    snprintf(entry->net, sizeof entry->net, "%.16s", fields->text[4]);
    return replies_read(g, fields->text[5], entry);
}

typedef bool EntryRead(const Geometry *g, const Fields *fields, AtlasEntry *entry);

// Lines up to the next file. A proved opening stays as it is.
static bool part_read(Atlas *atlas, const char *text, const char *what, EntryRead *read, Error *error) {
    Fields fields;
    AtlasEntry entry;
    for (int line = 1; text && *text && *text != '@'; line++) {
        text = line_read(text, &fields);
        if (!strcmp(fields.text[0], "opening") || fields.text[0][0] == '#' || !fields.text[0][0]) continue;
        int cell = field_cell(atlas->geometry, fields.text[0]);
        if (cell == CELL_NONE || !read(atlas->geometry, &fields, &entry))
            return error_input(error, "%s, line %d: not a line of the atlas of %dx%d", what, line,
                               atlas->geometry->width, atlas->geometry->height);
        if (atlas->entry[cell].winner == EMPTY || !atlas->entry[cell].known) entry_put(atlas, cell, &entry);
    }
    return true;
}

bool atlas_read(Atlas *atlas, const Geometry *geometry, const char *estimates, Error *error) {
    memset(atlas, 0, sizeof *atlas);
    atlas->geometry = geometry;
    for (int cell = 0; cell < CELL_MAX; cell++) atlas->entry[cell].winner = EMPTY;
    if (geometry->width != geometry->height || geometry->width < ATLAS_LEAST) return true;
    if (!estimates) estimates = part_find(ATLAS_BUILT_IN, geometry);
    if (!part_read(atlas, part_find(MAPS_BUILT_IN, geometry), "data/openings", proved_read, error) ||
        !part_read(atlas, estimates, "data/atlas", estimate_read, error))
        return false;
    for (int cell = 0; cell < geometry->cells; cell++) {
        atlas->proved += atlas->entry[cell].known && atlas->entry[cell].winner != EMPTY;
        atlas->estimated += atlas->entry[cell].known && atlas->entry[cell].winner == EMPTY;
    }
    return true;
}

bool atlas_look(const Geometry *geometry, int cell, AtlasEntry *out) {
    Atlas *atlas = malloc(sizeof *atlas);
    bool known = atlas && atlas_read(atlas, geometry, NULL, NULL) && atlas->entry[cell].known;
    if (known) *out = atlas->entry[cell];
    free(atlas);
    return known;
}

bool atlas_swaps(const AtlasEntry *entry) {
    return entry->winner == BLACK || (entry->winner == EMPTY && entry->value > 0.5);
}

void atlas_line_write(const Geometry *geometry, int cell, const AtlasEntry *entry, Text *out) {
    char name[CELL_NAME_MAX];
    text_format(out, "%s\t%.4f\t%d\t%s\t%s\t", cell_name(geometry, cell, name), entry->value, entry->visits,
                entry->date, entry->net);
    for (int i = 0; i < entry->replies; i++)
        text_format(out, "%s%s=%.4f", i ? " " : "", cell_name(geometry, entry->reply[i].cell, name),
                    entry->reply[i].value);
    text_add(out, "\n");
}
