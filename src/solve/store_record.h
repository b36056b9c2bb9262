// The bytes of a proved position in a store: a key that is the whole position, a value that is the result.
//
// - key: width, height, mover (0 black, 1 white), a byte each; black stones; white stones
// - value: winner (0, 1), flags (1: exact), move (2 bytes, 0xffff none), work (4); cells the winner needs;
//   checksum of key and value (8)
//
// Sets take a bit per cell, row by row, cell 0 the lowest bit of the first byte. Numbers have their lowest byte
// first.
#ifndef MUSTPLAY_SOLVE_STORE_RECORD_H
#define MUSTPLAY_SOLVE_STORE_RECORD_H

#include "search/proof_record.h"

enum {
    STORE_SET_MAX = (CELL_MAX + 7) / 8,
    STORE_KEY_MAX = 3 + 2 * STORE_SET_MAX,
    STORE_VALUE_MAX = 16 + STORE_SET_MAX
};

// Sets by themselves, for others who write positions.
size_t store_set_size(const Geometry *geometry);
void store_set_write(const Geometry *geometry, CellSet cells, uint8_t *out);
// False when cells are not on the board.
bool store_set_read(const Geometry *geometry, const uint8_t *in, CellSet *cells);

// Both return the bytes written.
size_t store_key_write(const Position *position, uint8_t key[STORE_KEY_MAX]);
size_t store_value_write(const uint8_t *key, size_t key_size, const Position *position,
                         const ProofRecord *record, uint8_t value[STORE_VALUE_MAX]);

// False for bytes that no store wrote: of another length, out of range, or with a wrong checksum.
bool store_key_read(const uint8_t *key, size_t size, Position *position);
bool store_value_read(const uint8_t *key, size_t key_size, const Position *position, const uint8_t *value,
                      size_t size, ProofRecord *record);

#endif
