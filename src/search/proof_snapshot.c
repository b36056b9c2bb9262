#include "search/proof_snapshot.h"

#include "base/file.h"
#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// --- Reading
typedef struct Reader {
    const unsigned char *at;
    size_t left;
    size_t set_bytes;
    ProofTree *tree;
    const Geometry *geometry;
    uint32_t *now; // by the id that a node had: the one it has
    uint32_t ids;
} Reader;

static const void *reader_take(Reader *r, size_t count) {
    if (count > r->left) return NULL;
    const void *bytes = r->at;
    r->at += count;
    r->left -= count;
    return bytes;
}

static bool set_take(Reader *r, CellSet *cells) {
    const void *bytes = reader_take(r, r->set_bytes);
    *cells = cellset_none();
    if (bytes) memcpy(cells->word, bytes, r->set_bytes);
    return bytes && cellset_within(*cells, r->geometry->all);
}

static bool record_take(Reader *r, Record *record) {
    const void *bytes = reader_take(r, sizeof *record);
    if (!bytes) return false;
    memcpy(record, bytes, sizeof *record);
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
    if (!reader_take(r, detail_bytes(r, record))) return false;
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
        memcpy(&record, reader_take(r, sizeof record), sizeof record);
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
    reader_take(r, 3 * r->set_bytes);
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
    size_t bytes = sizeof(ProofKiller) * (size_t)killers;
    memcpy(detail->killer, reader_take(r, bytes), bytes);
    bytes = r->set_bytes * (size_t)(DETAIL_SETS + semis);
    memcpy(detail->sets, reader_take(r, bytes), bytes);
    return true;
}

static bool nodes_read(Reader *r, uint64_t nodes, bool (*take)(Reader *, const Record *)) {
    for (uint64_t i = 0; i < nodes; i++) {
        Record record;
        if (!record_take(r, &record) || !take(r, &record)) return false;
    }
    return true;
}

static bool graph_read(ProofTree *tree, const Head *head, const unsigned char *bytes, size_t count,
                       const Geometry *geometry) {
    Reader r = {bytes, count, sizeof(uint64_t) * head->words, tree, geometry, NULL, (uint32_t)head->ids};
    r.now = calloc(r.ids, sizeof *r.now);
    bool good = r.now && nodes_read(&r, head->nodes, node_make) && r.left == 0;
    r.at = bytes;
    r.left = count;
    good = good && nodes_read(&r, head->nodes, node_fill) && proof_tree_count(tree) == head->nodes;
    free(r.now);
    return good;
}

bool proof_snapshot_load(ProofTree *tree, const Geometry *g, const char *path, SnapshotHead *head,
                         Error *error) {
    static const size_t LARGEST = (size_t)64 << 30;
    Text bytes = {0};
    if (!file_read(path, LARGEST, &bytes, error)) return false;
    const unsigned char *data = (const unsigned char *)text_string(&bytes);
    uint64_t hash = 0;
    Head start = {0};
    bool whole = bytes.length >= sizeof start + sizeof hash;
    if (whole) {
        memcpy(&start, data, sizeof start);
        memcpy(&hash, data + bytes.length - sizeof hash, sizeof hash);
        whole = !memcmp(start.magic, MAGIC, sizeof MAGIC) &&
                hash_bytes(HASH_START, data, bytes.length - sizeof hash) == hash;
    }
    bool good = true;
    if (!whole)
        good = error_input(error, "'%.200s' is no checkpoint of this version, or damaged", path);
    else if (start.width != g->width || start.height != g->height)
        good = error_input(error, "'%.200s' is a checkpoint of a board of %dx%d", path, start.width,
                           start.height);
    else if (start.more > bytes.length - sizeof start - sizeof hash ||
             !graph_read(tree, &start, data + sizeof start + start.more,
                         bytes.length - sizeof start - sizeof hash - start.more, g))
        good = error_input(error, "'%.200s': the graph of this checkpoint does not fit into --memory", path);
    if (good) {
        *head = (SnapshotHead){.question = {.geometry = g,
                                            .stones = {start.stones[BLACK], start.stones[WHITE]},
                                            .to_move = (Color)start.to_move},
                               .studies = start.studies};
        text_add_bytes(&head->more, (const char *)data + sizeof start, start.more);
        good = !head->more.failed || error_memory(error);
    }
    text_free(&bytes);
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
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_input(error, "cannot open '%.200s': %s", path, strerror(errno));
        return NULL;
    }
    bool good = fread(&head, sizeof head, 1, file) == 1 && !memcmp(head.magic, MAGIC, sizeof MAGIC) &&
                !fseek(file, 0, SEEK_END);
    long length = good ? ftell(file) : -1;
    fclose(file);
    const Geometry *geometry = length > 0 ? geometry_get(head.width, head.height) : NULL;
    if (!geometry) error_input(error, "'%.200s' is no checkpoint of this version, or damaged", path);
    *bytes = ((uint64_t)length + (1 << 20)) * 4;
    return geometry;
}

bool proof_snapshot_trim(const char *from, const char *to, uint32_t least, uint64_t *kept, uint64_t *all,
                         Error *error) {
    uint64_t bytes;
    SnapshotHead head = {0};
    const Geometry *geometry = file_board(from, &bytes, error);
    if (!geometry) return false;
    ProofTree *tree = proof_tree_new(geometry, bytes);
    bool good = tree ? proof_snapshot_load(tree, geometry, from, &head, error) : error_memory(error);
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
