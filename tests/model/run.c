#include "run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_BROKEN = 3, SECONDS_MAX = 60 };

// The calls that a child has begun, in memory that it shares with its parent.
typedef struct Begun {
    atomic_int count;
    Call call[];
} Begun;

const char *failure_name(Failure failure) {
    static const char *const NAMES[] = {"nothing", "the model", "a sanitizer", "a signal", "no end"};
    return NAMES[failure];
}

// A sanitizer's report ends the child with a code of its own; so does a leak.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=1:allocator_may_return_null=1:max_allocation_size_mb=4096";
}
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "halt_on_error=1";
}

static World world;

static void child_grow(const Grown *grown, Begun *begun) {
    uint64_t seed = grown->seed;
    for (int i = 0; i < grown->steps; i++) {
        Call call = call_random(&world, &seed);
        begun->call[i] = call;
        atomic_store(&begun->count, i + 1);
        call_run(&world, &call);
    }
}

void __lsan_do_leak_check(void) __attribute__((weak));
void __tsan_init(void) __attribute__((weak));

bool instrumented(void) {
    return __lsan_do_leak_check || __tsan_init;
}

static void child_replay(const Call *call, int count) {
    world_open(&world);
    for (int i = 0; i < count; i++) call_run(&world, &call[i]);
    world_close(&world);
}

// Without a sanitizer that looks for leaks: the same calls again and again leave no more behind each time. The first times
// fill what the library keeps for good.
static void leaks_check(const Call *call, int count) {
    for (int i = 0;; i++) {
        int64_t before = alloc_alive();
        child_replay(call, count);
        int64_t more = alloc_alive() - before;
        if (i > 0 && more <= 0) return;
        CHECK(i < 4, "%lld allocations more live each time that these calls are made", (long long)more);
    }
}

static _Noreturn void child(const Trace *trace, const Grown *grown, Begun *begun, bool loud) {
    int silence = loud ? -1 : open("/dev/null", O_WRONLY);
    if (silence >= 0) dup2(silence, STDERR_FILENO), close(silence);
    alarm(SECONDS_MAX);
    world_open(&world);
    for (int i = 0; trace && i < trace->count; i++) call_run(&world, &trace->call[i]);
    if (grown) child_grow(grown, begun);
    world_close(&world);
    if (!instrumented())
        leaks_check(grown ? begun->call : trace->call, grown ? atomic_load(&begun->count) : trace->count);
    exit(0); // not _exit: leaks are looked for at the end
}

static Failure failure_of(int status) {
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? FAILURE_TIME : FAILURE_SIGNAL;
    int code = WEXITSTATUS(status);
    return code == 0 ? FAILURE_NONE : code == EXIT_BROKEN ? FAILURE_BROKEN : FAILURE_REPORT;
}

Failure trace_run(const Trace *trace, const Grown *grown, bool loud) {
    size_t bytes = sizeof(Begun) + sizeof(Call) * (size_t)(grown ? grown->steps : 0);
    Begun *begun = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status;
    if (begun == MAP_FAILED) exit(2);
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) exit(2);
    if (!pid) child(trace, grown, begun, loud);
    waitpid(pid, &status, 0);
    folder_remove(pid);
    for (int i = 0; grown && i < atomic_load(&begun->count); i++) trace_add(grown->trace, &begun->call[i]);
    munmap(begun, bytes);
    atomic_fetch_add(&figures->runs, 1);
    return failure_of(status);
}
