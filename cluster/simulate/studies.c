#include "cluster/simulate/studies.h"

#include <stdlib.h>
#include <string.h>

// Followed by its sets of `words` words each, then by its moves and its killers.
typedef struct Study {
    struct Study *next;
    uint8_t to_move, winner, semis, seems;
    bool exact;
    uint16_t moves, killers;
    int16_t move;
    float widest;
    uint32_t run; // the last in which it was made or recalled
    uint64_t word[];
} Study;

typedef struct StudyMove {
    int16_t move;
    uint8_t phi, delta;
} StudyMove;

// The sets of a study: its position; then, of a decided one, the proof; of others what is filled and what a proof must add.
enum { SET_BLACK, SET_WHITE, SET_PROOF, SETS_DECIDED };
enum {
    SET_FILLED_BLACK = SET_PROOF,
    SET_FILLED_WHITE,
    SET_FILL_BLACK,
    SET_FILL_WHITE,
    SET_UNANSWERED,
    SET_SEMIS
};

// For some millions; calloc of so much takes pages only when they are used.
enum { BUCKETS = 1 << 21 };

struct Studies {
    Study **bucket;
    uint32_t run;
    uint64_t count, distinct; // studies of this run, and positions
};

Studies *studies_new(void) {
    Studies *studies = calloc(1, sizeof *studies);
    if (!studies) return NULL;
    studies->bucket = calloc(BUCKETS, sizeof(Study *));
    if (studies->bucket) return studies;
    free(studies);
    return NULL;
}

void studies_free(Studies *studies) {
    if (!studies) return;
    for (int i = 0; i < BUCKETS; i++) {
        for (Study *study = studies->bucket[i], *next; study; study = next) {
            next = study->next;
            free(study);
        }
    }
    free(studies->bucket);
    free(studies);
}

void studies_begin(Studies *studies) {
    studies->run++;
    studies->count = studies->distinct = 0;
}

uint64_t studies_count(const Studies *studies) {
    return studies->count;
}

uint64_t studies_distinct(const Studies *studies) {
    return studies->distinct;
}

// --- Sets
static int words_of(const Position *position) {
    return (position->geometry->cells + 63) / 64;
}

static CellSet set_get(const Study *study, int words, int set) {
    CellSet cells = cellset_none();
    memcpy(cells.word, study->word + (ptrdiff_t)set * words, sizeof(uint64_t) * (size_t)words);
    return cells;
}

static void set_put(Study *study, int words, int set, CellSet cells) {
    memcpy(study->word + (ptrdiff_t)set * words, cells.word, sizeof(uint64_t) * (size_t)words);
}

static int sets_of(const Study *study) {
    return study->winner == EMPTY ? SET_SEMIS + study->semis : SETS_DECIDED;
}

static StudyMove *moves_of(const Study *study, int words) {
    return (StudyMove *)(study->word + (ptrdiff_t)sets_of(study) * words);
}

static ProofKiller *killers_of(const Study *study, int words) {
    return (ProofKiller *)(moves_of(study, words) + study->moves);
}

// --- The table
static Study **study_find(const Studies *studies, const Position *position, bool exact, ProofSeems seems) {
    int words = words_of(position);
    Study **at = &studies->bucket[position_hash(position).low & (BUCKETS - 1)];
    for (; *at; at = &(*at)->next) {
        const Study *study = *at;
        if (study->to_move == position->to_move && study->exact == exact && study->seems == seems &&
            cellset_equal(set_get(study, words, SET_BLACK), position->stones[BLACK]) &&
            cellset_equal(set_get(study, words, SET_WHITE), position->stones[WHITE]))
            break;
    }
    return at;
}

// --- Recalling
static void open_recall(const Study *study, int words, ProofWorker *worker) {
    Knowledge *k = &worker->knowledge;
    k->filled.stones[BLACK] = set_get(study, words, SET_FILLED_BLACK);
    k->filled.stones[WHITE] = set_get(study, words, SET_FILLED_WHITE);
    k->fill_proof[BLACK] = set_get(study, words, SET_FILL_BLACK);
    k->fill_proof[WHITE] = set_get(study, words, SET_FILL_WHITE);
    k->unanswered = set_get(study, words, SET_UNANSWERED);
    k->semis = study->semis;
    for (int i = 0; i < study->semis; i++) k->semi[i] = set_get(study, words, SET_SEMIS + i);
    for (int i = 0; i < CELL_MAX; i++) k->killer[i] = CELL_NONE;
    const ProofKiller *killer = killers_of(study, words);
    for (int i = 0; i < study->killers; i++) k->killer[killer[i].cell] = killer[i].answer;
    const StudyMove *move = moves_of(study, words);
    for (int i = 0; i < study->moves; i++) {
        worker->move[i] = move[i].move;
        worker->phi[move[i].move] = move[i].phi;
        worker->delta[move[i].move] = move[i].delta;
    }
}

bool studies_recall(Studies *studies, const Position *position, bool exact, ProofSeems seems,
                    ProofWorker *worker) {
    Study *study = *study_find(studies, position, exact, seems);
    int words = words_of(position);
    if (!study) return false;
    studies->count++;
    studies->distinct += study->run != studies->run;
    study->run = studies->run;
    Knowledge *k = &worker->knowledge;
    k->filled = *position;
    k->winner = (Color)study->winner;
    k->move = study->move;
    worker->exact = exact;
    worker->seems = seems;
    worker->moves = study->moves;
    worker->widest = study->widest;
    if (k->winner != EMPTY)
        k->proof = set_get(study, words, SET_PROOF);
    else
        open_recall(study, words, worker);
    return true;
}

// --- Keeping
static int killers_count(const Knowledge *k) {
    int count = 0;
    for (int cell = 0; cell < k->filled.geometry->cells; cell++) count += k->killer[cell] != CELL_NONE;
    return count;
}

static void open_keep(Study *study, int words, const ProofWorker *worker) {
    const Knowledge *k = &worker->knowledge;
    set_put(study, words, SET_FILLED_BLACK, k->filled.stones[BLACK]);
    set_put(study, words, SET_FILLED_WHITE, k->filled.stones[WHITE]);
    set_put(study, words, SET_FILL_BLACK, k->fill_proof[BLACK]);
    set_put(study, words, SET_FILL_WHITE, k->fill_proof[WHITE]);
    set_put(study, words, SET_UNANSWERED, k->unanswered);
    for (int i = 0; i < k->semis; i++) set_put(study, words, SET_SEMIS + i, k->semi[i]);
    StudyMove *move = moves_of(study, words);
    for (int i = 0; i < worker->moves; i++)
        move[i] = (StudyMove){worker->move[i], worker->phi[worker->move[i]], worker->delta[worker->move[i]]};
    ProofKiller *killer = killers_of(study, words);
    for (int cell = 0; cell < k->filled.geometry->cells; cell++)
        if (k->killer[cell] != CELL_NONE) *killer++ = (ProofKiller){(int16_t)cell, k->killer[cell]};
}

void studies_keep(Studies *studies, const Position *position, const ProofWorker *worker) {
    const Knowledge *k = &worker->knowledge;
    bool decided = k->winner != EMPTY;
    int words = words_of(position);
    Study head = {.to_move = (uint8_t)position->to_move,
                  .winner = (uint8_t)k->winner,
                  .exact = worker->exact,
                  .seems = (uint8_t)worker->seems,
                  .run = studies->run,
                  .move = k->move,
                  .widest = worker->widest,
                  .semis = decided ? 0 : (uint8_t)k->semis,
                  .moves = decided ? 0 : (uint16_t)worker->moves,
                  .killers = decided ? 0 : (uint16_t)killers_count(k)};
    size_t bytes = sizeof head + sizeof(uint64_t) * (size_t)(sets_of(&head) * words) +
                   sizeof(StudyMove) * head.moves + sizeof(ProofKiller) * head.killers;
    Study *study = malloc(bytes), **at = study_find(studies, position, worker->exact, worker->seems);
    if (!study || *at) {
        free(study);
        return;
    }
    *study = head;
    set_put(study, words, SET_BLACK, position->stones[BLACK]);
    set_put(study, words, SET_WHITE, position->stones[WHITE]);
    if (decided)
        set_put(study, words, SET_PROOF, k->proof);
    else
        open_keep(study, words, worker);
    *at = study;
    studies->count++;
    studies->distinct++;
}
