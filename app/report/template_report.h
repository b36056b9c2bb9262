// What is said about a template: for programs and for people.
#ifndef MUSTPLAY_APP_REPORT_TEMPLATE_REPORT_H
#define MUSTPLAY_APP_REPORT_TEMPLATE_REPORT_H

#include "cli/command.h"
#include "study/template.h"

// "valid", "invalid" or "undecided".
const char *template_state_name(const TemplateVerdict *verdict);
// In words: "valid and minimal".
const char *template_verdict_words(const TemplateVerdict *verdict);

// An object with size, stones, carrier, upper, lower (stones of the ends) and edges ("top", "bottom").
json_t *template_json(const Template *template);
// Adds verdict, minimal, intrusions, spare, idle, unknown, replies, nodes and seconds to it.
void template_verdict_json(json_t *object, const Template *template, const TemplateVerdict *verdict);

#endif
