// A table of results: rows are JSON objects, columns are keys. Printed aligned for people, as JSON for
// programs.
#ifndef MUSTPLAY_CLI_TABLE_H
#define MUSTPLAY_CLI_TABLE_H

#include "base/json.h"

// Prints the columns (key names, ended by NULL) of an array of rows, with a head. Numbers stand right, text
// left; reals are shown with up to six digits; null is "-".
void table_print(const char *const *columns, const json_t *rows);

#endif
