// Audits: a sample of what workers prove is solved again by others.
#include "cluster/master_inside.h"

#include <stdlib.h>

// Studies that an audit may take beyond what the claim took, and how that grows from try to try. The claim may rest on what
// its author had proved before.
enum { AUDIT_FIRST = 1000, AUDIT_FACTOR = 8, AUDIT_TRIES = 4 };

uint64_t audit_budget(const MasterAudit *audit) {
    uint64_t budget = AUDIT_FIRST + (uint64_t)AUDIT_FACTOR * audit->work;
    for (uint32_t i = 1; i < audit->tries; i++) budget *= AUDIT_FACTOR;
    return budget;
}

static void audit_add(Master *m, const Position *position, bool exact, const ProofRecord *record,
                      WorkerId author) {
    if (!array_room(&m->audit, &m->audits_room, m->audits + 1, sizeof *m->audit)) return;
    m->audit[m->audits++] = (MasterAudit){.number = m->audit_number++,
                                          .position = *position,
                                          .exact = exact,
                                          .winner = record->winner,
                                          .work = record->work,
                                          .author = author,
                                          .saved = m->saved};
    m->stats.audits++;
}

// A refuted move of an undecided answer, if it has one: as a position of its own.
static bool refuted_pick(Master *m, const SolveAnswer *answer, Position *position, ProofRecord *record) {
    const ProofPart *part = &answer->part;
    int refuted = 0;
    for (int i = 0; i < part->children; i++) refuted += part->child[i].phi == 0;
    if (!refuted) return false;
    int wanted = (int)random_below(&m->random, (uint32_t)refuted);
    for (int i = 0; i < part->children; i++) {
        if (part->child[i].phi || wanted--) continue;
        *position = position_played(&answer->position, part->child[i].move);
        *record = (ProofRecord){.winner = position->to_move, .move = MOVE_NONE, .work = part->child[i].work};
        break;
    }
    return position_winner(position) == EMPTY;
}

void audit_draw(Master *m, const SolveAnswer *answer, bool is_question) {
    if (m->options.audit <= 0 || random_unit(&m->random) >= m->options.audit) return;
    Position position = answer->position;
    ProofRecord record = answer->part.record;
    if (record.winner == EMPTY && !refuted_pick(m, answer, &position, &record)) return;
    audit_add(m, &position, is_question, &record, answer->worker);
}

void audit_draw_fact(Master *m, const Position *key, const ProofRecord *record, WorkerId author) {
    if (m->options.audit > 0 && random_unit(&m->random) < m->options.audit)
        audit_add(m, key, false, record, author);
}

MasterAudit *audit_find(Master *m, int64_t number) {
    for (int i = 0; i < m->audits; i++) {
        if (m->audit[i].number == number) return &m->audit[i];
    }
    return NULL;
}

MasterAudit *audit_for(Master *m, WorkerId worker) {
    for (int i = 0; i < m->audits; i++) {
        if (m->audit[i].state == AUDIT_WAITING && m->audit[i].author != worker) return &m->audit[i];
    }
    return NULL;
}

static void audit_end(Master *m, MasterAudit *audit) {
    *audit = m->audit[--m->audits];
}

void audit_answer(Master *m, MasterAudit *audit, const SolveAnswer *answer, MasterVerdict *verdict) {
    Color winner = answer->part.record.winner;
    if (winner == EMPTY && audit->tries < AUDIT_TRIES) {
        audit->state = AUDIT_WAITING;
        return;
    }
    if (winner == EMPTY) m->stats.audits_undecided++;
    if (winner != EMPTY && winner != audit->winner) {
        *verdict = (MasterVerdict){.kind = MASTER_DISPUTE, .position = audit->position};
        verdict->worker[winner] = answer->worker;
        verdict->worker[audit->winner] = audit->author;
        m->sound = audit->saved;
    }
    audit_end(m, audit);
}

WorkerId master_judge(Master *m, const MasterVerdict *dispute, Color winner) {
    WorkerId liar = dispute->worker[color_other(winner)];
    MasterWorker *worker = liar ? master_worker_add(m, liar) : NULL;
    if (worker) {
        master_leave(m, liar);
        worker->banned = true;
    }
    return liar;
}

uint32_t master_audited(const Master *m) {
    uint32_t clean = m->saved < m->sound ? m->saved : m->sound;
    for (int i = 0; i < m->audits; i++) {
        if (m->audit[i].saved < clean) clean = m->audit[i].saved;
    }
    return clean <= m->dropped && clean > m->kept ? m->kept : clean;
}
