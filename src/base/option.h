// Options: one kind of table for the command line, player specifications, HTP parameters, the page and the
// manual.
#ifndef MUSTPLAY_BASE_OPTION_H
#define MUSTPLAY_BASE_OPTION_H

#include "base/error.h"

typedef enum OptionType {
    OPTION_FLAG,
    OPTION_INT,
    OPTION_REAL,
    OPTION_TEXT,
    OPTION_CHOICE, // one of `choices`
    OPTION_NAME,   // one of `choices`, or a name from a list that whoever owns the table has and checks by
} OptionType;

typedef struct OptionSpec {
    const char *name; // as typed after "--" or before "="
    OptionType type;
    const char *fallback; // the default as text; NULL when there is none
    double low, high;     // range of a number, ends included
    const char *choices;  // "on|off"; may be NULL for OPTION_NAME
    const char *value;    // what the manual calls the value: "N", "FILE"; NULL for a flag
    const char *help;     // one sentence
    int words;            // 2: a text of two words, as in "--players A B"; otherwise 0
    bool repeats;         // a text that the command line may give several times
    enum {
        OPTION_NAMES_NOTHING,
        OPTION_NAMES_PLAYER, // a player's specification
        OPTION_NAMES_METHOD  // a method of solving
    } names;                 // what a text stands for that a catalogue may or may not know
} OptionSpec;

typedef struct OptionValue {
    bool given; // false: the fallback's value stands here
    bool flag;
    long integer;
    double real;
    const char *text;   // borrowed from whoever parsed it; NULL without a value or fallback
    const char *second; // of an option of two words
} OptionValue;

// A number that a #define states, as the text of a fallback: so that a default is stated once.
#define OPTION_NUMBER(number)      OPTION_NUMBER_TEXT(number)
#define OPTION_NUMBER_TEXT(number) #number

// Reads a value; an error names the option, the text and what was expected.
bool option_parse(const OptionSpec *spec, const char *text, OptionValue *value, Error *error);
// Whether a text is among choices such as "on|off".
bool option_choice_known(const char *choices, const char *text);
// The fallback's value, with `given` false.
OptionValue option_fallback(const OptionSpec *spec);
// Reads "key=value,key=value", a flag also alone, into `values`, by index in the table, which has room for `most`;
// the rest get their fallbacks. Cuts the text, which values point into and which may be NULL. `owner` opens each
// message: "player mcts".
bool option_list_read(const char *owner, const OptionSpec *options, char *text, OptionValue *values, int most,
                      Error *error);

#endif
