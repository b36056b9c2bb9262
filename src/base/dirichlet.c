// Shares of independent gamma variables, drawn by the method of Marsaglia and Tsang (2000). For alpha >= 1 it
// accepts or rejects a cubed normal variable. Below 1 it scales a variable of alpha + 1.
#include "base/dirichlet.h"

#include <math.h>

// Polar method, one of its two numbers.
static double normal_draw(Random *random) {
    for (;;) {
        double x = 2 * random_unit(random) - 1, y = 2 * random_unit(random) - 1, r = x * x + y * y;
        if (r > 0 && r < 1) return x * sqrt(-2 * log(r) / r);
    }
}

static double gamma_draw(Random *random, double alpha) {
    double scale = 1;
    if (alpha < 1) {
        scale = pow(1 - random_unit(random), 1 / alpha);
        alpha += 1;
    }
    double d = alpha - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = normal_draw(random), v = 1 + c * x;
        if (v <= 0) continue;
        v = v * v * v;
        if (log(1 - random_unit(random)) < 0.5 * x * x + d - d * v + d * log(v)) return scale * d * v;
    }
}

void dirichlet_draw(Random *random, double alpha, int count, double *share) {
    double total = 0;
    for (int i = 0; i < count; i++) total += share[i] = gamma_draw(random, alpha);
    for (int i = 0; i < count; i++) share[i] = total > 0 ? share[i] / total : 1.0 / count;
}
