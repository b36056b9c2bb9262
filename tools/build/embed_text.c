// Turns a text file into a C string and its length, at build time: embed_text OUTPUT.c NAME FILE.
#include <stdio.h>

static int text_write(FILE *in, FILE *out, const char *name) {
    long count = 0;
    fprintf(out, "#include <stddef.h>\n\nextern const char %s[];\nextern const size_t %s_SIZE;\n", name,
            name);
    fprintf(out, "const char %s[] =\n    \"", name);
    for (int c; (c = fgetc(in)) != EOF; count++) {
        if (c == '\n')
            fprintf(out, "\\n\"\n    \"");
        else if (c == '"' || c == '\\' || c < ' ' || c > '~')
            fprintf(out, "\\%03o", (unsigned)c);
        else
            fputc(c, out);
    }
    fprintf(out, "\";\nconst size_t %s_SIZE = %ld;\n", name, count);
    return ferror(in) || ferror(out);
}

int main(int argc, char **argv) {
    FILE *in = argc == 4 ? fopen(argv[3], "rb") : NULL, *out = in ? fopen(argv[1], "w") : NULL;
    int bad = !out || text_write(in, out, argv[2]);
    if (out && fclose(out)) bad = 1;
    if (in) fclose(in);
    if (bad) fprintf(stderr, "usage: embed_text OUTPUT.c NAME FILE\n");
    return bad;
}
