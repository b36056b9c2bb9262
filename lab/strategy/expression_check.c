#include "lab/strategy/expression_check.h"

#include <stdio.h>
#include <string.h>

void proof_check(const Text *proof, VerifyResult *result) {
    FILE *file = fmemopen(proof->data, proof->length, "r");
    if (!file) return;
    verify_stream(file, &(VerifyOptions){0}, result);
    fclose(file);
}

bool expression_check(const Expression *expression, const Position *position, Color color,
                      VerifyResult *result, Text *reason) {
    Text proof = {0};
    *result = (VerifyResult){.code = VERIFY_FALSE};
    if (expression_prove(expression, position, color, &proof, reason)) proof_check(&proof, result);
    const char *why = strstr(result->reason, ": ");
    if (why) text_add(reason, why + 2);
    text_free(&proof);
    return result->code == VERIFY_RIGHT;
}
