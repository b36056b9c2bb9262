#include "cluster/keeper.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double WORKERS_SECONDS = 1, SOON_SECONDS = 0.1, RENEW_SECONDS = 2, REPEAT_SECONDS = 10,
                    BLOBS_SECONDS = 300;

bool keeper_open(Keeper *keeper, const RedisAddress *address, const KeeperKeys *keys, const char *run,
                 Error *error) {
    keeper->said = -INFINITY;
    if (!identity_load(keys->key, &keeper->identity, error) ||
        !members_open(&keeper->members, keys->admitted, error) ||
        !stream_open(&keeper->stream, address, run, error))
        return false;
    keeper->stream.identity = &keeper->identity;
    stream_self_draw(&keeper->stream, false);
    return true;
}

void keeper_close(Keeper *keeper) {
    if (keeper->stream.redis) stream_release(&keeper->stream, &(Error){0});
    stream_close(&keeper->stream);
    members_close(&keeper->members);
    identity_forget(&keeper->identity);
}

void keeper_say(const Keeper *keeper, const char *line) {
    if (keeper->say) keeper->say(keeper->context, line);
}

bool keeper_stopped(const Keeper *keeper) {
    return keeper->failed || (keeper->cancelled && keeper->cancelled(keeper->context));
}

void keeper_fail(Keeper *keeper, const Error *error) {
    if (!keeper->failed) keeper->error = *error;
    keeper->failed = true;
}

double lately(double mean, double value) {
    return mean > 0 ? mean + 0.1 * (value - mean) : value;
}

// Told now and then; leases count anew once Redis is back.
static void trouble(Keeper *keeper, const Error *error) {
    double now = clock_seconds();
    keeper->calm_since = now;
    if (*error->text && now - keeper->said >= REPEAT_SECONDS) {
        keeper->said = now;
        keeper_say(keeper, error->text);
    }
    struct timespec pause = {.tv_nsec =
                                 (long)(1e9 * fmin(0.5, fmax(0.05, redis_pause(keeper->stream.redis))))};
    nanosleep(&pause, NULL);
}

bool keeper_done(Keeper *keeper, StreamResult result, const Error *error) {
    if (result == STREAM_REFUSED) keeper_fail(keeper, error);
    if (result == STREAM_LATER) trouble(keeper, error);
    return result == STREAM_DONE;
}

bool keeper_begin(Keeper *keeper, const RunStart *start, bool *resumed, Error *error) {
    StreamResult result;
    while ((result = stream_begin(&keeper->stream, start, resumed, error)) == STREAM_LATER) {
        trouble(keeper, error);
        if (keeper_stopped(keeper)) return false;
        *error = (Error){0};
    }
    keeper->calm_since = clock_seconds();
    return result == STREAM_DONE;
}

void keeper_keep(Keeper *keeper, const char *hash) {
    for (int i = 0; i < keeper->blobs; i++)
        if (!strcmp(keeper->blob[i], hash)) return;
    if (keeper->blobs < KEEPER_BLOBS)
        snprintf(keeper->blob[keeper->blobs++], sizeof *keeper->blob, "%s", hash);
}

// STREAM_GONE: some are not there.
static StreamResult blobs_renew(Keeper *keeper, double now, Error *error) {
    StreamResult result = STREAM_DONE;
    if (now < keeper->blobs_due) return STREAM_DONE;
    keeper->blobs_due = now + BLOBS_SECONDS;
    for (int i = 0; i < keeper->blobs && result == STREAM_DONE; i++)
        result = stream_blob_renew(&keeper->stream, keeper->blob[i], error);
    return result;
}

StreamResult keeper_renew(Keeper *keeper, double now, char *(*status)(void *context)) {
    Error error = {0};
    if (redis_connections(keeper->stream.redis) != keeper->connections) { // it broke in between
        keeper->connections = redis_connections(keeper->stream.redis);
        keeper->calm_since = now;
    }
    if (now < keeper->renew_due) return STREAM_NONE;
    keeper->renew_due = now + RENEW_SECONDS;
    char *text = status(keeper->context);
    StreamResult result = text ? stream_renew(&keeper->stream, text, &error) : STREAM_LATER;
    free(text);
    keeper->journey = lately(keeper->journey, (clock_seconds() - now) / 2);
    if (result == STREAM_DONE) result = blobs_renew(keeper, now, &error);
    keeper_done(keeper, result, &error);
    return result;
}

// More came at once than may be read: what is too long goes unread.
static StreamResult answers_clean(Keeper *keeper, const char *last, uint64_t *refused) {
    long long gone = 0;
    Error error = {0};
    StreamResult result = stream_answers_clean(&keeper->stream, last, &gone, &error);
    *refused += (uint64_t)gone;
    if (gone) keeper_say(keeper, "answers that are too long were put away");
    return keeper_done(keeper, result, &error) ? STREAM_NONE : result;
}

StreamResult keeper_answers(Keeper *keeper, char last[STREAM_ID_MAX], double seconds, int most,
                            AnswerVisit visit, void *context, uint64_t *refused) {
    Error error = {0};
    StreamResult result = stream_answers(&keeper->stream, last, seconds, most, visit, context, &error);
    if (result == STREAM_LATER && redis_overflowed(keeper->stream.redis))
        return answers_clean(keeper, last, refused);
    keeper_done(keeper, result, &error);
    if (stream_id_bad(last)) { // it is taken away with the next renewal
        *last = '\0';
        ++*refused;
        keeper->renew_due = 0;
    }
    return result;
}

bool keeper_look(Keeper *keeper, double now, bool soon, const StreamRescue *rescue, WorkerVisit visit) {
    Error error = {0};
    if (now < keeper->workers_due) return false;
    keeper->workers_due = now + (soon ? SOON_SECONDS : WORKERS_SECONDS);
    members_refresh(&keeper->members);
    if (now - keeper->calm_since > keeper->lease &&
        !keeper_done(keeper, stream_rescue(&keeper->stream, keeper->lease, rescue, &error), &error))
        return false;
    return keeper_done(keeper, stream_workers(&keeper->stream, visit, keeper->context, &error), &error);
}
