#include "solve/store_record.h"

#include "base/hash.h"

enum { FLAG_EXACT = 1, VALUE_HEAD = 8, CHECKSUM = 8, NO_MOVE = 0xffff };

size_t store_set_size(const Geometry *g) {
    return ((size_t)g->cells + 7) / 8;
}

void store_set_write(const Geometry *g, CellSet cells, uint8_t *out) {
    for (size_t i = 0; i < store_set_size(g); i++) out[i] = (uint8_t)(cells.word[i / 8] >> (i % 8 * 8));
}

bool store_set_read(const Geometry *g, const uint8_t *in, CellSet *cells) {
    *cells = cellset_none();
    for (size_t i = 0; i < store_set_size(g); i++) cells->word[i / 8] |= (uint64_t)in[i] << (i % 8 * 8);
    return cellset_within(*cells, g->all);
}

static void number_write(uint64_t number, int bytes, uint8_t *out) {
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t number_read(int bytes, const uint8_t *in) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)in[i] << (8 * i);
    return number;
}

static uint64_t checksum(const uint8_t *key, size_t key_size, const uint8_t *value, size_t size) {
    return hash_bytes(hash_bytes(HASH_START, key, key_size), value, size);
}

size_t store_key_write(const Position *position, uint8_t key[STORE_KEY_MAX]) {
    const Geometry *g = position->geometry;
    key[0] = (uint8_t)g->width;
    key[1] = (uint8_t)g->height;
    key[2] = (uint8_t)position->to_move;
    store_set_write(g, position->stones[BLACK], key + 3);
    store_set_write(g, position->stones[WHITE], key + 3 + store_set_size(g));
    return 3 + 2 * store_set_size(g);
}

size_t store_value_write(const uint8_t *key, size_t key_size, const Position *position,
                         const ProofRecord *record, uint8_t value[STORE_VALUE_MAX]) {
    size_t size = VALUE_HEAD + store_set_size(position->geometry);
    value[0] = (uint8_t)record->winner;
    value[1] = record->exact ? FLAG_EXACT : 0;
    number_write(record->move == MOVE_NONE ? NO_MOVE : (uint64_t)record->move, 2, value + 2);
    number_write(record->work, 4, value + 4);
    store_set_write(position->geometry, record->proof, value + VALUE_HEAD);
    number_write(checksum(key, key_size, value, size), CHECKSUM, value + size);
    return size + CHECKSUM;
}

bool store_key_read(const uint8_t *key, size_t size, Position *position) {
    if (size < 3 || key[0] < 1 || key[0] > BOARD_MAX || key[1] < 1 || key[1] > BOARD_MAX || key[2] > 1)
        return false;
    const Geometry *g = geometry_get(key[0], key[1]);
    if (!g || size != 3 + 2 * store_set_size(g)) return false;
    position->geometry = g;
    position->to_move = (Color)key[2];
    return store_set_read(g, key + 3, &position->stones[BLACK]) &&
           store_set_read(g, key + 3 + store_set_size(g), &position->stones[WHITE]) &&
           cellset_is_empty(cellset_and(position->stones[BLACK], position->stones[WHITE]));
}

bool store_value_read(const uint8_t *key, size_t key_size, const Position *position, const uint8_t *value,
                      size_t size, ProofRecord *record) {
    size_t body = VALUE_HEAD + store_set_size(position->geometry);
    if (size != body + CHECKSUM || value[0] > 1 || value[1] > FLAG_EXACT) return false;
    if (number_read(CHECKSUM, value + body) != checksum(key, key_size, value, body)) return false;
    CellSet vacant = position_vacant(position);
    Move move = (Move)number_read(2, value + 2);
    *record = (ProofRecord){.winner = (Color)value[0],
                            .move = move == NO_MOVE ? MOVE_NONE : move,
                            .exact = value[1] == FLAG_EXACT,
                            .work = (uint32_t)number_read(4, value + 4)};
    if (record->move != MOVE_NONE && (move >= position->geometry->cells || !cellset_has(vacant, move)))
        return false;
    return store_set_read(position->geometry, value + VALUE_HEAD, &record->proof) &&
           cellset_within(record->proof, vacant);
}
