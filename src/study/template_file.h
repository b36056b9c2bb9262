// Lists of templates as text: read in two forms, told apart by themselves, and written in both.
//
// HexProver's .hdg files: each template is a block of lines, blank lines part the blocks. A line that starts with ';' is a
// remark, the first one of a block its name. Cells stand four columns apart, each row two further right than the one above.
// Signs: "." empty, "O" a stone, "A" a stone of the upper end, "V" a stone of the lower end. "X" or nothing is not part of it.
// A line of dashes above the first row is the upper edge, one below the last row the lower edge.
//
// HexWiki's <hexboard> tags (game/hexboard.h) in any text; a heading before one is its name. Cells that are shown and neither
// blue nor shaded are the template's; without `visible`, cells with a star are not. `edges` says which edges are ends. The stones
// of an end are the red ones with an arrow up (10 to 2 o'clock) or down (4 to 8). Without edge and arrow, the ends are the
// highest chain and the lowest.
#ifndef MUSTPLAY_STUDY_TEMPLATE_FILE_H
#define MUSTPLAY_STUDY_TEMPLATE_FILE_H

#include "study/template.h"

enum { TEMPLATE_NAME_MAX = 80 };

// A template, or why the block could not be read. Lines count from 1.
typedef struct TemplateEntry {
    char name[TEMPLATE_NAME_MAX]; // cut if it is long; may be empty
    int line;                     // of its first row
    bool good;
    Template template;
    Error error;
} TemplateEntry;

typedef struct TemplateReader {
    const char *text, *at; // borrowed
    int line;              // of the last one read
    bool wiki;             // tags, not blocks
} TemplateReader;

TemplateReader template_reader(const char *text);
// Reads the next template. False when there is none left.
bool template_next(TemplateReader *reader, TemplateEntry *entry);

// A block of a .hdg list, with a blank line behind; the name may be empty or of several lines, each a remark.
void template_write_block(const Template *template, const char *name, Text *out);
// A tag under a heading, if it has a name; further lines of the name are hidden remarks.
void template_write_tag(const Template *template, const char *name, Text *out);

#endif
