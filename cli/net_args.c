#include "cli/net_args.h"

#include <stdio.h>
#include <string.h>

const char *args_net_path(const Args *args, char *found, size_t size) {
    if (args_given(args, "net")) return args_text(args, "net");
    return net_find(found, size) ? found : NULL;
}

Net *args_net(const Args *args, Error *error) {
    char found[4096];
    const char *path = args_net_path(args, found, sizeof found);
    if (!path) {
        error_input(error, "%s", NET_MISSING);
        return NULL;
    }
    Net *net = net_load(path, error);
    bool bytes = args_given(args, "precision") && !strcmp(args_text(args, "precision"), "int8");
    if (net && bytes && !net->activation_max && !net_calibrate(net, 64, 1, error)) {
        net_free(net);
        return NULL;
    }
    return net;
}

void net_warn(const char *spec) {
    char found[4096];
    bool asked = !strcmp(spec, "auto") || !strncmp(spec, "auto:", 5);
    if (asked && !net_find(found, sizeof found))
        fprintf(
            stderr,
            "mustplay: no net found, so the player is much weaker than with one; the environment variable "
            "MUSTPLAY_NET can name one\n");
}

NetPrecision args_precision(const Args *args, const Net *net) {
    if (args_given(args, "precision"))
        return strcmp(args_text(args, "precision"), "int8") ? NET_F32 : NET_INT8;
    return net_best_precision(net);
}
