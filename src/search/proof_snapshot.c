#include "search/proof_snapshot.h"

#include "base/file.h"
#include "base/hash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The file: Head; the owner's bytes; Record, sets and detail of each node; FNV-1a of all that. Numbers as the machine has
// them.
static const char MAGIC[8] = "MPGRAPH2";

typedef struct Head {
    char magic[8];
    uint16_t width, height, words, to_move;
    uint64_t studies, nodes;
    uint64_t ids;      // one more than the largest
    uint64_t more;     // the owner's bytes
    CellSet stones[2]; // of the question
} Head;

typedef struct Record {
    uint32_t id, phi, delta, work;
    int16_t move;
    uint8_t to_move, exact, recalled, expanded, solved, spared;
    uint16_t links, killers, semis, more;
    float widest;
} Record;

typedef struct LinkRecord {
    uint32_t child; // 0: none, or forgotten
    int16_t move;
    uint8_t phi, delta, turned, decides;
    uint16_t unused;
} LinkRecord;

// How much of a node is written. Of what is not needed nothing is, and links there lead nowhere.
typedef enum Kept { KEPT_NOT, KEPT_NUMBERS, KEPT_WHOLE } Kept;

// --- Writing
typedef struct Writer {
    FileDraft draft;
    const uint8_t *kept; // by id; NULL: all of all
    unsigned char buffer[1 << 16];
    size_t used;
    uint64_t hash;
} Writer;

static bool writer_flush(Writer *w, Error *error) {
    bool good = !w->used || file_draft_add(&w->draft, w->buffer, w->used, error);
    w->used = 0;
    return good;
}

static bool writer_add(Writer *w, const void *bytes, size_t count, Error *error) {
    if (w->used + count > sizeof w->buffer && !writer_flush(w, error)) return false;
    w->hash = hash_bytes(w->hash, bytes, count);
    if (count > sizeof w->buffer) return file_draft_add(&w->draft, bytes, count, error);
    memcpy(w->buffer + w->used, bytes, count);
    w->used += count;
    return true;
}

static Kept writer_keeps(const Writer *w, uint32_t id) {
    return w->kept ? (Kept)w->kept[id] : KEPT_WHOLE;
}

static bool links_write(Writer *w, const ProofTree *tree, const ProofDetail *detail, Error *error) {
    bool good = true;
    for (int i = 0; good && i < detail->links; i++) {
        const ProofLink *link = &detail->link[i];
        uint32_t child = proof_tree_child(tree, link);
        LinkRecord record = {.child = child != NODE_NONE && writer_keeps(w, child) ? child : NODE_NONE,
                             .move = link->move,
                             .phi = link->phi,
                             .delta = link->delta,
                             .turned = link->turned,
                             .decides = link->decides};
        good = writer_add(w, &record, sizeof record, error);
    }
    return good;
}

static bool node_write(Writer *w, const ProofTree *tree, uint32_t id, size_t set_bytes, Error *error) {
    const ProofNode *node = proof_tree_node(tree, id);
    const ProofDetail *detail = writer_keeps(w, id) == KEPT_WHOLE ? node->detail : NULL;
    Position position = proof_node_position(tree, id);
    CellSet proof = proof_node_proof(tree, id);
    Record record = {.id = id,
                     .phi = node->phi,
                     .delta = node->delta,
                     .work = node->work,
                     .move = node->move,
                     .to_move = node->to_move,
                     .exact = node->exact,
                     .recalled = node->recalled,
                     .expanded = detail != NULL,
                     .solved = proof_node_solved(node)};
    if (detail) {
        record.links = detail->links;
        record.killers = detail->killers;
        record.semis = detail->semis;
        record.spared = detail->spared;
        record.widest = detail->widest;
    }
    bool good = writer_add(w, &record, sizeof record, error) &&
                writer_add(w, position.stones[BLACK].word, set_bytes, error) &&
                writer_add(w, position.stones[WHITE].word, set_bytes, error) &&
                writer_add(w, proof.word, set_bytes, error);
    if (!good || !detail) return good;
    if (!links_write(w, tree, detail, error)) return false;
    if (record.solved) return true;
    size_t sets = (size_t)(DETAIL_SETS + detail->semis);
    return writer_add(w, detail->killer, sizeof(ProofKiller) * detail->killers, error) &&
           writer_add(w, detail->sets, sets * set_bytes, error);
}

static uint64_t tree_ids(const ProofTree *tree) {
    uint64_t ids = 0;
    for (uint32_t id = NODE_NONE; (id = proof_tree_next(tree, id)) != NODE_NONE;) ids = id + 1;
    return ids;
}

// `nodes`: how many `kept` lets through.
static bool tree_write(const ProofTree *tree, const SnapshotHead *head, const uint8_t *kept, uint64_t nodes,
                       bool replace, const char *path, Error *error) {
    const Geometry *g = head->question.geometry;
    Writer *w = calloc(1, sizeof *w);
    if (!w) return error_memory(error);
    w->hash = HASH_START;
    w->kept = kept;
    Head start = {.width = (uint16_t)g->width,
                  .height = (uint16_t)g->height,
                  .words = (uint16_t)((g->cells + 63) / 64),
                  .to_move = (uint16_t)head->question.to_move,
                  .studies = head->studies,
                  .nodes = nodes,
                  .ids = tree_ids(tree),
                  .more = head->more.length,
                  .stones = {head->question.stones[BLACK], head->question.stones[WHITE]}};
    memcpy(start.magic, MAGIC, sizeof start.magic);
    bool opened = file_draft_open(&w->draft, path, replace, error), good = opened;
    if (good) good = writer_add(w, &start, sizeof start, error);
    if (good) good = writer_add(w, text_string(&head->more), head->more.length, error);
    for (uint32_t id = NODE_NONE; good && (id = proof_tree_next(tree, id)) != NODE_NONE;) {
        if (writer_keeps(w, id)) good = node_write(w, tree, id, sizeof(uint64_t) * start.words, error);
    }
    uint64_t hash = w->hash;
    if (good) good = writer_add(w, &hash, sizeof hash, error) && writer_flush(w, error);
    if (good)
        good = file_draft_keep(&w->draft, error);
    else if (opened)
        file_draft_drop(&w->draft);
    free(w);
    return good;
}

bool proof_snapshot_save(const ProofTree *tree, const SnapshotHead *head, const char *path, Error *error) {
    return tree_write(tree, head, NULL, proof_tree_count(tree), true, path, error);
}

// --- Reading. The file is read three times through a window, so that it takes no memory beside the graph. The passes are
// for its checksum, for the nodes, and for their links.
typedef struct Reader {
    int file;
    const char *path;
    const Observer *observer;
    Error *error;
    uint64_t length, left; // of the file; up to its checksum, from the present place on
    unsigned char *window;
    size_t at, filled; // in the window
    size_t set_bytes;
    ProofTree *tree;
    const Geometry *geometry;
    uint32_t *now; // by the id that a node had: the one it has
    uint32_t ids;
} Reader;

enum { WINDOW = 1 << 18 };

// Reads the next part of the file into the window. False at its end, and with r->error set when it is not to be read on.
static bool window_fill(Reader *r) {
    ssize_t count;
    if (observer_cancelled(r->observer))
        return error_cancelled(r->error, "cannot read '%.200s': interrupted", r->path);
    do count = read(r->file, r->window, WINDOW);
    while (count < 0 && errno == EINTR);
    if (count < 0) return error_file(r->error, "cannot read '%.200s': %s", r->path, strerror(errno));
    r->at = 0;
    r->filled = (size_t)count;
    return count > 0;
}

// Takes bytes, or skips them where `to` is NULL. False when there are not as many.
static bool reader_take(Reader *r, void *to, size_t count) {
    unsigned char *out = to;
    if (count > r->left) return false;
    r->left -= count;
    while (count) {
        if (r->at == r->filled && !window_fill(r)) return false;
        size_t part = r->filled - r->at < count ? r->filled - r->at : count;
        if (out) memcpy(out, r->window + r->at, part), out += part;
        r->at += part;
        count -= part;
    }
    return true;
}

static bool reader_seek(Reader *r, uint64_t place) {
    r->at = r->filled = 0;
    r->left = r->length - sizeof(uint64_t) - place;
    return lseek(r->file, (off_t)place, SEEK_SET) >= 0;
}

static bool set_take(Reader *r, CellSet *cells) {
    *cells = cellset_none();
    return reader_take(r, cells->word, r->set_bytes) && cellset_within(*cells, r->geometry->all);
}

static bool record_take(Reader *r, Record *record) {
    if (!reader_take(r, record, sizeof *record)) return false;
    int cells = r->geometry->cells;
    return record->id && record->to_move <= WHITE && record->links <= cells && record->killers <= cells &&
           record->move < cells;
}

static size_t detail_bytes(const Reader *r, const Record *record) {
    if (!record->expanded) return 0;
    size_t links = sizeof(LinkRecord) * record->links;
    if (record->solved) return links;
    return links + sizeof(ProofKiller) * record->killers +
           r->set_bytes * (size_t)(DETAIL_SETS + record->semis);
}

// First all nodes are made, so that links have where to lead.
static bool node_make(Reader *r, const Record *record) {
    Position p = {.geometry = r->geometry, .to_move = (Color)record->to_move};
    CellSet proof;
    bool turned, made;
    if (!set_take(r, &p.stones[BLACK]) || !set_take(r, &p.stones[WHITE]) || !set_take(r, &proof))
        return false;
    if (!reader_take(r, NULL, detail_bytes(r, record))) return false;
    uint32_t id = proof_tree_find(r->tree, &p, &turned, &made);
    if (id == NODE_NONE || !made || turned || record->id >= r->ids) return false;
    ProofNode *node = proof_tree_node(r->tree, id);
    node->phi = node->virtual_phi = record->phi;
    node->delta = node->virtual_delta = record->delta;
    node->work = record->work;
    node->move = record->move;
    node->exact = record->exact;
    node->recalled = record->recalled;
    proof_node_set_proof(r->tree, id, proof);
    r->now[record->id] = id;
    return true;
}

static bool links_read(Reader *r, ProofDetail *detail) {
    for (int i = 0; i < detail->links; i++) {
        LinkRecord record;
        if (!reader_take(r, &record, sizeof record)) return false;
        if (record.child >= r->ids || record.move < 0 || record.move >= r->geometry->cells) return false;
        uint32_t child = r->now[record.child];
        detail->link[i] = (ProofLink){.node = child,
                                      .move = record.move,
                                      .phi = record.phi,
                                      .delta = record.delta,
                                      .turned = record.turned,
                                      .decides = record.decides};
        if (child != NODE_NONE) detail->link[i].generation = proof_tree_node(r->tree, child)->generation;
    }
    return true;
}

// Then they get their links.
static bool node_fill(Reader *r, const Record *record) {
    if (!reader_take(r, NULL, 3 * r->set_bytes) || record->id >= r->ids) return false;
    if (!record->expanded) return true;
    uint32_t id = r->now[record->id];
    int killers = record->solved ? 0 : record->killers, semis = record->solved ? 0 : record->semis;
    if (!proof_node_expand(r->tree, id, record->links, killers, semis)) return false;
    ProofDetail *detail = proof_tree_node(r->tree, id)->detail;
    detail->spared = record->spared;
    detail->widest = record->widest;
    if (!links_read(r, detail)) return false;
    if (record->solved) {
        proof_node_conclude(r->tree, id);
        return true;
    }
    return reader_take(r, detail->killer, sizeof(ProofKiller) * (size_t)killers) &&
           reader_take(r, detail->sets, r->set_bytes * (size_t)(DETAIL_SETS + semis));
}

static bool nodes_read(Reader *r, uint64_t nodes, bool (*take)(Reader *, const Record *)) {
    for (uint64_t i = 0; i < nodes; i++) {
        Record record;
        if (!record_take(r, &record) || !take(r, &record)) return false;
    }
    return true;
}

static bool graph_read(Reader *r, const Head *head) {
    uint64_t place = sizeof *head + head->more;
    r->set_bytes = sizeof(uint64_t) * head->words;
    r->ids = (uint32_t)head->ids;
    r->now = calloc(r->ids, sizeof *r->now);
    bool good = r->now && reader_seek(r, place) && nodes_read(r, head->nodes, node_make) && r->left == 0 &&
                reader_seek(r, place) && nodes_read(r, head->nodes, node_fill) &&
                proof_tree_count(r->tree) == head->nodes;
    free(r->now);
    return good;
}

// Reads the head, and all else for its checksum.
static bool file_whole(Reader *r, Head *head) {
    uint64_t hash = HASH_START, kept = 0;
    if (!reader_seek(r, 0) || !reader_take(r, head, sizeof *head) || memcmp(head->magic, MAGIC, sizeof MAGIC))
        return false;
    hash = hash_bytes(hash, head, sizeof *head);
    for (uint64_t left = r->left; left;) {
        if (r->at == r->filled && !window_fill(r)) return false;
        size_t part = r->filled - r->at < left ? r->filled - r->at : (size_t)left;
        hash = hash_bytes(hash, r->window + r->at, part);
        r->at += part;
        left -= part;
    }
    r->left = sizeof kept;
    return reader_take(r, &kept, sizeof kept) && kept == hash &&
           head->more <= r->length - sizeof *head - sizeof kept &&
           head->words == (uint16_t)((head->width * head->height + 63) / 64);
}

static bool too_large(const Reader *r) {
    return error_input(
        r->error, "'%.200s': the graph of this checkpoint does not fit into the memory allowed", r->path);
}

static bool damaged(const Reader *r) {
    return error_input(r->error, "'%.200s' is no checkpoint of this version, or damaged", r->path);
}

static bool snapshot_read(Reader *r, SnapshotHead *head) {
    Head start = {0};
    Error none = {0};
    uint64_t most = proof_tree_memory(r->tree);
    *r->error = none;
    if (r->length < sizeof start + sizeof(uint64_t)) return damaged(r);
    if (r->length > most) return too_large(r); // in memory a node takes no less than in the file
    if (!file_whole(r, &start)) return r->error->code ? false : damaged(r);
    if (start.width != r->geometry->width || start.height != r->geometry->height)
        return error_input(r->error, "'%.200s' is a checkpoint of a board of %dx%d", r->path, start.width,
                           start.height);
    if (!start.ids || start.ids > most / sizeof(uint32_t)) return too_large(r);
    Text more = {0};
    void *room = start.more ? malloc(start.more) : NULL;
    bool good = !start.more || (room && reader_seek(r, sizeof start) && reader_take(r, room, start.more));
    if (room) text_add_bytes(&more, room, good ? start.more : 0);
    free(room);
    if (!good || more.failed) good = r->error->code ? false : error_memory(r->error);
    if (good && !graph_read(r, &start)) good = r->error->code ? false : too_large(r);
    if (!good) {
        text_free(&more);
        return false;
    }
    *head = (SnapshotHead){.question = {.geometry = r->geometry,
                                        .stones = {start.stones[BLACK], start.stones[WHITE]},
                                        .to_move = (Color)start.to_move},
                           .studies = start.studies,
                           .more = more};
    return true;
}

bool proof_snapshot_load(ProofTree *tree, const Geometry *g, const char *path, const Observer *observer,
                         SnapshotHead *head, Error *error) {
    struct stat status;
    Error inner = {0};
    Reader r = {.file = file_open_plain(path, error),
                .path = path,
                .observer = observer,
                .error = &inner,
                .tree = tree,
                .geometry = g};
    if (r.file < 0) return false;
    r.window = malloc(WINDOW);
    r.length = fstat(r.file, &status) ? 0 : (uint64_t)status.st_size;
    bool good = r.window ? snapshot_read(&r, head) : error_memory(&inner);
    free(r.window);
    close(r.file);
    if (!good && error) *error = inner;
    return good;
}

// --- Trimming
// Children that were never studied have the numbers that their links begin with anyway.
static void children_mark(const ProofTree *tree, const ProofDetail *detail, uint8_t *kept) {
    for (int i = 0; i < detail->links; i++) {
        uint32_t child = proof_tree_child(tree, &detail->link[i]);
        const ProofNode *node = child == NODE_NONE ? NULL : proof_tree_node(tree, child);
        if (node && node->work && !proof_node_solved(node) && !kept[child]) kept[child] = KEPT_NUMBERS;
    }
}

static uint64_t nodes_mark(const ProofTree *tree, uint32_t least, uint8_t *kept) {
    uint64_t count = 0;
    for (uint32_t id = NODE_NONE; (id = proof_tree_next(tree, id)) != NODE_NONE;) {
        const ProofNode *node = proof_tree_node(tree, id);
        if (!node->detail || proof_node_solved(node) || node->work < least) continue;
        kept[id] = KEPT_WHOLE;
        children_mark(tree, node->detail, kept);
    }
    for (uint32_t id = NODE_NONE; (id = proof_tree_next(tree, id)) != NODE_NONE;)
        count += kept[id] != KEPT_NOT;
    return count;
}

// The board of a file, and how much memory its graph may take; NULL with an error.
static const Geometry *file_board(const char *path, uint64_t *bytes, Error *error) {
    Head head = {0};
    struct stat status = {0};
    int file = file_open_plain(path, error);
    if (file < 0) return NULL;
    bool good = read(file, &head, sizeof head) == sizeof head && !memcmp(head.magic, MAGIC, sizeof MAGIC) &&
                !fstat(file, &status);
    close(file);
    const Geometry *geometry = good ? geometry_get(head.width, head.height) : NULL;
    if (!geometry) error_input(error, "'%.200s' is no checkpoint of this version, or damaged", path);
    *bytes = ((uint64_t)status.st_size + (1 << 20)) * 4;
    return geometry;
}

bool proof_snapshot_trim(const char *from, const char *to, uint32_t least, uint64_t *kept, uint64_t *all,
                         Error *error) {
    uint64_t bytes;
    SnapshotHead head = {0};
    const Geometry *geometry = file_board(from, &bytes, error);
    if (!geometry) return false;
    ProofTree *tree = proof_tree_new(geometry, bytes);
    bool good = tree ? proof_snapshot_load(tree, geometry, from, NULL, &head, error) : error_memory(error);
    uint8_t *marks = good ? calloc(tree_ids(tree) + 1, sizeof *marks) : NULL;
    if (good && !marks) good = error_memory(error);
    if (good) {
        *all = proof_tree_count(tree);
        *kept = nodes_mark(tree, least, marks);
        good = tree_write(tree, &head, marks, *kept, false, to, error);
    }
    free(marks);
    text_free(&head.more);
    proof_tree_free(tree);
    return good;
}
