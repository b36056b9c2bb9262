// What a page cannot do: files, other programs, stores. Whoever asks for it is told so.
#include "play/htp_process.h"
#include "proof/compress.h"
#include "solve/store.h"

static bool refuse(Error *error, const char *what) {
    return error_input(error, "%s cannot be used in the page: it needs the program mustplay", what);
}

Store *store_open(const char *path, Error *error) {
    (void)path;
    refuse(error, "a store on disk");
    return NULL;
}

bool store_close(Store *store, Error *error) {
    (void)store, (void)error;
    return true;
}

const ProofStore *store_proofs(const Store *store) {
    (void)store;
    return NULL;
}

uint64_t store_sync(Store *store) {
    (void)store;
    return 0;
}

bool htp_process_start(HtpProcess *process, const char *command_line, Error *error) {
    (void)process, (void)command_line;
    return refuse(error, "another program");
}

HtpReply htp_process_ask(HtpProcess *process, const char *command, double seconds, const Observer *observer,
                         Text *answer, Error *error) {
    (void)process, (void)command, (void)seconds, (void)observer, (void)answer;
    refuse(error, "another program");
    return HTP_LOST;
}

HtpReply htp_process_tell(HtpProcess *process, const char *command, double seconds, const Observer *observer,
                          Error *error) {
    return htp_process_ask(process, command, seconds, observer, NULL, error);
}

void htp_process_stop(HtpProcess *process) {
    (void)process;
}

Compressor *compressor_new(Error *error) {
    refuse(error, "compression");
    return NULL;
}

void compressor_free(Compressor *compressor) {
    (void)compressor;
}

bool compressor_add(Compressor *compressor, const char *bytes, size_t count, bool end, Text *out,
                    Error *error) {
    (void)compressor, (void)bytes, (void)count, (void)end, (void)out;
    return refuse(error, "compression");
}

bool text_decompress(const Text *stored, const char *path, size_t most, Text *text, Error *error) {
    (void)stored, (void)path, (void)most, (void)text;
    return refuse(error, "compression");
}

bool text_can_decompress(void) {
    return false;
}
