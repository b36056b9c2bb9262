// Checks every page of an LMDB file (data version 1: LMDB 0.9) before LMDB itself may follow its pointers.
//
// LMDB trusts its file: it has no checksums, and a wrong byte can make it read outside the map or abort. In a
// file that passes here all pages are whole, in order, and each used once. Its free list lies within the file
// and overlaps nothing. What the records say is the caller's to check.
//
// Layout: pages of one size. Pages 0 and 1 are the two metas; the one with the greater transaction number is
// valid. Each holds the roots of two B+ trees: the free list (keys: transaction numbers) and the data.
#ifndef MUSTPLAY_SOLVE_LMDB_CHECK_H
#define MUSTPLAY_SOLVE_LMDB_CHECK_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// Called for each record of the data, in order. False: it is wrong.
typedef bool (*LmdbVisit)(void *context, const uint8_t *key, size_t key_size, const uint8_t *value,
                          size_t value_size);

// Whether LMDB may open the file: two sound metas, and as long as they say. The file must also be as long as
// its map, which a store sees to, so that a truncated one is always noticed.
bool lmdb_check_metas(int file, const char *path, Error *error);

// Walks all pages of one snapshot, which the caller pins by a read transaction of that number. `*gone` is set
// when the snapshot's meta was overwritten meanwhile: begin a new transaction and ask again.
bool lmdb_check_pages(int file, const char *path, uint64_t transaction, LmdbVisit visit, void *context,
                      bool *gone, Error *error);

#endif
