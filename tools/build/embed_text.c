// Turns files into a C string and its length, at build time: embed_text OUTPUT.c NAME FILE... With several
// files, a line "@ NAME" precedes each. Files may hold any bytes.
#include "base/file.h"

#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 26, LINE_BYTES = 100 };

static bool text_write(const Text *text, FILE *out, const char *name) {
    fprintf(out, "#include <stddef.h>\n\nextern const char %s[];\nextern const size_t %s_SIZE;\n", name,
            name);
    fprintf(out, "const char %s[] =\n    \"", name);
    for (size_t i = 0, in_line = 0; i < text->length; i++) {
        int c = (unsigned char)text->data[i];
        if (c == '\n')
            fprintf(out, "\\n\"\n    \"");
        else if (c == '"' || c == '\\' || c == '?' || c < ' ' || c > '~') // '?': there are trigraphs
            fprintf(out, "\\%03o", (unsigned)c);
        else
            fputc(c, out);
        in_line = c == '\n' ? 0 : in_line + 1;
        if (in_line == LINE_BYTES) fprintf(out, "\"\n    \"");
        in_line %= LINE_BYTES;
    }
    fprintf(out, "\";\nconst size_t %s_SIZE = %zu;\n", name, text->length);
    return !ferror(out);
}

static bool files_read(char **paths, int count, Text *text, Error *error) {
    for (int i = 0; i < count; i++) {
        const char *slash = strrchr(paths[i], '/');
        if (count > 1) text_format(text, "@ %s\n", slash ? slash + 1 : paths[i]);
        if (!file_read_plain(paths[i], FILE_BYTES_MAX, text, error)) return false;
    }
    return count > 0;
}

int main(int argc, char **argv) {
    Text text = {0};
    Error error = {.text = "usage: embed_text OUTPUT.c NAME FILE..."};
    FILE *out = files_read(argv + 3, argc - 3, &text, &error) ? fopen(argv[1], "w") : NULL;
    bool good = out && text_write(&text, out, argv[2]);
    if (out && fclose(out)) good = false;
    if (!good) fprintf(stderr, "%s\n", error.text);
    text_free(&text);
    return good ? 0 : 1;
}
