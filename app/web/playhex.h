// PlayHex's interface to its engines over HTTP (playhex/hex-ai-distributed, src/server/api.ts): POST /calculate-move,
// /analyze-position and /analyze-game, GET /status and /ping. A request becomes requests of docs/WEB.md. A client of its
// own makes them, so that it has its share of the machine and its limits like everybody else.
#ifndef MUSTPLAY_APP_WEB_PLAYHEX_H
#define MUSTPLAY_APP_WEB_PLAYHEX_H

#include "app/web/web.h"
#include "base/text.h"

enum { PLAYHEX_BODY_MAX = 64 << 10, PLAYHEX_REQUESTS_MAX = 8, PLAYHEX_SECONDS_MAX = 120 };

// What is sent back, all of it made: a status of HTTP and a body.
typedef struct PlayHexAnswer {
    int status;
    const char *type; // of the body
    Text body;
} PlayHexAnswer;

typedef struct PlayHex PlayHex;

// Whether a path is one of PlayHex's, with this method.
bool playhex_has(const char *method, const char *path);
// Answers what needs no engine. False: the path is another one.
bool playhex_get(Web *web, const char *path, PlayHexAnswer *answer);
// Begins a request. NULL with an answer that refuses it. `owner` is that of its client.
PlayHex *playhex_new(Web *web, void *owner, const char *path, const char *body, size_t length,
                     PlayHexAnswer *answer);
// Ends its work.
void playhex_free(PlayHex *request);
// Looks at what its client was sent. True with the answer when it is complete, or when its time is over.
bool playhex_serve(PlayHex *request, PlayHexAnswer *answer);

#endif
