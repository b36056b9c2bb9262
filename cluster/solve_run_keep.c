// What lies beside a checkpoint for a master that is started again: claims that were found right, and whom the run has shut out.
//
// FILE.claims is appended to: of each claim a message about what is proved (cluster/message.h) and the claim's lines, each behind its
// length. A master that reads it has the checker judge each claim anew. FILE.banned has a line a word: `key:HEX` or `machine:HASH`.
#include "cluster/solve_run_inside.h"

#include "base/file.h"
#include "cluster/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LENGTH_BYTES = 4, BANNED_MOST = 1 << 20, HEAD_MOST = 1 << 16 };
static const char BAN_REASON[] = "an audit has shown that it said what is not true";

void solve_run_path_beside(const SolveRun *run, const char *ending, Text *path) {
    text_format(path, "%s.%s", run->setup.checkpoint, ending);
}

static bool beside_append(SolveRun *run, const char *ending, const Text *bytes) {
    Text path = {0};
    Error error = {0};
    if (!run->setup.checkpoint) return true;
    solve_run_path_beside(run, ending, &path);
    int file = file_open_journal(text_string(&path), &error);
    bool good = file >= 0 && !bytes->failed && file_put(file, text_string(bytes), bytes->length);
    if (file >= 0 && close(file)) good = false;
    text_free(&path);
    if (!good)
        run_lease_say(&run->lease,
                      *error.text ? error.text : "a file beside the checkpoint cannot be written");
    return good;
}

static void beside_remove(const SolveRun *run, const char *ending) {
    Text path = {0};
    solve_run_path_beside(run, ending, &path);
    if (!path.failed) unlink(text_string(&path));
    text_free(&path);
}

void solve_run_keep_forget(const SolveRun *run) {
    if (!run->setup.checkpoint) return;
    beside_remove(run, "claims");
    beside_remove(run, "banned");
}

// --- Claims
static void piece_add(Text *out, const Text *piece) {
    for (int i = 0; i < LENGTH_BYTES; i++) text_add_char(out, (char)(piece->length >> (8 * i) & 0xFF));
    text_add_bytes(out, text_string(piece), piece->length);
    out->failed |= piece->failed;
}

void solve_run_keep_claim(SolveRun *run, const ClaimRequest *r) {
    Text head = {0}, out = {0};
    if (!run->setup.checkpoint) return;
    ProveJob job = {
        .id = (uint64_t)r->number + 1, .epoch = 1, .seconds = 1, .position = r->position, .state = r->oracle};
    message_write_prove(&job, &head);
    piece_add(&out, &head);
    piece_add(&out, &r->bytes);
    beside_append(run, "claims", &out);
    text_free(&head);
    text_free(&out);
}

// False at the end, and where a file was cut.
static bool piece_read(FILE *file, size_t most, Text *piece) {
    unsigned char length[LENGTH_BYTES];
    size_t size = 0;
    text_clear(piece);
    if (fread(length, sizeof length, 1, file) != 1) return false;
    for (int i = 0; i < LENGTH_BYTES; i++) size |= (size_t)length[i] << (8 * i);
    char *bytes = size && size <= most ? malloc(size) : NULL;
    bool whole = bytes && fread(bytes, size, 1, file) == 1;
    if (whole) text_add_bytes(piece, bytes, size);
    free(bytes);
    return whole && !piece->failed;
}

// Where the claims are not right, the request stays: what was asked for once is asked for again.
static bool claim_recall(SolveRun *run, const Text *head, Text *bytes) {
    ProveJob job;
    Error error = {0};
    if (!message_read_prove(text_string(head), head->length, &job, &error)) return false;
    if (job.position.geometry != run->question.geometry || solve_run_claims_find(run, &job.position))
        return false;
    ClaimRequest *r = solve_run_claims_ask(run, &job.position, &job.state);
    return r && solve_run_claims_recall(run, r, bytes);
}

void solve_run_keep_recall(SolveRun *run) {
    Text path = {0}, head = {0}, bytes = {0};
    char line[80];
    int right = 0;
    if (!run->setup.checkpoint) return;
    solve_run_path_beside(run, "claims", &path);
    int opened = path.failed || access(text_string(&path), F_OK)
                     ? -1
                     : file_open_plain(text_string(&path), &(Error){0});
    FILE *file = opened >= 0 ? fdopen(opened, "rb") : NULL;
    if (opened >= 0 && !file) close(opened);
    while (file && !run_lease_stopped(&run->lease) && piece_read(file, HEAD_MOST, &head) &&
           piece_read(file, CLAIMS_MAX, &bytes))
        right += claim_recall(run, &head, &bytes);
    if (file) fclose(file);
    snprintf(line, sizeof line, "%d of the claims of the run before were checked and are kept", right);
    if (run->claims) run_lease_say(&run->lease, line);
    text_free(&path);
    text_free(&head);
    text_free(&bytes);
}

// --- Who is shut out
// Remembers a word, in case Redis forgets it. False when it was known.
static bool ban_note(SolveRun *run, const char *word) {
    for (int i = 0; i < run->bans; i++)
        if (!strcmp(run->banned[i], word)) return false;
    if (run->bans == BANS_MAX) return false;
    snprintf(run->banned[run->bans++], BAN_TEXT, "%s", word);
    return true;
}

static void ban_keep(SolveRun *run, const char *word) {
    Text line = {0};
    if (!ban_note(run, word)) return;
    text_format(&line, "%s\n", word);
    beside_append(run, "banned", &line);
    text_free(&line);
}

void solve_run_ban(SolveRun *run, WorkerId liar) {
    char name[STREAM_WORD_MAX], machine[STREAM_WORD_MAX], hex[2 * IDENTITY_PUBLIC + 1], word[BAN_TEXT];
    Error error = {0};
    PublicKey key;
    snprintf(name, sizeof name, "%016llx", (unsigned long long)liar);
    if (members_ban(&run->lease.members, liar, &key)) {
        public_key_write(&key, hex);
        snprintf(word, sizeof word, "key:%s", hex);
        ban_keep(run, word);
    }
    StreamResult result = stream_ban(&run->lease.stream, name, BAN_REASON, machine, &error);
    run_lease_done(&run->lease, result, &error);
    snprintf(word, sizeof word, "machine:%s", machine);
    if (*machine) ban_keep(run, word);
}

void solve_run_ban_again(SolveRun *run) {
    Error error = {0};
    for (int i = 0; i < run->bans; i++) {
        StreamResult result = stream_ban_word(&run->lease.stream, run->banned[i], BAN_REASON, &error);
        run_lease_done(&run->lease, result, &error);
    }
}

void solve_run_ban_recall(SolveRun *run) {
    Text path = {0}, text = {0};
    PublicKey key;
    if (!run->setup.checkpoint) return;
    solve_run_path_beside(run, "banned", &path);
    if (!access(text_string(&path), F_OK))
        file_read_plain(text_string(&path), BANNED_MOST, &text, &(Error){0});
    for (char *at = text.data, *word; at && (word = strtok_r(at, "\n", &at));) {
        if (strlen(word) >= BAN_TEXT || !ban_note(run, word)) continue;
        if (!strncmp(word, "key:", 4) && public_key_read(word + 4, &key))
            members_ban_key(&run->lease.members, &key);
    }
    solve_run_ban_again(run);
    text_free(&path);
    text_free(&text);
}
