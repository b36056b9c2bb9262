// The swap rule of a record: the property RU, which SGF leaves to each game as free text, and the habits of known sources.
#include "game/sgf.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 16 };

// The next word of letters and digits, in lower case and cut to the buffer; false at the end.
static bool word_next(const char **at, char word[WORD_MAX]) {
    const char *p = *at;
    int length = 0;
    while (*p && !isalnum((unsigned char)*p)) p++;
    for (; isalnum((unsigned char)*p); p++)
        if (length < WORD_MAX - 1) word[length++] = (char)tolower((unsigned char)*p);
    word[length] = '\0';
    *at = p;
    return length > 0;
}

static bool word_among(const char *word, const char *const *list) {
    while (*list && strcmp(word, *list) != 0) list++;
    return *list;
}

// "swap", "pie rule" and the like, and their denials: "no swap", "swap=off".
static bool rules_read(const char *rules, bool *on) {
    static const char *const names[] = {"swap", "pie", "swappieces", "swapsides", "swapping", NULL};
    static const char *const denials[] = {"no", "without", "not", "non", NULL};
    static const char *const offs[] = {"off", "no", "none", "false", "0", "disabled", NULL};
    static const char *const none[] = {"noswap", "nopie", NULL};
    char word[WORD_MAX], before[WORD_MAX] = "";
    for (const char *at = rules; word_next(&at, word); strcpy(before, word)) {
        if (word_among(word, none)) return *on = false, true;
        if (!word_among(word, names)) continue;
        *on = !word_among(before, denials);
        for (int i = 0; *on && i < 2 && word_next(&at, word); i++) *on = !word_among(word, offs);
        return true;
    }
    return false;
}

static bool root_holds(const SgfTree *tree, const char *property, const char *part) {
    Text text = {0};
    bool holds = sgf_text(tree, sgf_root(tree, 0), property, &text) && strcasestr(text_string(&text), part);
    text_free(&text);
    return holds;
}

static bool source_swaps(const SgfTree *tree) {
    static const char *const sources[] = {"littlegolem", "playhex"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (root_holds(tree, "SO", sources[i]) || root_holds(tree, "AP", sources[i])) return true;
    return false;
}

SgfSwap sgf_swap_rule(const SgfTree *tree, bool *on) {
    Text text = {0};
    bool said = sgf_text(tree, sgf_root(tree, 0), "RU", &text) && rules_read(text_string(&text), on);
    text_free(&text);
    if (said) return SGF_SWAP_BY_RULES;
    *on = source_swaps(tree);
    return *on ? SGF_SWAP_BY_HABIT : SGF_SWAP_UNSAID;
}

const char *sgf_swap_text(bool on) {
    return on ? "swap" : "noswap";
}
