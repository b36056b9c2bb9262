// The store: proved positions in a file that runs and processes share (LMDB; the records are described in
// solve/store_record.h, the file in docs/SOLVER.md).
//
// Invariants:
//   - Only proved positions are stored, whole: never only a hash.
//   - A search never waits for the disk. A thread of the store writes what was recorded, in one synced transaction
//     at least every half second. So kill -9 loses at most what was proved in the last second. A crash of the
//     machine leaves the last transaction that was synced.
//   - The file is always as long as its map. So a truncated file is noticed, and a full disk is met when the
//     file grows, before a transaction needs the room.
//   - A new file appears under its name only when it is whole.
//   - All of the file is checked when it is opened.
//
// A file may be open only once in a process (LMDB's locks are the process's), and not over a network.
#ifndef MUSTPLAY_SOLVE_STORE_H
#define MUSTPLAY_SOLVE_STORE_H

#include "base/error.h"
#include "search/proof_record.h"

typedef struct Store Store;

// Opens a store, or makes one where there is no file. NULL with a message on an error. A file that is not a sound store
// is bad input; what the machine refuses (a full disk) is a failure.
Store *store_open(const char *path, Error *error);
// The same, but a new file gets no mark: for what other machines say and nobody proved here.
Store *store_open_claims(const char *path, Error *error);
// Whether the file has the mark (docs/SOLVER.md): all of it was proved on this machine, or checked (solve/store_check.h).
bool store_marked(const Store *store);
// Writes what is left, then closes and frees. False when something could not be written at any time.
bool store_close(Store *store, Error *error);

// What a search takes. Valid as long as the store.
const ProofStore *store_proofs(const Store *store);

// How often a search found a position there so far.
uint64_t store_hits(const Store *store);

// Waits until all that was recorded so far is in the file, and gives the number of positions there. Zero when
// it cannot be read.
uint64_t store_sync(Store *store);

// Calls back for each position in the file until one returns false. False on a failure.
typedef bool (*StoreVisit)(void *context, const Position *position, const ProofRecord *record);
bool store_each(Store *store, StoreVisit visit, void *context, Error *error);

// --- For checks (solve/store_check.h)

// A position of the file that gets another record, or goes.
typedef struct StoreChange {
    Position position;
    ProofRecord record;
    bool remove;
} StoreChange;

// A number that differs after each transaction of whatever process.
uint64_t store_state(Store *store);
// Makes changes and then, if `mark`, sets the mark, unless another process has written since `state`, which moves on. Then
// nothing more is changed, and `others` says so. False on a failure.
bool store_change(Store *store, uint64_t *state, const StoreChange *changes, int count, bool mark,
                  bool *others, Error *error);

#endif
