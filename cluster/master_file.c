// The master in a file: its graph as search/proof_snapshot.h keeps it, and in the same file what it knows besides. Jobs are
// not kept: after a load their positions are leaves again, and answers that come late are used all the same.
#include "cluster/master_inside.h"
#include "search/proof_snapshot.h"

#include <stdlib.h>
#include <string.h>

static const char MAGIC[8] = "MPMASTR1";

typedef struct FileHead {
    char magic[8];
    char place[64];
    uint64_t next_id;
    int64_t audit_number;
    uint32_t epoch, saved, kept, dropped;
    Random random;
    MasterStats stats;
    int32_t audits, workers;
} FileHead;

// So far ahead the next ids are: jobs that went out after the file was written have ids below.
static const uint64_t IDS_AHEAD = (uint64_t)1 << 32;

static Text state_write(const Master *m, const char *place) {
    FileHead head = {.next_id = m->next_id,
                     .audit_number = m->audit_number,
                     .epoch = m->epoch,
                     .saved = m->saved,
                     .kept = m->kept,
                     .dropped = m->dropped,
                     .random = m->random,
                     .stats = m->stats,
                     .audits = m->audits,
                     .workers = m->worker_count};
    memcpy(head.magic, MAGIC, sizeof head.magic);
    strncpy(head.place, place, sizeof head.place - 1);
    Text bytes = {0};
    text_add_bytes(&bytes, (const char *)&head, sizeof head);
    for (int i = 0; i < m->audits; i++) {
        MasterAudit audit = m->audit[i];
        audit.position.geometry = NULL;
        text_add_bytes(&bytes, (const char *)&audit, sizeof audit);
    }
    text_add_bytes(&bytes, (const char *)m->workers, sizeof *m->workers * (size_t)m->worker_count);
    return bytes;
}

uint32_t master_save(Master *m, const char *path, const char *place, Error *error) {
    m->saved++;
    SnapshotHead head = {.question = m->question, .studies = m->stats.nodes, .more = state_write(m, place)};
    bool good =
        head.more.failed ? error_memory(error) : proof_snapshot_save(m->prover.tree, &head, path, error);
    text_free(&head.more);
    if (!good) m->saved--;
    return good ? m->saved : 0;
}

// --- Reading
static bool audits_read(Master *m, const FileHead *head, const char *bytes) {
    for (int i = 0; i < head->audits; i++) {
        MasterAudit audit;
        memcpy(&audit, bytes + sizeof audit * (size_t)i, sizeof audit);
        audit.position.geometry = m->geometry;
        audit.state = AUDIT_WAITING;
        if (!array_room(&m->audit, &m->audits_room, m->audits + 1, sizeof *m->audit)) return false;
        m->audit[m->audits++] = audit;
    }
    return true;
}

static bool workers_read(Master *m, const FileHead *head, const char *bytes) {
    for (int i = 0; i < head->workers; i++) {
        MasterWorker worker, *added;
        memcpy(&worker, bytes + sizeof worker * (size_t)i, sizeof worker);
        if (!(added = master_worker_add(m, worker.id))) return false;
        added->banned = worker.banned;
        added->disbelieved = worker.disbelieved;
    }
    return true;
}

static bool state_read(Master *m, const Text *bytes, char place[64], const char *path, Error *error) {
    FileHead head;
    bool whole = bytes->length >= sizeof head;
    if (whole) {
        memcpy(&head, bytes->data, sizeof head);
        whole = !memcmp(head.magic, MAGIC, sizeof MAGIC) && head.audits >= 0 && head.workers >= 0 &&
                bytes->length == sizeof head + sizeof(MasterAudit) * (size_t)head.audits +
                                     sizeof(MasterWorker) * (size_t)head.workers;
    }
    if (!whole) return error_input(error, "'%.200s' is no checkpoint of a master", path);
    m->next_id = head.next_id + IDS_AHEAD;
    m->audit_number = head.audit_number;
    m->epoch = head.epoch;
    m->saved = head.saved;
    m->kept = head.kept;
    m->dropped = head.dropped;
    m->random = head.random;
    m->stats = head.stats;
    memcpy(place, head.place, sizeof head.place);
    const char *audits = bytes->data + sizeof head;
    return (audits_read(m, &head, audits) &&
            workers_read(m, &head, audits + sizeof(MasterAudit) * (size_t)head.audits)) ||
           error_memory(error);
}

static bool master_read(Master *m, const char *path, char place[64], Error *error) {
    SnapshotHead head = {0};
    if (!proof_snapshot_load(m->prover.tree, m->geometry, path, NULL, &head, error)) return false;
    bool good = position_equal(&head.question, &m->question) ||
                error_input(error, "'%.200s' is a checkpoint of another position", path);
    good = good && state_read(m, &head.more, place, path, error);
    text_free(&head.more);
    return good && master_root(m, error);
}

Master *master_load(const Position *question, const MasterOptions *options, const char *path, char place[64],
                    Error *error) {
    Master *m = master_make(question, options, error);
    if (m && master_read(m, path, place, error)) return m;
    master_free(m);
    return NULL;
}

Master *master_back(const Master *from, const char *path, char place[64], Error *error) {
    Master *m = path ? master_load(&from->question, &from->options, path, place, error)
                     : master_new(&from->question, &from->options, error);
    if (!m) return NULL;
    m->epoch = from->epoch + 1;
    m->kept = path ? m->saved : 0;
    m->saved = m->dropped = from->saved;
    m->next_id = from->next_id + IDS_AHEAD;
    bool good = true;
    for (int i = 0; good && i < from->worker_count; i++) {
        const MasterWorker *old = &from->workers[i];
        MasterWorker *worker = old->banned || old->disbelieved ? master_worker_add(m, old->id) : NULL;
        good = worker || !(old->banned || old->disbelieved);
        if (!worker) continue;
        worker->banned = old->banned;
        worker->disbelieved = old->disbelieved;
    }
    if (good) return m;
    error_memory(error);
    master_free(m);
    return NULL;
}
