#include "proof/proof.h"

#include "base/clock.h"
#include "base/file.h"

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
    made->lost = said == ORACLE_NO;
    if (made->lost) error_failure(error, "the side said to win loses");
    if (said != ORACLE_YES) return false;
    bool other = task->first != MOVE_NONE && task->first != reply.move;
    *first = other ? task->first : reply.move;
    cellset_add(&p->stones[task->winner], *first);
    *state = other ? oracle_root(oracle, p) : reply.after;
    return true;
}

static bool root_build(const ProofTask *task, Oracle *oracle, ClaimBook *book, PartFile *part_file,
                       ProofMade *made, Error *error) {
    Position p;
    OracleState state;
    Move first;
    ClaimRef ref;
    if (!first_play(task, oracle, &p, &state, &first, made, error)) return made->result == BUILD_STOPPED;
    Builder *builder = builder_new(book, oracle, part_file, task->budget->memory);
    if (!builder) return error_memory(error);
    made->result = builder_prove(builder, &p, &state, &ref, error);
    made->positions = builder_positions(builder);
    made->lost = builder_lost(builder);
    made->first = first;
    builder_free(builder);
    if (made->result != BUILD_DONE) return made->result == BUILD_STOPPED;
    ProofHeader header = {task->root, first, task->made};
    if (task->text) return proof_text_write(book, &header, ref, task->text, &made->size, error);
    return proof_file_write(task->path, task->force, book, &header, ref, &made->size, error);
}

static bool proof_build(const ProofTask *task, ClaimBook *book, PartFile *part_file, ProofMade *made,
                        Error *error) {
    Oracle oracle = {.solver = task->solver, .winner = task->winner};
    oracle_start(&oracle, task->budget);
    bool good = root_build(task, &oracle, book, part_file, made, error);
    made->searches = oracle.searches;
    made->nodes = oracle.nodes;
    return good;
}

// Builds with what is proved on the way kept in a part file. A path that is refused is refused before any work.
static bool proof_build_kept(const ProofTask *task, ClaimBook *book, ProofMade *made, Error *error) {
    if (!file_can_write(task->path, task->force, error)) return false;
    Text part = {0};
    text_format(&part, "%s.part", task->path);
    PartFile *part_file = NULL;
    if (part.failed)
        error_memory(error);
    else
        part_file = part_file_open(part.data, book, error);
    bool good = part_file && proof_build(task, book, part_file, made, error);
    if (part_file && !(good && made->result == BUILD_DONE)) part_file_keep(part_file, book, true);
    part_file_close(part_file, good && made->result == BUILD_DONE);
    text_free(&part);
    return good;
}

bool proof_make(const ProofTask *task, ProofMade *made, Error *error) {
    double start = clock_seconds();
    *made = (ProofMade){.result = BUILD_FAILED, .first = MOVE_NONE};
    ClaimBook *book = claim_book_new(task->root->geometry, task->winner);
    bool good = book || error_memory(error);
    if (good && task->text)
        good = proof_build(task, book, NULL, made, error);
    else if (good)
        good = proof_build_kept(task, book, made, error);
    claim_book_free(book);
    made->seconds = clock_seconds() - start;
    return good;
}
