// Whatever the bytes: no crash; a fault names a column; what is read is written and read again the same.
#include "game/links.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static void round_trip(const Game *game, int cursor) {
    Error error = {0};
    Text text = {0};
    Game again;
    int found = -1;
    require(link_write(game, cursor, &text, &error));
    require(link_read(text_string(&text), &again, &found, &error));
    require(position_equal(&game->now, &again.now) && game->count == again.count);
    require(game_winner(game) == game_winner(&again) && found == cursor);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *link = malloc(size + 1);
    if (!link) return 0;
    if (size) memcpy(link, data, size);
    link[size] = '\0';
    Game game;
    int cursor = -1;
    Error error = {0};
    if (link_read(link, &game, &cursor, &error)) {
        require(cursor >= 0 && cursor <= game.count);
        round_trip(&game, cursor);
        require(link_read_at_cursor(link, &game, &error) && game.count == cursor);
    } else {
        require(error.bad_input && strstr(error.text, "link, column "));
    }
    free(link);
    return 0;
}
