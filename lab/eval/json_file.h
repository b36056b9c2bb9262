// JSON values in files of their own.
#ifndef MUSTPLAY_LAB_EVAL_JSON_FILE_H
#define MUSTPLAY_LAB_EVAL_JSON_FILE_H

#include "base/error.h"
#include "base/json.h"

// The object or array that a file holds; NULL with a sentence that names the file, and the line where it is not JSON. A
// file of more than `most` bytes is refused.
json_t *json_file_read(const char *path, size_t most, Error *error);

#endif
