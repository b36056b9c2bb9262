#include "lab/eval/json_file.h"

#include "base/file.h"

json_t *json_file_read(const char *path, size_t most, Error *error) {
    Text text = {0};
    json_error_t where;
    if (!file_read_plain(path, most, &text, error)) return NULL;
    json_t *value = json_loadb(text_string(&text), text.length, 0, &where);
    text_free(&text);
    if (!value && where.memory) error_memory(error);
    if (!value && !where.memory)
        error_input(error, "'%.200s', line %d: %.120s", path, where.line, where.text);
    return value;
}
