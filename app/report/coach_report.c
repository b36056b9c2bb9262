#include "app/report/coach_report.h"

#include "app/report/review_report.h"
#include "cli/public.h"
#include "mustplay/sys/record.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

bool coach_said(const mp_game *game, const mp_review *review, int index, CoachSaid *said) {
    *said = (CoachSaid){game, review, MP_INIT(mp_review_note), MP_INIT(mp_review_turn)};
    return mp_review_note_read(review, index, &said->note) &&
           mp_review_turn_read(review, said->note.move, &said->turn);
}

static mp_review_lesson lesson_of(const mp_review *review, int index) {
    mp_review_lesson lesson = MP_INIT(mp_review_lesson);
    mp_review_lesson_read(review, index, &lesson);
    return lesson;
}

// --- JSON

static json_t *name_json(const char *name) {
    return *name ? json_string(name) : json_null();
}

static bool note_has_figure(const mp_review_note *note) {
    return note->figure == MP_FIGURE_INTRUSION || note->figure == MP_FIGURE_TEMPLATE ||
           note->figure == MP_FIGURE_BRIDGE;
}

static json_t *figure_json(const mp_review_note *note) {
    if (note->figure == MP_FIGURE_LADDER) return json_sprintf("ladder.%d", note->row);
    if (!note_has_figure(note)) return json_null();
    if (!note->row) return json_string("bridge");
    return json_sprintf("template.%d.%d", note->row, note->number);
}

static json_t *note_json(const mp_game *game, const mp_review_note *note) {
    return json_pack(
        "{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "number", note->move + 1, "kind",
        mp_figure_name(note->figure), "figure", figure_json(note), "from", name_json(note->from), "to",
        name_json(note->to), "edge", name_json(note->edge), "cells", json_set(game, &note->cells),
        "ladder_in", note->ladder_in ? json_string(note->ladder_in) : json_null(), "refutation",
        json_line(game, &note->refutation), "refuted", note->refuted, "needs", json_set(game, &note->needs));
}

static json_t *lesson_json(const mp_review_lesson *lesson) {
    json_t *moves = json_array();
    for (int k = 0; k < lesson->moves; k++) json_array_append_new(moves, json_integer(lesson->move[k] + 1));
    return json_pack("{s:s, s:o}", "kind", mp_figure_name(lesson->figure), "moves", moves);
}

json_t *coach_json(const mp_game *game, const mp_review *review) {
    json_t *notes = json_array(), *lessons = json_array(), *decisive = json_null();
    mp_review_summary summary = review_summary(review);
    if (summary.decisive >= 0)
        decisive = json_pack("{s:i, s:b, s:b}", "number", summary.decisive + 1, "proved",
                             summary.decisive_proved, "settled", summary.settled);
    CoachSaid said;
    for (int i = 0; coach_said(game, review, i, &said); i++)
        json_array_append_new(notes, note_json(game, &said.note));
    for (int i = 0; i < summary.lessons; i++) {
        mp_review_lesson lesson = lesson_of(review, i);
        json_array_append_new(lessons, lesson_json(&lesson));
    }
    return json_pack("{s:o, s:o, s:o}", "decisive", decisive, "notes", notes, "lessons", lessons);
}

// --- Words

static mp_color other(mp_color color) {
    return color == MP_BLACK ? MP_WHITE : MP_BLACK;
}

// An opinion is never certain.
static int percent_of(double value) {
    return (int)lround(fmax(1, fmin(99, 100 * value)));
}

// A cell, or "the top edge".
static void node_add(const char *name, Text *out) {
    text_format(out, isdigit((unsigned char)name[1]) ? "%s" : "the %s edge", name);
}

// Lost by proof after the move, though no proof says that it was won before.
static bool turn_loses(const mp_review_turn *turn) {
    return turn->winner == MP_EMPTY && turn->winner_after == other(turn->mover);
}

void coach_decisive_text(const mp_game *game, const mp_review *review, Text *out) {
    char move[MP_NAME_MAX];
    mp_review_summary summary = review_summary(review);
    if (summary.decisive < 0) {
        text_add(out, "No move stands out: neither side made a mistake that was found.");
        return;
    }
    mp_review_turn turn = review_turn(review, summary.decisive);
    text_format(out, "The turning point is move %d, %s %s: ", summary.decisive + 1,
                title_of_color(turn.mover), mp_move_name(game, turn.played, move));
    if (!summary.decisive_proved && turn_loses(&turn))
        text_format(out, "the search gave %d %% before it, and after it the game is lost, proved.",
                    percent_of(turn.value));
    else if (!summary.decisive_proved)
        text_format(out, "the search thinks that it costs most, from %d %% to %d %%.", percent_of(turn.value),
                    percent_of(turn.after));
    else if (summary.settled)
        text_format(out, "a proved win is given away, and %s, proved at every move, keeps it to the end.",
                    title_of_color(other(turn.mover)));
    else
        text_add(out, "a proved win is given away.");
}

// An opening, or what the second player made of it. The worth is the opening's own, as if nobody might swap.
static void swap_add(const CoachSaid *said, const char *best, Text *out) {
    const mp_review_turn *turn = &said->turn;
    bool opening = !strncmp(turn->swap, "opening", 7), missed = !strcmp(turn->swap, "swap_missed");
    char stone[MP_NAME_MAX];
    if (opening) {
        bool strong = !strcmp(turn->swap, "opening_strong");
        text_format(out, "too %s an opening with the swap rule, the search thinks: worth %d %%",
                    strong ? "strong" : "weak", percent_of(strong ? 1 - turn->after : turn->after));
        if (*best) text_format(out, "; %s is fairer", best);
        return;
    }
    mp_move_name(said->game, review_turn(said->review, said->note.move - 1).played, stone);
    text_format(out, missed ? "should have swapped" : "should not have swapped");
    if (turn->mark == MP_TURNING_POINT)
        text_format(out, ", proved: %s %s", stone, missed ? "wins" : "loses");
    else
        text_format(out, ", the search thinks: %s is worth %d %%", stone,
                    percent_of(missed ? turn->value : turn->after));
}

void coach_verdict_text(const CoachSaid *said, Text *out) {
    const mp_review_turn *turn = &said->turn;
    char best[MP_NAME_MAX];
    bool better = turn->best != MP_NONE && turn->best != turn->played;
    mp_move_name(said->game, better ? turn->best : turn->played, best);
    if (turn->swap) {
        swap_add(said, better ? best : "", out);
    } else if (turn->mark == MP_TURNING_POINT) {
        text_add(out, "gives away a win, proved");
        if (better) text_format(out, "; %s wins", best);
    } else {
        text_format(out, "a %s, ", review_mark_word(turn->mark));
        if (turn_loses(turn))
            text_format(out, "lost, proved, where the search gave %d %%", percent_of(turn->value));
        else
            text_format(out, "the search thinks: %d %% instead of %d %%", percent_of(turn->after),
                        percent_of(turn->value));
        if (better) text_format(out, " with %s", best);
    }
    text_add(out, ".");
}

static void intrusion_add(const CoachSaid *said, Text *out) {
    const mp_review_note *note = &said->note;
    mp_review_turn before = review_turn(said->review, note->move - 1);
    char name[MP_NAME_MAX];
    text_format(out, "%s's %s had just played into ", title_of_color(before.mover),
                mp_move_name(said->game, before.played, name));
    text_format(out, "%s between ", note->name);
    node_add(note->from, out);
    text_add(out, " and ");
    node_add(note->to, out);
    text_format(out, "; the answer %s keeps it.", mp_move_name(said->game, said->turn.best, name));
}

static void mustplay_add(const CoachSaid *said, Text *out) {
    char name[MP_NAME_MAX];
    int count = said->note.cells.count;
    text_format(out, "%s threatened to win, and only %d cell%s could stop it: ",
                title_of_color(other(said->turn.mover)), count, plural(count));
    for (int i = 0; i < count; i++)
        text_format(out, "%s%s", i ? " " : "", mp_move_name(said->game, said->note.cells.cell[i], name));
    text_add(out, ".");
}

static void ladder_add(const CoachSaid *said, Text *out) {
    const mp_review_note *note = &said->note;
    const char *where = note->ladder_in[0] == 'b'   ? "The better line has"
                        : note->ladder_in[0] == 'r' ? "The refutation is"
                                                    : "What follows is";
    text_format(out, "%s a ladder of %s on row %d along ", where, title_of_color(note->color), note->row);
    node_add(note->edge, out);
    text_format(out, ", from %s to %s.", note->from, note->to);
}

void coach_figure_text(const CoachSaid *said, Text *out) {
    char best[MP_NAME_MAX];
    switch (said->note.figure) {
    case MP_FIGURE_INTRUSION:
        intrusion_add(said, out);
        break;
    case MP_FIGURE_MUSTPLAY:
        mustplay_add(said, out);
        break;
    case MP_FIGURE_LADDER:
        ladder_add(said, out);
        break;
    case MP_FIGURE_TEMPLATE:
    case MP_FIGURE_BRIDGE:
        text_format(out, "%s would have been joined to ", mp_move_name(said->game, said->turn.best, best));
        node_add(said->note.to, out);
        text_format(out, " by %s.", said->note.name);
        break;
    default:
        break;
    }
}

void coach_refutation_text(const CoachSaid *said, Text *out) {
    const mp_review_note *note = &said->note;
    bool proved = said->turn.mark == MP_TURNING_POINT;
    char name[MP_NAME_MAX];
    if (!note->refutation.count) return;
    text_add(out, note->refuted ? "Refuted by " : proved ? "The refutation begins " : "The search expects ");
    for (int i = 0; i < note->refutation.count; i++)
        text_format(out, "%s%s", i ? " " : "", mp_move_name(said->game, note->refutation.move[i], name));
    if (note->refuted)
        text_format(out, ", after which %s is joined, proved", title_of_color(other(said->turn.mover)));
    text_add(out, ".");
}

void coach_lesson_text(const mp_review_lesson *lesson, Text *out) {
    static const char *const advice[] = {
        "When the opponent plays into a bridge or an edge template, answer it, or know what you get instead",
        "Ask before every move what the opponent threatens, and play where all of it can be stopped",
        "Read a ladder to its end before it begins: who gets to the escape first?",
        "Look for moves that are joined to the edge by a template: they need no second stone",
        "A bridge joins two stones at twice the distance: look for it first",
        "Before you play, look for the opponent's best answer",
        "With the swap rule, open with a stone that is worth about one half, and take over what is worth more",
    };
    text_format(out, "%s (move%s", advice[lesson->figure], plural(lesson->moves));
    for (int i = 0; i < lesson->moves; i++) text_format(out, "%s %d", i ? "," : "", lesson->move[i] + 1);
    text_add(out, ").");
}

static void note_add(const CoachSaid *said, Text *out) {
    void (*const parts[])(const CoachSaid *, Text *) = {coach_figure_text, coach_refutation_text};
    char move[MP_NAME_MAX];
    text_format(out, "Move %d, %s %s: ", said->note.move + 1, title_of_color(said->turn.mover),
                mp_move_name(said->game, said->turn.played, move));
    coach_verdict_text(said, out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t before = out->length;
        text_add(out, " ");
        parts[i](said, out);
        if (out->length == before + 1) text_cut(out, before);
    }
}

void coach_text(const mp_game *game, const mp_review *review, Text *out) {
    int lessons = review_summary(review).lessons;
    CoachSaid said;
    coach_decisive_text(game, review, out);
    text_add(out, "\n");
    for (int i = 0; coach_said(game, review, i, &said); i++) {
        text_add(out, "\n");
        note_add(&said, out);
        text_add(out, "\n");
    }
    if (lessons) text_add(out, "\nLessons:\n");
    for (int i = 0; i < lessons; i++) {
        mp_review_lesson lesson = lesson_of(review, i);
        text_format(out, "%d. ", i + 1);
        coach_lesson_text(&lesson, out);
        text_add(out, "\n");
    }
}

// --- The game's record

static bool comment_add(mp_record *record, int node, const Text *text, mp_error *error) {
    return !text->length || mp_record_add_comment(record, node, text_string(text), error);
}

static void summary_text(const mp_game *game, const mp_review *review, Text *out) {
    int lessons = review_summary(review).lessons;
    coach_decisive_text(game, review, out);
    for (int i = 0; i < lessons; i++) {
        mp_review_lesson lesson = lesson_of(review, i);
        text_format(out, "\nLesson %d: ", i + 1);
        coach_lesson_text(&lesson, out);
    }
}

bool coach_annotate(const mp_game *game, const mp_review *review, mp_record *record, mp_error *error) {
    int moves = 0;
    while (mp_record_node_of_move(record, moves + 1) != MP_NONE) moves++;
    int before = moves - review_summary(review).moves; // after a set-up in mid-game the review starts there
    CoachSaid said;
    Text text = {0};
    summary_text(game, review, &text);
    bool good = comment_add(record, 0, &text, error);
    for (int i = 0; good && coach_said(game, review, i, &said); i++) {
        int node = mp_record_node_of_move(record, before + said.note.move + 1);
        text_clear(&text);
        coach_figure_text(&said, &text);
        if (text.length) text_add(&text, " ");
        coach_refutation_text(&said, &text);
        good = node == MP_NONE || comment_add(record, node, &text, error);
    }
    text_free(&text);
    return good;
}
