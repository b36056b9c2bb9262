/* Reviews a game: the value of each position, what went wrong, and the file with comments.
 *     cc review.c $(pkg-config --cflags --libs mustplay) -o review
 *     ./review game.sgf reviewed.sgf mcts */
#include <mustplay/mustplay.h>
#include <stdio.h>

static void show(void *context, int done, int total) {
    (void)context;
    fprintf(stderr, "\r%d of %d", done, total);
}

static void print(const mp_game *game, const mp_review *review) {
    static const char *const marks[] = {"", "mistake", "blunder", "turning point", "inaccuracy"};
    mp_review_turn turn = MP_INIT(mp_review_turn);
    mp_review_note note = MP_INIT(mp_review_note);
    char played[MP_NAME_MAX], best[MP_NAME_MAX];
    for (int i = 0; mp_review_turn_read(review, i, &turn); i++) {
        if (!turn.compared) continue;
        printf("%3d. %-11s %3.0f %% -> %3.0f %%  best %-11s %s\n", i + 1,
               mp_move_name(game, turn.played, played), 100 * turn.value, 100 * turn.after,
               turn.best == MP_NONE ? "" : mp_move_name(game, turn.best, best), marks[turn.mark]);
    }
    for (int i = 0; mp_review_note_read(review, i, &note); i++)
        printf("move %d: %s %s\n", note.move + 1, mp_figure_name(note.figure), note.name);
}

/* Reviews the record's main line and writes it down. False with an error. */
static bool review_record(mp_engine *engine, mp_record *record, const char *path, const char *player,
                          mp_error *error) {
    mp_review_settings settings = MP_INIT(mp_review_settings);
    settings.player = player;
    settings.position = MP_INIT(mp_limits);
    settings.position.nodes = 500; /* play-outs at each position */
    settings.solver_seconds = 0.2;
    mp_game *game = mp_record_game(record, MP_NONE, error);
    mp_review *review = game ? mp_review_new(engine, game, &settings, NULL, show, NULL, error) : NULL;
    bool good =
        review && mp_review_annotate(review, record, error) && mp_record_save(record, path, true, error);
    if (good) print(game, review);
    mp_review_free(review);
    mp_game_free(game);
    return good;
}

int main(int argc, char **argv) {
    mp_error error = {MP_OK, ""};
    if (argc < 3) {
        fprintf(stderr, "usage: review GAME.sgf OUTPUT.sgf [PLAYER]\n");
        return 2;
    }
    mp_engine *engine = mp_engine_new(&error);
    mp_record *record = engine ? mp_record_load(argv[1], &error) : NULL;
    bool good = record && review_record(engine, record, argv[2], argc > 3 ? argv[3] : NULL, &error);
    if (!good) fprintf(stderr, "review: %s\n", error.text);
    mp_record_free(record);
    mp_engine_free(engine);
    return good ? 0 : 1;
}
