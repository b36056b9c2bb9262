// The first message to a client: limits, players, levels, methods, kinds of inferior cells.
#include "app/web/web_inside.h"

#include "app/web/web_openings.h"
#include "mustplay/mustplay.h"
#include "play/level.h"
#include "proof/compress.h"
#include "solve/solver.h"

#include <string.h>

static const struct {
    const char *kind;
    bool fills;
    const char *help;
} KINDS[] = {
    {"dead", true, "Dead: no stone here, of either colour, can change who wins."},
    {"captured", true,
     "Captured: if the opponent plays here, an answer makes that stone worthless. It belongs to its colour."},
    {"permanent", true,
     "Permanently inferior: its colour may take it for granted, whatever is played elsewhere."},
    {"mutual", true, "Mutual fill-in: cells near each other that both sides may take as settled."},
    {"vulnerable", false, "Vulnerable: the opponent's answer makes a stone here dead."},
    {"reversible", false,
     "Captured-reversible: after the opponent's answer the stone gains nothing that was not the mover's "
     "already."},
    {"dominated", false, "Dominated: another move does all that this one does."},
};

json_t *web_line(const Geometry *geometry, const int16_t *line, int length) {
    json_t *cells = json_array();
    for (int i = 0; i < length && line[i] >= 0 && line[i] < geometry->cells; i++)
        json_array_append_new(cells, json_cell(geometry, line[i]));
    return cells;
}

const OptionSpec *web_level_option(const PlayerType *type) {
    for (const OptionSpec *spec = type->options; spec && spec->name; spec++) {
        if (!strcmp(spec->name, "level")) return spec;
    }
    return NULL;
}

static json_t *players_json(const Catalog *catalog) {
    json_t *array = json_array();
    for (const PlayerType *const *type = catalog->players; *type; type++) {
        if ((*type)->takes_text) continue; // other programs are not for strangers to start
        json_array_append_new(array, json_pack("{s:s, s:s, s:b, s:b}", "name", (*type)->name, "help",
                                               (*type)->help, "default", type == catalog->players, "level",
                                               web_level_option(*type) != NULL));
    }
    return array;
}

static json_t *levels_json(const Catalog *catalog) {
    json_t *array = json_array();
    for (const PlayerType *const *type = catalog->players; *type; type++) {
        const OptionSpec *level = web_level_option(*type);
        if (type != catalog->players || !level) continue;
        for (int i = (int)level->low; i <= (int)level->high; i++)
            json_array_append_new(array, json_pack("{s:i, s:s}", "level", i, "help", level_help(i)));
    }
    return array;
}

static json_t *methods_json(const Catalog *catalog) {
    json_t *array = json_array();
    for (const SolveMethod *const *m = catalog->methods; *m; m++) {
        if (!(*m)->keeps) continue; // only these can be interrupted and continue
        json_array_append_new(array, json_pack("{s:s, s:s, s:b}", "name", (*m)->name, "help", (*m)->help,
                                               "default", m == catalog->methods));
    }
    return array;
}

static json_t *kinds_json(void) {
    json_t *array = json_array();
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        json_array_append_new(array, json_pack("{s:s, s:b, s:s}", "kind", KINDS[i].kind, "fills",
                                               KINDS[i].fills, "help", KINDS[i].help));
    return array;
}

json_t *web_hello(Web *web) {
    json_t *limits = json_pack("{s:i, s:i, s:i, s:f, s:f, s:i}", "message_bytes", WEB_MESSAGE_MAX,
                               "proof_bytes", WEB_PROOF_MAX, "requests", WEB_REQUESTS_MAX, "time_max",
                               WEB_TIME_MAX, "solve_time_max", WEB_SOLVE_TIME_MAX, "board_max", BOARD_MAX);
    return json_pack("{s:i, s:s, s:o, s:b, s:o, s:i, s:o, s:o, s:o, s:o, s:b, s:b}", "protocol", 1, "version",
                     mp_version(), "limits", limits, "net", web->net != NULL, "levels",
                     levels_json(web->setup.catalog), "default_level", WEB_DEFAULT_LEVEL, "players",
                     players_json(web->setup.catalog), "methods", methods_json(web->setup.catalog), "kinds",
                     kinds_json(), "openings", web_openings_json(web->openings), "cluster",
                     web_cluster(web) != NULL, "unpacks", text_can_decompress());
}
