// Players kept between requests, with the tree of their last game.
#ifndef MUSTPLAY_APP_WEB_PLAYERS_H
#define MUSTPLAY_APP_WEB_PLAYERS_H

#include "play/catalog.h"

enum { WEB_PLAYERS = 8 }; // that may be asked at a time

typedef struct WebPlayers WebPlayers;
typedef struct WebPlayer WebPlayer;

WebPlayers *web_players_new(const Catalog *catalog); // NULL out of memory
void web_players_free(WebPlayers *players);

// A player of that specification to ask, to be given back: best the one that this owner had. If it has to be
// made, `room` is asked first; one is made at a time. NULL with an error.
typedef bool (*WebRoom)(void *context, Error *error);
WebPlayer *web_player_take(WebPlayers *players, const char *spec, const void *owner, WebRoom room,
                           void *context, Error *error);
Player *web_player_player(WebPlayer *player);
// `keep`: its tree is worth its memory.
void web_player_give(WebPlayers *players, WebPlayer *player, bool keep);
// Frees those that nobody asks just now.
void web_players_shed(WebPlayers *players);

#endif
