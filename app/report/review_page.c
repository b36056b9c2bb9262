// A review as one page of HTML with its pictures inside: to be read, sent and printed.
#include "app/report/coach_report.h"

#include "app/report/review_report.h"
#include "cli/public.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char STYLE[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem}svg{max-width:100%;height:auto}"
    ".note{break-inside:avoid;border-top:1px solid #ccc;padding:.5rem 0}.note h3{margin:.3rem 0}"
    ".pictures{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:1 1 20rem;max-width:26rem}"
    "figcaption{font-size:.85rem;color:#555}.proved{color:#00634a;font-weight:600}.thinks{color:#8a4b00}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.1rem .7rem;text-align:left;"
    "border-bottom:1px solid #ddd}.curve{overflow-x:auto}.curve svg{max-width:none}pre.score{font:inherit;white-space:pre-wrap;margin:0}tr.mistake,tr.blunder,tr.turning_point{background:#fff3e0}"
    "@media print{.curve svg{max-width:100%}body{margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}tr{break-inside:avoid}}";

// Text from outside must never become markup.
static void escaped_add(const char *text, Text *out) {
    for (; *text; text++) {
        const char *entity = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (*text == '"') entity = "&quot;";
        if (entity)
            text_add(out, entity);
        else
            text_add_char(out, *text);
    }
}

// --- Pictures

// A picture's SVG inside the page: without its first line, and with names of its own, since those of all pictures meet.
static void svg_add(const char *svg, int number, Text *out) {
    static const char *const heads[] = {"id=\"", "url(#"};
    const char *start = strstr(svg, "<svg");
    for (const char *at = start ? start : svg; *at;) {
        size_t length = 0;
        for (size_t k = 0; k < sizeof heads / sizeof *heads && !length; k++)
            if (!strncmp(at, heads[k], strlen(heads[k]))) length = strlen(heads[k]);
        if (!length) {
            text_add_char(out, *at++);
            continue;
        }
        text_add_bytes(out, at, length);
        text_format(out, "p%d-", number);
        at += length;
    }
}

typedef struct Page {
    const mp_game *game;
    const mp_review *review;
    Text *out;
    Error *error;
    int pictures;
} Page;

static bool picture_add(Page *page, const Text *svg, bool rendered, const char *caption) {
    if (rendered) {
        text_add(page->out, "<figure>");
        svg_add(text_string(svg), page->pictures++, page->out);
        text_format(page->out, "<figcaption>%s</figcaption></figure>\n", caption);
    }
    return rendered;
}

static bool drawing_add(Page *page, const Drawing *drawing, const char *caption) {
    Text svg = {0};
    bool good = picture_add(page, &svg, drawing_render(drawing, DRAWING_SVG, &svg, page->error), caption);
    text_free(&svg);
    return good;
}

// The game after its first `moves` moves. NULL with an error.
static mp_game *game_after(const Page *page, int moves) {
    mp_error error = {.code = MP_OK};
    mp_game *game = mp_game_clone(page->game, &error);
    if (!game) public_fail(&error, NULL, page->error);
    while (game && mp_game_moves(game) > moves && mp_game_undo(game)) continue;
    return game;
}

// A move that is a cell, as a set; else the empty set.
static mp_cells cell_alone(int move) {
    mp_cells cells = {0};
    if (move >= 0 && move < MP_CELLS_MAX) cells_include(&cells, move);
    return cells;
}

static int move_before(const Page *page, int index) {
    mp_review_turn turn = review_turn(page->review, index);
    return index >= 0 && turn.played >= 0 && turn.played < MP_CELLS_MAX ? turn.played : MP_NONE;
}

// The position before the move, with the better one and what was missed.
static void before_fill(const Page *page, const CoachSaid *said, Drawing *drawing) {
    const mp_review_note *note = &said->note;
    mp_cells best = cell_alone(said->turn.best), played = cell_alone(said->turn.played);
    bool better = best.count != played.count || (best.count && best.cell[0] != played.cell[0]);
    drawing->last = move_before(page, note->move - 1);
    if (note->figure == MP_FIGURE_MUSTPLAY)
        drawing_add_set(drawing, "could stop it", &note->cells, HUE_SKY);
    else if (note->figure == MP_FIGURE_LADDER && note->ladder_in[0] == 'b')
        drawing_add_set(drawing, "the ladder", &note->cells, HUE_SKY);
    else if (note->figure != MP_FIGURE_LADDER && note->figure != MP_FIGURE_SEARCH)
        drawing_add_set(drawing, "what joins them", &note->cells, HUE_SKY);
    if (better) drawing_add_set(drawing, "better", &best, HUE_GREEN);
    drawing_add_set(drawing, "played", &played, HUE_VERMILION);
}

static bool before_add(Page *page, const CoachSaid *said) {
    mp_game *game = game_after(page, said->note.move);
    Drawing *drawing = game ? malloc(sizeof *drawing) : NULL;
    bool good = drawing || (game && error_memory(page->error));
    if (drawing) {
        drawing_init_game(drawing, game);
        before_fill(page, said, drawing);
        good = drawing_add(page, drawing, "Before the move");
    }
    free(drawing);
    mp_game_free(game);
    return good && drawing;
}

// The moves after it, numbered.
static void line_fill(const CoachSaid *said, Drawing *drawing) {
    const mp_line *line = &said->note.refutation;
    for (int i = 0; i < line->count; i++)
        snprintf(drawing->label[line->move[i]], DRAWING_LABEL_MAX, "%u", (unsigned)(uint8_t)(i + 1));
    drawing->last = said->turn.played < MP_CELLS_MAX ? said->turn.played : MP_NONE;
    drawing_add_set(drawing, "joins the winner", &said->note.needs, HUE_SKY);
}

static bool line_add(Page *page, const CoachSaid *said) {
    const mp_line *line = &said->note.refutation;
    if (!line->count) return true;
    mp_game *game = game_after(page, said->note.move + 1);
    Drawing *drawing = game ? malloc(sizeof *drawing) : NULL;
    bool good = drawing || (game && error_memory(page->error));
    if (drawing) {
        for (int i = 0; i < line->count; i++) mp_game_play(game, MP_EMPTY, line->move[i], NULL);
        drawing_init_game(drawing, game);
        line_fill(said, drawing);
        good = drawing_add(page, drawing,
                           said->note.refuted ? "The refutation, proved"
                                              : "After the move, as the search expects it");
    }
    free(drawing);
    mp_game_free(game);
    return good && drawing;
}

// --- The parts

typedef void NoteText(const CoachSaid *said, Text *out);

static void paragraph_add(Page *page, const CoachSaid *said, NoteText *write, const char *class) {
    Text text = {0};
    write(said, &text);
    if (text.length) {
        if (!isdigit((unsigned char)text.data[1])) // a cell keeps its name
            text.data[0] = (char)toupper((unsigned char)text.data[0]);
        text_format(page->out, "<p class=\"%s\">", class);
        escaped_add(text_string(&text), page->out);
        text_add(page->out, "</p>\n");
    }
    text_free(&text);
}

static bool note_add(Page *page, const CoachSaid *said) {
    char move[MP_NAME_MAX];
    text_format(page->out, "<section class=\"note\"><h3>Move %d, %s %s</h3>\n", said->note.move + 1,
                title_of_color(said->turn.mover), mp_move_name(page->game, said->turn.played, move));
    paragraph_add(page, said, coach_verdict_text, said->turn.mark == MP_TURNING_POINT ? "proved" : "thinks");
    paragraph_add(page, said, coach_figure_text, "figure");
    paragraph_add(page, said, coach_refutation_text, "refutation");
    text_add(page->out, "<div class=\"pictures\">\n");
    bool good = before_add(page, said) && line_add(page, said);
    text_add(page->out, "</div></section>\n");
    return good;
}

static bool curve_add(Page *page) {
    Text svg = {0};
    ReviewCurve shown;
    Picture curve = review_curve(&shown, page->game, page->review);
    bool good = picture_render(&curve, DRAWING_SVG, &svg, page->error);
    text_add(page->out, "<div class=\"curve\">");
    if (good) svg_add(text_string(&svg), page->pictures++, page->out);
    text_add(page->out, "</div>\n");
    text_free(&svg);
    return good;
}

static void lessons_add(Page *page) {
    mp_review_lesson lesson = MP_INIT(mp_review_lesson);
    if (!review_summary(page->review).lessons) return;
    text_add(page->out, "<h2>Lessons</h2>\n<ol>\n");
    for (int i = 0; mp_review_lesson_read(page->review, i, &lesson); i++) {
        Text text = {0};
        coach_lesson_text(&lesson, &text);
        text_add(page->out, "<li>");
        escaped_add(text_string(&text), page->out);
        text_add(page->out, "</li>\n");
        text_free(&text);
    }
    text_add(page->out, "</ol>\n");
}

static void value_add(double value, mp_color proved, mp_color mover, Text *out) {
    if (proved != MP_EMPTY)
        text_format(out, "<td class=\"proved\">%s</td>", proved == mover ? "won" : "lost");
    else
        text_format(out, "<td>%.0f %%</td>", value < 0.01 ? 1 : value > 0.99 ? 99 : 100 * value);
}

static void row_add(Page *page, int i, const mp_review_turn *turn) {
    char played[MP_NAME_MAX], best[MP_NAME_MAX] = "";
    Text *out = page->out;
    if (turn->best != MP_NONE && turn->best != turn->played) mp_move_name(page->game, turn->best, best);
    text_format(out, "<tr class=\"%s\"><td>%d</td><td>%s</td><td>%s</td>",
                turn->mark ? review_mark_word(turn->mark) : "", i + 1, name_of_color(turn->mover),
                mp_move_name(page->game, turn->played, played));
    value_add(turn->value, turn->winner, turn->mover, out);
    value_add(turn->after, turn->winner_after, turn->mover, out);
    text_format(out, "<td>%s</td><td>", best);
    review_verdict_text(turn, out);
    text_format(out, "</td><td>%s</td></tr>\n", review_punished_word(page->review, i));
}

static void moves_add(Page *page) {
    int moves = review_summary(page->review).moves;
    text_add(page->out, "<h2>Players</h2>\n<pre class=\"score\">");
    review_score_text(page->review, page->out);
    text_add(page->out, "</pre>\n");
    text_add(page->out,
             "<h2>Moves</h2>\n<table><thead><tr><th>move</th><th>side</th><th>played</th><th>before</th>"
             "<th>after</th><th>best</th><th>verdict</th><th>answer</th></tr></thead><tbody>\n");
    for (int i = 0; i < moves; i++) {
        mp_review_turn turn = review_turn(page->review, i);
        if (turn.compared) row_add(page, i, &turn);
    }
    text_add(page->out,
             "</tbody></table>\n<p>Before and after: the mover's winning chance as the search sees it; "
             "<span class=\"proved\">won</span> and <span class=\"proved\">lost</span> are proved. ");
    review_rule_text(page->review, page->out);
    text_add(page->out, "</p>\n");
}

static void head_add(Page *page, const char *title) {
    Text *out = page->out, decisive = {0};
    text_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    escaped_add(title, out);
    text_format(out,
                "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<style>%s</style>\n</head>\n<body>\n<h1>",
                STYLE);
    escaped_add(title, out);
    text_format(out, "</h1>\n<p class=\"%s\">",
                review_summary(page->review).decisive_proved ? "proved" : "thinks");
    coach_decisive_text(page->game, page->review, &decisive);
    escaped_add(text_string(&decisive), out);
    text_free(&decisive);
    text_add(out, "</p>\n");
}

bool review_page(const mp_game *game, const mp_review *review, const char *title, Text *out, Error *error) {
    Page page = {.game = game, .review = review, .out = out, .error = error};
    CoachSaid said;
    head_add(&page, title);
    bool good = curve_add(&page);
    lessons_add(&page);
    if (review_summary(review).notes) text_add(out, "<h2>What to look at</h2>\n");
    for (int i = 0; good && coach_said(game, review, i, &said); i++) good = note_add(&page, &said);
    moves_add(&page);
    text_add(out, "<p>Made by mustplay review.</p>\n</body>\n</html>\n");
    return good && (!out->failed || error_memory(error));
}
