// Reproductions of published tables and figures: one table of them, each computed anew with the published
// figures beside ours. A function here computes it, or a program: an experiment of train/ (networks).
//
// Every entry has a quick setting, which ends in minutes on two cores. It may have a full one (--full) at the scale that it
// states, and then has a medium one (--medium) between them. What a run has measured is kept in a journal (--resume FILE;
// of a medium run in lab/results) and not measured again.
#ifndef MUSTPLAY_LAB_REPRODUCE_REPRODUCE_H
#define MUSTPLAY_LAB_REPRODUCE_REPRODUCE_H

#include "lab/reproduce/setting.h"

// How the rows are drawn by --output: the names of columns. Rows without a number at `y` are left out.
typedef struct ReproductionPlot {
    const char *x, *y;      // `x` may hold texts, which become categories; NULL: no plot
    const char *low, *high; // ends of the error bars; NULL: none
    const char *series;     // the rows that make a line; NULL: one line
    const char *dashed;     // the series that is dashed: "published"; NULL: none
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
} ReproductionPlot;

typedef struct Reproduction {
    const char *name;
    const char *help; // one sentence with the source
    const char *quick, *medium,
        *full;                  // what each setting runs; `full` and `medium` NULL: there is one setting
    double minutes;             // that the medium setting takes on two cores
    const char *const *columns; // keys of the rows, in order, ended by NULL; NULL: a script names them
    // Appends objects with these keys to `rows`, computed now. False with an error on a failure. A run that was
    // interrupted returns true with the rows it has.
    bool (*run)(const Args *args, json_t *rows, Error *error);
    // Instead of `run`: the name of an experiment, called as `python3 train/experiments.py SCRIPT --program
    // MUSTPLAY [--medium|--full] [--seed N] [--resume FILE] [--output FILE]`. It prints one JSON object on
    // stdout, `{"columns": [names], "rows": [objects], "missing": [words]}`, and everything else on stderr.
    // --output is passed on only if the script `draws`.
    const char *script;
    ReproductionPlot plot;
    bool draws; // `run` or the script saves a plot of its own where --output says
    const char
        *takes; // those of --graph, --dimacs, --size, --time and --all-openings that it knows; NULL: none
} Reproduction;

extern const Reproduction *const REPRODUCTIONS[]; // ended by NULL; lab/reproduce/registry.c

extern const Reproduction REPRODUCE_POSITIONS;     // lab/reproduce/positions.c
extern const Reproduction REPRODUCE_OR_RULE;       // lab/reproduce/or_rule.c
extern const Reproduction REPRODUCE_LADDER;        // lab/reproduce/ladder.c
extern const Reproduction REPRODUCE_FIGURE_5_2;    // lab/reproduce/figure_5_2.c
extern const Reproduction REPRODUCE_TABLE_5_1;     // lab/reproduce/table_5_1.c
extern const Reproduction REPRODUCE_FIGURE_5_3;    // lab/reproduce/figure_5_3.c
extern const Reproduction REPRODUCE_FIGURE_5_4;    // lab/reproduce/figure_5_4.c
extern const Reproduction REPRODUCE_DECOMPOSITION; // lab/reproduce/decomposition.c
extern const Reproduction REPRODUCE_HANDICAP;      // lab/reproduce/handicap.c
extern const Reproduction REPRODUCE_TWO_DISTANCE;  // lab/reproduce/two_distance.c
extern const Reproduction REPRODUCE_Y;             // lab/reproduce/y_reduction.c
extern const Reproduction REPRODUCE_LECTURE;       // lab/reproduce/lecture.c
extern const Reproduction REPRODUCE_BEST_FIRST;    // lab/reproduce/best_first.c
extern const Reproduction REPRODUCE_SAT;           // lab/reproduce/sat.c
extern const Reproduction REPRODUCE_APPRENTICE;    // lab/reproduce/learning.c
extern const Reproduction REPRODUCE_TD_LEAF;
extern const Reproduction REPRODUCE_BEAM;
extern const Reproduction REPRODUCE_DEDUCTION; // lab/reproduce/deduction.c
extern const Reproduction REPRODUCE_GROWTH;    // lab/reproduce/growth.c

// Matches between settings of players.
enum { REPRODUCE_CONTESTS_COUNT = 5 };
extern const Reproduction REPRODUCE_CONTESTS[REPRODUCE_CONTESTS_COUNT]; // lab/reproduce/steckelberg.c

// The experiments with networks.
enum { REPRODUCE_NETS_COUNT = 15 };
extern const Reproduction REPRODUCE_NETS[REPRODUCE_NETS_COUNT]; // lab/reproduce/nets.c

const Reproduction *reproduction_find(const char *name); // NULL when there is none

// What an entry of train/ printed: arrays that the caller owns.
typedef struct ScriptTable {
    json_t *rows, *columns,
        *missing; // columns: the names of the keys; missing: what was not measured, in words
} ScriptTable;

// Runs an entry of train/. The table has what was measured until then if the run was interrupted.
bool script_run(const Reproduction *reproduction, const Args *args, ScriptTable *table, Error *error);

// A published table or figure that an experiment made.
typedef struct Exhibit {
    const char *source, *item, *what;
    const char *entry; // the reproduction that computes it; NULL: none
    const char *page;  // where our run is reported, from the repository's root; NULL: none
    const char *ran;   // the setting that the page reports: "quick", "medium" or "full"; NULL: it was not run
    const char *missing; // rows or seeds that the page lacks; NULL: it is complete
    const char *agrees;  // "yes"; "no: " and why; "not comparable: " and why
} Exhibit;

extern const Exhibit EXHIBITS[]; // ended by a NULL source; lab/reproduce/exhibits.c

#endif
