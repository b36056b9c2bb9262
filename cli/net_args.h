// The options about networks: --net and --precision.
#ifndef MUSTPLAY_CLI_NET_ARGS_H
#define MUSTPLAY_CLI_NET_ARGS_H

#include "cli/command.h"
#include "net/evaluator.h"

#define NET_MISSING "no net found: give one by --net FILE or by the environment variable MUSTPLAY_NET"

// --net, or the net that is found, in `found`; NULL when there is none.
const char *args_net_path(const Args *args, char *found, size_t size);
// That net, calibrated if int8 may be asked of it. The caller frees it.
Net *args_net(const Args *args, Error *error);
// Says on stderr, if the player is `auto` at any level, that it plays without a net because none was found.
void net_warn(const char *spec);
// --precision, or the best that the net and the machine can do.
NetPrecision args_precision(const Args *args, const Net *net);

#endif
