/* Mustplay: play, solve and explain the game of Hex. The only public header. */
#ifndef MUSTPLAY_H
#define MUSTPLAY_H

#ifdef __cplusplus
extern "C" {
#endif

/* The version as text: "0.1.0". */
const char *mp_version(void);

#ifdef __cplusplus
}
#endif

#endif
