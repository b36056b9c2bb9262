// mustplay lab reproduce decomposition: solving by strategy decomposition (Gao 2020 §5.4), which the thesis
// proposes without figures. Beside it stand `auto` and the sizes of solutions that the thesis names.
//
// The position of Figure 5.5 is not in the text. Ours is like it: 7x7, 44 empty cells, White to play, and Black needs
// four more stones. Each entry may take --time seconds.
#include "cli/watch.h"
#include "lab/decompose/decompose.h"
#include "lab/reproduce/reproduce.h"
#include "solve/solver.h"

enum { SECONDS_DEFAULT = 20 };

typedef struct Entry {
    int size;
    const char *black, *white; // stones; White to play
    bool rules;                // also by the rules alone
    const char *published;     // of solutions
} Entry;

static const Entry ENTRIES[] = {
    {3, "b2", "", true, "Figure 1.2: 34 nodes, state space"},
    {5, "c3", "", true, "Figure 2.5: < 10 nodes, bridges known"},
    {7, "e2 d4 c6", "b3 f5", true, "Figures 5.5, 5.6: 9 groups, <= 6561 nodes; tree 2.8e6"},
    {4, "b3", "", true, ""},
    {5, "b3", "", true, ""},
    {5, "a1", "", true, ""},
    {6, "c3", "", true, ""},
    {6, "b4", "", false, ""},
    {6, "a2", "", false, ""},
    {7, "d4", "", false, ""},
    {7, "c5", "", false, ""},
    {7, "b4", "", false, ""},
    {7, "a1", "", false, ""},
    {8, "d5", "", false, ""},
    {9, "e5", "", false, "Yang: about 700 patterns; a solver: about 1e6 nodes"},
};

static Position entry_position(const Entry *entry) {
    Position p = position_empty(geometry_get(entry->size, entry->size));
    p.stones[BLACK] = cellset_named(p.geometry, entry->black);
    p.stones[WHITE] = cellset_named(p.geometry, entry->white);
    p.to_move = WHITE;
    return p;
}

// Columns of a row that every method has.
static json_t *row_new(const Entry *entry, const char *method, const Answer *answer) {
    const char *winner = answer->winner == EMPTY ? "not decided" : color_name(answer->winner);
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:I, s:f, s:s}", "size", entry->size, "black", entry->black,
                     "white", entry->white, "method", method, "winner", winner, "nodes",
                     (json_int_t)answer->nodes, "seconds", answer->seconds, "published", entry->published);
}

static bool auto_add(json_t *rows, const Entry *entry, const Budget *budget, Error *error) {
    Position p = entry_position(entry);
    Answer answer;
    if (!solve_position(&SOLVE_AUTO, &p, budget, NULL, &answer, error)) return false;
    if (watch_interrupted()) return true;
    json_array_append_new(rows, row_new(entry, "auto", &answer));
    return true;
}

static bool decompose_add(json_t *rows, const Entry *entry, bool rules_only, const Budget *budget,
                          Error *error) {
    Position p = entry_position(entry);
    DecomposeOptions options = {.rules_only = rules_only};
    DecomposeOutcome out;
    if (!decompose_search(&p, &options, budget, &out, error)) return false;
    if (watch_interrupted()) return true;
    json_t *row = row_new(entry, rules_only ? "decompose-rules" : "decompose", &out.answer);
    json_object_set_new(row, "predictor",
                        json_string(out.by_net        ? "net"
                                    : out.evaluations ? "resistance"
                                                      : "none"));
    json_object_set_new(row, "evaluations", json_integer((json_int_t)out.evaluations));
    json_object_set_new(row, "failed", json_integer((json_int_t)(out.groups_failed + out.answers_failed)));
    if (out.answer.winner != EMPTY) {
        json_object_set_new(row, "solution", json_integer((json_int_t)out.size.nodes));
        json_object_set_new(row, "groups", json_integer(out.groups));
        json_object_set_new(row, "depth", json_integer(out.size.depth));
        if (rules_only) json_object_set_new(row, "tree", json_real(out.size.tree));
    }
    json_array_append_new(rows, row);
    return true;
}

static bool decomposition_run(const Args *args, json_t *rows, Error *error) {
    Budget budget = {.seconds = SECONDS_DEFAULT, .threads = 1, .observer = watch_signals()};
    if (args_given(args, "time")) budget.seconds = args_real(args, "time");
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES && !watch_interrupted(); i++) {
        const Entry *entry = &ENTRIES[i];
        if (entry->rules && !decompose_add(rows, entry, true, &budget, error)) return false;
        if (!decompose_add(rows, entry, false, &budget, error)) return false;
        if (!auto_add(rows, entry, &budget, error)) return false;
    }
    return true;
}

static const char *const COLUMNS[] = {"size",      "black",       "white",     "method", "winner", "nodes",
                                      "predictor", "evaluations", "solution",  "groups", "depth",  "tree",
                                      "failed",    "seconds",     "published", NULL};

const Reproduction REPRODUCE_DECOMPOSITION = {
    .name = "decomposition",
    .help =
        "Solutions by strategy decomposition and by auto, beside the sizes that Gao 2020 names (Figures 1.2, 2.5, "
        "5.5, 5.6).",
    .columns = COLUMNS,
    .takes = "time",
    .run = decomposition_run,
};
