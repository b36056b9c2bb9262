// cluster: how a run on many machines goes, for a server that was told where it is.
#include "app/web/web_inside.h"

typedef struct ClusterLook {
    json_t *answer;
} ClusterLook;

static bool cluster_open(WebTask *task, const json_t *request, Error *error) {
    (void)request;
    return web_cluster(task->web) || error_input(error, "This server watches no cluster.");
}

// By a thread that others do not wait for: Redis may take its time.
static WebStep cluster_step(WebTask *task) {
    ClusterLook *look = task->state;
    Error error = {0};
    const WebCluster *cluster = web_cluster(task->web);
    look->answer = cluster->look(cluster->context, &error);
    return look->answer ? web_task_end(task) : web_task_fail(task, &error);
}

static json_t *cluster_answer(WebTask *task) {
    const ClusterLook *look = task->state;
    return look->answer ? json_incref(look->answer) : json_object();
}

static void cluster_close(WebTask *task) {
    json_decref(((ClusterLook *)task->state)->answer);
}

const WebTaskType WEB_CLUSTER = {
    .name = "cluster",
    .slot = SLOT_CLUSTER,
    .crew = CREW_REVIEWS,
    .rank = RANK_SHORT,
    .state_size = sizeof(ClusterLook),
    .open = cluster_open,
    .step = cluster_step,
    .close = cluster_close,
    .answer = cluster_answer,
};
