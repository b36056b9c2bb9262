// mustplay-verify: says whether a proof file is right. docs/PROOFS.md defines the file and its rules. This is
// the whole checker, and it shares nothing with the solver.
//     cc verify/verify.c -o mustplay-verify
//     cc -DVERIFY_ZSTD verify/verify.c -lzstd -o mustplay-verify     (reads .zst files too)
//
// A claim <x,y: A | C>: the winner X owns A, the cells of C are empty, all others are Y's; Y moves first, and X still
// joins x and y. Every rule computes A and C from what its line names and from earlier claims, and refuses what it cannot
// prove. Invariants of a claim: A and C are disjoint sets of cells; an end is one of X's edges or a cell of A.
//
// A fault ends the check at once: fail() jumps back to verify_stream(), and all between reads as if the file were right.
// A line is read in two steps: what it says, which is the claim, and then why it holds; the second is left out for the
// lines that another run checks (VerifyOptions.skip).
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64
#include "verify.h"

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef VERIFY_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

enum { SIDE_MAX = 19, NODES_MAX = SIDE_MAX * SIDE_MAX + 4, WORDS_MAX = VERIFY_WORDS };
_Static_assert(NODES_MAX <= 64 * WORDS_MAX, "a set holds all nodes");
enum { LINE_BYTES_MAX = 65536, NUMBER_MAX = 2000000000, MEGABYTE = 1 << 20 };
enum { CAPTURED_STATES = 6561 }; // of a set of 8 cells: 3 to the power of 8

static const char RULES[] = "SCFDP", EDGES[] = "TBLR"; // EDGES: top, bottom, left, right
static volatile sig_atomic_t interrupted;

// --- Sets of nodes: the cells row by row, then the edges in the order of EDGES
typedef struct Set {
    uint64_t word[WORDS_MAX];
} Set;
static const Set NONE;

#define SET_OPERATION(name, operation)                                                                                 \
    static Set name(Set a, Set b) {                                                                                    \
        for (int i = 0; i < WORDS_MAX; i++) a.word[i] operation b.word[i];                                             \
        return a;                                                                                                      \
    }
SET_OPERATION(set_or, |=)
SET_OPERATION(set_and, &=)
SET_OPERATION(set_minus, &= ~)

// The first member not below `from`, -1 if there is none.
static int set_next(Set s, int from) {
    for (int i = from >> 6; i < WORDS_MAX; i++) {
        uint64_t word = i == from >> 6 ? s.word[i] & ~(uint64_t)0 << (from & 63) : s.word[i];
        int node = i * 64;
        if (!word) continue;
        for (; !(word & 255); word >>= 8) node += 8;
        for (; !(word & 1); word >>= 1) node++;
        return node;
    }
    return -1;
}

#define FOR_EACH(node, set) for (int node = set_next(set, 0); node >= 0; node = set_next(set, node + 1))

static Set set_with(Set s, int node) {
    s.word[node >> 6] |= (uint64_t)1 << (node & 63);
    return s;
}
static Set set_without(Set s, int node) {
    s.word[node >> 6] &= ~((uint64_t)1 << (node & 63));
    return s;
}
static Set set_of(int node) { return set_with(NONE, node); }
static bool set_has(Set s, int node) { return s.word[node >> 6] >> (node & 63) & 1; }
static bool set_empty(Set s) { return set_next(s, 0) < 0; }
static bool set_within(Set a, Set b) { return set_empty(set_minus(a, b)); }

// --- The board. Edges are nodes beside the cells, so that touching an edge is like touching a stone.
typedef struct Board {
    int width, height, cells;
    Set all;             // the cells
    Set near[NODES_MAX]; // neighbours: cells, and edges on which a cell lies; for an edge its cells
} Board;
static void board_join(Board *b, int n, int m) {
    b->near[n] = set_with(b->near[n], m);
    b->near[m] = set_with(b->near[m], n);
}
static void board_set(Board *b, int width, int height) {
    *b = (Board){.width = width, .height = height, .cells = width * height};
    for (int cell = 0; cell < b->cells; cell++) {
        int column = cell % width, row = cell / width;
        b->all = set_with(b->all, cell);
        if (column + 1 < width) board_join(b, cell, cell + 1);
        if (row + 1 < height) board_join(b, cell, cell + width);
        if (row + 1 < height && column > 0) board_join(b, cell, cell + width - 1);
        if (row == 0) board_join(b, cell, b->cells);
        if (row == height - 1) board_join(b, cell, b->cells + 1);
        if (column == 0) board_join(b, cell, b->cells + 2);
        if (column == width - 1) board_join(b, cell, b->cells + 3);
    }
}

// The half-turn.
static int node_turned(const Board *b, int node) {
    return node < b->cells ? b->cells - 1 - node : b->cells + ((node - b->cells) ^ 1);
}
static Set set_turned(const Board *b, Set s) {
    Set turned = NONE;
    FOR_EACH (node, s) turned = set_with(turned, node_turned(b, node));
    return turned;
}
static Set set_near(const Board *b, Set s) {
    Set near = NONE;
    FOR_EACH (node, s) near = set_or(near, b->near[node]);
    return near;
}

// What `start` grows to inside `stones`.
static Set board_chains(const Board *b, Set stones, Set start) {
    Set chains = start;
    for (Set front = start; !set_empty(front); chains = set_or(chains, front))
        front = set_minus(set_and(set_near(b, front), stones), chains);
    return chains;
}

// --- The state of a check
typedef struct Claim {
    Set stones, free; // A and C
    int x, y;
    uint32_t depth;
} Claim;
enum { BLOCK_CLAIMS = 1024 }; // allocated together
typedef struct Verifier {
    FILE *file;
    VerifyOptions options;
    unsigned char text[1 << 16], raw[1 << 16]; // read ahead; before decompression
    size_t text_from, text_to, raw_from, raw_to;
    bool unfinished;                         // the compressed data goes on
    char line[LINE_BYTES_MAX];               // without its newline, ended by 0
    const char *p;                           // where in the line the readers are
    uint64_t line_number, hash, hash_before; // of all lines; of all before this one
    Board board;
    int parent[NODES_MAX]; // classes of nodes that are joined (Bodies)
    int edge[2], other[2]; // X's edges, Y's
    Set edges, others;     // the same
    Claim root;            // what the last claim has to give; X's first move is a stone
    Claim **block;         // all claims so far, BLOCK_CLAIMS in each
    size_t claims;
    uint64_t memory;  // bytes allocated
    bool skipped;     // another run says whether this line holds
    unsigned steps;   // of work, to ask options.stop now and then
    char name[2][16]; // of nodes, in messages
    unsigned names;
    VerifyResult *result;
    jmp_buf fault;
#ifdef VERIFY_ZSTD
    ZSTD_DStream *stream;
    int window_log; // the largest it may have
#endif
} Verifier;

static _Noreturn void fail(Verifier *v, int code, const char *format, ...) {
    VerifyResult *r = v->result;
    int n = v->line_number ? snprintf(r->reason, sizeof r->reason, "line %" PRIu64 ": ", v->line_number) : 0;
    va_list list;
    va_start(list, format);
    vsnprintf(r->reason + n, sizeof r->reason - (size_t)n, format, list);
    va_end(list);
    r->code = code;
    longjmp(v->fault, 1);
}
#define UNREADABLE(...) fail(v, VERIFY_NOT_A_PROOF, __VA_ARGS__)
#define UNTRUE(...)     fail(v, VERIFY_FALSE, __VA_ARGS__)
static const char *node_name(Verifier *v, int node) {
    int cells = v->board.cells, width = v->board.width;
    char *name = v->name[v->names++ % 2];
    snprintf(name, sizeof v->name[0], "%c", node < cells ? 'a' + node % width : EDGES[node - cells]);
    if (node < cells) snprintf(name + 1, sizeof v->name[0] - 1, "%d", node / width + 1);
    return name;
}
#define NAME(node) node_name(v, node)

// Every step of work that may be repeated many times on one line begins with this.
static void work_step(Verifier *v) {
    const VerifyOptions *o = &v->options;
    if (interrupted || (o->stop && v->steps++ % 256 == 0 && o->stop(o->context))) fail(v, VERIFY_STOPPED, "stopped");
}

// Counts bytes that are allocated, or about to be.
static void memory_take(Verifier *v, uint64_t bytes) {
    uint64_t most = v->options.memory;
    v->memory += bytes;
    v->result->out_of_memory = most && v->memory > most;
    if (v->result->out_of_memory)
        fail(v, VERIFY_STOPPED, "the check needs more memory than the %" PRIu64 " MB that it may use", most / MEGABYTE);
}
static _Noreturn void memory_none(Verifier *v) {
    v->result->out_of_memory = true;
    fail(v, VERIFY_STOPPED, "out of memory");
}

// --- Lines
#ifdef VERIFY_ZSTD
enum { WINDOW_LOG_MIN = 10, WINDOW_LOG_MAX = 30 }; // of the window, which is nearly all that zstd allocates
static void stream_start(Verifier *v) {
    uint64_t left = v->options.memory ? v->options.memory - v->memory : UINT64_MAX;
    if (!(v->stream = ZSTD_createDStream())) memory_none(v);
    for (v->window_log = WINDOW_LOG_MIN; v->window_log < WINDOW_LOG_MAX && (uint64_t)2 << v->window_log < left;)
        v->window_log++;
    ZSTD_DCtx_setParameter(v->stream, ZSTD_d_windowLogMax, v->window_log);
    memory_take(v, ZSTD_sizeof_DStream(v->stream));
}
static _Noreturn void stream_fault(Verifier *v, ZSTD_ErrorCode code) {
    v->result->out_of_memory = code == ZSTD_error_frameParameter_windowTooLarge;
    if (code == ZSTD_error_memory_allocation) memory_none(v);
    if (!v->result->out_of_memory) UNREADABLE("not compressed by zstd, or damaged");
    fail(v, VERIFY_STOPPED, "decompressing needs more than %d KB of memory", 1 << (v->window_log - 10));
}

// Decompresses what was read, as far as it fits.
static void text_unpack(Verifier *v) {
    ZSTD_inBuffer in = {v->raw, v->raw_to, v->raw_from};
    ZSTD_outBuffer out = {v->text, sizeof v->text, 0};
    if (!v->stream) stream_start(v);
    size_t before = ZSTD_sizeof_DStream(v->stream), left = ZSTD_decompressStream(v->stream, &out, &in);
    if (ZSTD_isError(left)) stream_fault(v, ZSTD_getErrorCode(left));
    memory_take(v, ZSTD_sizeof_DStream(v->stream) - before);
    v->unfinished = left != 0;
    v->raw_from = in.pos;
    v->text_to = out.pos;
}
#else
static void text_unpack(Verifier *v) { UNREADABLE("compressed by zstd, and this checker was built without it"); }
#endif

// Reads ahead, text_from < text_to. False at the end of the text.
static bool text_more(Verifier *v) {
    bool compressed = v->options.compressed;
    unsigned char *into = compressed ? v->raw : v->text;
    for (v->text_from = v->text_to = 0; !v->text_to;) {
        work_step(v);
        if (v->raw_from == v->raw_to) {
            size_t got = fread(into, 1, sizeof v->raw, v->file);
            if (interrupted) fail(v, VERIFY_STOPPED, "stopped");
            if (ferror(v->file)) UNREADABLE("%s", strerror(errno));
            if (!got && v->unfinished) UNREADABLE("the compressed data is cut short");
            if (!got) return false;
            v->raw_from = 0;
            *(compressed ? &v->raw_to : &v->text_to) = got;
        }
        if (compressed) text_unpack(v);
    }
    if (v->options.seen) v->options.seen(v->options.context, v->text, v->text_to);
    return true;
}

// The next line. False at the end of the text.
static bool line_next(Verifier *v) {
    size_t length = 0;
    v->hash_before = v->hash;
    v->p = strcpy(v->line, "");
    for (;; length++) {
        if (v->text_from == v->text_to && !text_more(v)) {
            if (length) UNREADABLE("the file ends inside a line");
            return false;
        }
        v->line_number += length == 0;
        unsigned char byte = v->text[v->text_from++];
        v->hash = (v->hash ^ byte) * 0x100000001b3u;
        v->result->bytes++;
        if (byte == '\n') break;
        if (byte < 32 || byte > 126) UNREADABLE("a byte that is not ASCII text");
        if (length == LINE_BYTES_MAX - 1) UNREADABLE("longer than 65,536 bytes");
        v->line[length] = (char)byte;
    }
    v->line[length] = 0;
    return true;
}

// --- Words. Readers move v->p behind what they read.
static bool accept(Verifier *v, char character) {
    if (*v->p != character) return false;
    v->p++;
    return true;
}
static void expect(Verifier *v, const char *word) {
    if (strncmp(v->p, word, strlen(word))) UNREADABLE("'%s' expected", word);
    v->p += strlen(word);
}
static bool word_ended(const Verifier *v) { return !*v->p || *v->p == ' '; }
static bool word_has(const Verifier *v, char character) { return memchr(v->p, character, strcspn(v->p, " ")); }

// The end of a word: the blank after it, if the line goes on.
static void read_blank(Verifier *v) {
    if (*v->p && (!accept(v, ' ') || word_ended(v))) UNREADABLE("one blank and a word, or the end, expected");
}

static int64_t read_number(Verifier *v) {
    const char *start = v->p;
    int64_t number = 0;
    for (; *v->p >= '0' && *v->p <= '9'; v->p++) {
        number = number * 10 + (*v->p - '0');
        if (number > NUMBER_MAX) UNREADABLE("a number is too large");
    }
    if (v->p == start || (*start == '0' && v->p > start + 1)) UNREADABLE("a number expected");
    return number;
}
static int read_cell(Verifier *v) {
    int column = *v->p - 'a';
    if (column < 0 || column >= 26) UNREADABLE("a cell expected");
    v->p++;
    int64_t row = read_number(v);
    if (column >= v->board.width || row < 1 || row > v->board.height)
        UNREADABLE("the cell %c%" PRId64 " is not on the board", 'a' + column, row);
    return (int)(row - 1) * v->board.width + column;
}

// A list of cells, and the blank after it.
static Set read_cells(Verifier *v) {
    Set cells = NONE;
    do cells = set_with(cells, read_cell(v));
    while (accept(v, ','));
    read_blank(v);
    return cells;
}
static int read_end(Verifier *v) {
    const char *edge = *v->p ? strchr(EDGES, *v->p) : NULL;
    if (!edge) return read_cell(v);
    int node = v->board.cells + (int)(edge - EDGES);
    if (!set_has(v->edges, node)) UNTRUE("%c is not an edge of the winner", *v->p);
    v->p++;
    return node;
}

// "x-y" if it is there, else X's edges.
static void read_ends(Verifier *v, Claim *claim) {
    claim->x = v->edge[0];
    claim->y = v->edge[1];
    if (!word_has(v, '-')) return;
    claim->x = read_end(v);
    expect(v, "-");
    claim->y = read_end(v);
    read_blank(v);
    if (claim->x == claim->y) UNTRUE("the two ends are the same");
}

// "+cells" if it is there.
static Set read_plus(Verifier *v) { return accept(v, '+') ? read_cells(v) : NONE; }

// --- The store of claims
static void claim_store(Verifier *v, const Claim *claim) {
    size_t block = v->claims / BLOCK_CLAIMS;
    if (v->claims % BLOCK_CLAIMS == 0) {
        // The list of blocks has room for a power of two; while a longer one is made, both are there.
        bool full = !(block & (block - 1));
        if (full) memory_take(v, block * sizeof *v->block);
        memory_take(v, BLOCK_CLAIMS * sizeof *claim);
        Claim **list = full ? realloc(v->block, (block ? 2 * block : 1) * sizeof *list) : v->block;
        if (!list) memory_none(v);
        v->block = list;
        if (!(list[block] = malloc(BLOCK_CLAIMS * sizeof *claim))) memory_none(v);
    }
    v->block[block][v->claims++ % BLOCK_CLAIMS] = *claim;
}

// Claims count from 1.
static const Claim *claim_at(const Verifier *v, size_t number) {
    return &v->block[(number - 1) / BLOCK_CLAIMS][(number - 1) % BLOCK_CLAIMS];
}

// A reference: the earlier claim it means; turned, and then in `space`, if it says so.
static const Claim *read_claim(Verifier *v, Claim *space) {
    const Board *b = &v->board;
    bool back = accept(v, '^');
    int64_t number = read_number(v);
    if (number < 1 || (size_t)number > v->claims) UNTRUE("%" PRId64 " refers to no earlier claim", number);
    const Claim *c = claim_at(v, back ? v->claims + 1 - (size_t)number : (size_t)number);
    if (!accept(v, '\'')) return c;
    *space =
        (Claim){set_turned(b, c->stones), set_turned(b, c->free), node_turned(b, c->x), node_turned(b, c->y), c->depth};
    return space;
}

// --- Bodies: stones, pairs and claims that together join two ends. Nodes that are joined form classes.
static int class_of(Verifier *v, int node) {
    while (v->parent[node] != node) node = v->parent[node] = v->parent[v->parent[node]];
    return node;
}

// True when that changed something.
static bool classes_merge(Verifier *v, int n, int m) {
    n = class_of(v, n);
    m = class_of(v, m);
    v->parent[n] = m;
    return n != m;
}

// Merges all classes that both p and q touch. True when that changed something.
static bool classes_merge_at(Verifier *v, Set owned, int p, int q) {
    Set at_p = set_and(v->board.near[p], owned), at_q = set_and(v->board.near[q], owned), common = NONE;
    bool changed = false;
    FOR_EACH (n, at_p) {
        FOR_EACH (m, at_q)
            if (class_of(v, n) == class_of(v, m)) common = set_with(common, class_of(v, n));
    }
    FOR_EACH (n, common) changed |= classes_merge(v, n, set_next(common, 0));
    return changed;
}

typedef struct Item {
    enum { STONE, PAIR, CLAIM } kind;
    int p, q; // the pair; p is also the stone
    const Claim *claim;
    Claim turned; // room for it
} Item;
// An item and the comma after it, if another follows.
static void read_item(Verifier *v, Item *item) {
    work_step(v);
    item->kind = *v->p == '^' || (*v->p >= '0' && *v->p <= '9') ? CLAIM : STONE;
    if (item->kind == CLAIM) item->claim = read_claim(v, &item->turned);
    if (item->kind == STONE) item->p = read_cell(v);
    if (item->kind == STONE && accept(v, '|')) {
        item->kind = PAIR;
        item->q = read_cell(v);
        if (item->p == item->q) UNTRUE("a pair of one cell");
    }
    bool more = accept(v, ',');
    if (more == word_ended(v)) UNREADABLE("an item, a comma or a blank expected");
}

static Set cells_of_ends(const Verifier *v, int x, int y) { return set_and(set_with(set_of(x), y), v->board.all); }

// What an item needs besides stones.
static Set item_carrier(const Item *item) {
    if (item->kind == PAIR) return set_with(set_of(item->p), item->q);
    return item->kind == CLAIM ? item->claim->free : NONE;
}

// Why the body holds: no cell is in the carriers of two items, and the items join the ends. A pair with a cell in A
// joins nothing new; of the others there are no more than half the cells.
static void body_check(Verifier *v, const Claim *body) {
    Item item;
    int pair[NODES_MAX / 2][2], pairs = 0;
    Set taken = NONE, owned = set_or(body->stones, v->edges);
    for (int node = 0; node < NODES_MAX; node++) v->parent[node] = node;
    FOR_EACH (n, owned) {
        Set near = set_and(v->board.near[n], owned);
        FOR_EACH (m, near) classes_merge(v, n, m);
    }
    while (!word_ended(v)) {
        read_item(v, &item);
        Set carrier = set_minus(item_carrier(&item), body->stones);
        int both = set_next(set_and(carrier, taken), 0);
        if (both >= 0) UNTRUE("two items of a body need %s", NAME(both));
        taken = set_or(taken, carrier);
        if (item.kind == CLAIM) classes_merge(v, item.claim->x, item.claim->y);
        if (item.kind == PAIR && set_has(carrier, item.p) && set_has(carrier, item.q)) {
            pair[pairs][0] = item.p;
            pair[pairs++][1] = item.q;
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < pairs; i++) changed |= classes_merge_at(v, owned, pair[i][0], pair[i][1]);
    }
    if (class_of(v, body->x) != class_of(v, body->y)) UNTRUE("%s and %s are not joined", NAME(body->x), NAME(body->y));
}

// Reads a body whose ends and given stones are in `body`; adds A, C and the depth.
static void read_body(Verifier *v, Claim *body) {
    const char *start = v->p;
    Item item;
    body->stones = set_or(body->stones, cells_of_ends(v, body->x, body->y));
    while (!word_ended(v)) {
        read_item(v, &item);
        if (item.kind == STONE) body->stones = set_with(body->stones, item.p);
        if (item.kind == CLAIM) body->stones = set_or(body->stones, item.claim->stones);
        if (item.kind == CLAIM && item.claim->depth >= body->depth) body->depth = item.claim->depth + 1;
        body->free = set_or(body->free, item_carrier(&item));
    }
    body->free = set_minus(body->free, body->stones);
    if (v->skipped) return;
    v->p = start;
    body_check(v, body);
}

// --- Dead cells
// The test in the graph of one player: his stones with his edges, the free cells without m, his ends.
static bool dead_in_graph(const Board *b, Set owned, Set free, int m, int x, int y) {
    Set chain_x = board_chains(b, owned, set_of(x)), chain_y = board_chains(b, owned, set_of(y));
    if (set_has(chain_x, y)) return true;
    Set at_x = set_near(b, chain_x), at_y = set_near(b, chain_y);
    Set others = set_minus(owned, set_or(chain_x, chain_y));
    Set chains = board_chains(b, others, set_and(b->near[m], others));
    Set near = set_and(set_or(b->near[m], set_near(b, chains)), free);
    bool m_at_x = set_has(at_x, m), m_at_y = set_has(at_y, m);
    if (m_at_x && m_at_y) return false;
    if ((m_at_x && !set_within(near, at_x)) || (m_at_y && !set_within(near, at_y))) return false;
    FOR_EACH (u, near) {
        Set fine = set_with(b->near[u], u);
        fine = set_or(fine, set_near(b, board_chains(b, others, set_and(b->near[u], others))));
        if (set_has(at_x, u)) fine = set_or(fine, at_x);
        if (set_has(at_y, u)) fine = set_or(fine, at_y);
        if (!set_within(near, fine)) return false;
    }
    return true;
}

// m makes no difference to the claim's ends when X has `stones`, and `free` and m are empty.
static bool dead(Verifier *v, const Claim *claim, Set stones, Set free, int m) {
    const Board *b = &v->board;
    work_step(v);
    if (dead_in_graph(b, set_or(stones, v->edges), free, m, claim->x, claim->y)) return true;
    if (!set_empty(cells_of_ends(v, claim->x, claim->y))) return false;
    Set theirs = set_without(set_minus(set_minus(b->all, stones), free), m);
    return dead_in_graph(b, set_or(theirs, v->others), free, m, v->other[0], v->other[1]);
}

// --- Captured sets, by search over which cells of the set are still empty, X's or Y's
typedef struct Capture {
    Verifier *v;
    const Claim *claim; // for its ends
    bool for_x;
    Set free;                           // the free cells outside the set
    int digit[NODES_MAX];               // powers of 3
    signed char known[CAPTURED_STATES]; // by state in base 3: 0 not yet, 1 captured, -1 not
} Capture;
static bool capture_search(Capture *c, Set stones, Set set, int state);
// The set's owner answers a stone of the other player on m at some k.
static bool capture_answer(Capture *c, Set stones, Set set, int state, int m) {
    Set rest = set_without(set, m);
    if (!dead(c->v, c->claim, c->for_x ? set_or(stones, rest) : stones, c->free, m)) return false;
    FOR_EACH (k, rest) {
        int mine = c->for_x ? k : m, theirs = c->for_x ? m : k; // mine: X's
        int next = state + c->digit[mine] + 2 * c->digit[theirs];
        if (capture_search(c, set_with(stones, mine), set_without(rest, k), next)) return true;
    }
    return false;
}

static bool capture_search(Capture *c, Set stones, Set set, int state) {
    signed char *known = &c->known[state];
    if (*known) return *known > 0;
    *known = 1;
    FOR_EACH (d, set) {
        Set rest = set_without(set, d);
        if (!dead(c->v, c->claim, stones, set_or(c->free, rest), d)) continue;
        if (capture_search(c, stones, rest, state + 2 * c->digit[d])) return true;
    }
    FOR_EACH (m, set)
        if (!capture_answer(c, stones, set, state, m)) return (*known = -1) > 0;
    return true;
}

// Fails unless `set` is captured for X (or for Y) when X has `stones`, and `free` and the set are empty.
static void check_captured(Verifier *v, const Claim *claim, bool for_x, Set stones, Set free, Set set) {
    if (v->skipped) return;
    Capture c = {.v = v, .claim = claim, .for_x = for_x, .free = set_minus(free, set)};
    int power = 1;
    FOR_EACH (cell, set) {
        if (power == CAPTURED_STATES) UNTRUE("a set of more than 8 cells");
        c.digit[cell] = power;
        power *= 3;
    }
    if (!capture_search(&c, stones, set, 0))
        UNTRUE("a set with %s is not captured for the %s", NAME(set_next(set, 0)), for_x ? "winner" : "loser");
}

// --- The rules. Each reads the line behind its letter, and makes the claim or fails.
static void rule_series(Verifier *v, Claim *claim) {
    read_ends(v, claim);
    read_body(v, claim);
}
typedef struct Cases {
    Set given, answers; // stones that every answer may use; all r
    Set needed, common; // cells that some answer needs, stones included; those that every answer needs
} Cases;
static void cases_answer(Verifier *v, Cases *cases, Claim *claim) {
    int r = read_cell(v);
    Claim body = {.stones = set_with(cases->given, r), .x = claim->x, .y = claim->y};
    expect(v, ":");
    read_body(v, &body);
    read_blank(v);
    Set needs = set_or(body.stones, body.free);
    cases->common = set_empty(cases->answers) ? needs : set_and(cases->common, needs);
    cases->needed = set_or(cases->needed, needs);
    cases->answers = set_with(cases->answers, r);
    claim->stones = set_or(claim->stones, set_without(body.stones, r));
    if (body.depth > claim->depth) claim->depth = body.depth;
}

// "k*cells" (a kill) or "k~cells" (a reversal).
static Set read_excuse(Verifier *v, int *k, bool *reverse) {
    *k = read_cell(v);
    *reverse = *v->p == '~';
    expect(v, *reverse ? "~" : "*");
    return read_cells(v);
}

// The cells that the excuses excuse.
static Set cases_excused(Verifier *v, const Claim *claim) {
    Set excused = NONE, earlier = NONE; // earlier: the k of reversals
    while (*v->p) {
        int k;
        bool reverse;
        Set cells = read_excuse(v, &k, &reverse);
        Set stones = set_with(claim->stones, k), free = set_without(claim->free, k);
        if (set_has(cells, k)) UNTRUE("%s cannot answer itself", NAME(k));
        cells = set_and(cells, claim->free);
        excused = set_or(excused, cells);
        if (reverse) {
            if (!set_empty(set_and(cells, earlier))) UNTRUE("reversals in the wrong order");
            check_captured(v, claim, false, stones, free, cells);
            earlier = set_with(earlier, k);
            continue;
        }
        if (v->skipped) continue;
        FOR_EACH (m, cells)
            if (!dead(v, claim, stones, set_without(free, m), m)) UNTRUE("%s does not kill %s", NAME(k), NAME(m));
    }
    return excused;
}

static void rule_cases(Verifier *v, Claim *claim) {
    Cases cases = {0};
    Set killers = NONE;
    read_ends(v, claim);
    cases.given = read_plus(v);
    claim->stones = set_or(cases.given, cells_of_ends(v, claim->x, claim->y));
    // 1. The answers; a word without a colon is an excuse.
    while (word_has(v, ':')) cases_answer(v, &cases, claim);
    if (set_empty(cases.answers)) UNTRUE("no answer");
    // 2. A is known now; the killers are part of C.
    const char *excuses = v->p;
    for (int k; *v->p; killers = set_with(killers, k)) read_excuse(v, &k, &(bool){0});
    int taken = set_next(set_and(set_or(cases.answers, killers), claim->stones), 0);
    if (taken >= 0) UNTRUE("%s is a stone already", NAME(taken));
    claim->free = set_minus(set_or(cases.needed, killers), claim->stones);
    // 3. No cell may be needed by every answer, but for those excused.
    v->p = excuses;
    Set excused = cases_excused(v, claim);
    int open = set_next(set_minus(set_and(cases.common, claim->free), excused), 0);
    if (open >= 0) UNTRUE("no answer to %s", NAME(open));
}

// F undoes the fill of sets captured for X, D drops sets captured for Y from the carrier.
static void rule_fill_or_drop(Verifier *v, Claim *claim) {
    bool fill = v->line[0] == 'F';
    Claim turned;
    *claim = *read_claim(v, &turned);
    read_blank(v);
    Set plus = read_plus(v);
    claim->depth++;
    claim->stones = set_or(claim->stones, plus);
    claim->free = set_minus(claim->free, plus);
    do {
        Set set = read_cells(v);
        if (!fill) set = set_and(set, claim->free);
        if (set_has(set, claim->x) || set_has(set, claim->y)) UNTRUE("a set holds an end");
        claim->stones = set_minus(claim->stones, set);
        claim->free = set_or(claim->free, set);
        check_captured(v, claim, fill, claim->stones, claim->free, set);
        if (!fill) claim->free = set_minus(claim->free, set);
    } while (*v->p);
}

static void rule_pairing(Verifier *v, Claim *claim) {
    const Board *b = &v->board;
    bool white = b->width < b->height;
    int n = white ? b->width : b->height, longer = white ? b->height : b->width;
    int along = white ? 1 : b->width, across = white ? b->width : 1; // steps from cell to cell
    int64_t offset = read_number(v);
    read_blank(v);
    *claim = (Claim){.stones = *v->p ? read_cells(v) : NONE, .x = v->edge[0], .y = v->edge[1]};
    if (n == longer || claim->x != b->cells + 2 * white) UNTRUE("no pairing for the winner: square, or the other's");
    if (offset + n + 1 > longer) UNTRUE("the pairing does not fit on the board");
    for (int i = 0; i < n; i++) {
        for (int j = 0; i + j < n; j++) {
            int first = i * along + ((int)offset + j) * across;
            int second = (n - 1 - j) * along + ((int)offset + n - i) * across;
            Set pair = set_with(set_of(first), second);
            if (set_empty(set_and(pair, claim->stones))) claim->free = set_or(claim->free, pair);
        }
    }
}

static void line_claim(Verifier *v) {
    static void (*const RULE[])(Verifier *, Claim *) = {rule_series, rule_cases, rule_fill_or_drop, rule_fill_or_drop,
                                                        rule_pairing};
    const char *letter = *v->p ? strchr(RULES, *v->p++) : NULL;
    VerifyResult *r = v->result;
    Claim claim = {0};
    if (!letter) UNREADABLE("no claim begins like this");
    work_step(v);
    v->skipped = v->options.skip && v->options.skip(v->options.context, v->claims + 1);
    read_blank(v);
    RULE[letter - RULES](v, &claim);
    if (*v->p) UNREADABLE("more in the line than expected");
    claim_store(v, &claim);
    r->claims++;
    r->skipped += v->skipped;
    r->rule_claims[letter - RULES]++;
    r->rule_bytes[letter - RULES] += strlen(v->line) + 1;
    r->depth_claims[claim.depth < VERIFY_DEPTHS ? claim.depth : VERIFY_DEPTHS - 1]++;
    r->depth = claim.depth > r->depth ? claim.depth : r->depth;
}

// --- Header, root and end
// The next line of the header, which begins with `word` and a blank; v->p is after them.
static void header_line(Verifier *v, const char *word) {
    if (*v->p) UNREADABLE("more in the line than expected");
    if (!line_next(v)) UNREADABLE("the file ends inside its header");
    expect(v, word);
    expect(v, " ");
}
static bool header_white(Verifier *v, const char *word) {
    header_line(v, word);
    bool white = *v->p == 'w';
    expect(v, white ? "white" : "black");
    return white;
}
static Set header_cells(Verifier *v, const char *word) {
    header_line(v, word);
    return accept(v, '-') ? NONE : read_cells(v);
}
static void header_position(Verifier *v) {
    bool white = v->edge[0] > v->other[0];
    expect(v, "position");
    Set black_stones = header_cells(v, "black"), white_stones = header_cells(v, "white");
    Set vacant = set_minus(set_minus(v->board.all, black_stones), white_stones);
    if (!set_empty(set_and(black_stones, white_stones))) UNREADABLE("a cell with two stones");
    v->root = (Claim){white ? white_stones : black_stones, vacant, v->edge[0], v->edge[1], 0};
    bool moves = header_white(v, "to-move") == white;
    header_line(v, "first");
    if (accept(v, '-')) return;
    int first = read_cell(v);
    if (!moves) UNREADABLE("a first move, but the winner is not to move");
    if (!set_has(vacant, first)) UNREADABLE("the first move is on a stone");
    v->root.stones = set_with(v->root.stones, first);
}
static void header_join(Verifier *v) {
    expect(v, "join ");
    if (!*v->p) UNREADABLE("two ends expected");
    read_ends(v, &v->root);
    v->root.stones = header_cells(v, "stones");
    v->root.free = header_cells(v, "carrier");
    Set ends = cells_of_ends(v, v->root.x, v->root.y), twice = set_and(v->root.stones, v->root.free);
    if (!set_empty(twice) || !set_within(ends, v->root.stones)) UNREADABLE("stones, carrier and ends do not fit");
}

static void header_read(Verifier *v) {
    header_line(v, "mustplay-proof");
    int64_t format = read_number(v);
    if (format != 1) UNREADABLE("format %" PRId64 "; this program reads 1", format);
    header_line(v, "board");
    int64_t width = read_number(v);
    expect(v, "x");
    int64_t height = read_number(v);
    if (width < 1 || width > SIDE_MAX || height < 1 || height > SIDE_MAX) UNREADABLE("a side is not 1 to 19");
    board_set(&v->board, (int)width, (int)height);
    bool white = header_white(v, "winner");
    strcpy(v->result->winner, white ? "white" : "black");
    for (int i = 0; i < 2; i++) {
        v->edges = set_with(v->edges, v->edge[i] = v->board.cells + 2 * white + i);
        v->others = set_with(v->others, v->other[i] = v->board.cells + 2 * !white + i);
    }
    header_line(v, "root");
    (strcmp(v->p, "position") ? header_join : header_position)(v);
    header_line(v, "made");
    if (!*v->p) UNREADABLE("the file does not say how it was made");
}

// The last claim gives what the header says.
static void root_check(Verifier *v) {
    const Claim *root = &v->root, *c = claim_at(v, v->claims);
    if ((c->x != root->x || c->y != root->y) && (c->x != root->y || c->y != root->x))
        UNTRUE("the last claim does not join the ends of the root");
    int missing = set_next(set_minus(c->stones, root->stones), 0);
    if (missing >= 0) UNTRUE("the last claim needs a stone on %s, and the root has none", NAME(missing));
    missing = set_next(set_minus(set_minus(c->free, root->free), root->stones), 0);
    if (missing >= 0) UNTRUE("the last claim needs %s, and the root does not give it", NAME(missing));
}

// What the last claim says, for callers.
static void result_describe(Verifier *v, const Claim *last) {
    VerifyResult *r = v->result;
    r->width = v->board.width;
    r->height = v->board.height;
    r->wins = set_has(v->edges, last->x) && set_has(v->edges, last->y);
    memcpy(r->stones, last->stones.word, sizeof r->stones);
    memcpy(r->free, last->free.word, sizeof r->free);
}

static void end_check(Verifier *v) {
    char hash[20];
    snprintf(hash, sizeof hash, " %016" PRIx64, v->hash_before);
    if (*v->p != 'e') UNREADABLE("the file ends without its last line");
    expect(v, "end ");
    int64_t count = read_number(v);
    if (strcmp(v->p, hash)) UNREADABLE("the checksum is wrong: the file is damaged");
    if (!count || (size_t)count != v->claims) UNREADABLE("%" PRId64 " claims announced, %zu found", count, v->claims);
    root_check(v);
    if (line_next(v)) UNREADABLE("more after the end");
    result_describe(v, claim_at(v, v->claims));
    v->result->code = VERIFY_RIGHT;
    v->result->reason[0] = 0;
}

// --- The check
static void text_check(Verifier *v) {
    for (header_read(v); line_next(v) && *v->p != 'e';) {
        if (*v->p == '#') continue;
        line_claim(v);
        if (v->options.progress && v->claims % 65536 == 0)
            fprintf(stderr, "\r%zu claims, %.0f MB \r", v->claims, (double)v->result->bytes / 1e6);
    }
    end_check(v);
}

// The text alone: what `seen` is for.
static void text_read(Verifier *v) {
    while (text_more(v)) v->result->bytes += v->text_to;
    v->result->code = VERIFY_RIGHT;
}

static int file_read(FILE *file, const VerifyOptions *options, VerifyResult *result, void (*reader)(Verifier *v)) {
    Verifier *v = malloc(sizeof *v);
    *result = (VerifyResult){.code = VERIFY_STOPPED, .reason = "out of memory", .out_of_memory = true};
    if (!v) return result->code;
    *result = (VerifyResult){.code = VERIFY_STOPPED};
    *v = (Verifier){.file = file, .options = *options, .hash = 0xcbf29ce484222325u, .p = "", .result = result};
    if (!setjmp(v->fault)) {
        memory_take(v, sizeof *v);
        reader(v);
    }
#ifdef VERIFY_ZSTD
    ZSTD_freeDStream(v->stream);
#endif
    for (size_t i = 0; i * BLOCK_CLAIMS < v->claims; i++) free(v->block[i]);
    free(v->block);
    free(v);
    return result->code;
}

int verify_stream(FILE *file, const VerifyOptions *options, VerifyResult *result) {
    return file_read(file, options, result, text_check);
}

int verify_text(FILE *file, const VerifyOptions *options, VerifyResult *result) {
    return file_read(file, options, result, text_read);
}

// --- The command
static void interrupt(int signal_number) { interrupted = signal_number; }
static void stats_print(const VerifyResult *r, bool json) {
    printf(json ? ", \"bytes\": %" PRIu64 ", \"rules\": {" : "%" PRIu64 " bytes\n", r->bytes);
    for (int i = 0; i < VERIFY_RULES; i++)
        printf(json ? "%s\"%c\": {\"claims\": %" PRIu64 ", \"bytes\": %" PRIu64 "}"
                    : "%s%c: %" PRIu64 " claims, %" PRIu64 " bytes\n",
               json && i ? ", " : "", RULES[i], r->rule_claims[i], r->rule_bytes[i]);
    printf(json ? "}, \"depth\": %" PRIu32 ", \"depths\": [" : "depth %" PRIu32 "; claims by depth:", r->depth);
    for (uint32_t i = 0; i < VERIFY_DEPTHS && i <= r->depth; i++)
        printf("%s%" PRIu64, !json ? " " : i ? ", " : "", r->depth_claims[i]);
    fputs(json ? "]" : "\n", stdout);
}

static void result_print(const VerifyResult *r, bool json, bool stats) {
    static const char RIGHT[] = "{\"valid\": true, \"winner\": \"%s\", \"claims\": %" PRIu64 ", \"reason\": null";
    static const char WRONG[] = "{\"valid\": false, \"winner\": null, \"reason\": \"%s\", \"claims\": %" PRIu64;
    bool right = r->code == VERIFY_RIGHT; // the reasons of false files hold nothing that JSON escapes
    const char *words = right ? "right: %s wins (%" PRIu64 " claim%s)\n" : "false: %s (%" PRIu64 " claim%s right)\n";
    const char *ending = right ? (r->claims == 1 ? "" : "s") : r->claims == 1 ? " is" : "s are";
    printf(!json ? words : right ? RIGHT : WRONG, right ? r->winner : r->reason, r->claims, ending);
    if (stats) stats_print(r, json);
    if (json) puts("}");
}

FILE *verify_open(const char *path, bool *compressed) {
    const char *dot = strrchr(path, '.');
    struct sigaction action = {.sa_handler = interrupt}; // without restarts: a read that waits ends too
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    *compressed = dot && !strcmp(dot, ".zst");
    return strcmp(path, "-") ? fopen(path, "rb") : stdin;
}

void verify_unopened(VerifyResult *result) {
    bool stopped = errno == EINTR;
    *result = (VerifyResult){.code = stopped ? VERIFY_STOPPED : VERIFY_NOT_A_PROOF};
    snprintf(result->reason, sizeof result->reason, "%s", stopped ? "stopped" : strerror(errno));
}

int verify_report(const char *program, const char *path, const VerifyResult *result, bool json, bool stats) {
    if (result->code == VERIFY_RIGHT || result->code == VERIFY_FALSE)
        result_print(result, json, stats);
    else
        fprintf(stderr, "%s: %s: %s\n", program, path, result->reason);
    return fflush(stdout) ? 1 : result->code;
}

int verify_command(const char *program, const char *path, bool json, bool stats, uint64_t memory) {
    VerifyOptions options = {.memory = memory, .progress = isatty(STDERR_FILENO)};
    VerifyResult result;
    FILE *file = verify_open(path, &options.compressed);
    if (!file) verify_unopened(&result);
    if (file) verify_stream(file, &options, &result);
    if (file && file != stdin) fclose(file);
    return verify_report(program, path, &result, json, stats);
}

#ifndef VERIFY_LIBRARY
// "--memory MB", in bytes; 0 if it is no number of megabytes.
static uint64_t memory_read(const char *text) {
    char *end = NULL;
    unsigned long long megabytes = text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    return end && !*end && megabytes <= VERIFY_MEMORY_MAX / MEGABYTE ? megabytes * MEGABYTE : 0;
}

int main(int argc, char **argv) {
    const char *path = NULL;
    bool json = false, stats = false, help = false, bad = false;
    uint64_t memory = VERIFY_MEMORY;
    for (int i = 1; i < argc; i++) {
        bool *option = !strcmp(argv[i], "--json") ? &json : !strcmp(argv[i], "--stats") ? &stats : NULL;
        if (!strcmp(argv[i], "--help")) option = &help;
        if (!strcmp(argv[i], "--memory")) {
            bad |= !(memory = memory_read(argv[++i]));
            if (!argv[i]) break;
            continue;
        }
        if (!option && (path || (argv[i][0] == '-' && argv[i][1]))) option = &bad;
        if (option) *option = true;
        if (!option) path = argv[i];
    }
    if (path && !bad && !help) return verify_command("mustplay-verify", path, json, stats, memory);
    fputs(
        "Usage: mustplay-verify FILE [--json] [--stats] [--memory MB]\nChecks a proof file (docs/PROOFS.md); - is standard "
        "input. --memory bounds what it allocates (4096).\n"
        "Exit codes: 0 right, 4 well-formed but false, 2 not a proof file, 3 stopped or out of memory.\n",
        help ? stdout : stderr);
    return fflush(stdout) ? 1 : help ? VERIFY_RIGHT : VERIFY_NOT_A_PROOF;
}
#endif
