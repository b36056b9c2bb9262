// Reviews of the public interface: study/review.h and study/coach.h.
#include "api/inside_solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)REVIEW_GOOD == MP_GOOD && (int)REVIEW_MISTAKE == MP_MISTAKE &&
                   (int)REVIEW_BLUNDER == MP_BLUNDER && (int)REVIEW_TURNING_POINT == MP_TURNING_POINT &&
                   (int)REVIEW_INACCURACY == MP_INACCURACY,
               "inner and outer marks are the same numbers");
_Static_assert((int)COACH_INTRUSION == MP_FIGURE_INTRUSION && (int)COACH_MUSTPLAY == MP_FIGURE_MUSTPLAY &&
                   (int)COACH_LADDER == MP_FIGURE_LADDER && (int)COACH_TEMPLATE == MP_FIGURE_TEMPLATE &&
                   (int)COACH_BRIDGE == MP_FIGURE_BRIDGE && (int)COACH_SEARCH == MP_FIGURE_SEARCH &&
                   (int)COACH_SWAP == MP_FIGURE_SWAP,
               "inner and outer figures are the same numbers");

_Static_assert((int)REVIEW_RULE_AUTO == MP_SWAP_AUTO && (int)REVIEW_RULE_ON == MP_SWAP_ON &&
                   (int)REVIEW_RULE_OFF == MP_SWAP_OFF,
               "inner and outer rules are the same numbers");

// --- Making

typedef struct Telling {
    void (*progress)(void *context, int done, int total);
    void *context;
} Telling;

static void progress_tell(void *context, const Review *review, int done, int total) {
    const Telling *telling = context;
    (void)review;
    if (telling->progress) telling->progress(telling->context, done, total);
}

static ReviewOptions options_of(const mp_engine *engine, const mp_review_settings *s,
                                const mp_limits *position) {
    return (ReviewOptions){.catalog = engine->catalog,
                           .player = s->player ? s->player : engine->catalog->players[0]->name,
                           .seconds = position->seconds,
                           .playouts = position->nodes,
                           .solver_seconds = s->solver_seconds,
                           .memory = s->memory,
                           .threads = s->threads,
                           .seed = s->seed,
                           .swap = (ReviewRule)s->swap,
                           .record = s->record ? s->record->tree : NULL};
}

mp_review *mp_review_new(const mp_engine *engine, const mp_game *game, const mp_review_settings *settings,
                         const mp_limits *limits, void (*progress)(void *context, int done, int total),
                         void *context, mp_error *error) {
    mp_review_settings given;
    mp_limits position;
    Granted granted;
    Error inner = {0};
    Telling telling = {progress, context};
    struct_in(&given, sizeof given, settings);
    struct_in(&position, sizeof position, &given.position);
    granted_start(&granted, limits);
    mp_review *review = new_out(sizeof *review, error);
    if (!review) return NULL;
    ReviewOptions options = options_of(engine, &given, &position);
    engine_miss_net(engine, options.player);
    if (review_game(&game->game, &options, &granted.observer, progress_tell, &telling, &review->review,
                    &inner))
        review->coach = coach_review(&review->review, &granted.observer, &inner);
    if (review->coach) return review;
    error_out(&inner, error);
    mp_review_free(review);
    return NULL;
}

void mp_review_free(mp_review *review) {
    if (!review) return;
    free(review->coach);
    review_free(&review->review);
    free(review);
}

// --- Reading

// Of a review that is under way there are no notes yet.
static const Coach *coach_of(const mp_review *review) {
    static const Coach none = {.decisive = -1};
    return review->coach ? review->coach : &none;
}

static mp_review_score score_out(const Review *review, Color color) {
    ReviewScore score = review_score(review, color);
    return (mp_review_score){.moves = score.moves,
                             .accuracy = score.accuracy,
                             .mean_loss = score.mean_loss,
                             .inaccuracies = score.mark[REVIEW_INACCURACY],
                             .mistakes = score.mark[REVIEW_MISTAKE],
                             .blunders = score.mark[REVIEW_BLUNDER],
                             .turning_points = score.mark[REVIEW_TURNING_POINT]};
}

void mp_review_read(const mp_review *review, mp_review_summary *summary) {
    const Review *r = &review->review;
    const Coach *coach = coach_of(review);
    mp_review_summary found = {.winner = (mp_color)r->winner,
                               .complete = r->complete,
                               .moves = r->moves,
                               .seconds = r->seconds,
                               .decisive = coach->decisive,
                               .decisive_proved = coach->proved,
                               .settled = coach->settled,
                               .notes = coach->notes,
                               .lessons = coach->lessons,
                               .swap_rule = r->swap_rule,
                               .swap_source = review_source_name(r->swap_source),
                               .score = {score_out(r, BLACK), score_out(r, WHITE)}};
    struct_out(summary, &found, sizeof found);
}

bool mp_review_turn_read(const mp_review *review, int index, mp_review_turn *turn) {
    const Review *r = &review->review;
    if (index < 0 || index >= r->turns) return false;
    const ReviewTurn *t = &r->turn[index];
    mp_review_turn found = {.mover = (mp_color)t->mover,
                            .played = t->played,
                            .judged = t->judged,
                            .value = t->value,
                            .black = review_black_value(r, index),
                            .winner = (mp_color)t->winner,
                            .best = t->best,
                            .line = line_out(t->line, t->line_length),
                            .compared = t->compared,
                            .after = t->after,
                            .loss = t->loss,
                            .mark = (mp_mark)t->mark,
                            .winner_after = (mp_color)t->winner_after,
                            .swap = review_swap_name(t->swap)};
    struct_out(turn, &found, sizeof found);
    return true;
}

const char *mp_figure_name(mp_figure figure) {
    return (int)figure >= 0 && (int)figure < COACH_KINDS ? coach_kind_name((CoachKind)figure) : NULL;
}

static void figure_read(const Geometry *g, const Figure *figure, mp_review_note *note) {
    snprintf(note->name, sizeof note->name, "%s", figure_name(figure));
    cell_name(g, figure->stone, note->from);
    cell_name(g, figure->end, note->to);
    note->cells = cells_out(figure->carrier);
    note->row = figure->row;
    note->number = figure->number;
}

static void ladder_read(const Geometry *g, const CoachNote *found, mp_review_note *note) {
    const Ladder *ladder = &found->ladder;
    cell_name(g, ladder->from, note->from);
    cell_name(g, ladder->to, note->to);
    cell_name(g, ladder->edge, note->edge);
    note->cells = cells_out(ladder->cells);
    note->row = ladder->row;
    note->color = (mp_color)ladder->color;
    note->ladder_in = coach_line_name(found->ladder_in);
}

bool mp_review_note_read(const mp_review *review, int index, mp_review_note *note) {
    const Coach *coach = coach_of(review);
    const Geometry *g = review->review.geometry;
    if (index < 0 || index >= coach->notes) return false;
    const CoachNote *n = &coach->note[index];
    mp_review_note found = {.move = n->turn,
                            .figure = (mp_figure)n->kind,
                            .color = MP_EMPTY,
                            .refutation = line_out(n->line, n->line_length),
                            .refuted = n->refuted,
                            .needs = cells_out(n->needs)};
    if (n->kind == COACH_MUSTPLAY)
        found.cells = cells_out(n->mustplay);
    else if (n->kind == COACH_LADDER)
        ladder_read(g, n, &found);
    else if (n->kind != COACH_SEARCH)
        figure_read(g, &n->figure, &found);
    struct_out(note, &found, sizeof found);
    return true;
}

bool mp_review_lesson_read(const mp_review *review, int index, mp_review_lesson *lesson) {
    const Coach *coach = coach_of(review);
    if (index < 0 || index >= coach->lessons) return false;
    const CoachLesson *l = &coach->lesson[index];
    mp_review_lesson found = {.figure = (mp_figure)l->kind, .moves = l->moves, .loss = l->loss};
    for (int i = 0; i < l->moves; i++) found.move[i] = l->turn[i];
    struct_out(lesson, &found, sizeof found);
    return true;
}

bool mp_review_annotate(const mp_review *review, mp_record *record, mp_error *error) {
    Error inner = {0};
    return review_annotate(&review->review, record->tree, &inner) || error_out(&inner, error);
}
