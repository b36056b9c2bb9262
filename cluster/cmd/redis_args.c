#include "cluster/cmd/redis_args.h"

bool args_redis(const Args *args, RedisAddress *address, Error *error) {
    if (!args_given(args, "redis"))
        return error_input(error, "--redis HOST:PORT is needed: the Redis between the machines");
    return redis_address_read(args_text(args, "redis"), args_text(args, "password-file"), address, error);
}

RunKeys args_keys(const Args *args) {
    return (RunKeys){args_text(args, "key"), args_text(args, "admitted")};
}
