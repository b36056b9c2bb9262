// Claims that a run asks its workers for: each a proof of one position, made by who knows the graph below it, and checked here.
//
// A request goes to the worker on whose word the position counts as decided, then to another. If no other is
// there, the claim is made here. When all fail, that word is not believed any more.
#include "cluster/solve_run_inside.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/sha256.h"
#include "cluster/message.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A worker's time for a request, by its own clock: some, and what the search below may have taken. Overdue after that and the messages' time
// where somebody else is idle, otherwise after three times that.
static const double CLAIM_SECONDS = 20, STUDY_SECONDS = 0.004, OVERDUE = 3, MESSAGE_SECONDS = 5;

// --- The requests
ClaimRequest *solve_run_claims_find(SolveRun *run, const Position *position) {
    for (int i = 0; i < run->claims; i++)
        if (position_equal(&run->claim[i]->position, position)) return run->claim[i];
    return NULL;
}

ClaimRequest *solve_run_claims_ask(SolveRun *run, const Position *position, const OracleState *state) {
    if (!array_room(&run->claim, &run->claims_room, run->claims + 1, sizeof(ClaimRequest *))) return NULL;
    ClaimRequest *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    *r = (ClaimRequest){.number = run->claims, .position = *position, .oracle = *state};
    run->claim[run->claims++] = r;
    return r;
}

void solve_run_claims_free(SolveRun *run) {
    for (int i = 0; i < run->claims; i++) {
        text_free(&run->claim[i]->bytes);
        free(run->claim[i]);
    }
    free(run->claim);
    run->claim = NULL;
    run->claims = run->claims_room = 0;
    run->claims_bytes = 0;
}

int solve_run_claims_open(const SolveRun *run) {
    int open = 0;
    for (int i = 0; i < run->claims; i++)
        open += run->claim[i]->stage == CLAIM_WANTED || run->claim[i]->stage == CLAIM_OUT;
    return open;
}

static double request_seconds(const SolveRun *run, const ClaimRequest *r) {
    double elapsed = clock_seconds() - run->start;
    uint32_t work = r->key.geometry ? master_work(run->master, &r->key) : UINT32_MAX;
    return CLAIM_SECONDS + fmin(elapsed, STUDY_SECONDS * work);
}

// A proof is what the rest waits for: nobody is asked who is overdue with something.
static bool hand_proves(const Hand *hand) {
    return hand_serves(hand) && !hand->missed && !hand_spoils(hand);
}

static bool was_tried(const ClaimRequest *r, WorkerId worker) {
    for (int i = 0; i < r->tries; i++)
        if (r->tried[i] == worker) return true;
    return false;
}

// --- What becomes of them
static bool claims_stopped(void *context) {
    SolveRun *run = context;
    solve_run_renew(run, clock_seconds());
    return run_lease_stopped(&run->lease);
}

// What a proved position says of the key that waits for it.
static void request_accept(SolveRun *run, const ClaimRequest *r) {
    ProofRecord record = r->record;
    record.proof = cellset_and(r->checked.claim.free, position_vacant(&r->key));
    if (record.move != MOVE_NONE) cellset_add(&record.proof, record.move);
    master_checked(run->master, &r->key, &record);
}

// Of --memory, the checker, and the bytes of all claims or the text of one.
enum { CHECK_SHARE = 4, CLAIMS_SHARE = 8 };

static bool claims_fit(const SolveRun *run, const ClaimRequest *r, size_t more) {
    uint64_t room = run->clock.budget.memory / CLAIMS_SHARE;
    return !room || (run->claims_bytes + more <= room && r->checked.text <= room);
}

static bool request_check(SolveRun *run, ClaimRequest *r, Text *bytes) {
    double start = clock_seconds();
    claims_check(bytes, &r->position, run->clock.budget.memory / CHECK_SHARE, claims_stopped, run,
                 &r->checked);
    run->totals.judge_seconds += clock_seconds() - start;
    r->cramped += r->checked.cramped;
    if (!r->checked.right) return false;
    run->claims_news = true;
    if (r->accepts) request_accept(run, r);
    r->stage = claims_fit(run, r, bytes->length) ? CLAIM_RIGHT : CLAIM_FAILED;
    if (r->stage == CLAIM_FAILED) {
        run->claims_cramped = true;
        return true;
    }
    run->claims_bytes += bytes->length;
    r->bytes = *bytes;
    *bytes = (Text){0};
    return true;
}

bool solve_run_claims_recall(SolveRun *run, ClaimRequest *r, Text *bytes) {
    return request_check(run, r, bytes);
}

// The word on which the position rests is not believed any more; a contradiction may come from facts, which workers then forget.
static void request_give_up(SolveRun *run, ClaimRequest *r) {
    r->stage = CLAIM_FAILED;
    run->claims_news = true;
    if (r->accepts) master_mute(run->master, r->author);
    // Too large by all who tried, and nobody says that it is wrong: that says nothing about the word.
    bool cramped = r->cramped && r->cramped >= r->tries && !r->lost;
    if (cramped && !r->accepts) run->claims_cramped = true;
    if (cramped) return;
    // Nobody was asked, and there was too little time here: that says nothing about the word.
    bool tried = r->tries > 0 || r->lost;
    if (r->accepts || !r->key.geometry || !tried) return;
    run_lease_say(
        &run->lease,
        "what a worker said is not proved: it goes out again, and this worker has to prove what it says");
    master_disbelieve(run->master, r->author);
    master_doubt(run->master, &r->key, r->lost);
    run->totals.doubts++;
    Error error = {0};
    if (!solve_run_store_ready(run, &error)) run_lease_fail(&run->lease, &error);
}

static bool somebody_left(const SolveRun *run, const ClaimRequest *r) {
    for (int i = 0; i < run->hands; i++)
        if (hand_proves(&run->hand[i]) && !was_tried(r, run->hand[i].id) &&
            (!r->only || r->only == run->hand[i].id))
            return true;
    return false;
}

// Done here, for as long as a worker may take.
static void request_do(SolveRun *run, ClaimRequest *r) {
    Observer observer = {.context = run, .cancelled = claims_stopped};
    Solver solver = {.settings = {.without_net = true,
                                  .net = run->setup.net,
                                  .store = r->lost || !run->store ? NULL : store_proofs(run->store)}};
    Budget budget = budget_left(&run->clock, 0);
    double most = request_seconds(run, r);
    if (!(budget.seconds > 0) || budget.seconds > most) budget.seconds = most;
    budget.memory /= 4;
    budget.threads = 1;
    budget.observer = &observer;
    ProveJob job = {.position = r->position, .state = r->oracle};
    ProveAnswer answer = {0};
    Text bytes = {0};
    Error error = {0};
    bool good = claims_make(&job, &solver, &budget, &answer, &bytes, &error);
    solver_release(&solver);
    bool right = good && answer.result == PROVE_DONE && request_check(run, r, &bytes);
    if (right) solve_run_keep_claim(run, r);
    text_free(&bytes);
    r->lost |= good && answer.result == PROVE_LOST;
    if (!good && !run_lease_stopped(&run->lease)) run_lease_fail(&run->lease, &error);
    if (!right && !run_lease_stopped(&run->lease)) request_give_up(run, r);
}

static void request_failed(SolveRun *run, ClaimRequest *r, WorkerId worker, const char *why) {
    char line[300];
    snprintf(line, sizeof line, "worker %016" PRIx64 " did not prove what was asked: %.200s", worker, why);
    run_lease_say(&run->lease, line);
    r->stage = CLAIM_WANTED;
    if (r->tries < CLAIM_TRIES) r->tried[r->tries++] = worker;
    if (r->tries == CLAIM_TRIES || r->only) request_give_up(run, r);
}

// --- Out
static bool request_give(SolveRun *run, ClaimRequest *r, Hand *hand) {
    Text body = {0};
    Error error = {0};
    double seconds = request_seconds(run, r);
    ProveJob job = {.id = master_id(run->master),
                    .epoch = master_epoch(run->master),
                    .seconds = seconds,
                    .net = message_net(run->net_hash),
                    .position = r->position,
                    .state = r->oracle};
    message_write_prove(&job, &body);
    StreamResult result = body.failed
                              ? STREAM_LATER
                              : stream_give(&run->lease.stream, job.id, hand->name, "prove", &body, &error);
    solve_run_traffic(run, body.length);
    text_free(&body);
    if (!run_lease_done(&run->lease, result, &error)) return false;
    r->stage = CLAIM_OUT;
    r->job = job.id;
    r->worker = hand->id;
    r->soon = clock_seconds() + seconds + MESSAGE_SECONDS;
    r->due = clock_seconds() + OVERDUE * seconds + run->lease.seconds;
    hand->jobs++;
    return true;
}

static int waiting_for(const SolveRun *run, WorkerId author) {
    int count = 0;
    for (int i = 0; i < run->claims; i++)
        count += run->claim[i]->stage == CLAIM_WANTED && run->claim[i]->author == author;
    return count;
}

static bool author_serves(SolveRun *run, const ClaimRequest *r) {
    for (int i = 0; i < run->hands; i++)
        if (run->hand[i].id == r->author) return hand_proves(&run->hand[i]) && !was_tried(r, r->author);
    return false;
}

// The request for an idle worker: one about its own word; else one whose author is away, or has others to do.
static ClaimRequest *request_for(SolveRun *run, const Hand *hand) {
    ClaimRequest *other = NULL;
    for (int i = 0; i < run->claims; i++) {
        ClaimRequest *r = run->claim[i];
        if (r->stage != CLAIM_WANTED || was_tried(r, hand->id) || (r->only && r->only != hand->id)) continue;
        if (r->author == hand->id) return r;
        if (!other && (!author_serves(run, r) || waiting_for(run, r->author) > 1)) other = r;
    }
    return other;
}

static bool somebody_idle(const SolveRun *run, const ClaimRequest *r) {
    for (int i = 0; i < run->hands; i++) {
        const Hand *hand = &run->hand[i];
        if (hand_proves(hand) && !hand->jobs && hand->id != r->worker && !was_tried(r, hand->id)) return true;
    }
    return false;
}

static void requests_overdue(SolveRun *run, double now) {
    for (int i = 0; i < run->claims; i++) {
        ClaimRequest *r = run->claim[i];
        if (r->stage != CLAIM_OUT || now < r->soon || (now < r->due && !somebody_idle(run, r))) continue;
        solve_run_hand_missed(run, r->worker);
        request_failed(run, r, r->worker, "no answer within the time");
    }
}

void solve_run_claims_step(SolveRun *run, double now) {
    requests_overdue(run, now);
    for (int i = 0; i < run->hands && !run->lease.failed; i++) {
        Hand *hand = &run->hand[i];
        ClaimRequest *r = !hand_proves(hand) || hand->jobs ? NULL : request_for(run, hand);
        if (r && !request_give(run, r, hand)) return;
    }
}

void solve_run_claims_alone(SolveRun *run) {
    for (int i = 0; i < run->claims && !run_lease_stopped(&run->lease); i++) {
        ClaimRequest *r = run->claim[i];
        if (r->stage != CLAIM_WANTED || somebody_left(run, r)) continue;
        if (r->only) {
            request_give_up(run, r);
        } else {
            request_do(run, r);
            return; // look for workers in between
        }
    }
}

// Whoever has heavy work may be silent without being gone: the lease grows, so that claims are made however short it was.
void solve_run_claims_leave(SolveRun *run, WorkerId worker) {
    enum { LEASE_MOST = 60 };
    for (int i = 0; i < run->claims; i++) {
        if (run->claim[i]->stage != CLAIM_OUT || run->claim[i]->worker != worker) continue;
        run->claim[i]->stage = CLAIM_WANTED;
        run->lease.seconds = fmax(run->lease.seconds, fmin(2 * run->lease.seconds, LEASE_MOST));
    }
}

// --- In
static ClaimRequest *request_of(SolveRun *run, uint64_t job) {
    for (int i = 0; i < run->claims; i++)
        if (run->claim[i]->stage == CLAIM_OUT && run->claim[i]->job == job) return run->claim[i];
    return NULL;
}

static void claims_read(SolveRun *run, ClaimRequest *r, const ProveAnswer *answer) {
    Text bytes = {0};
    Error error = {0};
    char hash[SHA256_TEXT];
    StreamResult result;
    while ((result = stream_claims_take(&run->lease.stream, answer->id, &bytes, &error)) == STREAM_LATER &&
           !claims_stopped(run))
        text_clear(&bytes), run_lease_done(&run->lease, result, &error);
    solve_run_traffic(run, bytes.length);
    sha256_text(text_string(&bytes), bytes.length, hash);
    if (result != STREAM_DONE || strcmp(hash, answer->hash))
        request_failed(run, r, answer->worker, "its claims are not there");
    else if (request_check(run, r, &bytes))
        solve_run_keep_claim(run, r);
    else if (!run_lease_stopped(&run->lease))
        request_failed(run, r, answer->worker, r->checked.reason);
    text_free(&bytes);
}

const char *solve_run_claims_take(SolveRun *run, const StreamAnswer *raw) {
    ProveAnswer answer;
    Error error = {0};
    if (!message_read_proved(raw->body, raw->size, &answer, &error)) return "it is no answer about claims";
    ClaimRequest *r = request_of(run, answer.id);
    if (!r) return NULL; // too late
    if (answer.id != raw->id || answer.worker != r->worker ||
        answer.worker != stream_self_number(raw->worker))
        return "it is not what it is called";
    double took = fmin(answer.seconds, clock_seconds() - run->start); // whatever it says
    run->totals.prove_seconds += took;
    solve_run_hand_took(run, answer.worker, took);
    if (answer.result == PROVE_DONE) {
        claims_read(run, r, &answer);
        return NULL;
    }
    r->lost |= answer.result == PROVE_LOST;
    request_failed(run, r, answer.worker,
                   answer.result == PROVE_LOST ? "it finds that the other side wins" : "it takes too long");
    return NULL;
}

void solve_run_unbelieved(SolveRun *run, const SolveAnswer *answer) {
    const ProofRecord *said = &answer->part.record;
    Position position = answer->position;
    Move move = MOVE_NONE;
    if (said->winner == position.to_move) {
        move = said->move != MOVE_NONE ? said->move : (Move)cellset_first(said->proof);
        if (move < 0) return;
        position = position_played(&position, move);
    }
    ClaimRequest *known = solve_run_claims_find(run, &position);
    if (known && known->stage == CLAIM_FAILED) master_mute(run->master, answer->worker);
    if (position_winner(&position) != EMPTY || (known && known->stage != CLAIM_RIGHT)) return;
    OracleState bare = oracle_bare(&position);
    ClaimRequest *r = known ? known : solve_run_claims_ask(run, &position, &bare);
    if (!r) return;
    r->accepts = true;
    r->key = answer->position;
    r->record = *said;
    r->record.move = move;
    if (known) {
        request_accept(run, r);
        return;
    }
    r->author = r->only = answer->worker;
}
