#include "proof/capture.h"

// The set with some of its cells decided. States are numbered in base three: live, the winner's, the loser's.
enum { STATES_MAX = 6561 }; // 3^CAPTURED_MAX

typedef struct Search {
    const Capture *capture;
    int8_t known[STATES_MAX]; // by state: 0 not looked at, 1 captured, -1 not
    int weight[CELL_MAX];     // by cell of the set: 3^index
} Search;

typedef struct Stage {
    CellSet own, live;
    int state;
} Stage;

static void search_init(Search *s, const Capture *capture) {
    CellSet left = capture->live;
    int weight = 1;
    *s = (Search){.capture = capture};
    for (int cell; (cell = cellset_pop(&left)) >= 0; weight *= 3) s->weight[cell] = weight;
}

static Stage stage_with(const Search *s, Stage stage, int cell, bool winners) {
    cellset_remove(&stage.live, cell);
    if (winners) cellset_add(&stage.own, cell);
    stage.state += s->weight[cell] * (winners ? 1 : 2);
    return stage;
}

// Whether a cell is dead with further cells for the winner, and further ones free.
static bool cell_dead(const Search *s, const Stage *stage, int cell, CellSet own, CellSet free) {
    Field field = s->capture->field;
    cellset_remove(&own, cell);
    cellset_remove(&free, cell);
    field.own = cellset_or(stage->own, own);
    field.free = cellset_or(field.free, free);
    return field_dead(&field, cell);
}

static bool captured(Search *s, const Stage *stage);

// The owner's answer to m, if m is then dead and the rest captured; CELL_NONE otherwise.
static int stage_answer(Search *s, const Stage *stage, int m) {
    bool for_loser = s->capture->for_loser;
    CellSet none = cellset_none(), left = stage->live;
    if (!cell_dead(s, stage, m, for_loser ? none : stage->live, none)) return CELL_NONE;
    Stage after = stage_with(s, *stage, m, for_loser);
    cellset_remove(&left, m);
    for (int k; (k = cellset_pop(&left)) >= 0;) {
        Stage answered = stage_with(s, after, k, !for_loser);
        if (captured(s, &answered)) return k;
    }
    return CELL_NONE;
}

static bool stage_answers_all(Search *s, const Stage *stage) {
    CellSet left = stage->live;
    for (int m; (m = cellset_pop(&left)) >= 0;)
        if (stage_answer(s, stage, m) == CELL_NONE) return false;
    return true;
}

// Whether d is dead and the rest captured without it.
static bool stage_spares(Search *s, const Stage *stage, int d) {
    Stage rest = stage_with(s, *stage, d, false);
    return cell_dead(s, stage, d, cellset_none(), stage->live) && captured(s, &rest);
}

static int stage_spare(Search *s, const Stage *stage) {
    CellSet left = stage->live;
    for (int d; (d = cellset_pop(&left)) >= 0;)
        if (stage_spares(s, stage, d)) return d;
    return CELL_NONE;
}

// At most CAPTURED_MAX deep.
static bool captured(Search *s, const Stage *stage) {
    int8_t *known = &s->known[stage->state];
    if (cellset_is_empty(stage->live)) return true;
    if (!*known) *known = stage_answers_all(s, stage) || stage_spare(s, stage) != CELL_NONE ? 1 : -1;
    return *known > 0;
}

bool capture_play(Capture *capture, int m, int *answer) {
    Search search;
    *answer = CELL_NONE;
    if (!cellset_has(capture->live, m)) return true;
    if (cellset_count(capture->live) > CAPTURED_MAX) return false;
    search_init(&search, capture);
    Stage stage = {.own = capture->field.own, .live = capture->live};
    while (cellset_has(stage.live, m)) {
        bool all = stage_answers_all(&search, &stage), spares = !all && stage_spares(&search, &stage, m);
        if (all) {
            *answer = stage_answer(&search, &stage, m);
            stage = stage_with(&search, stage, m, capture->for_loser);
            stage = stage_with(&search, stage, *answer, !capture->for_loser);
        } else {
            int d = spares ? m : stage_spare(&search, &stage);
            if (d == CELL_NONE) return false;
            stage = stage_with(&search, stage, d, false);
        }
    }
    capture->field.own = stage.own;
    capture->live = stage.live;
    return true;
}
