// Whatever the bytes: no crash, a verdict, and a reason unless the verdict is right. What is right stays right
// when it is read again, and what is right is not also false.
#include "base/hash.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static int verdict(const uint8_t *data, size_t size, bool compressed, VerifyResult *result) {
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    require(file != NULL);
    int code = verify_stream(file, &(VerifyOptions){.compressed = compressed, .memory = (uint64_t)64 << 20}, result);
    fclose(file);
    return code;
}

// The bytes as they are, and with the right last line added, so that the rules see them too.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    VerifyResult result;
    if (!size) return 0;
    int code = verdict(data, size, false, &result);
    require(code == result.code && (code == VERIFY_RIGHT) == !result.reason[0]);
    require(code == VERIFY_RIGHT || code == VERIFY_NOT_A_PROOF || code == VERIFY_FALSE);
    verdict(data, size, true, &result);
    uint64_t hash = hash_bytes(HASH_START, data, size), claims = 0;
    for (size_t i = 0; i < size; i++) {
        claims += (i == 0 || data[i - 1] == '\n') && strchr("SCFDP", data[i]) && data[i];
    }
    char *text = malloc(size + 64);
    require(text != NULL);
    memcpy(text, data, size);
    int more = snprintf(text + size, 64, "end %llu %016llx\n", (unsigned long long)claims, (unsigned long long)hash);
    verdict((const uint8_t *)text, size + (size_t)more, false, &result);
    free(text);
    return 0;
}
