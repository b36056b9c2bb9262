// Traces as text, and shrinking them: NAME ARGUMENT... [fail=K] [cancel=MICROSECONDS] [stop=K] [size=BYTES] [noerror].
#include "model.h"

#include <stdlib.h>
#include <string.h>

static int args_of(const Call *call) {
    return (int)strlen(OPS[call->op].kinds);
}

void call_write(const Call *call, FILE *file) {
    fprintf(file, "%s", OPS[call->op].name);
    for (int i = 0; i < args_of(call); i++) fprintf(file, " %lld", (long long)call->arg[i]);
    if (call->fail) fprintf(file, " fail=%lld", (long long)call->fail);
    if (call->cancel >= 0) fprintf(file, " cancel=%lld", (long long)call->cancel);
    if (call->stop) fprintf(file, " stop=%lld", (long long)call->stop);
    if (call->size) fprintf(file, " size=%lld", (long long)call->size);
    fprintf(file, "%s\n", call->no_error ? " noerror" : "");
}

static bool modifier_read(Call *call, const char *word) {
    const struct {
        const char *name;
        int64_t *place;
    } MODIFIERS[] = {
        {"fail=", &call->fail}, {"cancel=", &call->cancel}, {"stop=", &call->stop}, {"size=", &call->size}};
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(MODIFIERS[i].name);
        if (strncmp(word, MODIFIERS[i].name, length)) continue;
        *MODIFIERS[i].place = strtoll(word + length, NULL, 10);
        return true;
    }
    call->no_error = !strcmp(word, "noerror");
    return call->no_error;
}

bool call_read(Call *call, const char *line) {
    char copy[400], *rest = copy;
    snprintf(copy, sizeof copy, "%s", line);
    copy[strcspn(copy, "#\r\n")] = '\0';
    const char *name = strsep(&rest, " ");
    *call = (Call){.op = -1, .cancel = -1};
    for (int i = 0; i < OP_COUNT; i++) {
        if (!strcmp(OPS[i].name, name)) call->op = i;
    }
    if (call->op < 0) return false;
    int args = 0;
    for (char *word; (word = strsep(&rest, " "));) {
        if (!*word || modifier_read(call, word)) continue;
        if (args == args_of(call)) return false;
        call->arg[args++] = strtoll(word, NULL, 10);
    }
    return args == args_of(call);
}

void trace_add(Trace *trace, const Call *call) {
    if (trace->count == trace->room) {
        trace->room = trace->room * 2 + 64;
        trace->call = realloc(trace->call, (size_t)trace->room * sizeof *trace->call);
        if (!trace->call) exit(2);
    }
    trace->call[trace->count++] = *call;
}

void trace_load(Trace *trace, const char *path) {
    char line[400];
    Call call;
    FILE *file = fopen(path, "r");
    if (!file) fprintf(stderr, "model: %s cannot be read\n", path), exit(2);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n') continue;
        if (!call_read(&call, line)) fprintf(stderr, "model: %s: no call: %s", path, line), exit(2);
        trace_add(trace, &call);
    }
    fclose(file);
}

bool trace_save(const Trace *trace, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return false;
    for (int i = 0; i < trace->count; i++) call_write(&trace->call[i], file);
    return fclose(file) == 0;
}
