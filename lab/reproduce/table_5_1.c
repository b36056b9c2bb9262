// mustplay lab reproduce table-5.1: Gao's Table 5.1 (2020), the 32 distinct openings of 8x8 by three searches.
//
// `dfpn` and `fdfpn` stand beside the searches of those names, `fdfpn --net` beside FDFPN-CNN. There, too,
// the net orders the moves by its policy and narrows the window by its value, and first numbers are one.
// `auto`, which has
// nothing published beside it, is the method that solve takes by itself. A sample of five openings, ten seconds by each
// method, without a bound at the medium setting; all openings, without a bound, with --full.
#include "cli/watch.h"
#include "lab/reproduce/focused.h"
#include "play/catalog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PUBLISHED_METHODS = 3 };
static const double SECONDS[SETTINGS] = {10, INFINITY, INFINITY};
static const char *const METHOD[] = {"dfpn", "fdfpn", "fdfpn --net", "auto"};
enum { METHODS = sizeof METHOD / sizeof *METHOD };
static const char SAMPLE[] = " b7 c8 d4 d5 d8 ";

// As published: nodes and seconds of DFPN, FDFPN and FDFPN-CNN.
static const struct {
    const char *opening;
    struct {
        int nodes, seconds;
    } by[PUBLISHED_METHODS];
} PUBLISHED[] = {
    {"a1", {{47383, 240}, {30462, 71}, {12063, 46}}},
    {"a2", {{264718, 489}, {104581, 161}, {61900, 116}}},
    {"a3", {{370973, 1350}, {212140, 486}, {103940, 275}}},
    {"a4", {{1418942, 4482}, {570207, 1167}, {217130, 477}}},
    {"a5", {{3929824, 11128}, {1797393, 3377}, {1226009, 2856}}},
    {"a6", {{525308, 1177}, {272614, 473}, {295163, 474}}},
    {"a7", {{3230008, 10067}, {2874465, 5496}, {1058361, 2615}}},
    {"a8", {{1408664, 4024}, {844403, 1799}, {572892, 1300}}},
    {"b1", {{49607, 265}, {30317, 73}, {12490, 43}}},
    {"b2", {{204342, 421}, {123728, 140}, {48074, 82}}},
    {"b3", {{89920, 405}, {39683, 115}, {19077, 82}}},
    {"b4", {{541376, 2003}, {270571, 565}, {186693, 455}}},
    {"b5", {{463360, 1974}, {193799, 526}, {100489, 368}}},
    {"b6", {{563084, 1808}, {497961, 931}, {223486, 576}}},
    {"b7", {{19182, 53}, {12146, 25}, {6601, 16}}},
    {"b8", {{54590, 201}, {15106, 47}, {12150, 43}}},
    {"c1", {{46926, 226}, {28775, 58}, {10645, 38}}},
    {"c2", {{128112, 287}, {43899, 74}, {118384, 133}}},
    {"c3", {{125365, 521}, {56597, 154}, {25819, 82}}},
    {"c4", {{56951, 281}, {18687, 54}, {11618, 54}}},
    {"c5", {{54388, 271}, {28816, 85}, {17600, 63}}},
    {"c6", {{41018, 205}, {30637, 88}, {10536, 45}}},
    {"c7", {{93673, 278}, {60134, 114}, {42389, 90}}},
    {"c8", {{40562, 183}, {14157, 40}, {20327, 63}}},
    {"d1", {{44295, 192}, {14858, 35}, {10649, 34}}},
    {"d2", {{51451, 147}, {89900, 140}, {16309, 37}}},
    {"d3", {{62776, 269}, {24926, 75}, {12177, 48}}},
    {"d4", {{20368, 94}, {13265, 43}, {8469, 35}}},
    {"d5", {{13821, 85}, {6914, 22}, {4068, 20}}},
    {"d6", {{63014, 345}, {93313, 256}, {13876, 59}}},
    {"d7", {{63574, 192}, {79214, 137}, {40337, 87}}},
    {"d8", {{44634, 198}, {15472, 37}, {14363, 40}}},
};

static bool in_sample(const char *opening) {
    char word[8];
    snprintf(word, sizeof word, " %s ", opening);
    return strstr(SAMPLE, word) != NULL;
}

static json_t *published(int row, int method, bool seconds) {
    if (method >= PUBLISHED_METHODS) return json_null();
    return json_integer(seconds ? PUBLISHED[row].by[method].seconds : PUBLISHED[row].by[method].nodes);
}

static bool entry_run(KeptRows *kept, const char *key, int row, int method, const Net *net, double seconds,
                      Error *error) {
    const char *opening = PUBLISHED[row].opening;
    bool with_net = !strcmp(METHOD[method], "fdfpn --net");
    Solver solver = {.settings = {.net = with_net ? net : NULL}};
    FocusedRun run;
    if (!focused_solve(with_net ? &SOLVE_FDFPN : solve_method_find(CATALOG.methods, METHOD[method]), 8,
                       opening, &solver, seconds, &run, error))
        return false;
    return kept_add(kept, key,
                    json_pack("{s:s, s:s, s:o, s:I, s:o, s:o, s:f, s:s}", "opening", opening, "method",
                              METHOD[method], "published_nodes", published(row, method, false), "nodes",
                              (json_int_t)run.nodes, "proof_nodes", run.proof_nodes, "published_seconds",
                              published(row, method, true), "seconds", run.seconds, "winner", run.winner),
                    error);
}

static bool rows_run(KeptRows *kept, bool all, const Net *net, double seconds, Error *error) {
    for (int row = 0; row < (int)(sizeof PUBLISHED / sizeof *PUBLISHED); row++) {
        if (!all && !in_sample(PUBLISHED[row].opening)) continue;
        for (int method = 0; method < METHODS; method++) {
            char key[32];
            snprintf(key, sizeof key, "%s %s", PUBLISHED[row].opening, METHOD[method]);
            if (watch_interrupted()) return true;
            if (!kept_take(kept, key) && !entry_run(kept, key, row, method, net, seconds, error))
                return false;
        }
    }
    return true;
}

static bool table_run(const Args *args, json_t *rows, Error *error) {
    RunSetting setting = setting_of(args);
    bool all = setting == SETTING_FULL || args_flag(args, "all-openings");
    double seconds = args_given(args, "time") ? args_real(args, "time") : SECONDS[setting];
    char identity[40] = "";
    if (args_given(args, "time")) snprintf(identity, sizeof identity, "%g s", seconds);
    KeptRows kept;
    Net *net = focused_net(error);
    bool good = net && kept_open(&kept, args, "table-5.1", identity, rows, error);
    if (good) {
        good = rows_run(&kept, all, net, seconds, error);
        kept_close(&kept);
    }
    net_free(net);
    return good;
}

static const char *const COLUMNS[] = {"opening", "method",      "published_nodes",
                                      "nodes",   "proof_nodes", "published_seconds",
                                      "seconds", "winner",      NULL};

const Reproduction REPRODUCE_TABLE_5_1 = {
    .name = "table-5.1",
    .help =
        "Openings of 8x8 by dfpn, fdfpn and fdfpn with a net beside DFPN, FDFPN and FDFPN-CNN, and by auto (Gao 2020, "
        "Table 5.1).",
    .quick = "five openings, ten seconds by each method, or --time seconds",
    .medium = "five openings by each method without a bound, or --time seconds",
    .minutes = 12,
    .full = "all 32 openings by each method without a bound, or --time seconds: hours",
    .columns = COLUMNS,
    .takes = "time all-openings",
    .run = table_run,
};
