#include "play/elo.h"

#include <math.h>

// Continued fraction of the incomplete beta function, by Lentz's method: the even and odd steps in turn.
static double beta_fraction(double a, double b, double x) {
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double result = d;
    for (int m = 1; m <= 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double change = 1;
        for (int half = 0; half < 2; half++) {
            double term = half ? odd : even;
            d = 1 + term * d;
            c = 1 + term / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            if (fabs(c) < tiny) c = tiny;
            change = c * d;
            result *= change;
        }
        if (fabs(change - 1) < 1e-14) break;
    }
    return result;
}

// The probability that a Beta(a, b) variable is below x.
static double beta_below(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

static double beta_quantile(double a, double b, double probability) {
    double low = 0, high = 1;
    for (int i = 0; i < 200 && high - low > 1e-15; i++) {
        double middle = (low + high) / 2;
        if (beta_below(a, b, middle) < probability)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static double elo_of_share(double share) {
    return 400 * log10(share / (1 - share));
}

Share share_of_score(int wins, int losses) {
    double a = wins + 0.5, b = losses + 0.5;
    return (Share){.share = (double)wins / (wins + losses),
                   .low = wins ? beta_quantile(a, b, 0.025) : 0,
                   .high = losses ? 1 - beta_quantile(b, a, 0.025) : 1};
}

Elo elo_of_score(int wins, int losses) {
    double a = wins + 0.5, b = losses + 0.5;
    double share = wins && losses ? (double)wins / (wins + losses) : a / (a + b);
    // The upper end by the mirrored problem: close to 1 it loses no digits.
    return (Elo){.elo = elo_of_share(share),
                 .low = elo_of_share(beta_quantile(a, b, 0.025)),
                 .high = -elo_of_share(beta_quantile(b, a, 0.025))};
}
