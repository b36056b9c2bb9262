// The main function of a fuzzer that is built without libFuzzer: runs it once on each file named. So every
// build tests the inputs that once failed. Usage: fuzz_NAME FILE...
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    long length = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;
    uint8_t *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (bytes) {
        rewind(file);
        *size = fread(bytes, 1, (size_t)length, file);
    }
    if (file) fclose(file);
    return bytes;
}

int main(int count, char **paths) {
    for (int i = 1; i < count; i++) {
        size_t size;
        uint8_t *bytes = file_bytes(paths[i], &size);
        if (!bytes) {
            fprintf(stderr, "%s: cannot be read\n", paths[i]);
            return 2;
        }
        printf("%s\n", paths[i]);
        fflush(stdout); // the last line names the input that ends the program
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    return 0;
}
