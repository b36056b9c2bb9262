#include "study/coach.h"

#include "knowledge/knowledge.h"
#include "play/endgame.h"
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

// For a move of a refutation; the review has proved who wins, so that it is mostly quick.
static const Budget REFUTATION = {.nodes = 4000, .seconds = 1};
enum { OTHERS_MAX = 24 }; // first moves that are looked at besides the first one found

const char *coach_kind_name(CoachKind kind) {
    static const char *const names[] = {"intrusion", "mustplay", "ladder", "template",
                                        "bridge",    "search",   "swap"};
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
    Solver solving;
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

// Moves in turn, the opponent of who erred first.
typedef struct Line {
    int length;
    Move move[COACH_LINE_MAX];
    bool refutes; // knowledge alone sees the win at its end, with these cells
    CellSet needs;
} Line;

static bool line_add(Line *line, Position *position, Move move) {
    if (line->length == COACH_LINE_MAX || move < 0 || move >= position->geometry->cells) return false;
    line->move[line->length++] = move;
    *position = position_played(position, move);
    return true;
}

// Who wins by the solver, and how; EMPTY when it cannot tell. The budget's nodes go down by what it took.
static Answer position_ask(Coaching *c, const Position *position, Budget *budget) {
    Answer answer = answer_unknown();
    budget->observer = c->observer;
    if (!budget->nodes || !solve_position(&SOLVE_AUTO, position, budget, &c->solving, &answer, NULL))
        return answer_unknown();
    budget->nodes -= answer.nodes < budget->nodes ? answer.nodes : budget->nodes;
    return answer;
}

// The proved winner's next move: knowledge's, or else the solver's; MOVE_NONE when neither knows one.
static Move winner_move(Coaching *c, const Position *position) {
    const Knowledge *k = study(c, position);
    if (k->winner == position->to_move) return k->move;
    Budget budget = REFUTATION;
    Answer answer = position_ask(c, position, &budget);
    return answer.winner == position->to_move ? answer.move : MOVE_NONE;
}

// Plays on from a position that is proved for `winner`, against the hardest answers. Ends when knowledge alone sees that it
// is lost, or when the line has `most` moves.
static void line_play(Coaching *c, Position position, Color winner, int most, Line *line) {
    while (position_winner(&position) == EMPTY && !observer_cancelled(c->observer)) {
        if (position.to_move == winner) {
            if (line->length >= most || !line_add(line, &position, winner_move(c, &position))) return;
            continue;
        }
        const Knowledge *k = study(c, &position);
        if (k->winner == winner) {
            line->needs = k->proof;
            break;
        }
        if (!line_add(line, &position, endgame_resist(&c->endgame, &position, &(MoveTerms){0}, k->moves)))
            return;
    }
    line->refutes = !observer_cancelled(c->observer);
}

// Whether a move that led here wins by proof, within what is left of the budget.
static bool move_wins(Coaching *c, const Position *after, Budget *budget) {
    Color loser = after->to_move, winner = position_winner(after);
    if (winner == EMPTY) winner = study(c, after)->winner;
    if (winner == EMPTY) winner = position_ask(c, after, budget).winner;
    return winner == color_other(loser);
}

// Looks for a first move that refutes in fewer moves, near the mistake first, within a budget.
static void line_shorten(Coaching *c, const Position *start, int mistake, Line *best) {
    Budget budget = REFUTATION;
    CellSet left = cellset_minus(study(c, start)->moves, cellset_of(best->move[0]));
    CellSet near = cellset_and(left, cells_near(start->geometry, cellset_of(mistake), 2));
    left = cellset_minus(left, near);
    for (int i = 0; best->length > 1 && i < OTHERS_MAX && !observer_cancelled(c->observer); i++) {
        int cell = cellset_pop(cellset_is_empty(near) ? &left : &near);
        if (cell < 0) return;
        Position position = *start;
        Line line = {0};
        if (!line_add(&line, &position, cell) || !move_wins(c, &position, &budget)) continue;
        line_play(c, position, start->to_move, best->length - 2, &line);
        if (line.refutes && line.length < best->length) *best = line;
    }
}

// Short means: few moves until connections alone show the win, if the other side answers as hard as it can. Of the refutations
// that are proved, the shortest of those that were looked at.
static void note_refute(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    const Position *start = &turn[1].position;
    Line line = {0};
    line_play(c, *start, color_other(turn->mover), COACH_LINE_MAX, &line);
    if (line.refutes && line.length > 1 && is_cell(c->review, turn->played))
        line_shorten(c, start, turn->played, &line);
    note->line_length = line.length;
    memcpy(note->line, line.move, sizeof note->line);
    note->refuted = line.refutes;
    note->needs = line.needs;
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

// The cells outside which every move loses: the must-play region and what was filled in for the opponent. In the fill, an
// intrusion and its answer change nothing.
static CellSet stopping_cells(const Position *position, const Knowledge *k) {
    CellSet filled = k->filled.stones[color_other(position->to_move)];
    return cellset_or(k->mustplay, cellset_and(filled, position_vacant(position)));
}

// The must-play region is small and left the played move out, and knowledge alone sees that it loses.
static bool note_mustplay(Coaching *c, CoachNote *note) {
    const ReviewTurn *turn = &c->review->turn[note->turn];
    if (turn[1].winner != color_other(turn->mover) || turn[1].mover == turn->mover) return false;
    const Knowledge *k = study_with(c, c->threats, &turn->position);
    if (k->winner != EMPTY || !k->semis || !cellset_has(k->mustplay, turn->best)) return false;
    note->mustplay = stopping_cells(&turn->position, k);
    if (cellset_has(note->mustplay, turn->played) || cellset_count(note->mustplay) > COACH_STOPPING_MOST)
        return false;
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
    if (turn->swap != REVIEW_SWAP_NONE) return COACH_SWAP;
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
    return turn->compared && review_mark_is_bad(turn->mark);
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
    return (c->knower && c->threats && c->knowledge && c->vc) || error_memory(error);
}

static void coaching_close(Coaching *c) {
    knower_free(c->knower);
    knower_free(c->threats);
    free(c->knowledge);
    if (c->vc) vc_free(c->vc);
    endgame_free(&c->endgame);
    solver_release(&c->solving);
}

Coach *coach_review(const Review *review, const Observer *observer, Error *error) {
    Coaching coaching = {.review = review, .observer = observer};
    Coach *coach = calloc(1, sizeof *coach);
    if (!coach || !coaching_open(&coaching, error)) {
        error_memory(error);
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
