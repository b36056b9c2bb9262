// Whatever the bytes: no crash, a proof or a reason. What the checker takes for right is read, and its winner wins by it
// against whatever moves.
#include "base/hash.h"
#include "base/random.h"
#include "game/random_position.h"
#include "proof/proof_walk.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static bool is_right(const char *text, size_t length) {
    VerifyResult result;
    FILE *file = fmemopen((void *)(uintptr_t)text, length, "r");
    require(file != NULL);
    int code = verify_stream(file, &(VerifyOptions){0}, &result);
    fclose(file);
    return code == VERIFY_RIGHT;
}

// What the walk does not follow though it may be right.
static bool is_beyond(const Error *error) {
    return strstr(error->text, "only between edges") || strstr(error->text, "too deep");
}

static void walk(const Proof *proof, bool right, Random *random) {
    static WalkGroup groups[CELL_MAX];
    Error error = {0};
    WalkStep step;
    ProofWalk *w = proof_walk_new(proof, &error);
    require(w != NULL);
    const Position *now = proof_walk_position(w);
    bool good = proof_walk_groups(w, groups, &error) >= 0;
    while (good && position_winner(now) != proof->winner && !cellset_is_empty(position_vacant(now)))
        good = proof_walk_play(w, cellset_pick(position_vacant(now), random), &step, &error);
    require(good || error.bad_input);
    require(good || !right || is_beyond(&error));
    require(!good || !right || proof->joins || position_winner(now) == proof->winner);
    proof_walk_free(w);
}

static void text_try(const char *text, size_t length) {
    Error error = {0};
    bool right = is_right(text, length);
    Proof *proof = proof_parse(text, length, &error);
    require(proof || error.bad_input);
    require(proof || !right);
    Random random = random_seeded(length);
    for (int i = 0; proof && i < 4; i++) walk(proof, right, &random);
    proof_free(proof);
}

// The bytes as they are, and with the right last line added, so that the rules see them too.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned long long hash = hash_bytes(HASH_START, data, size), claims = 0;
    if (!size) return 0;
    text_try((const char *)data, size);
    for (size_t i = 0; i < size; i++)
        claims += (i == 0 || data[i - 1] == '\n') && data[i] && strchr("SCFDP", data[i]);
    char *text = malloc(size + 64);
    require(text != NULL);
    memcpy(text, data, size);
    int more = snprintf(text + size, 64, "end %llu %016llx\n", claims, hash);
    text_try(text, size + (size_t)more);
    free(text);
    return 0;
}
