// `mustplay draw`: a picture of a position, with what the user wants shown on it.
#include "app/cmd/draw_command.h"
#include "app/draw/claim_drawing.h"
#include "base/file.h"
#include "base/number.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/program.h"
#include "game/hexboard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char BLANKS[] = " ,\t\n";

// Calls back for each word of a list; an error of the callback ends it.
typedef bool (*WordReader)(Drawing *d, const char *word, int length, Error *error);

static bool words_read(Drawing *d, const char *list, WordReader reader, Error *error) {
    for (const char *p = list + strspn(list, BLANKS); *p; p += strspn(p, BLANKS)) {
        int length = (int)strcspn(p, BLANKS);
        if (!reader(d, p, length, error)) return false;
        p += length;
    }
    return true;
}

static bool cell_read(const Drawing *d, const char *option, const char *text, int length, int *cell,
                      Error *error) {
    *cell = cell_parse(d->position.geometry, text, length);
    if (*cell == CELL_NONE)
        return error_input(error, "--%s: '%.*s' is not a cell of this board", option, length, text);
    return true;
}

// "c3=0.7": the cell and what follows the sign.
static bool pair_read(const Drawing *d, const char *option, const char *word, int length, int *cell,
                      const char **value, Error *error) {
    const char *sign = memchr(word, '=', (size_t)length);
    if (!sign || sign + 1 == word + length)
        return error_input(error, "--%s: '%.*s': expected CELL=VALUE, such as c3=0.7", option, length, word);
    *value = sign + 1;
    return cell_read(d, option, word, (int)(sign - word), cell, error);
}

static bool heat_read(Drawing *d, const char *word, int length, Error *error) {
    int cell;
    const char *value = NULL;
    char number[32];
    double heat;
    if (!pair_read(d, "heat", word, length, &cell, &value, error)) return false;
    int size = snprintf(number, sizeof number, "%.*s", (int)(word + length - value), value);
    if (size >= (int)sizeof number || !number_real(number, &heat) || heat < 0 || heat > 1)
        return error_input(error, "--heat: '%.*s': the value must be from 0 to 1", length, word);
    d->has_heat = true;
    d->heat[cell] = heat;
    if (!d->label[cell][0]) snprintf(d->label[cell], DRAWING_LABEL_MAX, "%.2f", heat);
    return true;
}

static bool label_read(Drawing *d, const char *word, int length, Error *error) {
    int cell;
    const char *value = NULL;
    if (!pair_read(d, "labels", word, length, &cell, &value, error)) return false;
    int size = (int)(word + length - value);
    if (size >= DRAWING_LABEL_MAX)
        return error_input(error, "--labels: '%.*s': at most %d characters", length, word,
                           DRAWING_LABEL_MAX - 1);
    snprintf(d->label[cell], DRAWING_LABEL_MAX, "%.*s", size, value);
    return true;
}

static int node_parse(const Geometry *g, const char *text, int length) {
    for (int edge = EDGE_TOP; edge < NODE_MAX; edge++) {
        char name[CELL_NAME_MAX];
        cell_name(g, edge, name);
        if ((int)strlen(name) == length && !strncmp(name, text, (size_t)length)) return edge;
    }
    return cell_parse(g, text, length);
}

static bool arrow_read(Drawing *d, const char *word, int length, Error *error) {
    const char *dash = memchr(word, '-', (size_t)length);
    DrawingArrow arrow = {.from = CELL_NONE};
    if (dash) {
        arrow.from = node_parse(d->position.geometry, word, (int)(dash - word));
        arrow.to = node_parse(d->position.geometry, dash + 1, (int)(word + length - dash - 1));
    }
    if (arrow.from == CELL_NONE || arrow.to == CELL_NONE)
        return error_input(error, "--arrows: '%.*s': expected FROM-TO, cells or edges, such as c3-top",
                           length, word);
    if (d->arrows == DRAWING_ARROWS_MAX)
        return error_input(error, "--arrows: at most %d", DRAWING_ARROWS_MAX);
    d->arrow[d->arrows++] = arrow;
    return true;
}

static bool set_cell_read(Drawing *d, const char *word, int length, Error *error) {
    int cell;
    if (!cell_read(d, "cells", word, length, &cell, error)) return false;
    cellset_add(&d->set[d->sets - 1].cells, cell);
    return true;
}

// "carrier: a1 b2; dead: c3": named sets of cells. A set without a name is called "cells".
static bool sets_read(Drawing *d, const char *text, Error *error) {
    while (*text) {
        char part[2048];
        size_t length = strcspn(text, ";");
        if (length >= sizeof part) return error_input(error, "--cells: a set is too long");
        if (d->sets == DRAWING_SETS_MAX)
            return error_input(error, "--cells: at most %d sets", DRAWING_SETS_MAX);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        text += length + (text[length] == ';');
        if (part[strspn(part, BLANKS)] == '\0') continue;
        char *colon = strchr(part, ':');
        DrawingSet *set = &d->set[d->sets++];
        if (colon) *colon = '\0';
        int named =
            snprintf(set->name, sizeof set->name, "%s", colon ? part + strspn(part, BLANKS) : "cells");
        if (named >= DRAWING_NAME_MAX)
            return error_input(error, "--cells: a name has at most %d bytes", DRAWING_NAME_MAX - 1);
        if (!words_read(d, colon ? colon + 1 : part, set_cell_read, error)) return false;
    }
    return true;
}

// What is drawn as text must be text.
static bool texts_check(const Args *args, Error *error) {
    static const char *const NAMES[] = {"labels", "cells"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (args_given(args, NAMES[i]) && !text_is_utf8(args_text(args, NAMES[i])))
            return error_input(error, "--%s: the text is not UTF-8", NAMES[i]);
    }
    return true;
}

// The position of the options, with its last move and winning chain marked.
static bool position_draw(const Args *args, Drawing *d, Error *error) {
    Game game;
    if (!args_game(args, &game, error)) return false;
    drawing_init_moves(d, &game, args_flag(args, "numbers"));
    return true;
}

// Of every kind but a position.
static bool others_check(const Args *args, const char *given, Error *error) {
    static const char *const OTHERS[] = {"size",     "moves",    "black", "white",  "to-move", "sgf",
                                         "hexworld", "hexboard", "cells", "labels", "numbers", "heat"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (args_given(args, OTHERS[i]))
            return error_input(error, "--%s has its own board and cells: --%s does not go with it", given,
                               OTHERS[i]);
    }
    return true;
}

// A claim of a proof file.
static bool claim_draw(const Args *args, Drawing *d, Error *error) {
    enum { PROOF_MOST = 1 << 30 }; // bytes as text
    Proof *proof = proof_load(args_text(args, "proof"), PROOF_MOST, error);
    if (!proof) return false;
    int count = claim_book_count(proof->book);
    int64_t claim = args_given(args, "claim") ? args_int(args, "claim") : count;
    bool good = claim <= count ? drawing_claim(d, proof, (int)claim - 1, error)
                               : error_input(error, "--claim: the file has %d claim%s", count, plural(count));
    proof_free(proof);
    return good;
}

const DrawingKind DRAWING_CLAIM = {"proof", claim_draw};

// The kind that the options ask for, in `*found`; NULL: a position.
static bool kind_find(const Args *args, const DrawingKind **found, Error *error) {
    const Program *program = args_program(args);
    *found = NULL;
    for (int table = 0; program->drawings[table]; table++) {
        for (const DrawingKind *const *kind = program->drawings[table]; *kind; kind++) {
            if (!args_given(args, (*kind)->option)) continue;
            if (*found)
                return error_input(error, "--%s and --%s: one of them", (*found)->option, (*kind)->option);
            *found = *kind;
        }
    }
    return !*found || others_check(args, (*found)->option, error);
}

static bool drawing_fill(const Args *args, Drawing *d, Error *error) {
    const DrawingKind *kind;
    if (!texts_check(args, error)) return false;
    if (args_given(args, "claim") && !args_given(args, "proof"))
        return error_input(error, "--claim goes with --proof");
    if (!kind_find(args, &kind, error) || !(kind ? kind->fill : position_draw)(args, d, error)) return false;
    d->cell_size = args_real(args, "cell-size");
    d->hide_coordinates = args_flag(args, "no-coordinates");
    d->hide_legend = args_flag(args, "no-legend");
    if (args_given(args, "title") && !drawing_title(d, args_text(args, "title"), error)) return false;
    return (!args_given(args, "labels") || words_read(d, args_text(args, "labels"), label_read, error)) &&
           (!args_given(args, "heat") || words_read(d, args_text(args, "heat"), heat_read, error)) &&
           (!args_given(args, "arrows") || words_read(d, args_text(args, "arrows"), arrow_read, error)) &&
           (!args_given(args, "cells") || sets_read(d, args_text(args, "cells"), error));
}

// As HexWiki's tag: stones, labels, and the cells of all sets shaded.
static bool tag_save(const Drawing *d, const char *path, bool force, Error *error) {
    HexBoard board;
    Text text = {0};
    hexboard_init(&board, d->position.geometry);
    board.red = d->position.stones[BLACK];
    board.blue = d->position.stones[WHITE];
    board.coords = !d->hide_coordinates;
    for (int i = 0; i < 4; i++) board.edge[i] = !d->open[i];
    for (int i = 0; i < d->sets; i++) board.shaded = cellset_or(board.shaded, d->set[i].cells);
    for (int cell = 0; cell < d->position.geometry->cells; cell++) {
        if (!hexboard_label_fits(d->label[cell]))
            return error_input(error, "--labels: '%s' cannot stand in one of HexWiki's tags", d->label[cell]);
        snprintf(board.label[cell], HEXBOARD_LABEL_MAX, "%s", d->label[cell]);
    }
    hexboard_write(&board, &text);
    bool good = !text.failed || error_memory(error);
    good = good && output_check(path, force, error) && file_write(path, text.data, text.length, force, error);
    text_free(&text);
    return good;
}

static bool is_tag(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && !strcasecmp(dot, ".hexboard");
}

int draw_report(const Args *args) {
    const char *path = args_text(args, "output");
    if (args_flag(args, "json")) return report_json(json_pack("{s:s}", "output", path));
    printf("%s\n", path);
    return EXIT_DONE;
}

static int draw_run(const Args *args) {
    Error error = {0};
    Drawing *d = malloc(sizeof *d);
    const char *path = args_text(args, "output");
    bool good = d != NULL;
    if (!good) error_memory(&error);
    if (good && !path) good = error_input(&error, "draw: --output FILE is required");
    good = good && drawing_fill(args, d, &error) &&
           (is_tag(path) ? tag_save : drawing_save)(d, path, args_flag(args, "force"), &error);
    free(d);
    return good ? draw_report(args) : report_error(&error);
}

static const OptionSpec OWN[] = {
    {"claim", OPTION_INT, NULL, 1, 2e9, NULL, "K", "With --proof: the claim to draw. Without it the last."},
    {"heat", OPTION_TEXT, NULL, 0, 0, NULL, "LIST", "Heat of cells from 0 to 1: \"c3=0.7 d4=0.2\"."},
    {"cells", OPTION_TEXT, NULL, 0, 0, NULL, "SETS", "Sets of cells to show: \"carrier: a1 b2; dead: c3\"."},
    {"labels", OPTION_TEXT, NULL, 0, 0, NULL, "LIST", "Texts on cells: \"c3=A d4=12\"."},
    {"arrows", OPTION_TEXT, NULL, 0, 0, NULL, "LIST", "Arrows between cells or edges: \"c3-d5 d5-bottom\"."},
    {"numbers", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Number the stones in the order of play."},
    {"no-coordinates", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Leave the coordinates out."},
    {"no-legend", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Leave the legend out."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"proof", "The proof file to draw a claim of."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay draw --size 5 --moves \"c3 b4 d2\" --output board.svg",
    "A position as a picture.",
    "mustplay draw --proof a2.proof --output claim.pdf",
    "The last claim of a proof.",
    NULL,
};

const Command COMMAND_DRAW = {
    .name = "draw",
    .group = "Study",
    .summary = "A position, or a claim of a proof, as SVG, PNG or PDF.",
    .arguments = "--output FILE",
    .own = OWN,
    .options = "@position proof output force title cell-size "
               "json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "The extension of FILE names the format; .hexboard is the text of HexWiki's diagrams, with stones, labels and the cells of --cells shaded. The last move and a winning chain are always marked. "
        "--proof draws one claim of a proof file (docs/PROOFS.md): the winner's stones, and on each cell that he "
        "needs the answer to a stone of the loser's there; cells that share an answer have a colour.",
    .run = draw_run,
};
