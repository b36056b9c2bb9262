// WebSocket frames and the opening handshake (RFC 6455): bytes in, bytes out, no sockets.
#ifndef MUSTPLAY_APP_WEB_WEBSOCKET_H
#define MUSTPLAY_APP_WEB_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WS_CONTINUE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 }; // opcodes
enum { WS_HEAD_MAX = 14, WS_ACCEPT_SIZE = 29 };
enum {
    WS_NORMAL = 1000,
    WS_PROTOCOL_ERROR = 1002,
    WS_UNACCEPTABLE = 1003,
    WS_TOO_LARGE = 1009
}; // close codes

typedef struct WsHead {
    bool final;
    int opcode;
    size_t length; // of the payload
    size_t size;   // bytes of the head itself; 0: there are not enough of them yet
    unsigned char mask[4];
} WsHead;

// Reads the head of a client's frame. Returns 0, or a close code as soon as the bytes break the rules. Faults: no mask, a
// length above `limit`, an opcode or a flag that nobody agreed on.
int ws_head_read(const unsigned char *bytes, size_t count, size_t limit, WsHead *head);
void ws_unmask(unsigned char *payload, size_t length, const unsigned char mask[4]);
// Turns the mask on by what was unmasked, for the bytes that follow.
void ws_mask_turn(unsigned char mask[4], size_t length);
// Writes the head of a whole, unmasked frame; its size.
size_t ws_head_write(int opcode, size_t length, unsigned char out[WS_HEAD_MAX]);
// The answer to a client's Sec-WebSocket-Key.
void ws_accept(const char *key, char out[WS_ACCEPT_SIZE]);

#endif
