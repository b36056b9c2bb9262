#include "lab/strategy/patterns.h"

#include "base/file.h"

enum { PATTERNS_BYTES_MAX = 1 << 22 };

bool patterns_load(const char *path, PatternList *list, Error *error) {
    Text text = {0};
    Error where = {0};
    if (!file_read_plain(path, PATTERNS_BYTES_MAX, &text, error)) return false;
    bool good = pattern_list_parse(text_string(&text), list, &where);
    text_free(&text);
    if (!good) pattern_list_free(list);
    return good || error_input(error, "%s: %s", path, where.text);
}
