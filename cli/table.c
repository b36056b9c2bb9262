#include "cli/table.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { CELL_TEXT_MAX = 160 };

// Whole numbers get commas.
static void integer_write(long long value, char *text) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%lld", value < 0 ? -value : value);
    int out = 0;
    if (value < 0) text[out++] = '-';
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) text[out++] = ',';
        text[out++] = digits[i];
    }
    text[out] = '\0';
}

static void value_write(const json_t *value, char *text) {
    if (json_is_string(value))
        snprintf(text, CELL_TEXT_MAX, "%s", json_string_value(value));
    else if (json_is_integer(value))
        integer_write((long long)json_integer_value(value), text);
    else if (json_is_real(value))
        snprintf(text, CELL_TEXT_MAX, "%.6g", json_real_value(value));
    else if (json_is_boolean(value))
        strcpy(text, json_is_true(value) ? "yes" : "no");
    else
        strcpy(text, "-");
}

static int column_width(const char *column, const json_t *rows) {
    int width = (int)strlen(column);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        char text[CELL_TEXT_MAX];
        value_write(json_object_get(json_array_get(rows, i), column), text);
        if ((int)strlen(text) > width) width = (int)strlen(text);
    }
    return width;
}

static void cell_print(const char *column, const json_t *rows, const json_t *row, bool last) {
    char text[CELL_TEXT_MAX];
    const json_t *value = json_object_get(row, column);
    value_write(value, text);
    int width = column_width(column, rows);
    printf("%*s%s", json_is_number(value) ? width : last ? 0 : -width, text, last ? "\n" : "  ");
}

void table_print(const char *const *columns, const json_t *rows) {
    for (const char *const *c = columns; *c; c++) {
        const json_t *first = json_object_get(json_array_get(rows, 0), *c);
        int width = column_width(*c, rows);
        printf("%*s%s", json_is_number(first) ? width : -width, *c, c[1] ? "  " : "\n");
    }
    for (size_t i = 0; i < json_array_size(rows); i++) {
        for (const char *const *c = columns; *c; c++) cell_print(*c, rows, json_array_get(rows, i), !c[1]);
    }
}
