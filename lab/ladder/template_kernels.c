// See lab/ladder/template_kernels.h. A unit of its own on narrow sets, of the parts of pattern search it needs.
#define BITS_WORDS 1
#pragma GCC diagnostic ignored "-Wunused-function" // of these parts
#include "lab/ladder/template_kernels.h"

#include "base/clock.h"
#include "game/random_position.h"
#include "lab/ladder/threat/template_list.c"
#include "lab/ladder/threat/template_table.c"
#include "lab/ladder/threat/threat_state.c"
#include "lab/ladder/threat/threat_templates.c"

#include <string.h>

enum { SIZE = 7, CONNECTIONS_MAX = 64 };

// A random position of the middle game without a winner.
static void position_next(ThreatSearch *s, Random *random) {
    int stones = 6 + (int)random_below(random, 16);
    Position p = position_undecided(s->geometry, random, stones, stones);
    for (Color color = BLACK; color <= WHITE; color++) {
        s->stones[color] = bits_from_cellset(&p.stones[color]);
        CellSet mirrored = cellset_mirrored(s->geometry, p.stones[color]);
        s->mirrored[color_other(color)] = bits_from_cellset(&mirrored);
    }
}

// Stores the colour's winning connections.
static void connections_store(ThreatSearch *s, const Vc *vc, Color color, uint64_t templates) {
    static _Thread_local VcConnection found[CONNECTIONS_MAX];
    for (int full = 0; full < 2; full++) {
        int count =
            vc_between(vc, color, color_edge(color, 0), color_edge(color, 1), full, found, CONNECTIONS_MAX);
        for (int i = 0; i < count && i < CONNECTIONS_MAX; i++) {
            if (template_table_count(s->table[STRONG]) >= templates) return;
            templates_store(s, color, STRONG, bits_from_cellset(&found[i].carrier));
        }
    }
}

static bool table_fill(ThreatSearch *s, uint64_t templates) {
    VcOptions options = vc_options();
    Vc *vc = vc_new(s->geometry, &options);
    Random random = random_seeded(11);
    bool good = vc != NULL;
    while (good && template_table_count(s->table[STRONG]) < templates) {
        position_next(s, &random);
        Position p = {.geometry = s->geometry};
        for (Color color = BLACK; color <= WHITE; color++)
            p.stones[color] = bits_to_cellset(s->stones[color]);
        good = vc_build(vc, &p, VC_BOTH);
        for (Color color = BLACK; good && color <= WHITE; color++) connections_store(s, vc, color, templates);
    }
    vc_free(vc);
    return good;
}

static void table_query(ThreatSearch *s, uint64_t queries, TemplateSpeed *out) {
    Random random = random_seeded(12);
    for (out->queries = 0; out->queries < queries; out->queries++) {
        BoardTemplate board;
        Bits carrier = bits_none(), meet, united = bits_none();
        position_next(s, &random);
        Color color = out->queries % 2 ? WHITE : BLACK;
        double start = clock_thread_cpu();
        templates_board(s, color, &board);
        bool found = templates_strong(s, &board, color, &carrier);
        double middle = clock_thread_cpu();
        meet = board.set[TEMPLATE_EMPTY];
        int taken = template_table_meet(s->table[STRONG], &board, &meet, &united);
        out->meet_seconds += clock_thread_cpu() - middle;
        out->query_seconds += middle - start;
        out->found += found;
        out->taken += (uint64_t)taken;
        out->signature = (out->signature ^ carrier.word[0] ^ meet.word[0]) * 0x9e3779b97f4a7c15u;
    }
    out->meets = out->queries;
}

// The same number of matches as the list finds.
static bool table_compare(ThreatSearch *s, uint64_t counted, TemplateSpeed *out) {
    TemplateList *list = template_list_new(s->table[STRONG]);
    Random random = random_seeded(13);
    for (uint64_t i = 0; list && i < counted; i++) {
        BoardTemplate board;
        uint64_t looked;
        position_next(s, &random);
        templates_board(s, BLACK, &board);
        double start = clock_thread_cpu();
        out->listed_matches += template_list_count(list, &board, &looked);
        out->list_seconds += clock_thread_cpu() - start;
        out->looked += looked;
        out->matches += template_table_matches(s->table[STRONG], &board);
        out->counted++;
    }
    template_list_free(list);
    return list != NULL;
}

bool template_speed(uint64_t templates, uint64_t queries, uint64_t counted, TemplateSpeed *out) {
    Position empty = position_empty(geometry_get(SIZE, SIZE));
    ThreatOptions options = {.features = THREAT_TEMPLATES};
    Budget budget = {.memory = (uint64_t)4 << 30};
    ThreatOutcome outcome = {.answer = answer_unknown()};
    memset(out, 0, sizeof *out);
    ThreatSearch *s = threat_search_new(&empty, &options, &budget, &outcome);
    double start = clock_thread_cpu();
    bool good = s && table_fill(s, templates);
    out->fill_seconds = clock_thread_cpu() - start;
    if (good) {
        out->templates = template_table_count(s->table[STRONG]);
        table_query(s, queries, out);
        good = table_compare(s, counted, out);
    }
    threat_search_free(s);
    return good;
}
