// Hayward's notes on solving Hex states, as a lesson: negamax on small boards, joinsets and dead cells,
// fill-in step by step. The strategies of the notes are checked. lab/docs/LECTURE.md goes through it.
//
// The notes reached us without their diagrams. Positions are rebuilt from the words; the stones that the words do not
// fix are ours.
#include "lab/reproduce/reproduce.h"

#include "app/draw/drawing.h"
#include "cli/watch.h"
#include "lab/eval/joinset_list.h"
#include "lab/lecture/negamax.h"
#include "lab/lecture/pattern_fill.h"
#include "lab/strategy/expression_check.h"
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool row_add(json_t *rows, const char *part, const char *figure, const char *published, json_t *ours,
                    const char *note) {
    return !json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:o, s:s}", "part", part, "figure", figure,
                                                  "published", published, "ours", ours, "note", note));
}

static Position position_of(int width, int height, const char *black, const char *white, Color to_move) {
    Position p = position_empty(geometry_get(width, height));
    p.stones[BLACK] = cellset_named(p.geometry, black);
    p.stones[WHITE] = cellset_named(p.geometry, white);
    p.to_move = to_move;
    return p;
}

static json_t *cells_text(const Geometry *g, CellSet cells) {
    Text text = {0};
    cellset_write(g, cells, &text);
    json_t *names = json_string(cellset_is_empty(cells) ? "none" : text_string(&text));
    text_free(&text);
    return names;
}

static bool interrupted(void *context) {
    (void)context;
    return watch_interrupted();
}
static const Observer WATCHED = {.cancelled = interrupted};

// --- Negamax

static void negamax_add(json_t *rows) {
    static const struct {
        int size;
        NegamaxOrder order;
        NegamaxPruning pruning;
        const char *figure, *published, *note;
    } RUNS[] = {
        {3, NEGAMAX_ROWS, NEGAMAX_PLAIN, "3x3, row by row", "under 10 000", "nodes, the root included"},
        {3, NEGAMAX_DIAGONAL, NEGAMAX_PLAIN, "3x3, good order", "a tenth of that",
         "the short diagonal first"},
        {4, NEGAMAX_DIAGONAL, NEGAMAX_PLAIN, "4x4, good order", "around 7 million", "the same order"},
        {4, NEGAMAX_DIAGONAL, NEGAMAX_MUSTPLAY, "4x4, must-play", "fewer than 300 000",
         "wins and losses backed up with their cells"},
        {4, NEGAMAX_DIAGONAL, NEGAMAX_SMALL, "4x4, smaller must-play", "fewer than 80 000",
         "wins in one move first; unions kept small"},
    };
    Budget budget = {.observer = &WATCHED};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS && !watch_interrupted(); i++) {
        Position empty = position_empty(geometry_get(RUNS[i].size, RUNS[i].size));
        NegamaxResult r = negamax_solve(&empty, RUNS[i].order, RUNS[i].pruning, &budget);
        if (r.winner == BLACK)
            row_add(rows, "negamax", RUNS[i].figure, RUNS[i].published, json_integer((json_int_t)r.nodes),
                    RUNS[i].note);
    }
}

// --- Strategies

static bool strategies_add(json_t *rows, Error *error) {
    static const struct {
        int size;
        const char *black, *white;
        Color winner, to_move;
        const char *figure, *expression;
    } STRATEGIES[] = {
        {2, "", "", BLACK, BLACK, "2x2", "a2.(a1|b1)"},
        {3, "", "", BLACK, BLACK, "3x3 by b2", "b2.(b1|c1).(a3|b3)"},
        {3, "", "", BLACK, BLACK, "3x3 by a3", "a3.(a2.(a1|b1) | c1.(b2| c2.(b3|c3)))"},
        {3, "", "", BLACK, BLACK, "3x3 by a2", "a2.(a1|b1).(a3| c2.(b2|c1).(b3|c3))"},
        {4, "b4", "c2", WHITE, BLACK, "4x4, White on c2", "c2.(d1|d2).(b3.(a3|a4) | b1.(a1|a2).(c1|b2))"},
    };
    Expression *expression = malloc(sizeof *expression);
    bool good = expression || error_memory(error);
    for (size_t i = 0; good && i < sizeof STRATEGIES / sizeof *STRATEGIES; i++) {
        Position p = position_of(STRATEGIES[i].size, STRATEGIES[i].size, STRATEGIES[i].black,
                                 STRATEGIES[i].white, STRATEGIES[i].to_move);
        VerifyResult result;
        Text reason = {0};
        good = expression_parse(p.geometry, STRATEGIES[i].expression, expression, error);
        bool right = good && expression_check(expression, &p, STRATEGIES[i].winner, &result, &reason);
        text_free(&reason);
        row_add(rows, "strategy", STRATEGIES[i].figure,
                STRATEGIES[i].winner == BLACK ? "Black wins" : "White wins",
                json_string(right ? "right, by the checker" : "false"), STRATEGIES[i].expression);
    }
    free(expression);
    return good;
}

// The centre of 6x6, which the notes leave as a challenge.
static bool challenge_add(json_t *rows, Error *error) {
    Position p = position_of(6, 6, "d3", "", WHITE);
    Budget budget = {.observer = &WATCHED};
    Answer answer;
    if (!solve_position(&SOLVE_AUTO, &p, &budget, NULL, &answer, error)) return false;
    if (answer.winner == EMPTY) return true;
    char note[64];
    snprintf(note, sizeof note, "White to move; %llu nodes", (unsigned long long)answer.nodes);
    return row_add(rows, "strategy", "6x6, Black on d3", "Black wins",
                   json_string(answer.winner == BLACK ? "Black wins, solved" : "White wins, solved"), note);
}

// --- Joinsets

// Whether the set joins a colour's edges, and whether it does without any one of its cells.
static const char *joinset_name(const Position *position, Color color, CellSet set) {
    Position with = *position;
    with.stones[color] = cellset_or(with.stones[color], set);
    if (position_winner(&with) != color) return "not a joinset";
    for (CellSet left = set; !cellset_is_empty(left);) {
        Position less = with;
        cellset_remove(&less.stones[color], cellset_pop(&left));
        if (position_winner(&less) == color) return "a joinset, not minimal";
    }
    return "a minimal joinset";
}

static bool joinset_position_add(json_t *rows, const char *name, const Position *p, const char *sets[2],
                                 const char *dead, Error *error) {
    JoinsetList *list = joinset_list_new(p, error);
    char figure[96];
    if (!list) return false;
    for (int i = 0; i < 2; i++) {
        snprintf(figure, sizeof figure, "%s: %s", name, sets[i]);
        row_add(rows, "joinset", figure, i ? "White's, minimal" : "White's, not minimal",
                json_string(joinset_name(p, WHITE, cellset_named(p->geometry, sets[i]))), "");
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        snprintf(figure, sizeof figure, "%s: minimal joinsets of %s", name, color_name(color));
        row_add(rows, "joinset", figure, "not in text", json_integer((json_int_t)list->found[color].count),
                "all of them counted");
    }
    snprintf(figure, sizeof figure, "%s: dead cells", name);
    row_add(rows, "joinset", figure, dead, cells_text(p->geometry, list->dead),
            cellset_equal(list->found[BLACK].live, list->found[WHITE].live)
                ? "in no minimal joinset of either colour"
                : "the colours disagree");
    free(list);
    return true;
}

static bool joinsets_add(json_t *rows, Error *error) {
    static const char *first[2] = {"a1 b1 c1 d1 e1 c2", "a1 b1 c1 d1 e1"};
    static const char *second[2] = {"d1 b2 c2 a3", "d1 b2 c2"};
    Position page_3 = position_of(5, 5, "b2 d2 b3 c3", "e2 a3 e3 c4", BLACK);
    Position middle = position_of(4, 4, "a1 c3", "a2 a4", BLACK);
    return joinset_position_add(rows, "5x5", &page_3, first, "c2", error) &&
           joinset_position_add(rows, "4x4", &middle, second, "a3", error);
}

// --- Fill-in

// What each answer to the review questions fills in, and how.
static const char *answer_naming(const char *cell) {
    static const struct {
        const char *cells, *says;
    } ANSWERS[] = {
        {"a3 c2 c6 g3 h1 h3", "answer 10: dead"},
        {"b1 c1 d1 e1 b8 c8", "answer 10: black"},
        {"a6 a7 h6 h7", "answer 10: white"},
        {"d8 d7 e8 f8 e7 e2 f2 c4 d3", "answer 12: black"},
        {"g6 f7", "answer 12: white"},
        {"g8", "answer 12: dead"},
    };
    size_t length = strlen(cell);
    for (size_t i = 0; i < sizeof ANSWERS / sizeof *ANSWERS; i++) {
        const char *at = strstr(ANSWERS[i].cells, cell);
        if (at && strcspn(at, " ") == length) return ANSWERS[i].says;
    }
    return "answer 11, or not named";
}

static void step_name(const Geometry *g, const PatternFillStep *step, char figure[64],
                      char first[CELL_NAME_MAX]) {
    char second[CELL_NAME_MAX] = "";
    cell_name(g, step->cell, first);
    if (step->partner != CELL_NONE) cell_name(g, step->partner, second);
    snprintf(figure, 64, "stage %d: %s %s", step->stage + 1, first, second);
}

static void fill_add(json_t *rows, const Position *p, const PatternFillFill *fill) {
    CellSet left = position_vacant(p);
    for (int i = 0; i < fill->steps; i++) {
        const PatternFillStep *step = &fill->step[i];
        char figure[64], first[CELL_NAME_MAX];
        step_name(p->geometry, step, figure, first);
        row_add(rows, "fill-in", figure, answer_naming(first),
                json_string(step->color == EMPTY ? "dead" : color_name(step->color)),
                pattern_fill_rule_name(step->rule));
        cellset_remove(&left, step->cell);
        if (step->partner != CELL_NONE) cellset_remove(&left, step->partner);
    }
    row_add(rows, "fill-in", "cells left empty", "not in text", cells_text(p->geometry, left),
            "8x8, 51 empty cells");
}

static bool fill_draw(const Position *p, const PatternFillFill *fill, const char *path, bool force,
                      Error *error) {
    static const char *const NAMES[PATTERN_FILL_STAGES] = {"1: by the stones", "2: by what is filled in",
                                                           "3: with inferior cells"};
    static const DrawingHue HUES[PATTERN_FILL_STAGES] = {HUE_BLUE, HUE_ORANGE, HUE_GREEN};
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_memory(error);
    drawing_init(d, p);
    d->sets = PATTERN_FILL_STAGES;
    for (int stage = 0; stage < PATTERN_FILL_STAGES; stage++) {
        d->set[stage] = (DrawingSet){.hue = HUES[stage]};
        snprintf(d->set[stage].name, DRAWING_NAME_MAX, "%s", NAMES[stage]);
    }
    for (Color color = BLACK; color <= WHITE; color++) d->small[color] = fill->filled[color];
    for (int i = 0; i < fill->steps; i++) {
        const PatternFillStep *step = &fill->step[i];
        for (int k = 0; k < 2; k++) {
            int cell = k ? step->partner : step->cell;
            if (cell == CELL_NONE) continue;
            cellset_add(&d->set[step->stage].cells, cell);
            snprintf(d->label[cell], DRAWING_LABEL_MAX, "%d%s", i + 1, step->color == EMPTY ? "x" : "");
        }
    }
    bool good =
        drawing_title(d, "Fill-in, step by step (x: dead)", error) && drawing_save(d, path, force, error);
    free(d);
    return good;
}

static bool fill_run(const Args *args, json_t *rows, Error *error) {
    Position p = position_of(8, 8, "b2 d2 b3 c3 g4 d6 c7", "g2 h2 f3 c5 b6 g7", WHITE);
    PatternFillFill *fill = malloc(sizeof *fill);
    if (!fill) return error_memory(error);
    pattern_fill_fill(&p, fill);
    fill_add(rows, &p, fill);
    const char *path = args_text(args, "output");
    bool good = !path || fill_draw(&p, fill, path, args_flag(args, "force"), error);
    free(fill);
    return good;
}

static bool lecture_run(const Args *args, json_t *rows, Error *error) {
    negamax_add(rows);
    return strategies_add(rows, error) && challenge_add(rows, error) && joinsets_add(rows, error) &&
           fill_run(args, rows, error);
}

static const char *const COLUMNS[] = {"part", "figure", "published", "ours", "note", NULL};

const Reproduction REPRODUCE_LECTURE = {
    .name = "lecture",
    .help =
        "Hayward's notes on solving Hex states: negamax, strategies, joinsets, dead cells and fill-in (LECTURE.md).",
    .quick = "everything in it, a few seconds; --output draws the fill-in of its 8x8 board",
    .columns = COLUMNS,
    .run = lecture_run,
    .draws = true,
};
