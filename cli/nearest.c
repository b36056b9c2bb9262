#include "cli/nearest.h"

#include <string.h>

enum { LENGTH_MOST = 40 };

static int least(int a, int b) {
    return a < b ? a : b;
}

// Letters changed, added, left out, or exchanged with their neighbours, to come from one word to the other.
static int distance(const char *a, int m, const char *b, int n) {
    int row[LENGTH_MOST + 1][LENGTH_MOST + 1];
    for (int i = 0; i <= m; i++) row[i][0] = i;
    for (int j = 0; j <= n; j++) row[0][j] = j;
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= n; j++) {
            int best = least(row[i - 1][j], row[i][j - 1]) + 1;
            best = least(best, row[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, row[i - 2][j - 2] + 1);
            row[i][j] = best;
        }
    }
    return row[m][n];
}

Nearest nearest_to(const char *wanted, size_t length) {
    return (Nearest){.wanted = wanted, .length = length, .distance = length < 4 ? 2 : 3 + (length > 8)};
}

void nearest_offer(Nearest *nearest, const char *name) {
    size_t length = strlen(name);
    if (length > LENGTH_MOST || nearest->length > LENGTH_MOST) return;
    int d = distance(nearest->wanted, (int)nearest->length, name, (int)length);
    if (d >= nearest->distance) return;
    nearest->distance = d;
    nearest->name = name;
}
