#include "cli/public.h"

#include "api/inside.h"

#include <stdio.h>
#include <string.h>

static void sentence_say(void *context, const char *sentence) {
    (void)context;
    fprintf(stderr, "mustplay: %s\n", sentence);
}

mp_engine *args_engine(const Args *args, Error *error) {
    mp_error outer = {.code = MP_OK};
    mp_engine *engine = mp_engine_new_with(args_catalog(args), &outer);
    if (engine)
        mp_engine_set_log(engine, sentence_say, NULL);
    else
        error_in(&outer, error);
    return engine;
}

mp_game *args_new_game(const Args *args, Error *error) {
    Game game;
    mp_error outer = {.code = MP_OK};
    if (!args_game(args, &game, error)) return NULL;
    mp_game *made = mp_game_of(&game, &outer);
    if (!made) error_in(&outer, error);
    return made;
}

bool args_size_parse(const char *text, int *width, int *height, Error *error) {
    return size_parse(text, width, height, error);
}

static bool watch_stops(void *context) {
    (void)context;
    return watch_interrupted();
}

static void watch_shows(void *context, const mp_progress *p) {
    Observer observer = watch_observer(context);
    Progress progress = {.seconds = p->seconds,
                         .nodes = p->nodes,
                         .resumed = p->resumed,
                         .proof = p->proof,
                         .disproof = p->disproof,
                         .value = p->value,
                         .line_length = p->line.count,
                         .moves = p->moves,
                         .settled = p->settled,
                         .left = p->left,
                         .claims = p->claims,
                         .written = p->written};
    memcpy(progress.line, p->line.move, sizeof progress.line);
    observer_progress(&observer, &progress);
}

mp_limits watch_limits(Watch *watch, const mp_game *game) {
    watch->geometry = mp_game_position(game)->geometry;
    return (mp_limits){
        .size = sizeof(mp_limits), .stop = watch_stops, .progress = watch_shows, .context = watch};
}

bool public_fail(const mp_error *outer, const char *where, Error *error) {
    Error inner = {0};
    error_in(outer, &inner);
    return error_again(error, &inner, "%s%s%s", where ? where : "", where ? ": " : "", inner.text);
}

int report_public(const mp_error *error) {
    Error inner = {0};
    error_in(error, &inner);
    return report_error(&inner);
}
