#include "app/web/websocket.h"

#include "base/base64.h"

#include <string.h>

// --- Frames

enum { FINAL = 0x80, RESERVED = 0x70, OPCODE = 0x0F, MASKED = 0x80, LENGTH = 0x7F };
enum { LENGTH_16 = 126, LENGTH_64 = 127, CONTROL_MAX = 125, MASK_SIZE = 4 };

static bool is_control(int opcode) {
    return opcode >= WS_CLOSE;
}

static bool opcode_known(int opcode) {
    return opcode <= WS_BINARY || (opcode >= WS_CLOSE && opcode <= WS_PONG);
}

static uint64_t big_endian(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
    return value;
}

int ws_head_read(const unsigned char *bytes, size_t count, size_t limit, WsHead *head) {
    *head = (WsHead){0};
    if (count < 2) return 0;
    int opcode = bytes[0] & OPCODE, shorthand = bytes[1] & LENGTH;
    bool final = bytes[0] & FINAL;
    if (bytes[0] & RESERVED || !opcode_known(opcode) || !(bytes[1] & MASKED)) return WS_PROTOCOL_ERROR;
    if (is_control(opcode) && (!final || shorthand > CONTROL_MAX)) return WS_PROTOCOL_ERROR;
    int more = shorthand == LENGTH_16 ? 2 : shorthand == LENGTH_64 ? 8 : 0;
    if (count < 2 + (size_t)more) return 0;
    uint64_t length = more ? big_endian(bytes + 2, more) : (uint64_t)shorthand;
    uint64_t least = more == 8 ? UINT16_MAX + 1 : more ? CONTROL_MAX + 1 : 0; // the shortest form is the rule
    if (length < least || length >> 63) return WS_PROTOCOL_ERROR;
    if (length > limit) return WS_TOO_LARGE;
    size_t size = 2 + (size_t)more + MASK_SIZE;
    if (count < size) return 0;
    *head = (WsHead){.final = final, .opcode = opcode, .length = (size_t)length, .size = size};
    memcpy(head->mask, bytes + size - MASK_SIZE, MASK_SIZE);
    return 0;
}

void ws_unmask(unsigned char *payload, size_t length, const unsigned char mask[4]) {
    for (size_t i = 0; i < length; i++) payload[i] ^= mask[i % MASK_SIZE];
}

void ws_mask_turn(unsigned char mask[4], size_t length) {
    unsigned char old[MASK_SIZE];
    memcpy(old, mask, MASK_SIZE);
    for (size_t i = 0; i < MASK_SIZE; i++) mask[i] = old[(i + length) % MASK_SIZE];
}

size_t ws_head_write(int opcode, size_t length, unsigned char out[WS_HEAD_MAX]) {
    int more = length > UINT16_MAX ? 8 : length > CONTROL_MAX ? 2 : 0;
    out[0] = (unsigned char)(FINAL | opcode);
    out[1] = (unsigned char)(more == 8 ? LENGTH_64 : more ? LENGTH_16 : (int)length);
    for (int i = 0; i < more; i++) out[2 + i] = (unsigned char)(length >> 8 * (more - 1 - i));
    return 2 + (size_t)more;
}

// --- The handshake

enum { SHA1_SIZE = 20, SHA1_BLOCK = 64, KEY_MAX = 64 };

static uint32_t rotated(uint32_t word, int by) {
    return word << by | word >> (32 - by);
}

static void sha1_block(uint32_t state[5], const unsigned char *block) {
    uint32_t word[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 16; i++) word[i] = (uint32_t)big_endian(block + 4 * i, 4);
    for (int i = 16; i < 80; i++)
        word[i] = rotated(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        static const uint32_t constant[] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
        uint32_t mix = i < 20              ? (b & c) | (~b & d)
                       : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                           : b ^ c ^ d;
        uint32_t next = rotated(a, 5) + mix + e + constant[i / 20] + word[i];
        e = d;
        d = c;
        c = rotated(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

// Of a text shorter than two blocks less the nine bytes of padding.
static void sha1(const char *text, size_t length, unsigned char out[SHA1_SIZE]) {
    uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    unsigned char padded[2 * SHA1_BLOCK] = {0};
    size_t blocks = (length + 9 + SHA1_BLOCK - 1) / SHA1_BLOCK, end = blocks * SHA1_BLOCK;
    memcpy(padded, text, length);
    padded[length] = 0x80;
    for (int i = 0; i < 8; i++) padded[end - 1 - (size_t)i] = (unsigned char)((uint64_t)length * 8 >> 8 * i);
    for (size_t i = 0; i < blocks; i++) sha1_block(state, padded + i * SHA1_BLOCK);
    for (int i = 0; i < SHA1_SIZE; i++) out[i] = (unsigned char)(state[i / 4] >> 8 * (3 - i % 4));
}

void ws_accept(const char *key, char out[WS_ACCEPT_SIZE]) {
    static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[KEY_MAX + sizeof suffix];
    unsigned char digest[SHA1_SIZE];
    size_t length = strnlen(key, KEY_MAX);
    memcpy(text, key, length);
    memcpy(text + length, suffix, sizeof suffix);
    sha1(text, length + sizeof suffix - 1, digest);
    base64_write(digest, sizeof digest, out);
}
