// A run on many machines as JSON, for `mustplay cluster` and for the page.
#ifndef MUSTPLAY_CLUSTER_CMD_CLUSTER_REPORT_H
#define MUSTPLAY_CLUSTER_CMD_CLUSTER_REPORT_H

#include "base/json.h"
#include "cluster/stream.h"

// Each worker: its last word, with `id`, `silent` (seconds) and `rate` (nodes per second of work). NULL with an error.
json_t *cluster_workers_json(Stream *stream, Error *error);
// What runs: kind, state, title, version, master, workers (how many), rate, open, queued, answers, facts, rejected, and
// progress, the master's last word, or null. The workers are given. NULL with an error, also when there is no such run.
json_t *cluster_status_json(Stream *stream, const json_t *workers, Error *error);

#endif
