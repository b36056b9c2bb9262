#include "play/match_record.h"

#include "game/sgf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- The journal

void match_identity(const MatchSetup *setup, Text *out) {
    text_format(out,
                "size=%dx%d games=%d seed=%" PRIu64 " time=%.6g playouts=%" PRIu64 " openings=%016" PRIx64
                " a=%s b=%s",
                setup->geometry->width, setup->geometry->height, setup->games, setup->seed,
                setup->terms.budget.seconds, setup->terms.budget.nodes, openings_hash(setup->openings),
                setup->player[SIDE_A], setup->player[SIDE_B]);
}

static json_t *side_value(int side) {
    return side == SIDE_NONE ? json_null() : json_string(side == SIDE_A ? "a" : "b");
}

json_t *match_value(const MatchGame *game, const Game *record) {
    json_t *moves = json_array();
    char name[MOVE_NAME_MAX];
    for (int i = 0; i < record->count; i++)
        json_array_append_new(moves,
                              json_string(move_name(record->now.geometry, record->played[i].move, name)));
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:s}", "black", side_value(game->black), "winner",
                     side_value(game->winner), "fault", side_value(game->fault), "late",
                     side_value(game->late), "adjudicated", game->adjudicated, "moves", moves, "reason",
                     game->reason);
}

static bool side_read(const json_t *value, const char *key, int *side) {
    const json_t *said = json_object_get(value, key);
    const char *name = json_string_value(said);
    *side = SIDE_NONE;
    if (json_is_null(said)) return true;
    if (!name || (strcmp(name, "a") && strcmp(name, "b"))) return false;
    *side = *name == 'a' ? SIDE_A : SIDE_B;
    return true;
}

bool match_value_read(const json_t *value, int number, MatchGame *game) {
    const char *reason = json_string_value(json_object_get(value, "reason"));
    *game = (MatchGame){.number = number, .adjudicated = json_is_true(json_object_get(value, "adjudicated"))};
    if (!reason || !side_read(value, "black", &game->black) || !side_read(value, "winner", &game->winner) ||
        !side_read(value, "fault", &game->fault) || !side_read(value, "late", &game->late))
        return false;
    snprintf(game->reason, sizeof game->reason, "%s", reason);
    return game->black == number % 2;
}

// --- The SGF file

static const char *result_text(const Game *game, const MatchGame *result, char *buffer, size_t size) {
    if (result->winner == SIDE_NONE) return "Void";
    char winner = result->winner == result->black ? 'B' : 'W';
    snprintf(buffer, size, "%c+%s", winner, game->resigned != EMPTY ? "Resign" : "");
    return buffer;
}

static SgfTree *record_make(const MatchSetup *setup, const Game *game, const MatchGame *result) {
    char re[20], event[60], comment[500] = "";
    snprintf(event, sizeof event, "Mustplay match, game %d", result->number + 1);
    if (result->fault != SIDE_NONE)
        snprintf(comment, sizeof comment, "Void by %s: %s.%s",
                 result->fault == result->black ? "Black" : "White", result->reason,
                 result->adjudicated ? " Adjudicated by the solver." : "");
    SgfInfo info = {.black = setup->player[result->black],
                    .white = setup->player[SIDE_A + SIDE_B - result->black],
                    .result = result_text(game, result, re, sizeof re),
                    .event = event,
                    .comment = *comment ? comment : NULL};
    return sgf_from_game(game, &info);
}

bool match_record_save(const MatchSetup *setup, const Game *game, const MatchGame *result, Error *error) {
    if (!setup->folder) return true;
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/game-%05d.sgf", setup->folder, result->number + 1);
    if (length >= (int)sizeof path) return error_input(error, "the folder's name is too long");
    SgfTree *tree = record_make(setup, game, result);
    if (!tree) return error_memory(error);
    bool good = sgf_save(tree, path, true, error);
    sgf_free(tree);
    return good;
}
