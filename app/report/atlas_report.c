#include "app/report/atlas_report.h"

#include "cli/command.h"

#include <math.h>

// --- JSON

static json_t *text_json(const char *text) {
    return *text ? json_string(text) : json_null();
}

static json_t *entry_json(const Atlas *atlas, int cell) {
    const AtlasEntry *entry = &atlas->entry[cell];
    bool estimate = entry->winner == EMPTY;
    json_t *replies = json_array();
    for (int i = 0; i < entry->replies; i++)
        json_array_append_new(replies, json_pack("{s:o, s:f}", "move",
                                                 json_cell(atlas->geometry, entry->reply[i].cell), "value",
                                                 entry->reply[i].value));
    return json_pack("{s:o, s:o, s:f, s:o, s:o, s:o, s:o, s:b, s:o}", "opening",
                     json_cell(atlas->geometry, cell), "winner", json_color(entry->winner), "value",
                     entry->value, "visits", estimate ? json_integer(entry->visits) : json_null(), "date",
                     text_json(entry->date), "net", text_json(entry->net), "proof", text_json(entry->proof),
                     "swap", atlas_swaps(entry), "replies", replies);
}

json_t *atlas_json(const Atlas *atlas, int opening) {
    json_t *openings = json_array();
    for (int cell = 0; cell < atlas->geometry->cells; cell++)
        if (atlas->entry[cell].known && (opening == CELL_NONE || cell == opening))
            json_array_append_new(openings, entry_json(atlas, cell));
    return json_pack("{s:i, s:i, s:i, s:o}", "size", atlas->geometry->width, "proved", atlas->proved,
                     "estimated", atlas->estimated, "openings", openings);
}

// --- Text

static int percent_of(double value) {
    return (int)lround(fmax(1, fmin(99, 100 * value))); // certainty is for proofs
}

static void map_write(const Atlas *atlas, Text *out) {
    const Geometry *g = atlas->geometry;
    text_add(out, "    ");
    for (int column = 0; column < g->width; column++) text_format(out, "%-4c", 'a' + column);
    for (int row = 0; row < g->height; row++) {
        text_format(out, "\n%*s%2d ", 2 * row, "", row + 1);
        for (int column = 0; column < g->width; column++) {
            const AtlasEntry *entry = &atlas->entry[cell_at(g, column, row)];
            if (!entry->known)
                text_add(out, "  . ");
            else if (entry->winner != EMPTY)
                text_add(out, entry->winner == BLACK ? " (+)" : " (-)");
            else
                text_format(out, "%3d ", percent_of(entry->value));
        }
    }
    text_add(out, "\n\n");
}

// Dates, nets and visits of the estimates, from the first one: they are made in one go.
static void source_write(const Atlas *atlas, Text *out) {
    for (int cell = 0; cell < atlas->geometry->cells; cell++) {
        const AtlasEntry *entry = &atlas->entry[cell];
        if (!entry->known || entry->winner != EMPTY) continue;
        text_format(out,
                    "Numbers: the opener's chance in percent, estimated by a net (%s) with %d visit%s, %s.\n",
                    entry->net, entry->visits, plural(entry->visits), entry->date);
        return;
    }
}

static void opening_write(const Atlas *atlas, int cell, Text *out) {
    const AtlasEntry *entry = &atlas->entry[cell];
    char name[CELL_NAME_MAX];
    text_format(out, "%s on %dx%d: ", cell_name(atlas->geometry, cell, name), atlas->geometry->width,
                atlas->geometry->height);
    if (!entry->known) {
        text_add(out, "neither proved nor estimated.\n");
        return;
    }
    if (entry->winner != EMPTY)
        text_format(out, "%s, proved (proof %s).", entry->winner == BLACK ? "wins" : "loses",
                    entry->proof[0] ? entry->proof : "not kept");
    else
        text_format(out, "%d %% for the opener, estimated with %d visit%s on %s by the net %s.",
                    percent_of(entry->value), entry->visits, plural(entry->visits), entry->date, entry->net);
    text_format(out, " %s\n", atlas_swaps(entry) ? "Swap it." : "Do not swap it.");
    for (int i = 0; i < entry->replies; i++) {
        cell_name(atlas->geometry, entry->reply[i].cell, name);
        if (entry->winner != EMPTY)
            text_format(out, "  White wins with %s, proved.\n", name);
        else
            text_format(out, "  White's answer %s: %d %% for White.\n", name,
                        percent_of(entry->reply[i].value));
    }
}

void atlas_text(const Atlas *atlas, int opening, Text *out) {
    if (opening != CELL_NONE) {
        opening_write(atlas, opening, out);
        return;
    }
    map_write(atlas, out);
    if (atlas->proved)
        text_format(out, "(+) and (-): proved to win and to lose for the opener; %d of %d openings.\n",
                    atlas->proved, atlas->geometry->cells);
    source_write(atlas, out);
    text_add(out, "Swap (+) and what is above 50.\n");
}
