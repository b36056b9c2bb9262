#include "solve/store_check.h"

#include "base/array.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/text.h"
#include "solve/proof_methods.h"
#include "solve/store_record.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Studies that a record may take: several times as many as it says it took, within bounds.
enum { STUDIES_LEAST = 1000, STUDIES_FACTOR = 8, STUDIES_MOST = 100000 };
static const uint64_t THREAD_MEMORY = (uint64_t)256 << 20;
static const double REPORT_SECONDS = 0.2;

// Where a record's key lies among all keys, and what it is sorted by.
typedef struct KeyPlace {
    uint64_t at;
    uint16_t size, stones;
    uint8_t board[2];
} KeyPlace;

typedef struct Checker {
    const StoreCheck *check;
    StoreCheckTally *tally;
    Store *store, *proved; // the file, and what was proved here
    Net *net;              // NULL: none is found
    uint8_t *keys;
    uint64_t keys_size, keys_room;
    KeyPlace *place;
    int places, places_room;
    bool memory_failed;
    pthread_mutex_t lock; // guards what follows, and the tally
    int next;
    BudgetClock clock;
    bool stopped;
    StoreChange *change;
    int changes, changes_room;
    Error *error;
} Checker;

const char *store_verdict_text(StoreVerdict verdict) {
    static const char *const texts[] = {[RECORD_RIGHT] = "",
                                        [RECORD_FALSE_WINNER] = "the other side wins",
                                        [RECORD_FALSE_MOVE] = "the move does not win",
                                        [RECORD_FALSE_CELLS] = "the cells are not enough",
                                        [RECORD_OPEN] = "not decided within the studies allowed",
                                        [RECORD_OPEN_CELLS] =
                                            "the winner is right; the move or the cells are not decided"};
    return texts[verdict];
}

// --- The list of records
static bool keys_make_room(Checker *c) {
    if (c->keys_room - c->keys_size >= STORE_KEY_MAX) return true;
    uint64_t room = c->keys_room ? 2 * c->keys_room : 1 << 16;
    uint8_t *keys = realloc(c->keys, room);
    if (!keys) return false;
    c->keys = keys;
    c->keys_room = room;
    return true;
}

static bool chosen(const Checker *c, const uint8_t *key, size_t size) {
    uint64_t seed = c->check->seed;
    uint64_t hash = hash_bytes(hash_bytes(HASH_START, &seed, sizeof seed), key, size);
    return c->check->share >= 1 || (double)(splitmix64(&hash) >> 11) * 0x1p-53 < c->check->share;
}

static bool record_list(void *context, const Position *position, const ProofRecord *record) {
    (void)record;
    Checker *c = context;
    c->tally->positions++;
    if (!keys_make_room(c) || !array_room(&c->place, &c->places_room, c->places + 1, sizeof *c->place)) {
        c->memory_failed = true;
        return false;
    }
    size_t size = store_key_write(position, c->keys + c->keys_size);
    if (!chosen(c, c->keys + c->keys_size, size)) return true;
    int stones = cellset_count(cellset_or(position->stones[BLACK], position->stones[WHITE]));
    c->place[c->places++] = (KeyPlace){
        c->keys_size, (uint16_t)size, (uint16_t)stones, {c->keys[c->keys_size], c->keys[c->keys_size + 1]}};
    c->keys_size += size;
    return true;
}

// Board by board, most stones first.
static int place_order(const void *left, const void *right) {
    const KeyPlace *a = left, *b = right;
    int board = memcmp(a->board, b->board, sizeof a->board);
    return board ? board : a->stones != b->stones ? b->stones - a->stones : a->at < b->at ? -1 : 1;
}

static bool records_list(Checker *c, Error *error) {
    if (!store_each(c->store, record_list, c, error)) return false;
    if (c->memory_failed) return error_memory(error);
    if (c->places) qsort(c->place, (size_t)c->places, sizeof *c->place, place_order);
    c->tally->chosen = (uint64_t)c->places;
    return true;
}

// --- One record
typedef struct Hand {
    Checker *checker;
    Solver solver;
    Budget budget; // of one search
    ProofPart part;
    uint64_t studies; // of the record in hand
    bool failed;
    Error error;
} Hand;

static bool check_cancelled(void *context) {
    Checker *c = context;
    pthread_mutex_lock(&c->lock);
    if (!c->stopped) c->stopped = budget_look(&c->clock, c->tally->checked);
    bool stopped = c->stopped;
    pthread_mutex_unlock(&c->lock);
    return stopped;
}

// The winner of a position; EMPTY when it was not found. `part` has the rest.
static Color position_solve(Hand *hand, const Position *position, bool exact) {
    static const ProofLimits none = {PROOF_INFINITE, PROOF_INFINITE, 0};
    Color winner = position_winner(position);
    hand->part = (ProofPart){.record = {.winner = winner, .move = MOVE_NONE}};
    if (winner != EMPTY || hand->failed) return winner;
    if (!solve_part(position, exact, &none, &hand->budget, &hand->solver, &hand->part, &hand->error)) {
        hand->failed = true;
        return EMPTY;
    }
    hand->studies += hand->part.nodes;
    return hand->part.record.winner;
}

static StoreVerdict verdict_of(Color found, Color said, StoreVerdict wrong, StoreVerdict open) {
    return found == said ? RECORD_RIGHT : found == EMPTY ? open : wrong;
}

// Whether the winner needs no more than the cells that are named.
static StoreVerdict cells_check(Hand *hand, const Position *position, const ProofRecord *record,
                                const ProofRecord *proved) {
    if (cellset_within(proved->proof, record->proof)) return RECORD_RIGHT;
    Position less = *position;
    CellSet others = cellset_minus(position_vacant(position), record->proof);
    Color loser = color_other(record->winner);
    less.stones[loser] = cellset_or(less.stones[loser], others);
    return verdict_of(position_solve(hand, &less, false), record->winner, RECORD_FALSE_CELLS,
                      RECORD_OPEN_CELLS);
}

static StoreVerdict move_check(Hand *hand, const Position *position, const ProofRecord *record,
                               const ProofRecord *proved) {
    bool named = record->winner == position->to_move && record->exact && record->move != MOVE_NONE;
    if (!named || record->move == proved->move) return RECORD_RIGHT;
    Position after = position_played(position, record->move);
    return verdict_of(position_solve(hand, &after, false), record->winner, RECORD_FALSE_MOVE,
                      RECORD_OPEN_CELLS);
}

// `proved` gets what was found; its winner is EMPTY when nothing was.
static StoreVerdict record_judge(Hand *hand, const Position *position, const ProofRecord *record,
                                 ProofRecord *proved) {
    const StoreCheck *check = hand->checker->check;
    uint64_t studies = (uint64_t)STUDIES_FACTOR * record->work;
    if (studies < STUDIES_LEAST) studies = STUDIES_LEAST;
    if (studies > STUDIES_MOST) studies = STUDIES_MOST;
    hand->budget.nodes = check->studies ? check->studies : studies;
    Color winner = position_solve(hand, position, record->exact);
    *proved = hand->part.record;
    StoreVerdict verdict = verdict_of(winner, record->winner, RECORD_FALSE_WINNER, RECORD_OPEN);
    if (verdict == RECORD_RIGHT) verdict = move_check(hand, position, record, proved);
    if (verdict == RECORD_RIGHT) verdict = cells_check(hand, position, record, proved);
    return verdict;
}

// --- All of them
static void change_note(Checker *c, const Position *position, const ProofRecord *proved) {
    bool remove = proved->winner == EMPTY;
    if (!array_room(&c->change, &c->changes_room, c->changes + 1, sizeof *c->change)) {
        c->memory_failed = c->stopped = true;
        return;
    }
    c->change[c->changes++] = (StoreChange){*position, *proved, remove};
}

static void verdict_note(Checker *c, const Position *position, const ProofRecord *record,
                         const ProofRecord *proved, StoreVerdict verdict) {
    c->tally->checked++;
    c->tally->right += verdict == RECORD_RIGHT;
    bool open = verdict == RECORD_OPEN || verdict == RECORD_OPEN_CELLS;
    c->tally->open += open;
    c->tally->wrong += verdict != RECORD_RIGHT && !open;
    if (verdict == RECORD_RIGHT) return;
    if (c->check->found) c->check->found(c->check->context, position, record, verdict);
    if (c->check->repair) change_note(c, position, proved);
}

// The next record of the list; false at its end or when the check is stopped.
static bool record_next(Checker *c, Position *position, ProofRecord *record) {
    while (!check_cancelled(c)) {
        pthread_mutex_lock(&c->lock);
        int number = c->next < c->places ? c->next++ : -1;
        pthread_mutex_unlock(&c->lock);
        if (number < 0) return false;
        const ProofStore *store = store_proofs(c->store);
        const KeyPlace *place = &c->place[number];
        if (store_key_read(c->keys + place->at, place->size, position) &&
            store->lookup(store->context, position, record))
            return true;
    }
    return false;
}

static void hand_report(const Hand *hand) {
    Checker *c = hand->checker;
    if (!budget_report_due(&c->clock, REPORT_SECONDS)) return;
    Progress progress = {.seconds = budget_seconds(&c->clock),
                         .nodes = c->tally->checked,
                         .moves = c->places,
                         .settled = (int)c->tally->checked};
    observer_progress(c->check->budget.observer, &progress);
}

static void *hand_run(void *context) {
    Hand *hand = context;
    Checker *c = hand->checker;
    Position position;
    ProofRecord record, proved;
    while (!hand->failed && record_next(c, &position, &record)) {
        hand->studies = 0;
        StoreVerdict verdict = record_judge(hand, &position, &record, &proved);
        bool whole = verdict == RECORD_RIGHT || !check_cancelled(c); // else it was cut short
        pthread_mutex_lock(&c->lock);
        c->tally->studies += hand->studies;
        if (whole && !hand->failed) verdict_note(c, &position, &record, &proved, verdict);
        if (hand->failed) {
            *c->error = hand->error;
            c->stopped = true;
        }
        hand_report(hand);
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

static bool hands_run(Checker *c, Error *error) {
    const Budget *budget = &c->check->budget;
    int threads = budget->threads > 0 ? budget->threads : 1, started = 0;
    Observer observer = {.context = c, .cancelled = check_cancelled};
    Hand *hands = calloc((size_t)threads, sizeof *hands);
    pthread_t *thread = calloc((size_t)threads, sizeof *thread);
    bool good = hands && thread;
    for (int i = 0; good && i < threads; i++) {
        hands[i].checker = c;
        hands[i].solver.settings =
            (SolveSettings){.store = store_proofs(c->proved), .net = c->net, .without_net = !c->net};
        hands[i].budget =
            (Budget){.memory = budget->memory ? budget->memory / (uint64_t)threads : THREAD_MEMORY,
                     .observer = &observer};
        if (pthread_create(&thread[i], NULL, hand_run, &hands[i])) break;
        started++;
    }
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < started; i++) solver_release(&hands[i].solver);
    free(thread);
    free(hands);
    if (!good || c->memory_failed) return error_memory(error);
    return started || error_failure(error, "a thread could not be started");
}

// --- The files
static Net *solver_net_load(void) {
    char path[4096];
    return net_find_solver(path, sizeof path) ? net_load(path, &(Error){0}) : NULL;
}

// What a check proved goes into a store of its own; one that another program left there is not believed.
static Store *proved_open(const char *path, Error *error) {
    Store *proved = store_open(path, error);
    if (!proved || store_marked(proved)) return proved;
    store_close(proved, NULL);
    error_input(error, "%.200s, in which a check keeps its proofs, has no mark: remove it", path);
    return NULL;
}

static void store_unlink(const char *path) {
    Text lock = {0};
    text_format(&lock, "%s-lock", path);
    unlink(path);
    unlink(text_string(&lock));
    text_free(&lock);
}

// Mends and marks what may be marked: a store all of which was checked, and has nothing left that is not right.
static bool store_settle(Checker *c, uint64_t state, Error *error) {
    StoreCheckTally *t = c->tally;
    bool whole = t->finished && t->chosen == t->positions && t->checked == t->chosen;
    bool mark = whole && (c->check->repair || t->right == t->checked);
    if (!c->changes && !mark) return true;
    if (!store_change(c->store, &state, c->change, c->changes, mark, &t->others, error)) return false;
    for (int i = 0; i < c->changes; i++) {
        t->removed += c->change[i].remove;
        t->replaced += !c->change[i].remove;
    }
    return true;
}

static bool check_run(Checker *c, const char *proved_path, Error *error) {
    uint64_t state = store_state(c->store);
    if (!records_list(c, error) || !(c->proved = proved_open(proved_path, error))) return false;
    c->net = solver_net_load();
    budget_start(&c->clock, &c->check->budget, 1);
    bool good = hands_run(c, error) && !*error->text;
    c->tally->finished = !c->stopped;
    good = good && store_settle(c, state, error);
    c->tally->marked = store_marked(c->store);
    net_free(c->net);
    if (!store_close(c->proved, good ? error : NULL)) good = false;
    if (good && c->tally->finished) store_unlink(proved_path);
    return good;
}

bool store_check(const char *path, const StoreCheck *check, StoreCheckTally *tally, Error *error) {
    *tally = (StoreCheckTally){0};
    if (access(path, F_OK)) // it would be made
        return error_input(error, "'%.200s' cannot be read: %s", path, strerror(errno));
    Checker c = {.check = check, .tally = tally, .lock = PTHREAD_MUTEX_INITIALIZER, .error = error};
    Text proved_path = {0};
    text_format(&proved_path, "%s.checked", path);
    bool good = !proved_path.failed || error_memory(error);
    good = good && (c.store = store_open(path, error)) && check_run(&c, text_string(&proved_path), error);
    if (!store_close(c.store, good ? error : NULL)) good = false;
    text_free(&proved_path);
    free(c.change);
    free(c.place);
    free(c.keys);
    return good;
}
