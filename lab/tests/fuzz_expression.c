// Whatever the text: no crash; what is read is written and read again as the same; what is proved is a proof file.
#include "lab/strategy/expression.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static void prove(const Expression *e, Color winner) {
    Position position = position_empty(e->geometry);
    Text proof = {0}, reason = {0};
    position.to_move = winner;
    if (expression_prove(e, &position, winner, &proof, &reason)) {
        VerifyResult result;
        FILE *file = fmemopen(proof.data, proof.length, "r");
        require(file != NULL);
        int code = verify_stream(file, &(VerifyOptions){0}, &result);
        require(code == VERIFY_RIGHT || code == VERIFY_FALSE);
        fclose(file);
    } else {
        require(reason.length > 0);
    }
    text_free(&proof);
    text_free(&reason);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Expression e, again;
    Error error = {0};
    Text text = {0}, written = {0};
    const Geometry *g = geometry_get(5, 4);
    text_add_bytes(&text, (const char *)data, strnlen((const char *)data, size));
    if (!expression_parse(g, text_string(&text), &e, &error)) {
        require(error.bad_input && error.text[0]);
    } else {
        expression_write(&e, &written);
        require(expression_parse(g, text_string(&written), &again, &error));
        text_clear(&text);
        expression_write(&again, &text);
        require(!strcmp(text_string(&text), text_string(&written)));
        prove(&e, size % 2 ? BLACK : WHITE);
    }
    text_free(&text);
    text_free(&written);
    return 0;
}
