#include "app/report/coach_report.h"

#include "cli/command.h"

#include <math.h>

// --- JSON

static json_t *moves_json(const Review *review, const Move *moves, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, json_move(review->geometry, moves[i]));
    return list;
}

static json_t *node_json(const Review *review, int node) {
    char name[CELL_NAME_MAX];
    return node == CELL_NONE ? json_null() : json_string(cell_name(review->geometry, node, name));
}

// What the cells of a note are: the figure's carrier, the must-play region, the ladder.
static CellSet note_cells(const CoachNote *note) {
    switch (note->kind) {
    case COACH_MUSTPLAY:
        return note->mustplay;
    case COACH_LADDER:
        return note->ladder.cells;
    case COACH_SEARCH:
        return cellset_none();
    default:
        return note->figure.carrier;
    }
}

static bool note_has_figure(const CoachNote *note) {
    return note->kind == COACH_INTRUSION || note->kind == COACH_TEMPLATE || note->kind == COACH_BRIDGE;
}

static json_t *figure_json(const CoachNote *note) {
    if (note->kind == COACH_LADDER) return json_sprintf("ladder.%d", note->ladder.row);
    if (!note_has_figure(note)) return json_null();
    if (!note->figure.row) return json_string("bridge");
    return json_sprintf("template.%d.%d", note->figure.row, note->figure.number);
}

static json_t *note_json(const Review *review, const CoachNote *note) {
    bool ladder = note->kind == COACH_LADDER, figure = note_has_figure(note);
    return json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "number", note->turn + 1,
                     "kind", coach_kind_name(note->kind), "figure", figure_json(note), "from",
                     node_json(review, ladder   ? note->ladder.from
                                       : figure ? note->figure.stone
                                                : CELL_NONE),
                     "to",
                     node_json(review, ladder   ? note->ladder.to
                                       : figure ? note->figure.end
                                                : CELL_NONE),
                     "edge", node_json(review, ladder ? note->ladder.edge : CELL_NONE), "cells",
                     json_cells(review->geometry, note_cells(note)), "ladder_in",
                     ladder ? json_string(coach_line_name(note->ladder_in)) : json_null(), "refutation",
                     moves_json(review, note->line, note->line_length), "refuted", note->refuted, "needs",
                     json_cells(review->geometry, note->needs));
}

json_t *coach_json(const Review *review, const Coach *coach) {
    json_t *notes = json_array(), *lessons = json_array(), *decisive = json_null();
    if (coach->decisive >= 0)
        decisive = json_pack("{s:i, s:b, s:b}", "number", coach->decisive + 1, "proved", coach->proved,
                             "settled", coach->settled);
    for (int i = 0; i < coach->notes; i++) json_array_append_new(notes, note_json(review, &coach->note[i]));
    for (int i = 0; i < coach->lessons; i++) {
        const CoachLesson *lesson = &coach->lesson[i];
        json_t *moves = json_array();
        for (int k = 0; k < lesson->moves; k++)
            json_array_append_new(moves, json_integer(lesson->turn[k] + 1));
        json_array_append_new(lessons,
                              json_pack("{s:s, s:o}", "kind", coach_kind_name(lesson->kind), "moves", moves));
    }
    return json_pack("{s:o, s:o, s:o}", "decisive", decisive, "notes", notes, "lessons", lessons);
}

// --- Words

static const char *title_of(Color color) {
    return color == BLACK ? "Black" : "White";
}

// An opinion is never certain.
static int percent_of(double value) {
    return (int)lround(fmax(1, fmin(99, 100 * value)));
}

static void moves_add(const Review *review, const Move *moves, int count, Text *out) {
    char name[MOVE_NAME_MAX];
    for (int i = 0; i < count; i++)
        text_format(out, "%s%s", i ? " " : "", move_name(review->geometry, moves[i], name));
}

static void node_add(const Review *review, int node, Text *out) {
    char name[CELL_NAME_MAX];
    cell_name(review->geometry, node, name);
    text_format(out, node < CELL_MAX ? "%s" : "the %s edge", name);
}

void coach_decisive_text(const Review *review, const Coach *coach, Text *out) {
    char move[MOVE_NAME_MAX];
    if (coach->decisive < 0) {
        text_add(out, "No move stands out: neither side made a mistake that was found.");
        return;
    }
    const ReviewTurn *turn = &review->turn[coach->decisive];
    move_name(review->geometry, turn->played, move);
    text_format(out, "The turning point is move %d, %s %s: ", coach->decisive + 1, title_of(turn->mover),
                move);
    if (!coach->proved)
        text_format(out, "the search thinks that it costs most, from %d %% to %d %%.",
                    percent_of(turn->value), percent_of(turn->after));
    else if (coach->settled)
        text_format(out, "a proved win is given away, and %s, proved at every move, keeps it to the end.",
                    title_of(color_other(turn->mover)));
    else
        text_add(out, "a proved win is given away.");
}

void coach_verdict_text(const Review *review, const CoachNote *note, Text *out) {
    const ReviewTurn *turn = &review->turn[note->turn];
    char best[MOVE_NAME_MAX];
    bool better = turn->best != MOVE_NONE && turn->best != turn->played;
    move_name(review->geometry, better ? turn->best : turn->played, best);
    if (turn->mark == REVIEW_TURNING_POINT) {
        text_add(out, "gives away a win, proved");
        if (better) text_format(out, "; %s wins", best);
    } else {
        text_format(out, "a %s, the search thinks: %d %% instead of %d %%", review_mark_name(turn->mark),
                    percent_of(turn->after), percent_of(turn->value));
        if (better) text_format(out, " with %s", best);
    }
    text_add(out, ".");
}

static void intrusion_add(const Review *review, const CoachNote *note, Text *out) {
    const ReviewTurn *turn = &review->turn[note->turn];
    char name[MOVE_NAME_MAX];
    text_format(out, "%s's %s had just played into ", title_of(turn[-1].mover),
                move_name(review->geometry, turn[-1].played, name));
    text_format(out, "%s between ", figure_name(&note->figure));
    node_add(review, note->figure.stone, out);
    text_add(out, " and ");
    node_add(review, note->figure.end, out);
    text_format(out, "; the answer %s keeps it.", move_name(review->geometry, turn->best, name));
}

static void mustplay_add(const Review *review, const CoachNote *note, Text *out) {
    const ReviewTurn *turn = &review->turn[note->turn];
    Move list[CELL_MAX];
    CellSet cells = note->mustplay;
    int count = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) list[count++] = cell;
    text_format(out, "%s threatened to win, and only %d cell%s could stop it: ",
                title_of(color_other(turn->mover)), count, plural(count));
    moves_add(review, list, count > 12 ? 12 : count, out);
    text_add(out, count > 12 ? ", ..." : ".");
}

static void ladder_add(const Review *review, const CoachNote *note, Text *out) {
    static const char *const where[] = {"The better line has", "The refutation is", "What follows is"};
    const Ladder *ladder = &note->ladder;
    char from[CELL_NAME_MAX], to[CELL_NAME_MAX];
    text_format(out, "%s a ladder of %s on row %d along ", where[note->ladder_in], title_of(ladder->color),
                ladder->row);
    node_add(review, ladder->edge, out);
    text_format(out, ", from %s to %s.", cell_name(review->geometry, ladder->from, from),
                cell_name(review->geometry, ladder->to, to));
}

void coach_figure_text(const Review *review, const CoachNote *note, Text *out) {
    char best[MOVE_NAME_MAX];
    move_name(review->geometry, review->turn[note->turn].best, best);
    switch (note->kind) {
    case COACH_INTRUSION:
        intrusion_add(review, note, out);
        break;
    case COACH_MUSTPLAY:
        mustplay_add(review, note, out);
        break;
    case COACH_LADDER:
        ladder_add(review, note, out);
        break;
    case COACH_TEMPLATE:
    case COACH_BRIDGE:
        text_format(out, "%s would have been joined to ", best);
        node_add(review, note->figure.end, out);
        text_format(out, " by %s.", figure_name(&note->figure));
        break;
    default:
        break;
    }
}

void coach_refutation_text(const Review *review, const CoachNote *note, Text *out) {
    if (!note->line_length) return;
    const ReviewTurn *turn = &review->turn[note->turn];
    bool proved = turn->mark == REVIEW_TURNING_POINT;
    text_add(out, note->refuted ? "Refuted by " : proved ? "The refutation begins " : "The search expects ");
    moves_add(review, note->line, note->line_length, out);
    if (note->refuted)
        text_format(out, ", after which %s is joined, proved", title_of(color_other(turn->mover)));
    text_add(out, ".");
}

void coach_lesson_text(const CoachLesson *lesson, Text *out) {
    static const char *const advice[COACH_KINDS] = {
        "When the opponent plays into a bridge or an edge template, answer it, or know what you get instead",
        "Ask before every move what the opponent threatens, and play where all of it can be stopped",
        "Read a ladder to its end before it begins: who gets to the escape first?",
        "Look for moves that are joined to the edge by a template: they need no second stone",
        "A bridge joins two stones at twice the distance: look for it first",
        "Before you play, look for the opponent's best answer",
    };
    text_format(out, "%s (move%s", advice[lesson->kind], plural(lesson->moves));
    for (int i = 0; i < lesson->moves; i++) text_format(out, "%s %d", i ? "," : "", lesson->turn[i] + 1);
    text_add(out, ").");
}

static void note_add(const Review *review, const CoachNote *note, Text *out) {
    void (*const parts[])(const Review *, const CoachNote *, Text *) = {coach_figure_text,
                                                                        coach_refutation_text};
    const ReviewTurn *turn = &review->turn[note->turn];
    char move[MOVE_NAME_MAX];
    text_format(out, "Move %d, %s %s: ", note->turn + 1, title_of(turn->mover),
                move_name(review->geometry, turn->played, move));
    coach_verdict_text(review, note, out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t before = out->length;
        text_add(out, " ");
        parts[i](review, note, out);
        if (out->length == before + 1) out->data[out->length = before] = '\0';
    }
}

void coach_text(const Review *review, const Coach *coach, Text *out) {
    coach_decisive_text(review, coach, out);
    text_add(out, "\n");
    for (int i = 0; i < coach->notes; i++) {
        text_add(out, "\n");
        note_add(review, &coach->note[i], out);
        text_add(out, "\n");
    }
    if (coach->lessons) text_add(out, "\nLessons:\n");
    for (int i = 0; i < coach->lessons; i++) {
        text_format(out, "%d. ", i + 1);
        coach_lesson_text(&coach->lesson[i], out);
        text_add(out, "\n");
    }
}

// --- The game's record

static bool comment_add(SgfTree *tree, SgfNode node, const Text *text) {
    return !text->failed && (!text->length || sgf_add_comment(tree, node, text_string(text)));
}

bool coach_annotate(const Review *review, const Coach *coach, SgfTree *tree, Error *error) {
    int before = sgf_move_count(tree) - review->moves; // after a set-up in mid-game the review starts there
    Text text = {0};
    coach_decisive_text(review, coach, &text);
    for (int i = 0; i < coach->lessons; i++) {
        text_format(&text, "\nLesson %d: ", i + 1);
        coach_lesson_text(&coach->lesson[i], &text);
    }
    bool good = comment_add(tree, sgf_root(tree, 0), &text);
    for (int i = 0; i < coach->notes && good; i++) {
        SgfNode node = sgf_node_of_move(tree, before + coach->note[i].turn + 1);
        text_clear(&text);
        coach_figure_text(review, &coach->note[i], &text);
        if (text.length) text_add(&text, " ");
        coach_refutation_text(review, &coach->note[i], &text);
        good = node == SGF_NONE || comment_add(tree, node, &text);
    }
    text_free(&text);
    return good || error_memory(error);
}
