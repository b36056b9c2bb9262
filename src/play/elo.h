// The difference in strength that a score of wins and losses suggests, in Elo, with a 95 % interval.
//
// The estimate is 400 log10(p / (1 - p)) for the share p of wins. A score without losses counts as half a loss in
// one game more, since its share would be infinite Elo; likewise without wins. The 95 % interval is the centre
// of the posterior of p under Jeffreys' prior, Beta(wins + 1/2, losses + 1/2). It stays finite
// and covers close to 95 % even for few games.
#ifndef MUSTPLAY_PLAY_ELO_H
#define MUSTPLAY_PLAY_ELO_H

typedef struct Elo {
    double elo, low, high;
} Elo;

// The share of wins itself, with the same interval.
typedef struct Share {
    double share, low, high;
} Share;

// Both for at least one game.
Share share_of_score(int wins, int losses);
Elo elo_of_score(int wins, int losses);

#endif
