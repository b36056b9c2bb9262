// A review as one page of HTML with its pictures inside: to be read, sent and printed.
#include "app/report/coach_report.h"

#include "app/report/review_report.h"

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
    "border-bottom:1px solid #ddd}tr.mistake,tr.blunder,tr.turning_point{background:#fff3e0}"
    "@media print{body{margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}tr{break-inside:avoid}}";

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
    static const char *const heads[] = {"id=\"", "href=\"#", "url(#"};
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
    const Review *review;
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

static void set_add(Drawing *drawing, const char *name, CellSet cells, DrawingHue hue) {
    if (cellset_is_empty(cells) || drawing->sets == DRAWING_SETS_MAX) return;
    DrawingSet *set = &drawing->set[drawing->sets++];
    snprintf(set->name, sizeof set->name, "%s", name);
    set->cells = cells;
    set->hue = hue;
}

static CellSet cells_of(int a, int b) {
    CellSet cells = cellset_none();
    if (a >= 0 && a < CELL_MAX) cellset_add(&cells, a);
    if (b >= 0 && b < CELL_MAX) cellset_add(&cells, b);
    return cells;
}

static bool drawing_add(Page *page, const Drawing *drawing, const char *caption) {
    Text svg = {0};
    bool good = picture_add(page, &svg, drawing_render(drawing, DRAWING_SVG, &svg, page->error), caption);
    text_free(&svg);
    return good;
}

// The position before the move, with the better one and what was missed.
static bool before_add(Page *page, const CoachNote *note) {
    const ReviewTurn *turn = &page->review->turn[note->turn];
    Drawing *drawing = malloc(sizeof *drawing);
    if (!drawing) return error_memory(page->error);
    drawing_init(drawing, &turn->position);
    if (note->turn && turn[-1].played >= 0 && turn[-1].played < page->review->geometry->cells)
        drawing->last = turn[-1].played;
    bool figure = note->kind == COACH_INTRUSION || note->kind == COACH_TEMPLATE || note->kind == COACH_BRIDGE;
    if (note->kind == COACH_MUSTPLAY) set_add(drawing, "could stop it", note->mustplay, HUE_SKY);
    if (note->kind == COACH_LADDER && note->ladder_in == COACH_BETTER)
        set_add(drawing, "the ladder", note->ladder.cells, HUE_SKY);
    if (figure) set_add(drawing, "what joins them", note->figure.carrier, HUE_SKY);
    int best = turn->best < page->review->geometry->cells ? turn->best : CELL_NONE;
    int played = turn->played < page->review->geometry->cells ? turn->played : CELL_NONE;
    if (best != played) set_add(drawing, "better", cells_of(best, CELL_NONE), HUE_GREEN);
    set_add(drawing, "played", cells_of(played, CELL_NONE), HUE_VERMILION);
    bool good = drawing_add(page, drawing, "Before the move");
    free(drawing);
    return good;
}

// The moves after it, numbered.
static bool line_add(Page *page, const CoachNote *note) {
    const ReviewTurn *turn = &page->review->turn[note->turn];
    Drawing *drawing = note->line_length ? malloc(sizeof *drawing) : NULL;
    if (!drawing) return !note->line_length || error_memory(page->error);
    Position position = turn[1].position;
    for (int i = 0; i < note->line_length; i++) position = position_played(&position, note->line[i]);
    drawing_init(drawing, &position);
    for (int i = 0; i < note->line_length; i++)
        snprintf(drawing->label[note->line[i]], DRAWING_LABEL_MAX, "%d", i + 1);
    if (turn->played < page->review->geometry->cells) drawing->last = turn->played;
    set_add(drawing, "joins the winner", note->needs, HUE_SKY);
    bool good = drawing_add(
        page, drawing, note->refuted ? "The refutation, proved" : "After the move, as the search expects it");
    free(drawing);
    return good;
}

// --- The parts

typedef void NoteText(const Review *review, const CoachNote *note, Text *out);

static void paragraph_add(Page *page, const CoachNote *note, NoteText *write, const char *class) {
    Text text = {0};
    write(page->review, note, &text);
    if (text.length) {
        text.data[0] = (char)toupper((unsigned char)text.data[0]);
        text_format(page->out, "<p class=\"%s\">", class);
        escaped_add(text_string(&text), page->out);
        text_add(page->out, "</p>\n");
    }
    text_free(&text);
}

static bool note_add(Page *page, const CoachNote *note) {
    const ReviewTurn *turn = &page->review->turn[note->turn];
    char move[MOVE_NAME_MAX];
    text_format(page->out, "<section class=\"note\"><h3>Move %d, %s %s</h3>\n", note->turn + 1,
                turn->mover == BLACK ? "Black" : "White",
                move_name(page->review->geometry, turn->played, move));
    paragraph_add(page, note, coach_verdict_text, turn->mark == REVIEW_TURNING_POINT ? "proved" : "thinks");
    paragraph_add(page, note, coach_figure_text, "figure");
    paragraph_add(page, note, coach_refutation_text, "refutation");
    text_add(page->out, "<div class=\"pictures\">\n");
    bool good = before_add(page, note) && line_add(page, note);
    text_add(page->out, "</div></section>\n");
    return good;
}

static bool curve_add(Page *page) {
    Text svg = {0};
    Picture curve = review_curve(page->review);
    bool good = picture_render(&curve, DRAWING_SVG, &svg, page->error);
    if (good) svg_add(text_string(&svg), page->pictures++, page->out);
    text_free(&svg);
    return good;
}

static void lessons_add(Page *page, const Coach *coach) {
    if (!coach->lessons) return;
    text_add(page->out, "<h2>Lessons</h2>\n<ol>\n");
    for (int i = 0; i < coach->lessons; i++) {
        Text text = {0};
        coach_lesson_text(&coach->lesson[i], &text);
        text_add(page->out, "<li>");
        escaped_add(text_string(&text), page->out);
        text_add(page->out, "</li>\n");
        text_free(&text);
    }
    text_add(page->out, "</ol>\n");
}

static void value_add(double value, Color proved, Color mover, Text *out) {
    if (proved != EMPTY)
        text_format(out, "<td class=\"proved\">%s</td>", proved == mover ? "won" : "lost");
    else
        text_format(out, "<td>%.0f %%</td>", value < 0.01 ? 1 : value > 0.99 ? 99 : 100 * value);
}

static void moves_add(Page *page) {
    Text *out = page->out;
    text_add(out, "<h2>Moves</h2>\n<table><thead><tr><th>move</th><th>side</th><th>played</th><th>before</th>"
                  "<th>after</th><th>best</th><th>verdict</th></tr></thead><tbody>\n");
    for (int i = 0; i < page->review->moves; i++) {
        static const char *const verdicts[] = {"", "mistake", "blunder", "turning point"};
        const ReviewTurn *turn = &page->review->turn[i];
        char played[MOVE_NAME_MAX], best[MOVE_NAME_MAX] = "";
        if (!turn->compared) continue;
        if (turn->best != MOVE_NONE && turn->best != turn->played)
            move_name(page->review->geometry, turn->best, best);
        text_format(out, "<tr class=\"%s\"><td>%d</td><td>%s</td><td>%s</td>",
                    turn->mark ? review_mark_name(turn->mark) : "", i + 1, color_name(turn->mover),
                    move_name(page->review->geometry, turn->played, played));
        value_add(turn->value, turn->winner, turn->mover, out);
        value_add(turn->after, turn->played == MOVE_RESIGN ? color_other(turn->mover) : turn[1].winner,
                  turn->mover, out);
        text_format(out, "<td>%s</td><td>%s</td></tr>\n", best, verdicts[turn->mark]);
    }
    text_add(out,
             "</tbody></table>\n<p>Before and after: the mover's winning chance as the search sees it; "
             "<span class=\"proved\">won</span> and <span class=\"proved\">lost</span> are proved.</p>\n");
}

bool review_page(const Review *review, const Coach *coach, const char *title, Text *out, Error *error) {
    Page page = {.review = review, .out = out, .error = error};
    text_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    escaped_add(title, out);
    text_format(out,
                "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<style>%s</style>\n</head>\n<body>\n<h1>",
                STYLE);
    escaped_add(title, out);
    text_format(out, "</h1>\n<p class=\"%s\">", coach->proved ? "proved" : "thinks");
    Text decisive = {0};
    coach_decisive_text(review, coach, &decisive);
    escaped_add(text_string(&decisive), out);
    text_free(&decisive);
    text_add(out, "</p>\n");
    bool good = curve_add(&page);
    lessons_add(&page, coach);
    if (coach->notes) text_add(out, "<h2>What to look at</h2>\n");
    for (int i = 0; i < coach->notes && good; i++) good = note_add(&page, &coach->note[i]);
    moves_add(&page);
    text_add(out, "<p>Made by mustplay review.</p>\n</body>\n</html>\n");
    return good && (!out->failed || error_memory(error));
}
