#include "proof/proof.h"

#include "base/clock.h"

// The position with the loser to move, and its state: after the winner's first move, if he is to move. False when
// there is none; the result is set.
static bool first_play(const ProofTask *task, Oracle *oracle, Position *p, OracleState *state, Move *first,
                       ProofMade *made, Error *error) {
    OracleReply reply;
    *p = *task->root;
    *first = MOVE_NONE;
    made->result = BUILD_DONE;
    p->to_move = color_other(task->winner);
    if (task->root->to_move != task->winner || position_winner(p) != EMPTY) {
        *state = oracle_root(oracle, p);
        return true;
    }
    OracleAnswer said = oracle_first(oracle, task->root, &reply, error);
    made->result = said == ORACLE_STOPPED ? BUILD_STOPPED : said == ORACLE_YES ? BUILD_DONE : BUILD_FAILED;
    if (said == ORACLE_NO) error_failure(error, "the side said to win loses");
    if (said != ORACLE_YES) return false;
    bool other = task->first != MOVE_NONE && task->first != reply.move;
    *first = other ? task->first : reply.move;
    cellset_add(&p->stones[task->winner], *first);
    *state = other ? oracle_root(oracle, p) : reply.after;
    return true;
}

static bool root_build(const ProofTask *task, Oracle *oracle, ClaimBook *book, ClaimJournal *journal,
                       ProofMade *made, Error *error) {
    Position p;
    OracleState state;
    Move first;
    ClaimRef ref;
    if (!first_play(task, oracle, &p, &state, &first, made, error)) return made->result == BUILD_STOPPED;
    Builder *builder = builder_new(book, oracle, journal, task->budget->memory);
    if (!builder) return error_failure(error, "out of memory");
    made->result = builder_prove(builder, &p, &state, &ref, error);
    made->positions = builder_positions(builder);
    builder_free(builder);
    if (made->result != BUILD_DONE) return made->result == BUILD_STOPPED;
    ProofHeader header = {task->root, first, task->made};
    return proof_file_write(task->path, task->force, book, &header, ref, &made->size, error);
}

static bool proof_build(const ProofTask *task, ClaimBook *book, ClaimJournal *journal, ProofMade *made,
                        Error *error) {
    Oracle oracle = {.context = task->context, .winner = task->winner};
    budget_start(&oracle.clock, task->budget, 1);
    bool good = root_build(task, &oracle, book, journal, made, error);
    made->searches = oracle.searches;
    made->nodes = oracle.nodes;
    return good;
}

bool proof_make(const ProofTask *task, ProofMade *made, Error *error) {
    double start = clock_seconds();
    Text part = {0};
    *made = (ProofMade){.result = BUILD_FAILED};
    text_format(&part, "%s.part", task->path);
    ClaimBook *book = claim_book_new(task->root->geometry, task->winner);
    ClaimJournal *journal = NULL;
    if (!book || part.failed)
        error_failure(error, "out of memory");
    else
        journal = claim_journal_open(part.data, book, error);
    bool good = journal && proof_build(task, book, journal, made, error);
    if (journal && !(good && made->result == BUILD_DONE)) claim_journal_keep(journal, book, true);
    claim_journal_close(journal, good && made->result == BUILD_DONE);
    claim_book_free(book);
    text_free(&part);
    made->seconds = clock_seconds() - start;
    return good;
}
