// Lists of templates as text, in the form of HexProver's .hdg files.
//
// Each template is a block of lines; blank lines part the blocks, and a line that starts with ';' is a remark, the
// first one of a block its name. Cells stand four columns apart, and each row is set off by two from the one above:
//   .  empty    O  a stone    A  a stone of the upper end    V  a stone of the lower end    X or nothing  not part of it
// A line of dashes above the first row is the upper edge, one below the last row the lower edge.
#ifndef MUSTPLAY_SOLVE_TEMPLATE_FILE_H
#define MUSTPLAY_SOLVE_TEMPLATE_FILE_H

#include "solve/template.h"

enum { TEMPLATE_NAME_MAX = 80 };

// A template, or why the block could not be read. Lines count from 1.
typedef struct TemplateEntry {
    char name[TEMPLATE_NAME_MAX]; // cut if it is long; may be empty
    int line;                     // of its first row
    bool good;
    Template template;
    Error error;
} TemplateEntry;

// Reads the next block from `*at`, which moves behind it and counts lines in `*line` (0 at first). False when there
// is none left.
bool template_next(const char **at, int *line, TemplateEntry *entry);

#endif
