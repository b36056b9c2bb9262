// One query of KataGo's analysis protocol, read from its JSON object (docs/PROGRAMS.md).
#ifndef MUSTPLAY_APP_KATA_QUERY_H
#define MUSTPLAY_APP_KATA_QUERY_H

#include "base/error.h"
#include "base/json.h"
#include "mustplay/game.h"

typedef struct KataTurn {
    int number;   // moves played before it
    int priority; // the higher, the sooner
} KataTurn;

typedef struct KataQuery {
    char *id;
    mp_game *game; // with all its moves
    int turns;     // at least 1
    KataTurn *turn;
    uint64_t visits;     // at most; 0: as the engine has it
    double seconds;      // the same
    double report_every; // seconds between two reports while it is searched; 0: none
    bool policy;         // the net's policy is wanted
} KataQuery;

// What is wrong with a query: the sentence, and the field it is about.
typedef struct KataProblem {
    const char *field; // of the query's object; "" when it is none of them
    Error error;
} KataProblem;

// Calls back for each field that is there and means nothing here.
typedef void KataWarn(void *context, const char *field, const char *text);

// The caller frees the query, also after an error.
bool kata_query_read(const json_t *object, KataQuery *query, KataWarn *warn, void *context,
                     KataProblem *problem);
void kata_query_free(KataQuery *query);

// The game as it was before the turn, which the caller frees; NULL out of memory.
mp_game *kata_query_game(const KataQuery *query, int turn);

#endif
