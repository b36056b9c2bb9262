// The search of mustplay template: the region, the journal, and what was found.
#ifndef MUSTPLAY_APP_CMD_TEMPLATE_FIND_COMMAND_H
#define MUSTPLAY_APP_CMD_TEMPLATE_FIND_COMMAND_H

#include "cli/command.h"
#include "cli/watch.h"
#include "study/template_file.h"
#include "study/template_search.h"

static const size_t TEMPLATE_FILE_MAX = 16 << 20;

typedef struct TemplateFinds {
    char name[TEMPLATE_NAME_MAX]; // of the region
    Template region;
    TemplateSearch *search;
    Template *list; // small ones first
    int count;
    double seconds;
} TemplateFinds;

// Searches as the options say, until all is found, the time is over or Ctrl-C.
bool template_find(const Args *args, Watch *watch, TemplateFinds *finds, Error *error);
// Prints all of them; the exit code.
int template_finds_report(const TemplateFinds *finds, const Args *args);
void template_finds_free(TemplateFinds *finds);

// A template as "hdg" or "hexboard".
void template_print(const Template *template, const char *name, const char *format, Text *out);

#endif
