#include "play/match_record.h"

#include "game/sgf.h"

#include <stdio.h>

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
    if (!tree) return error_failure(error, "out of memory");
    bool good = sgf_save(tree, path, true, error);
    sgf_free(tree);
    return good;
}
