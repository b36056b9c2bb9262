/* Analyses a position live: the best moves, again and again, while this thread does something else.
 *     cc analyse.c $(pkg-config --cflags --libs mustplay) -o analyse
 *     ./analyse 11 "c2 f6" 2 */
#include <mustplay/mustplay.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOWN = 3 };

/* Called from the library's thread, about four times a second. */
static void hear(void *context, const mp_report *report) {
    const mp_game *game = context;
    char name[MP_NAME_MAX];
    printf("%6.2f s %8llu play-outs:", report->seconds, (unsigned long long)report->playouts);
    for (int i = 0; i < report->count && i < SHOWN; i++) {
        const mp_candidate *c = &report->candidate[i];
        const char *proved = c->proved == MP_WIN ? " proved" : c->proved == MP_LOSS ? " lost" : "";
        printf("  %s %.0f %%%s", mp_move_name(game, c->move, name), 100 * c->value, proved);
    }
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    mp_error error = {MP_OK, ""};
    int size = argc > 1 ? atoi(argv[1]) : 11;
    mp_limits limits = MP_INIT(mp_limits);
    mp_report last = MP_INIT(mp_report);
    limits.seconds = argc > 3 ? atof(argv[3]) : 2;
    mp_engine *engine = mp_engine_new(&error);
    mp_game *game = engine ? mp_game_new(size, size, &error) : NULL;
    bool good = game && (argc < 3 || mp_game_play_text(game, argv[2], &error));
    mp_analysis *analysis = good ? mp_analysis_new(engine, NULL, &error) : NULL;
    /* The search runs by itself from here on; mp_analysis_stop would end it at once. */
    good = analysis && mp_analysis_start(analysis, game, &limits, 0.25, hear, game, &error) &&
           mp_analysis_wait(analysis, &last, &error);
    if (good)
        printf("%llu play-outs, %.0f %% for the side to move\n", (unsigned long long)last.playouts,
               100 * last.value);
    if (!good) fprintf(stderr, "analyse: %s\n", error.text);
    mp_analysis_free(analysis);
    mp_game_free(game);
    mp_engine_free(engine);
    return good ? 0 : 1;
}
