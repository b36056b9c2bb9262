#include "cluster/run_lease.h"

#include "base/clock.h"
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double WORKERS_SECONDS = 1, SOON_SECONDS = 0.1, RENEW_SECONDS = 2, REPEAT_SECONDS = 10,
                    BLOBS_SECONDS = 300;

bool run_lease_open(RunLease *lease, const RedisAddress *address, const RunKeys *keys, const char *run,
                    Error *error) {
    lease->said = -INFINITY;
    if (!identity_load(keys->key, &lease->identity, error) ||
        !members_open(&lease->members, keys->admitted, error) ||
        !stream_open(&lease->stream, address, run, error))
        return false;
    lease->stream.identity = &lease->identity;
    stream_self_draw(&lease->stream, false);
    return true;
}

void run_lease_close(RunLease *lease) {
    if (lease->stream.redis) stream_release(&lease->stream, &(Error){0});
    stream_close(&lease->stream);
    members_close(&lease->members);
    identity_forget(&lease->identity);
}

void run_lease_say(const RunLease *lease, const char *line) {
    if (lease->say) lease->say(lease->context, line);
}

bool run_lease_stopped(const RunLease *lease) {
    return lease->failed || (lease->cancelled && lease->cancelled(lease->context));
}

void run_lease_fail(RunLease *lease, const Error *error) {
    if (!lease->failed) lease->error = *error;
    lease->failed = true;
}

double smoothed(double mean, double value) {
    return mean > 0 ? mean + 0.1 * (value - mean) : value;
}

// Told now and then; leases count anew once Redis is back.
static void trouble(RunLease *lease, const Error *error) {
    double now = clock_seconds();
    lease->calm_since = now;
    if (*error->text && now - lease->said >= REPEAT_SECONDS) {
        lease->said = now;
        run_lease_say(lease, error->text);
    }
    struct timespec pause = {.tv_nsec =
                                 (long)(1e9 * fmin(0.5, fmax(0.05, redis_pause(lease->stream.redis))))};
    nanosleep(&pause, NULL);
}

bool run_lease_done(RunLease *lease, StreamResult result, const Error *error) {
    if (result == STREAM_REFUSED) run_lease_fail(lease, error);
    if (result == STREAM_LATER) trouble(lease, error);
    return result == STREAM_DONE;
}

bool run_lease_begin(RunLease *lease, const RunStart *start, bool *resumed, Error *error) {
    StreamResult result;
    while ((result = stream_begin(&lease->stream, start, resumed, error)) == STREAM_LATER) {
        trouble(lease, error);
        if (run_lease_stopped(lease)) return false;
        *error = (Error){0};
    }
    lease->calm_since = clock_seconds();
    return result == STREAM_DONE;
}

void run_lease_keep(RunLease *lease, const char *hash) {
    for (int i = 0; i < lease->blobs; i++)
        if (!strcmp(lease->blob[i], hash)) return;
    if (lease->blobs < RUN_LEASE_BLOBS)
        snprintf(lease->blob[lease->blobs++], sizeof *lease->blob, "%s", hash);
}

// STREAM_GONE: some are not there.
static StreamResult blobs_renew(RunLease *lease, double now, Error *error) {
    StreamResult result = STREAM_DONE;
    if (now < lease->blobs_due) return STREAM_DONE;
    lease->blobs_due = now + BLOBS_SECONDS;
    for (int i = 0; i < lease->blobs && result == STREAM_DONE; i++)
        result = stream_blob_renew(&lease->stream, lease->blob[i], error);
    return result;
}

StreamResult run_lease_renew(RunLease *lease, double now, char *(*status)(void *context)) {
    Error error = {0};
    if (redis_connections(lease->stream.redis) != lease->connections) { // it broke in between
        lease->connections = redis_connections(lease->stream.redis);
        lease->calm_since = now;
    }
    if (now < lease->renew_due) return STREAM_NONE;
    lease->renew_due = now + RENEW_SECONDS;
    char *text = status(lease->context);
    StreamResult result = text ? stream_renew(&lease->stream, text, &error) : STREAM_LATER;
    free(text);
    lease->round_trip = smoothed(lease->round_trip, (clock_seconds() - now) / 2);
    if (result == STREAM_DONE) result = blobs_renew(lease, now, &error);
    run_lease_done(lease, result, &error);
    return result;
}

// More came at once than may be read: what is too long goes unread.
static StreamResult answers_clean(RunLease *lease, const char *last, uint64_t *refused) {
    long long gone = 0;
    Error error = {0};
    StreamResult result = stream_answers_clean(&lease->stream, last, &gone, &error);
    *refused += (uint64_t)gone;
    if (gone) run_lease_say(lease, "answers that are too long were put away");
    return run_lease_done(lease, result, &error) ? STREAM_NONE : result;
}

StreamResult run_lease_answers(RunLease *lease, char last[STREAM_ID_MAX], double seconds, int most,
                               AnswerVisit visit, void *context, uint64_t *refused) {
    Error error = {0};
    StreamResult result = stream_answers(&lease->stream, last, seconds, most, visit, context, &error);
    if (result == STREAM_LATER && redis_overflowed(lease->stream.redis))
        return answers_clean(lease, last, refused);
    run_lease_done(lease, result, &error);
    if (stream_id_bad(last)) { // it is taken away with the next renewal
        *last = '\0';
        ++*refused;
        lease->renew_due = 0;
    }
    return result;
}

bool run_lease_build(RunLease *lease, const char *info) {
    char line[200];
    json_t *said = json_loads(info, 0, NULL);
    const char *commit = json_string_value(json_object_get(said, "commit"));
    bool known = lease->build.commit && *lease->build.commit,
         same = commit && known && !strcmp(commit, lease->build.commit);
    if (known && !same && commit && strncmp(commit, lease->other_build, sizeof lease->other_build - 1) != 0) {
        snprintf(lease->other_build, sizeof lease->other_build, "%s", commit);
        snprintf(line, sizeof line, "a worker is built from commit %.40s, this program from %.40s%s",
                 *commit ? commit : "unknown", lease->build.commit,
                 lease->build.same ? ": it gets no jobs" : "");
        for (char *c = line; *c; c++)
            if (*c < 32 || *c == 127) *c = '?';
        run_lease_say(lease, line);
    }
    json_decref(said);
    return same || !known || !lease->build.same;
}

bool run_lease_look(RunLease *lease, double now, bool soon, const StreamRescue *rescue, WorkerVisit visit) {
    Error error = {0};
    if (now < lease->workers_due) return false;
    lease->workers_due = now + (soon ? SOON_SECONDS : WORKERS_SECONDS);
    members_refresh(&lease->members);
    if (now - lease->calm_since > lease->seconds &&
        !run_lease_done(lease, stream_rescue(&lease->stream, lease->seconds, rescue, &error), &error))
        return false;
    return run_lease_done(lease, stream_workers(&lease->stream, visit, lease->context, &error), &error);
}
