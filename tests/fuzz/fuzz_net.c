// Nets from strangers: whatever the bytes, the reader accepts a whole net or refuses with a message.
#include "net/net.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error error = {0};
    Net *net = net_parse(data, size, "input", &error);
    if (!net && !error.text[0]) abort();
    net_free(net);
    return 0;
}
