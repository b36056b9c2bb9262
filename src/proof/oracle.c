#include "proof/oracle.h"

#include "search/proof_search.h"

bool oracle_stopped(Oracle *o) {
    return budget_look(&o->clock, o->nodes);
}

bool oracle_recall(Oracle *o, const Position *position, ProofRecord *record) {
    ProofSearcher *searcher = o->context->searcher;
    if (!searcher || proof_searcher_geometry(searcher) != position->geometry) return false;
    return proof_searcher_recall(searcher, position, record);
}

// The move that the graph knows, if the position after it is known to be won as well.
static bool reply_recall(Oracle *o, const Position *position, OracleReply *reply) {
    ProofRecord record;
    Position after = *position;
    Color mover = position->to_move;
    if (!oracle_recall(o, position, &record) || record.winner != mover) return false;
    int move = record.move != MOVE_NONE ? record.move : cellset_first(record.proof);
    if (move < 0 || position_at(position, move) != EMPTY) return false;
    cellset_add(&after.stones[mover], move);
    after.to_move = color_other(mover);
    *reply = (OracleReply){move, cellset_of(move)};
    if (position_winner(&after) == mover) return true;
    if (!oracle_recall(o, &after, &record) || record.winner != mover) return false;
    reply->needs = cellset_or(reply->needs, record.proof);
    return true;
}

OracleAnswer oracle_reply(Oracle *o, const Position *position, OracleReply *reply, Error *error) {
    if (oracle_stopped(o)) return ORACLE_STOPPED;
    if (reply_recall(o, position, reply)) {
        o->recalls++;
        return ORACLE_YES;
    }
    Answer answer;
    Budget left = budget_left(&o->clock, 0);
    if (!solve_position(solve_default_method(), position, &left, o->context, &answer, error))
        return ORACLE_FAILED;
    o->searches++;
    o->nodes += answer.nodes;
    if (answer.winner == EMPTY) return ORACLE_STOPPED;
    *reply = (OracleReply){answer.move, answer.carrier};
    return answer.winner == position->to_move ? ORACLE_YES : ORACLE_NO;
}
