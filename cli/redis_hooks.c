#include "cli/redis_hooks.h"

#include "cli/program.h"

#include <string.h>

const RedisRow *redis_row(const Program *program, const char *command) {
    const RedisRow *row = program->redis ? program->redis->rows : NULL;
    while (row && row->command && strcmp(row->command, command) != 0) row++;
    return row && row->command ? row : NULL;
}

const RedisHooks *args_redis_hooks(const Args *args) {
    const Program *program = args_program(args);
    return program->redis && args_given(args, "redis") ? program->redis : NULL;
}
