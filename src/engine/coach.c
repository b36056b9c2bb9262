#include "engine/coach.h"

#include "engine/endgame.h"
#include "knowledge/knowledge.h"
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

// For a move of a refutation; the review has proved who wins, so that it is mostly quick.
static const Budget REFUTATION = {.nodes = 4000, .seconds = 1};

const char *coach_kind_name(CoachKind kind) {
    static const char *const names[] = {"intrusion", "mustplay", "ladder", "template", "bridge", "search"};
    return names[kind];
}

const char *coach_line_name(CoachLine line) {
    static const char *const names[] = {"better", "refutation", "game"};
    return names[line];
}

typedef struct Coaching {
    const Review *review;
    const Observer *observer;
    Knower *knower;
    Knower *threats;      // looks at the opponent's connections alone, even where the mover's decide
    Knowledge *knowledge; // of the last study
    Vc *vc;
    Endgame endgame;
    SolveContext solving;
} Coaching;

static bool is_cell(const Review *review, Move move) {
    return move >= 0 && move < review->geometry->cells;
}

static const Knowledge *study_with(const Coaching *c, Knower *knower, const Position *position) {
    knower_study(knower, position, true, c->knowledge);
    return c->knowledge;
}

static const Knowledge *study(const Coaching *c, const Position *position) {
    return study_with(c, c->knower, position);
}

// --- The refutation

static bool line_add(CoachNote *note, Position *position, Move move) {
    if (note->line_length == COACH_LINE_MAX || move < 0 || move >= position->geometry->cells) return false;
    note->line[note->line_length++] = move;
    *position = position_played(position, move);
    return true;
}

// The proved winner's next move: knowledge's, or else the solver's; MOVE_NONE when neither knows one.
static Move winner_move(Coaching *c, const Position *position) {
    const Knowledge *k = study(c, position);
    if (k->winner == position->to_move) return k->move;
    Answer answer;
    Budget budget = REFUTATION;
    budget.observer = c->observer;
    if (!solve_position(solve_default_method(), position, &budget, &c->solving, &answer, NULL))
        return MOVE_NONE;
    return answer.winner == position->to_move ? answer.move : MOVE_NONE;
}

// Plays on after a move that loses by proof, until knowledge alone sees that it is lost.
static void note_refute(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    Color winner = color_other(turn->mover);
    Position position = turn[1].position;
    while (position_winner(&position) == EMPTY && !observer_cancelled(c->observer)) {
        if (position.to_move == winner) {
            if (!line_add(note, &position, winner_move(c, &position))) return;
            continue;
        }
        const Knowledge *k = study(c, &position);
        if (k->winner == winner) {
            note->needs = k->proof;
            break;
        }
        if (!line_add(note, &position, endgame_resist(&c->endgame, &position, &(MoveTerms){0}, k->moves)))
            return;
    }
    note->refuted = !observer_cancelled(c->observer);
}

// What the search expects after the move, where nothing is proved.
static void note_expect(const Review *review, CoachNote *note) {
    const ReviewTurn *next = &review->turn[note->turn + 1];
    for (int i = 0; i < next->line_length && note->line_length < COACH_LINE_MAX; i++) {
        if (!is_cell(review, next->line[i])) break;
        note->line[note->line_length++] = next->line[i];
    }
}

// --- What was missed

// Whether the stone and the end are joined, even if the opponent moves first, in the position after a move.
static bool joined_after(Coaching *c, const Position *position, Move move, const Figure *figure) {
    Position after = position_played(position, move);
    Color color = position->to_move;
    VcConnection full;
    if (!vc_build(c->vc, &after, color == BLACK ? VC_BLACK : VC_WHITE)) return false;
    int end = figure->end < CELL_MAX ? vc_end(c->vc, color, figure->end) : figure->end;
    return vc_end(c->vc, color, figure->stone) == end || // one chain now
           vc_between(c->vc, color, figure->stone, figure->end, true, &full, 1) > 0;
}

static bool note_intrusion(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    if (note->turn == 0 || !is_cell(c->review, turn[-1].played) || turn[-1].mover == turn->mover)
        return false;
    return figure_through(&turn[-1].position, turn->mover, turn[-1].played, &note->figure) &&
           cellset_has(note->figure.carrier, turn->best) &&
           !cellset_has(note->figure.carrier, turn->played) &&
           joined_after(c, &turn->position, turn->best, &note->figure);
}

// The cells outside which every move loses: the must-play region, and what was filled in for the opponent, where an intrusion
// and its answer change nothing.
static CellSet stopping_cells(const Position *position, const Knowledge *k) {
    CellSet filled = k->filled.stones[color_other(position->to_move)];
    return cellset_or(k->mustplay, cellset_and(filled, position_vacant(position)));
}

// The must-play region left the played move out, and knowledge alone sees that it loses.
static bool note_mustplay(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    if (turn[1].winner != color_other(turn->mover) || turn[1].mover == turn->mover) return false;
    const Knowledge *k = study_with(c, c->threats, &turn->position);
    if (k->winner != EMPTY || !k->semis || !cellset_has(k->mustplay, turn->best)) return false;
    note->mustplay = stopping_cells(&turn->position, k);
    if (cellset_has(note->mustplay, turn->played)) return false;
    return position_winner(&turn[1].position) != EMPTY ||
           study(c, &turn[1].position)->winner == turn[1].mover;
}

static bool note_ladder(const Review *review, CoachNote *note) {
    const ReviewTurn *turn = &review->turn[note->turn];
    const Geometry *g = review->geometry;
    Move game[REVIEW_LINE_MAX];
    int count = 0;
    for (int i = note->turn + 1; i < review->moves && count < REVIEW_LINE_MAX; i++) {
        if (review->turn[i].mover != (count & 1 ? turn->mover : color_other(turn->mover))) break;
        game[count++] = review->turn[i].played;
    }
    if (ladder_find(g, turn->line, turn->line_length, turn->mover, &note->ladder))
        note->ladder_in = COACH_BETTER;
    else if (ladder_find(g, note->line, note->line_length, color_other(turn->mover), &note->ladder))
        note->ladder_in = COACH_REFUTATION;
    else if (ladder_find(g, game, count, color_other(turn->mover), &note->ladder))
        note->ladder_in = COACH_GAME;
    else
        return false;
    return true;
}

static CoachKind kind_find(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    if (!is_cell(c->review, turn->played) || !is_cell(c->review, turn->best) || turn->best == turn->played)
        return COACH_SEARCH;
    if (note_intrusion(c, note)) return COACH_INTRUSION;
    if (note_mustplay(c, note)) return COACH_MUSTPLAY;
    if (note_ladder(c->review, note)) return COACH_LADDER;
    if (figure_template(&turn->position, turn->mover, turn->best, &note->figure)) return COACH_TEMPLATE;
    if (figure_bridge(&turn->position, turn->mover, turn->best, &note->figure)) return COACH_BRIDGE;
    return COACH_SEARCH;
}

static void note_write(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    bool proved = turn->mark == REVIEW_TURNING_POINT && turn->played != MOVE_RESIGN &&
                  turn[1].mover == color_other(turn->mover);
    if (proved)
        note_refute(c, note);
    else if (turn->played != MOVE_RESIGN)
        note_expect(c->review, note);
    note->kind = observer_cancelled(c->observer) ? COACH_SEARCH : kind_find(c, note);
}

// --- The whole game

static bool turn_is_bad(const ReviewTurn *turn) {
    return turn->compared && turn->mark != REVIEW_GOOD;
}

// A proof outranks an opinion, then the greater loss counts, then the later move.
static bool turn_weighs_more(const ReviewTurn *a, const ReviewTurn *b) {
    bool proved = a->mark == REVIEW_TURNING_POINT, other = b->mark == REVIEW_TURNING_POINT;
    if (proved != other) return proved;
    return a->loss >= b->loss;
}

static void decisive_find(const Review *review, Coach *coach) {
    coach->decisive = -1;
    for (int i = 0; i < review->moves; i++) {
        const ReviewTurn *turn = &review->turn[i];
        if (turn_is_bad(turn) &&
            (coach->decisive < 0 || turn_weighs_more(turn, &review->turn[coach->decisive])))
            coach->decisive = i;
    }
    if (coach->decisive < 0) return;
    const ReviewTurn *turn = &review->turn[coach->decisive];
    coach->proved = coach->settled = turn->mark == REVIEW_TURNING_POINT;
    for (int i = coach->decisive + 1; i < review->turns; i++)
        coach->settled &= review->turn[i].judged && review->turn[i].winner == color_other(turn->mover);
}

// The turns that cost most, in the order of the game.
static void notes_choose(const Review *review, Coach *coach) {
    for (int i = 0; i < review->moves; i++) {
        if (!turn_is_bad(&review->turn[i])) continue;
        if (coach->notes == COACH_NOTES_MAX) {
            int least = 0;
            for (int k = 1; k < coach->notes; k++)
                if (turn_weighs_more(&review->turn[coach->note[least].turn],
                                     &review->turn[coach->note[k].turn]))
                    least = k;
            if (!turn_weighs_more(&review->turn[i], &review->turn[coach->note[least].turn])) continue;
            coach->notes--;
            memmove(&coach->note[least], &coach->note[least + 1],
                    (size_t)(coach->notes - least) * sizeof *coach->note);
        }
        coach->note[coach->notes++] = (CoachNote){.turn = i};
    }
}

static void lessons_draw(const Review *review, Coach *coach) {
    CoachLesson all[COACH_KINDS] = {{0}};
    for (int i = 0; i < coach->notes; i++) {
        CoachLesson *lesson = &all[coach->note[i].kind];
        lesson->kind = coach->note[i].kind;
        lesson->loss += review->turn[coach->note[i].turn].loss;
        lesson->turn[lesson->moves++] = coach->note[i].turn;
    }
    for (; coach->lessons < COACH_LESSONS_MAX; coach->lessons++) {
        int most = -1;
        for (int k = 0; k < COACH_KINDS; k++)
            if (all[k].moves && (most < 0 || all[k].loss > all[most].loss)) most = k;
        if (most < 0) return;
        coach->lesson[coach->lessons] = all[most];
        all[most].moves = 0;
    }
}

static bool coaching_open(Coaching *c, Error *error) {
    VcOptions options = vc_options();
    options.templates = true;
    c->knower = knower_new(c->review->geometry, &(KnowledgeOptions){.templates = true}, error);
    c->threats =
        knower_new(c->review->geometry, &(KnowledgeOptions){.templates = true, .skip_own = true}, error);
    c->knowledge = malloc(sizeof *c->knowledge);
    c->vc = vc_new(c->review->geometry, &options);
    return (c->knower && c->threats && c->knowledge && c->vc) || error_failure(error, "out of memory");
}

static void coaching_close(Coaching *c) {
    knower_free(c->knower);
    knower_free(c->threats);
    free(c->knowledge);
    if (c->vc) vc_free(c->vc);
    endgame_free(&c->endgame);
    solve_context_release(&c->solving);
}

Coach *coach_review(const Review *review, const Observer *observer, Error *error) {
    Coaching coaching = {.review = review, .observer = observer};
    Coach *coach = calloc(1, sizeof *coach);
    if (!coach || !coaching_open(&coaching, error)) {
        error_failure(error, "out of memory");
        coaching_close(&coaching);
        free(coach);
        return NULL;
    }
    decisive_find(review, coach);
    notes_choose(review, coach);
    for (int i = 0; i < coach->notes; i++) note_write(&coaching, &coach->note[i]);
    lessons_draw(review, coach);
    coaching_close(&coaching);
    return coach;
}
