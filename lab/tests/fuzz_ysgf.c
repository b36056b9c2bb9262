// Whatever the bytes: no crash; a game of Y that a file gave becomes a file that gives the same game.
#include "lab/y/ysgf.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error error = {0};
    YGame game, back;
    SgfTree *tree = sgf_parse((const char *)data, size, "fuzz", &error);
    if (!tree) return 0;
    if (ysgf_game(tree, -1, &game, &error)) {
        SgfTree *made = ysgf_from_game(&game, NULL);
        require(made && ysgf_game(made, -1, &back, &error));
        require(game.count == back.count && ygame_winner(&game) == ygame_winner(&back));
        sgf_free(made);
    } else {
        require(error.text[0] != '\0');
    }
    sgf_free(tree);
    return 0;
}
