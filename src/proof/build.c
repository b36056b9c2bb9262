#include "proof/build.h"

#include "base/array.h"
#include "knowledge/pairing.h"
#include "proof/connect.h"
#include "proof/field.h"
#include "proof/fill.h"

#include <stdlib.h>
#include <string.h>

enum { SEMIS_MAX = 256, CASES_MAX = CELL_MAX }; // each case does without a cell that those before need
enum { LEVELS_MAX = 8 };
// Nodes to ask about a position that may be lost, at first, and how much more each time that nothing else helps.
enum { DOUBT_NODES = 2000, DOUBT_GROWTH = 8 };
// Nodes for any question where others help.
enum { HELPED_NODES = 200 };

// A position whose proof is under way. It holds the work that refuted each of the loser's moves, as far as the oracle knows.
// It also holds all moves that had to be answered, those that are left, and the one that is being answered.
typedef struct Level {
    double whole, left, now;
} Level;

// A claim that fits a position once the winner has a stone there, and the vacant cells it needs.
typedef struct FitAnswer {
    ClaimRef ref;
    int reply;
    CellSet needs;
} FitAnswer;

struct Builder {
    ClaimBook *book;
    Oracle *oracle;
    PartFile *part_file;   // or NULL
    const BuildHelp *help; // or NULL
    uint64_t memory;       // for the book; 0: no limit
    const Geometry *geometry;
    Color winner, loser;
    int edge[2]; // the winner's
    Connector *connector;
    Inferior *inferior;
    uint64_t positions;      // looked at
    int depth;               // positions under way, each below the one before
    Level level[LEVELS_MAX]; // of the first of these
    BuildResult result;      // of the work under way
    bool lost;               // it failed because a position is not won as it stands
    bool dear;               // or because it would take more than doubt_nodes to find out
    uint64_t doubt_nodes;    // the oracle's limit for a reply; doubled when nothing else is left
    Error *error;
    FitAnswer *fit; // scratch
    int fit_room;
};

Builder *builder_new(ClaimBook *book, Oracle *oracle, PartFile *part_file, uint64_t memory) {
    Builder *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->book = book;
    b->oracle = oracle;
    b->part_file = part_file;
    b->memory = memory;
    b->geometry = claim_book_geometry(book);
    b->winner = claim_book_winner(book);
    b->loser = color_other(b->winner);
    for (int side = 0; side < 2; side++) b->edge[side] = color_edge(b->winner, side);
    b->connector = connector_new(book);
    b->inferior = inferior_new(b->geometry);
    if (b->connector && b->inferior) return b;
    builder_free(b);
    return NULL;
}

void builder_free(Builder *b) {
    if (!b) return;
    connector_free(b->connector);
    if (b->inferior) inferior_free(b->inferior);
    free(b->fit);
    free(b);
}

void builder_help(Builder *b, const BuildHelp *help) {
    b->help = help;
}

bool builder_lost(const Builder *b) {
    return b->lost;
}

uint64_t builder_positions(const Builder *b) {
    return b->positions;
}

// The share of the proof that is there, if its parts take as long as they took to search.
static double build_share(const Builder *b) {
    double share = 0, weight = 1;
    for (int i = 0; i < b->depth && i < LEVELS_MAX && b->level[i].whole > 0; i++) {
        share += weight * (b->level[i].whole - b->level[i].left) / b->level[i].whole;
        weight *= b->level[i].now / b->level[i].whole;
    }
    return share;
}

static void build_report(Builder *b) {
    b->oracle->claims = (uint64_t)claim_book_count(b->book);
    b->oracle->written = build_share(b);
    oracle_report(b->oracle);
}

static ClaimRef build_fail(Builder *b, const char *why) {
    if (b->result == BUILD_DONE) {
        b->result = BUILD_FAILED;
        error_failure(b->error, "%s", why);
    }
    return CLAIM_NONE;
}

static ClaimRef build_memory(Builder *b) {
    if (b->result == BUILD_DONE) {
        b->result = BUILD_FAILED;
        error_memory(b->error);
    }
    return CLAIM_NONE;
}

static ClaimRef line_add(Builder *b, const Claim *claim, Text *line) {
    ClaimRef ref = line->failed ? CLAIM_NONE : claim_add(b->book, claim, text_string(line));
    text_free(line);
    return ref == CLAIM_NONE ? build_memory(b) : ref;
}

// --- Positions that need no search
// Of two claims that do equally well, the one that came later, and rather as it stands than turned.
static bool ref_precedes(ClaimRef a, ClaimRef b) {
    return b == CLAIM_NONE || (a ^ 1) > (b ^ 1);
}

typedef struct Best {
    const ClaimBook *book;
    ClaimRef ref;
    int size;
} Best;

static bool best_visit(void *context, ClaimRef ref, int missing) {
    (void)missing;
    Best *best = context;
    int size = cellset_count(claim_get(best->book, ref).free);
    if (size > best->size || (size == best->size && !ref_precedes(ref, best->ref))) return true;
    best->size = size;
    best->ref = ref;
    return true;
}

// A claim that proves the position as it stands.
static ClaimRef fit_find(Builder *b, const Position *p) {
    Best best = {b->book, CLAIM_NONE, CELL_MAX + 1};
    claim_fits(b->book, p, 0, best_visit, &best);
    return best.ref;
}

// The stones join the edges: the shortest way.
static ClaimRef joined_add(Builder *b, const Position *p) {
    CellSet stones = p->stones[b->winner], start = cellset_and(stones, b->geometry->around[b->edge[0]]);
    CellSet way = cellset_none();
    for (int cell; (cell = cellset_pop(&start)) >= 0;) {
        CellSet path = stones_path(b->geometry, stones, cell, b->edge[1]);
        if (cellset_is_empty(path)) continue;
        if (cellset_is_empty(way) || cellset_count(path) < cellset_count(way)) way = path;
    }
    Claim claim = {.x = b->edge[0], .y = b->edge[1], .own = way, .free = cellset_none()};
    ClaimRef known = claim_find(b->book, &claim);
    if (known != CLAIM_NONE) return known;
    Text line = {0};
    text_add(&line, "S ");
    cells_write(b->geometry, way, &line);
    return line_add(b, &claim, &line);
}

// The pairing strategy answers: stones are needed only where the loser has the partner.
static ClaimRef pairing_add(Builder *b, const Position *p) {
    const Geometry *g = b->geometry;
    Claim claim = {.x = b->edge[0], .y = b->edge[1], .own = cellset_none(), .free = cellset_none()};
    for (int cell = 0; cell < g->cells; cell++) {
        int other = pairing_partner(g, cell);
        if (other == CELL_NONE) continue;
        bool broken = cellset_has(p->stones[b->loser], cell) || cellset_has(p->stones[b->loser], other);
        if (!broken) cellset_add(&claim.free, cell);
        if (broken && !cellset_has(p->stones[b->loser], cell)) cellset_add(&claim.own, cell);
    }
    ClaimRef known = claim_find(b->book, &claim);
    if (known != CLAIM_NONE) return known;
    Text line = {0};
    int shorter = g->width < g->height ? g->width : g->height;
    text_format(&line, "P %d", (g->width + g->height - 2 * shorter - 1) / 2);
    if (!cellset_is_empty(claim.own)) text_add_char(&line, ' ');
    cells_write(g, claim.own, &line);
    return line_add(b, &claim, &line);
}

static bool pairing_wins(const Builder *b, const Position *p) {
    Color winner;
    return pairing_applies(b->geometry, &winner) && winner == b->winner && pairing_holds(p, NULL, NULL);
}

// --- Cases
typedef struct Case {
    int reply;
    Body body;
    CellSet needs; // empty cells of the filled position, the reply included
} Case;

// A filled position, the loser to move, and what answers him so far.
typedef struct Node {
    const Position *filled;
    const OracleState *state; // the same as the oracle sees it
    CellSet denied;           // the loser's in `filled` only because the winner seemed not to need them
    CellSet vacant;
    int answers, room;
    Case *answer;
    FieldGraph graph;         // of the filled position
    CellSet asked;            // cells whose killer is known
    int16_t killer[CELL_MAX]; // or CELL_NONE
    CellSet refused;          // cells that could not be excused after all
} Node;

// False, with the result set, out of memory.
static bool answer_add(Builder *b, Node *node, const Case *answer) {
    if (node->answers == 2 * CASES_MAX ||
        !array_room(&node->answer, &node->room, node->answers + 1, sizeof *node->answer))
        return build_memory(b) != CLAIM_NONE;
    node->answer[node->answers++] = *answer;
    return true;
}

static CellSet answer_needs(const Builder *b, const Node *node, int reply, const Body *body) {
    CellSet own, free;
    body_yield(b->book, body, b->edge[0], b->edge[1], cellset_of(reply), &own, &free);
    return cellset_and(cellset_or(own, free), node->vacant);
}

// The cells that all answers need: where the loser may still move.
static CellSet node_open(const Node *node) {
    CellSet open = node->vacant;
    for (int i = 0; i < node->answers; i++) open = cellset_and(open, node->answer[i].needs);
    return open;
}

// Winning semi-connections: each time the one that leaves the fewest cells, small ones first.
static void semis_collect(Builder *b, Node *node) {
    VcSemi semi[SEMIS_MAX];
    int count = connector_semis(b->connector, semi, SEMIS_MAX);
    for (CellSet open = node_open(node);;) {
        int best = -1, best_score = 512 * cellset_count(open);
        for (int i = 0; i < count; i++) {
            if (cellset_within(open, semi[i].carrier)) continue;
            int score =
                512 * cellset_count(cellset_and(open, semi[i].carrier)) + cellset_count(semi[i].carrier);
            if (score >= best_score) continue;
            best = i;
            best_score = score;
        }
        if (best < 0) return;
        Case answer = {.reply = semi[best].key};
        if (connector_body(b->connector, &semi[best], &answer.body)) {
            answer.needs = answer_needs(b, node, answer.reply, &answer.body);
            if (!answer_add(b, node, &answer)) return;
            open = cellset_and(open, answer.needs);
        }
        semi[best] = semi[--count];
    }
}

// Claims proved before that one stone makes fit.
typedef struct FitAnswers {
    Builder *builder;
    CellSet vacant, open;
    int count;
    ClaimRef whole; // proves the position without a stone
} FitAnswers;

static bool fit_visit(void *context, ClaimRef ref, int missing) {
    FitAnswers *f = context;
    Builder *b = f->builder;
    if (missing == CELL_NONE) {
        f->whole = ref;
        return false;
    }
    Claim c = claim_get(b->book, ref);
    FitAnswer fit = {ref, missing, cellset_and(cellset_or(c.own, c.free), f->vacant)};
    if (cellset_within(f->open, fit.needs)) return true;
    if (!array_room(&b->fit, &b->fit_room, f->count + 1, sizeof *b->fit)) {
        build_memory(b);
        return false;
    }
    b->fit[f->count++] = fit;
    return true;
}

// Of the claims that fit, the one that leaves the fewest cells open, small ones first; NULL when none helps. Those that help
// no longer are dropped.
static const FitAnswer *fit_choose(FitAnswers *f) {
    const FitAnswer *best = NULL;
    int kept = 0, best_score = 512 * cellset_count(f->open);
    for (int i = 0; i < f->count; i++) {
        FitAnswer *fit = f->builder->fit + kept;
        *fit = f->builder->fit[i];
        if (cellset_within(f->open, fit->needs)) continue;
        kept++;
        int score = 512 * cellset_count(cellset_and(f->open, fit->needs)) + cellset_count(fit->needs);
        if (score > best_score || (score == best_score && (!best || !ref_precedes(fit->ref, best->ref))))
            continue;
        best = fit;
        best_score = score;
    }
    f->count = kept;
    return best;
}

// Adds answers by claims proved before. A claim that proves the position as it stands is returned.
static ClaimRef fits_collect(Builder *b, Node *node) {
    FitAnswers f = {.builder = b, .vacant = node->vacant, .open = node_open(node), .whole = CLAIM_NONE};
    claim_fits(b->book, node->filled, 1, fit_visit, &f);
    if (f.whole != CLAIM_NONE || b->result != BUILD_DONE) return f.whole;
    for (const FitAnswer *fit; (fit = fit_choose(&f));) {
        Case answer = {.reply = fit->reply};
        body_add_ref(&answer.body, fit->ref);
        answer.needs = answer_needs(b, node, answer.reply, &answer.body);
        if (!answer_add(b, node, &answer)) return CLAIM_NONE;
        f.open = cellset_and(f.open, answer.needs);
    }
    return CLAIM_NONE;
}

// --- Excuses
// A cell that kills m in the filled position.
static int killer_find(Node *node, int m) {
    if (cellset_has(node->asked, m)) return node->killer[m];
    cellset_add(&node->asked, m);
    node->killer[m] = CELL_NONE;
    CellSet killers = field_graph_killers(&node->graph, m);
    for (int k; (k = cellset_pop(&killers)) >= 0;) {
        if (!field_graph_kills(&node->graph, k, m)) continue;
        node->killer[m] = (int16_t)k;
        break;
    }
    return node->killer[m];
}

// Of some cells those that a killer excuses, so far as the filled position tells.
static CellSet cells_excused(Node *node, CellSet cells) {
    CellSet excused = cellset_none();
    cells = cellset_minus(cells, node->refused);
    for (int m; (m = cellset_pop(&cells)) >= 0;)
        if (killer_find(node, m) != CELL_NONE) cellset_add(&excused, m);
    return excused;
}

// A claim by cases in the making.
typedef struct Conclusion {
    bool used[2 * CASES_MAX];
    CellSet given; // stones named besides
    Claim claim;
    CellSet open; // cells that all answers need
    CellSet killers;
    int16_t killer[CELL_MAX]; // by cell that is excused
} Conclusion;

// What the answers used give with the stones and killers named.
static void cases_yield(const Builder *b, const Node *node, Conclusion *cases) {
    CellSet all = cases->killers, own, free, open = b->geometry->all;
    cases->claim = (Claim){.x = b->edge[0], .y = b->edge[1], .own = cases->given};
    for (int i = 0; i < node->answers; i++) {
        if (!cases->used[i]) continue;
        const Case *a = &node->answer[i];
        body_yield(b->book, &a->body, b->edge[0], b->edge[1], cellset_or(cases->given, cellset_of(a->reply)),
                   &own, &free);
        all = cellset_or(all, cellset_or(own, free));
        open = cellset_and(open, cellset_or(own, free));
        cellset_remove(&own, a->reply);
        cases->claim.own = cellset_or(cases->claim.own, own);
    }
    cases->claim.free = cellset_minus(all, cases->claim.own);
    cases->open = cellset_and(open, cases->claim.free);
}

// Finds a killer inside the claim for each open cell; returns those that have none.
static CellSet cases_excuse(const Builder *b, Conclusion *cases, FieldGraph *graph) {
    Field field = {b->geometry, b->winner, cases->claim.own, cases->claim.free};
    CellSet left = cases->open, without = cellset_none(), chosen = cases->killers;
    if (cellset_is_empty(left)) return left;
    field_graph_set(graph, &field);
    for (int m; (m = cellset_pop(&left)) >= 0;) {
        CellSet near = cellset_and(field_graph_killers(graph, m), cases->claim.free);
        CellSet tries[2] = {cellset_and(near, chosen), cellset_minus(near, chosen)};
        cases->killer[m] = CELL_NONE;
        for (int i = 0; i < 2; i++) {
            for (int k; cases->killer[m] == CELL_NONE && (k = cellset_pop(&tries[i])) >= 0;)
                if (field_graph_kills(graph, k, m)) cases->killer[m] = (int16_t)k;
        }
        if (cases->killer[m] == CELL_NONE)
            cellset_add(&without, m);
        else
            cellset_add(&chosen, cases->killer[m]);
    }
    return without;
}

// Excuses the open cells of a claim, naming more stones and killers where it must. Returns the cells that it
// cannot excuse.
static CellSet cases_settle(const Builder *b, Node *node, Conclusion *cases, FieldGraph *graph) {
    CellSet stones = node->filled->stones[b->winner], failed = cellset_none();
    for (int tries = 0; tries < 3; tries++) {
        cases_yield(b, node, cases);
        failed = cases_excuse(b, cases, graph);
        if (cellset_is_empty(failed)) break;
        CellSet left = failed, near = failed;
        for (int m; (m = cellset_pop(&left)) >= 0;) {
            int k = killer_find(node, m);
            if (k == CELL_NONE) continue;
            cellset_add(&cases->killers, k);
            cellset_add(&near, k);
        }
        for (int i = 0; i < 2; i++) {
            CellSet ring = near;
            for (int cell; (cell = cellset_pop(&ring)) >= 0;)
                near = cellset_or(near, b->geometry->around[cell]);
        }
        cases->given = cellset_or(cases->given, tries ? stones : cellset_and(stones, near));
    }
    cases->killers = cellset_none(); // those that are needed
    CellSet left = cellset_minus(cases->open, failed);
    for (int m; (m = cellset_pop(&left)) >= 0;) cellset_add(&cases->killers, cases->killer[m]);
    cases_yield(b, node, cases);
    return failed;
}

// --- From answers to a claim
// Leaves out answers that the others make superfluous, those that need most first.
static void cases_choose(Node *node, CellSet excused, Conclusion *cases) {
    for (int i = 0; i < node->answers; i++) cases->used[i] = true;
    bool tried[2 * CASES_MAX] = {false};
    for (int turn = 0; turn < node->answers; turn++) {
        int worst = -1;
        for (int i = 0; i < node->answers; i++) {
            if (tried[i]) continue;
            if (worst < 0 || cellset_count(node->answer[i].needs) > cellset_count(node->answer[worst].needs))
                worst = i;
        }
        tried[worst] = true;
        CellSet open = node->vacant;
        int others = 0;
        for (int i = 0; i < node->answers; i++) {
            if (i == worst || !cases->used[i]) continue;
            open = cellset_and(open, node->answer[i].needs);
            others++;
        }
        if (others && cellset_within(open, excused)) cases->used[worst] = false;
    }
}

static void excuses_write(const Builder *b, const Conclusion *cases, Text *line) {
    char name[CELL_NAME_MAX];
    CellSet left = cases->open;
    while (!cellset_is_empty(left)) {
        int k = cases->killer[cellset_first(left)];
        CellSet killed = cellset_none(), rest = left;
        for (int m; (m = cellset_pop(&rest)) >= 0;)
            if (cases->killer[m] == k) cellset_add(&killed, m);
        text_format(line, " %s*", cell_name(b->geometry, k, name));
        cells_write(b->geometry, killed, line);
        left = cellset_minus(left, killed);
    }
}

static ClaimRef cases_add(Builder *b, const Node *node, const Conclusion *cases) {
    ClaimRef known = claim_find(b->book, &cases->claim);
    if (known != CLAIM_NONE) return known;
    Text line = {0};
    char name[CELL_NAME_MAX];
    text_add(&line, "C");
    if (!cellset_is_empty(cases->given)) {
        text_add(&line, " +");
        cells_write(b->geometry, cases->given, &line);
    }
    for (int i = 0; i < node->answers; i++) {
        if (!cases->used[i]) continue;
        const Case *a = &node->answer[i];
        text_format(&line, " %s:", cell_name(b->geometry, a->reply, name));
        body_write(b->book, &a->body, b->edge[0], b->edge[1], cellset_or(cases->given, cellset_of(a->reply)),
                   &line);
    }
    excuses_write(b, cases, &line);
    return line_add(b, &cases->claim, &line);
}

// The claim that the answers give, or CLAIM_NONE with the cells refused that could not be excused.
static ClaimRef node_conclude(Builder *b, Node *node, CellSet excused) {
    Conclusion *cases = calloc(1, sizeof *cases);
    FieldGraph *graph = malloc(sizeof *graph);
    ClaimRef ref = CLAIM_NONE;
    if (cases && graph) {
        cases_choose(node, excused, cases);
        CellSet failed = cases_settle(b, node, cases, graph);
        node->refused = cellset_or(node->refused, failed);
        if (cellset_is_empty(failed)) ref = cases_add(b, node, cases);
    } else {
        build_memory(b);
    }
    free(graph);
    free(cases);
    return ref;
}

// --- Searching on.
// Notes what is left to answer at the position under way. The figure never grows, although a cell may turn out not to
// be excused.
static void level_note(Builder *b, double left, double now) {
    if (b->depth > LEVELS_MAX) return;
    Level *level = &b->level[b->depth - 1];
    if (!(level->whole > 0)) *level = (Level){left, left, now};
    if (left < level->left) level->left = left;
    level->now = now < level->left ? now : level->left;
}

// The loser's move to search next: the one whose known refutation leaves the fewest cells open, then the one
// that took least work.
static int move_choose(Builder *b, const Node *node, CellSet open) {
    int best = CELL_NONE, best_left = CELL_MAX + 1;
    uint32_t best_work = 0, work;
    double all = 0;
    CellSet left = open, needs;
    for (int m; (m = cellset_pop(&left)) >= 0;) {
        all++;
        if (!oracle_knows(b->oracle, node->state, m, &needs, &work)) continue;
        all += work;
        int remains = cellset_count(cellset_and(open, needs));
        if (remains > best_left || (remains == best_left && work >= best_work)) continue;
        best = m;
        best_left = remains;
        best_work = work;
    }
    level_note(b, all, 1.0 + best_work);
    if (best != CELL_NONE) return best;
    CellSet vacant = cellset_and(open, position_vacant(&node->state->at));
    if (!cellset_is_empty(vacant)) open = vacant;
    int middle = cellset_count(open) / 2;
    while (middle-- > 0) cellset_pop(&open);
    return cellset_first(open);
}

static ClaimRef position_prove(Builder *b, const Position *p, const OracleState *state, CellSet denied);

// The position turns out to be lost for the winner: whoever gave too much away tries again.
static ClaimRef build_lose(Builder *b) {
    b->lost = b->result == BUILD_DONE;
    return build_fail(b, "the solver contradicts itself");
}

// Asks the oracle for the winner's reply to a move. False when there is none; the result is set. A reply that takes too long
// counts as lost. The positions before are asked about next, and one of them usually has an answer at once.
static bool reply_ask(Builder *b, const OracleState *state, int move, OracleReply *reply) {
    OracleAnswer said = oracle_reply(b->oracle, state, move, reply, b->error);
    if (said == ORACLE_DEAR) b->dear = true;
    if (said == ORACLE_NO || said == ORACLE_DEAR) build_lose(b);
    if (said == ORACLE_STOPPED) b->result = BUILD_STOPPED;
    if (said == ORACLE_FAILED) b->result = BUILD_FAILED;
    return said == ORACLE_YES;
}

// What the loser's move, the winner's reply and the cells he does not need make of a node: the next position.
typedef struct Descent {
    Position next;
    OracleReply reply;
    CellSet denied;
    bool fresh; // else the reply is filled in already, and as good as a pass
} Descent;

// Whether the oracle's state has an answer that fits the position as it is proved. Moves of either side among the
// cells that fill-in relies on would break it up.
static bool descent_hint(Builder *b, const Node *node, int move, Descent *d) {
    const OracleState *state = node->state;
    d->denied = node->denied;
    if (position_at(&state->at, move) != EMPTY || position_winner(&state->at) != EMPTY) return false;
    if (cellset_has(state->owed, move) || !reply_ask(b, state, move, &d->reply)) return false;
    int reply = d->reply.move;
    return !cellset_has(state->owed, reply) && !cellset_meets(d->reply.needs, d->denied) &&
           position_at(&d->next, reply) != b->loser;
}

// Asks for the reply; where the state of the oracle does not help, or if `strict`, about the position itself.
static bool descent_find(Builder *b, const Node *node, int move, bool strict, Descent *d) {
    d->next = position_played(node->filled, move);
    if (strict || !descent_hint(b, node, move, d)) {
        OracleState bare = oracle_bare(node->filled);
        if (b->result != BUILD_DONE && !b->lost) return false;
        b->result = BUILD_DONE;
        b->lost = false;
        d->denied = cellset_none();
        if (strict && !b->help) b->oracle->limit = b->doubt_nodes;
        bool replied = reply_ask(b, &bare, move, &d->reply);
        if (!b->help) b->oracle->limit = 0;
        if (!replied) return false;
    }
    d->fresh = position_at(&d->next, d->reply.move) == EMPTY;
    if (d->fresh) cellset_add(&d->next.stones[b->winner], d->reply.move);
    d->next.to_move = b->loser;
    CellSet spared = cellset_minus(position_vacant(&d->next), d->reply.needs);
    d->next.stones[b->loser] = cellset_or(d->next.stones[b->loser], spared);
    d->denied = cellset_or(d->denied, spared);
    return true;
}

// Lets the loser move and the winner reply; what is proved then is an answer. A claim that does without the
// reply proves the position at once and is returned. What the winner does not need is given to the loser
// first: that keeps the claim small.
static ClaimRef move_refute(Builder *b, Node *node, int move) {
    ClaimRef ref = CLAIM_NONE;
    Descent d;
    for (int strict = 0; strict < 2; strict++) {
        if (descent_find(b, node, move, strict, &d))
            ref = position_prove(b, &d.next, &d.reply.after, d.denied);
        if (!b->lost || strict) break;
        b->lost = false;
        b->result = BUILD_DONE;
    }
    if (ref == CLAIM_NONE) return CLAIM_NONE;
    if (!d.fresh || !cellset_has(claim_get(b->book, ref).own, d.reply.move)) return ref;
    Case answer = {.reply = d.reply.move};
    body_add_ref(&answer.body, ref);
    answer.needs = answer_needs(b, node, answer.reply, &answer.body);
    answer_add(b, node, &answer);
    return CLAIM_NONE;
}

static ClaimRef node_search(Builder *b, Node *node) {
    ClaimRef ref = CLAIM_NONE;
    if (b->depth < LEVELS_MAX) b->level[b->depth] = (Level){0};
    b->depth++;
    while (b->result == BUILD_DONE && ref == CLAIM_NONE) {
        CellSet open = node_open(node);
        CellSet excused = node->answers ? cells_excused(node, open) : cellset_none();
        CellSet left = cellset_minus(open, excused);
        ref = cellset_is_empty(left) ? node_conclude(b, node, excused)
                                     : move_refute(b, node, move_choose(b, node, left));
    }
    b->depth--;
    return ref;
}

static ClaimRef node_prove(Builder *b, const Position *filled, const OracleState *state, CellSet denied) {
    Node *node = malloc(sizeof *node);
    if (!node) return build_memory(b);
    *node = (Node){.filled = filled, .state = state, .denied = denied, .vacant = position_vacant(filled)};
    Field field = {b->geometry, b->winner, filled->stones[b->winner], node->vacant};
    field_graph_set(&node->graph, &field);
    semis_collect(b, node);
    ClaimRef ref = fits_collect(b, node);
    if (ref == CLAIM_NONE) ref = node_search(b, node);
    free(node->answer);
    free(node);
    return ref;
}

// A claim about a filled position.
static ClaimRef filled_prove(Builder *b, const Position *filled, const OracleState *state, CellSet denied) {
    Color winner = position_winner(filled);
    if (winner == b->winner) return joined_add(b, filled);
    if (winner != EMPTY) return build_lose(b);
    ClaimRef ref = fit_find(b, filled);
    if (ref != CLAIM_NONE) return ref;
    if (!connector_build(b->connector, filled)) return build_memory(b);
    if (connector_wins(b->connector) && (ref = connector_claim(b->connector)) != CLAIM_NONE) return ref;
    return node_prove(b, filled, state, denied);
}

// Asks who helps. CLAIM_NONE without an error: the builder continues by itself.
static ClaimRef help_ask(Builder *b, const Position *p, const OracleState *state, bool stuck) {
    ClaimRef ref = b->help ? b->help->prove(b->help->context, p, state, stuck) : CLAIM_NONE;
    return ref == HELP_LOST ? build_lose(b) : ref;
}

// What took too long is left to others.
static ClaimRef help_stuck(Builder *b, const Position *p) {
    OracleState bare = oracle_bare(p);
    if (!b->help || !b->lost || !b->dear) return CLAIM_NONE;
    b->lost = b->dear = false;
    b->result = BUILD_DONE;
    ClaimRef ref = help_ask(b, p, &bare, true);
    return ref == CLAIM_NONE ? build_lose(b) : ref;
}

static ClaimRef position_prove(Builder *b, const Position *p, const OracleState *state, CellSet denied) {
    b->positions++;
    build_report(b);
    if (b->part_file && !part_file_keep(b->part_file, b->book, false))
        return build_fail(b, "the claims proved so far cannot be kept: is the disk full?");
    if (b->memory && claim_book_bytes(b->book) > b->memory) {
        b->result = BUILD_STOPPED;
        return CLAIM_NONE;
    }
    if (position_winner(p) == b->winner) return joined_add(b, p);
    ClaimRef ref = fit_find(b, p);
    if (ref != CLAIM_NONE) return ref;
    if (pairing_wins(b, p)) return pairing_add(b, p);
    if ((ref = help_ask(b, p, state, false)) != CLAIM_NONE || b->result != BUILD_DONE) return ref;
    Fill *fill = malloc(sizeof *fill);
    if (!fill) return build_memory(b);
    fill_position(b->inferior, p, b->winner, fill);
    ref = filled_prove(b, &fill->filled, state, denied);
    if (ref != CLAIM_NONE && (ref = fill_undo(b->book, fill, ref)) == CLAIM_NONE) build_memory(b);
    free(fill);
    return ref != CLAIM_NONE ? ref : help_stuck(b, p);
}

BuildResult builder_prove(Builder *b, const Position *position, const OracleState *state, ClaimRef *ref,
                          Error *error) {
    b->error = error;
    b->doubt_nodes = DOUBT_NODES;
    if (b->help) b->oracle->limit = HELPED_NODES;
    for (;; b->doubt_nodes *= DOUBT_GROWTH) {
        b->result = BUILD_DONE;
        b->lost = b->dear = false;
        b->depth = 0;
        *ref = position_prove(b, position, state, cellset_none());
        if (!b->lost || !b->dear) return b->result;
    }
}
