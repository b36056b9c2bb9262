// SGF files in a session: loadsgf, savesgf, printsgf.
#include "app/htp/htp_engine.h"
#include "mustplay/sys/record.h"

#include <stdlib.h>
#include <string.h>

static bool files_allowed(const Htp *htp, Error *error) {
    return !htp->setup.sandboxed || error_input(error, "files are off in this session");
}

// Cuts "FILE [MOVES]": the name may hold blanks, so the number is a last word of digits after it. The caller
// frees the name.
static char *name_take(const char *rest, int *moves) {
    char *name = strdup(rest);
    if (!name) return NULL;
    *moves = -1;
    const char *last = strrchr(name, ' ');
    size_t digits = last ? strspn(last + 1, "0123456789") : 0;
    if (!digits || digits > 6 || last[1 + digits]) return name;
    *moves = atoi(last + 1);
    size_t length = (size_t)(last - name);
    while (length && name[length - 1] == ' ') length--;
    name[length] = '\0';
    return name;
}

static mp_game *game_load(const char *name, int moves, mp_error *error) {
    mp_record *record = mp_record_load(name, error);
    mp_game *game = record ? mp_record_game_moves(record, moves, error) : NULL;
    mp_record_free(record);
    return game;
}

bool htp_loadsgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    int moves;
    if (!files_allowed(htp, error)) return false;
    if (!*args->rest) return error_input(error, "usage: loadsgf FILE [MOVES]");
    char *name = name_take(args->rest, &moves);
    if (!name) return error_memory(error);
    mp_error why;
    mp_game *game = game_load(name, moves, &why);
    free(name);
    return htp_game_set(htp, game, &why, error);
}

static mp_record *game_record(const Htp *htp, Error *error) {
    mp_error why;
    mp_record *record = mp_record_new(htp->game, NULL, NULL, NULL, &why);
    if (!record) public_fail(&why, NULL, error);
    return record;
}

bool htp_savesgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_error why;
    if (!files_allowed(htp, error)) return false;
    if (!*args->rest) return error_input(error, "usage: savesgf FILE");
    mp_record *record = game_record(htp, error);
    bool saved = record && mp_record_save(record, args->rest, true, &why);
    if (record && !saved) public_fail(&why, NULL, error);
    mp_record_free(record);
    return saved;
}

bool htp_printsgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    mp_record *record = game_record(htp, error);
    char *text = record ? mp_record_write(record) : NULL;
    if (text) text_add(out, text);
    if (record && !text) error_memory(error);
    mp_free(text);
    mp_record_free(record);
    return text;
}
