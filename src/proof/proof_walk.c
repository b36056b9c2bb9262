#include "proof/proof_walk.h"

#include "proof/capture.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_FIRST = 64, NODES_MAX = 8192, ROOT = 1 };

typedef enum NodeKind {
    NODE_CLAIM, // as its line says
    NODE_PARTS, // children with disjoint carriers
    NODE_PAIR,
    NODE_FILL, // the child, on a board where a captured set is the winner's
    NODE_DROP  // the child, on a board where a set captured for the loser is empty
} NodeKind;

typedef struct Node {
    NodeKind kind;
    ClaimRef ref;    // that it is, or came from
    CellSet carrier; // a claim's or a part's: where it answers
    int child, next; // 0: none
    int p, q;
    Capture capture;
} Node;

struct ProofWalk {
    const Proof *proof;
    Position position;
    ProofLine line;  // scratch
    int count, room; // nodes in use, and the empty one
    Node *node;
    int *path; // scratch: nodes from the root to the one that is asked; as much room
};

// --- Nodes

static bool nodes_room(ProofWalk *w, int room) {
    if (room <= w->room) return true;
    Node *node = realloc(w->node, (size_t)room * sizeof *node);
    if (node) w->node = node;
    int *path = realloc(w->path, (size_t)room * sizeof *path);
    if (path) w->path = path;
    if (!node || !path) return false;
    w->room = room;
    return true;
}

// 0 when there are too many.
static int node_add(ProofWalk *w, Node node) {
    if (w->count == NODES_MAX || (w->count == w->room && !nodes_room(w, 2 * w->room))) return 0;
    w->node[w->count] = node;
    return w->count++;
}

static bool nodes_full(Error *error) {
    return error_input(error, "the claims lie too deep in each other to be walked");
}

static bool child_add(ProofWalk *w, int parent, Node child, Error *error) {
    child.next = w->node[parent].child;
    int added = node_add(w, child);
    if (!added) return nodes_full(error);
    w->node[parent].child = added;
    return true;
}

// What has to be played for an item of a body whose stones are the winner's; false when nothing has.
static bool item_node(const Proof *proof, const ProofItem *item, CellSet own, Node *node) {
    *node = (Node){.kind = NODE_PAIR, .p = item->p, .q = item->q};
    if (item->kind == ITEM_STONE) return false;
    if (item->kind == ITEM_PAIR) {
        cellset_add(&node->carrier, item->p);
        cellset_add(&node->carrier, item->q);
        return !cellset_meets(node->carrier, own);
    }
    node->kind = NODE_CLAIM;
    node->ref = item->ref;
    node->carrier = cellset_minus(claim_get(proof->book, item->ref).free, own);
    return !cellset_is_empty(node->carrier);
}

// The node is now the parts of a body of the line that was read.
static bool node_become_parts(ProofWalk *w, int node, const ProofBody *body, Error *error) {
    w->node[node].kind = NODE_PARTS;
    w->node[node].child = 0;
    for (int i = body->first; i < body->first + body->count; i++) {
        Node part;
        if (!item_node(w->proof, &w->line.item[i], body->own, &part)) continue;
        if (part.kind == NODE_PAIR) part.ref = w->node[node].ref;
        if (!child_add(w, node, part, error)) return false;
    }
    return true;
}

// The node, a wrapper, gets a child that is what it was: all but its place in the chain moves down.
static bool node_wrap(ProofWalk *w, int node, NodeKind kind, Capture capture, Error *error) {
    Node inner = w->node[node];
    if (cellset_count(capture.set) > CAPTURED_MAX)
        return error_input(error, "claim %d: a set has more than %d cells", inner.ref / 2 + 1, CAPTURED_MAX);
    inner.next = 0;
    int child = node_add(w, inner);
    if (!child) return nodes_full(error);
    w->node[node].kind = kind;
    w->node[node].child = child;
    w->node[node].capture = capture;
    return true;
}

// F and D: the claim referred to, within one wrapper for each set.
static bool node_become_change(ProofWalk *w, int node, Error *error) {
    const ProofLine *line = &w->line;
    bool fill = line->rule == 'F';
    ClaimRef own_ref = w->node[node].ref;
    Claim c = claim_get(w->proof->book, line->base);
    w->node[node].ref = line->base;
    w->node[node].carrier = c.free;
    c.own = cellset_or(c.own, line->given);
    c.free = cellset_minus(c.free, line->given);
    for (int i = 0; i < line->sets; i++) {
        CellSet set = fill ? line->set[i] : cellset_and(line->set[i], c.free);
        if (fill) c.own = cellset_minus(c.own, set);
        c.free = cellset_minus(c.free, set);
        Field field = {w->proof->geometry, w->proof->winner, c.own, c.free};
        Capture capture = {.field = field, .set = set, .live = set, .for_loser = !fill};
        if (!node_wrap(w, node, fill ? NODE_FILL : NODE_DROP, capture, error)) return false;
        w->node[node].ref = own_ref;
        if (fill) c.free = cellset_or(c.free, set);
        w->node[node].carrier = c.free;
    }
    return true;
}

// --- Answers

typedef struct Reply {
    int cell; // CELL_NONE: no answer is needed
    WalkReason reason;
    ClaimRef ref;
} Reply;

static const Reply NO_REPLY = {CELL_NONE, WALK_FREE, CLAIM_NONE};

static bool no_answer(const ProofWalk *w, ClaimRef ref, int m, Error *error) {
    char name[CELL_NAME_MAX];
    return error_input(error, "claim %d has no answer to %s: the file is false", ref / 2 + 1,
                       cell_name(w->proof->geometry, m, name));
}

// A cell that every answer needs: it is killed, or reversed.
static bool excuse_reply(ProofWalk *w, int node, int m, Reply *reply, Error *error) {
    const ProofLine *line = &w->line;
    ClaimRef ref = w->node[node].ref;
    const ProofExcuse *excuse = NULL;
    for (int i = 0; i < line->excuses && !excuse; i++)
        if (cellset_has(line->excuse[i].cells, m) && line->excuse[i].reply != m) excuse = &line->excuse[i];
    if (!excuse) return no_answer(w, ref, m, error);
    *reply = (Reply){excuse->reply, excuse->reverses ? WALK_REVERSE : WALK_KILL, ref};
    if (!excuse->reverses) return true;
    CellSet set = cellset_and(excuse->cells, line->claim.free);
    Field field = {w->proof->geometry, w->proof->winner, line->claim.own,
                   cellset_minus(line->claim.free, set)};
    cellset_add(&field.own, excuse->reply);
    cellset_remove(&field.free, excuse->reply);
    Capture capture = {.field = field, .set = set, .live = set, .for_loser = true};
    return node_wrap(w, node, NODE_DROP, capture, error);
}

static bool cases_reply(ProofWalk *w, int node, int m, Reply *reply, Error *error) {
    for (int i = 0; i < w->line.answers; i++) {
        const ProofAnswer *answer = &w->line.answer[i];
        if (cellset_has(answer->needs, m)) continue;
        *reply = (Reply){answer->reply, WALK_ANSWER, w->node[node].ref};
        return node_become_parts(w, node, &answer->body, error);
    }
    return excuse_reply(w, node, m, reply, error);
}

// Opens a claim as its line says. `*replied`: the line had an answer to m; otherwise the node is to be asked again.
static bool claim_open(ProofWalk *w, int node, int m, bool *replied, Reply *reply, Error *error) {
    *replied = false;
    if (!proof_line_read(w->proof, w->node[node].ref, &w->line, error)) return false;
    if (w->line.rule == 'S' || w->line.rule == 'P') return node_become_parts(w, node, &w->line.body, error);
    if (w->line.rule != 'C') return node_become_change(w, node, error);
    *replied = true;
    return cases_reply(w, node, m, reply, error);
}

static bool capture_reply(Capture *capture, ClaimRef ref, const ProofWalk *w, int m, int *answer,
                          Error *error) {
    Claim claim = claim_get(w->proof->book, ref);
    if (claim.x < CELL_MAX || claim.y < CELL_MAX)
        return error_input(error, "claim %d: captured sets are walked only between edges", ref / 2 + 1);
    return capture_play(capture, m, answer) || no_answer(w, ref, m, error);
}

// The part whose carrier holds m, or 0.
static int part_with(const ProofWalk *w, int node, int m) {
    int part = w->node[node].child;
    while (part && !cellset_has(w->node[part].carrier, m)) part = w->node[part].next;
    return part;
}

// Goes down from a node to the one that answers m, and adds those on the way to the path.
static bool node_reply(ProofWalk *w, int node, int *depth, int m, Reply *reply, Error *error) {
    *reply = NO_REPLY;
    while (node) {
        Node *n = &w->node[node];
        bool replied = false;
        switch (n->kind) {
        case NODE_PAIR:
            *reply = (Reply){m == n->p ? n->q : n->p, WALK_PAIR, n->ref};
            return true;
        case NODE_CLAIM:
            if (!cellset_has(n->carrier, m)) return true;
            if (!claim_open(w, node, m, &replied, reply, error)) return false;
            if (replied) return true;
            continue; // what it has become
        case NODE_FILL:
            if (cellset_has(n->capture.set, m)) {
                *reply = (Reply){CELL_NONE, WALK_CAPTURED, n->ref};
                return capture_reply(&n->capture, n->ref, w, m, &reply->cell, error);
            }
            break;
        case NODE_DROP:
            if (cellset_has(n->capture.set, m)) return true;
            break;
        case NODE_PARTS:
            break;
        }
        if (*depth == w->room) return nodes_full(error);
        w->path[(*depth)++] = node;
        node = n->kind == NODE_PARTS ? part_with(w, node, m) : n->child;
    }
    return true;
}

// The answer to m. Where it lies in a dropped set, the loser is imagined to answer there, and the strategy below is
// asked again.
static bool walk_reply(ProofWalk *w, int m, Reply *reply, Error *error) {
    int depth = 0;
    if (!node_reply(w, ROOT, &depth, m, reply, error)) return false;
    while (depth && reply->cell != CELL_NONE) {
        int node = w->path[depth - 1], imagined = CELL_NONE;
        Node *n = &w->node[node];
        if (n->kind != NODE_DROP || !cellset_has(n->capture.set, reply->cell)) {
            depth--;
            continue;
        }
        if (!capture_reply(&n->capture, n->ref, w, reply->cell, &imagined, error)) return false;
        *reply = NO_REPLY;
        if (imagined != CELL_NONE && !node_reply(w, n->child, &depth, imagined, reply, error)) return false;
    }
    return true;
}

// --- Walks

static ProofWalk *walk_start(const Proof *proof, ClaimRef ref, Error *error) {
    ProofWalk *w = calloc(1, sizeof *w);
    if (!w || !nodes_room(w, NODES_FIRST)) {
        error_memory(error);
        proof_walk_free(w);
        return NULL;
    }
    w->proof = proof;
    w->count = ROOT;
    w->node[0] = (Node){0};
    node_add(w, (Node){.kind = NODE_CLAIM, .ref = ref, .carrier = claim_get(proof->book, ref).free});
    return w;
}

// A cell for the winner when no answer is needed: one that he needs, if there is any.
static int cell_free(const ProofWalk *w) {
    CellSet vacant = position_vacant(&w->position), needed = cellset_and(vacant, w->node[ROOT].carrier);
    return cellset_first(cellset_is_empty(needed) ? vacant : needed);
}

ProofWalk *proof_walk_new(const Proof *proof, Error *error) {
    ProofWalk *w = walk_start(proof, 2 * (claim_book_count(proof->book) - 1), error);
    if (!w) return NULL;
    w->position = proof->root;
    w->position.to_move = color_other(proof->winner);
    if (proof->root.to_move != proof->winner || position_winner(&proof->root) != EMPTY) return w;
    int first = proof->first == CELL_NONE ? cell_free(w) : proof->first;
    if (first >= 0) cellset_add(&w->position.stones[proof->winner], first);
    return w;
}

ProofWalk *proof_walk_claim(const Proof *proof, ClaimRef ref, Error *error) {
    ProofWalk *w = walk_start(proof, ref, error);
    if (!w) return NULL;
    Claim claim = claim_get(proof->book, ref);
    Color loser = color_other(proof->winner);
    w->position = position_empty(proof->geometry);
    w->position.to_move = loser;
    w->position.stones[proof->winner] = claim.own;
    w->position.stones[loser] = cellset_minus(proof->geometry->all, cellset_or(claim.own, claim.free));
    return w;
}

void proof_walk_free(ProofWalk *walk) {
    if (!walk) return;
    proof_line_free(&walk->line);
    free(walk->node);
    free(walk->path);
    free(walk);
}

const Position *proof_walk_position(const ProofWalk *walk) {
    return &walk->position;
}

// What a move changes, to take it back.
typedef struct Memory {
    Position position;
    int count;
    Node node[];
} Memory;

static Memory *memory_of(const ProofWalk *w) {
    size_t bytes = (size_t)w->count * sizeof *w->node;
    Memory *memory = malloc(sizeof *memory + bytes);
    if (!memory) return NULL;
    memory->position = w->position;
    memory->count = w->count;
    memcpy(memory->node, w->node, bytes);
    return memory;
}

static void memory_restore(const Memory *memory, ProofWalk *w) {
    w->position = memory->position;
    w->count = memory->count;
    memcpy(w->node, memory->node, (size_t)memory->count * sizeof *w->node);
}

static bool walk_play(ProofWalk *w, int cell, WalkStep *step, Error *error) {
    Reply reply;
    Color winner = w->proof->winner;
    if (!walk_reply(w, cell, &reply, error)) return false;
    cellset_add(&w->position.stones[color_other(winner)], cell);
    bool open = reply.cell != CELL_NONE && position_at(&w->position, reply.cell) == EMPTY;
    if (!open) reply = NO_REPLY;
    *step = (WalkStep){reply.reason, reply.ref == CLAIM_NONE ? -1 : reply.ref / 2,
                       open ? reply.cell : cell_free(w)};
    if (step->answer >= 0) cellset_add(&w->position.stones[winner], step->answer);
    return true;
}

static bool walk_takes(const ProofWalk *w, int cell, Error *error) {
    char name[CELL_NAME_MAX];
    if (position_winner(&w->position) == w->proof->winner) return error_input(error, "the game is over");
    return position_at(&w->position, cell) == EMPTY ||
           error_input(error, "%s is not empty", cell_name(w->proof->geometry, cell, name));
}

bool proof_walk_play(ProofWalk *w, int cell, WalkStep *step, Error *error) {
    if (!walk_takes(w, cell, error)) return false;
    Memory *before = memory_of(w);
    if (!before) return error_memory(error);
    bool good = walk_play(w, cell, step, error);
    if (!good) memory_restore(before, w);
    free(before);
    return good;
}

// --- Groups

// Whether a cell belongs to a group: they share the answer, or the group's one cell and this one answer each other.
static bool group_takes(const WalkGroup *group, const WalkStep *step, int cell) {
    if (group->reason != step->reason) return false;
    if (step->reason == WALK_FREE) return true;
    bool mutual = group->answer == cell && cellset_equal(group->cells, cellset_of(step->answer));
    if (step->reason == WALK_PAIR || step->reason == WALK_CAPTURED) return mutual;
    return group->answer == step->answer;
}

static void group_join(WalkGroup *groups, int *count, const WalkStep *step, int cell) {
    WalkGroup *group = groups;
    bool free = step->reason == WALK_FREE;
    while (group < groups + *count && !group_takes(group, step, cell)) group++;
    if (group == groups + *count) {
        *group = (WalkGroup){step->reason, step->claim, free ? CELL_NONE : step->answer, cellset_none()};
        (*count)++;
    } else if (group->answer == cell) {
        group->answer = CELL_NONE;
    }
    cellset_add(&group->cells, cell);
}

// Those that need no answer go last.
static void groups_order(WalkGroup *groups, int count) {
    for (int i = 0; i + 1 < count; i++) {
        if (groups[i].reason != WALK_FREE) continue;
        WalkGroup free = groups[i];
        memmove(&groups[i], &groups[i + 1], sizeof *groups * (size_t)(count - 1 - i));
        groups[count - 1] = free;
        return;
    }
}

int proof_walk_groups(const ProofWalk *walk, WalkGroup *groups, Error *error) {
    int count = 0;
    if (position_winner(&walk->position) == walk->proof->winner) return 0;
    CellSet left = position_vacant(&walk->position);
    ProofWalk *trial = calloc(1, sizeof *trial);
    Memory *before = memory_of(walk);
    bool good = (trial && before && nodes_room(trial, walk->room)) || error_memory(error);
    if (trial) trial->proof = walk->proof;
    for (int cell; good && (cell = cellset_pop(&left)) >= 0;) {
        WalkStep step;
        memory_restore(before, trial);
        good = walk_play(trial, cell, &step, error);
        if (good) group_join(groups, &count, &step, cell);
    }
    proof_walk_free(trial);
    free(before);
    if (!good) return -1;
    groups_order(groups, count);
    return count;
}

// --- What remains

int proof_walk_claims(const ProofWalk *w, ClaimRef *claims, int max) {
    int count = 0, depth = 0, stack[CELL_MAX + 1];
    stack[depth++] = ROOT;
    while (depth) {
        const Node *n = &w->node[stack[--depth]];
        if (n->kind == NODE_CLAIM && count < max) claims[count] = n->ref;
        count += n->kind == NODE_CLAIM;
        for (int child = n->child; child && depth <= CELL_MAX; child = w->node[child].next)
            stack[depth++] = child;
    }
    return count;
}
