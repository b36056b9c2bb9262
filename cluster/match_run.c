#include "cluster/match_run.h"

#include "cluster/games_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct Session {
    const MatchRunSetup *run;
    const MatchSetup *setup;
    MatchBook *book;
} Session;

static void session_describe(void *context, int number, GameJob *job) {
    const Openings *openings = ((Session *)context)->setup->openings;
    snprintf(job->opening, sizeof job->opening, "%s", openings->moves[number / 2 % openings->count]);
}

static bool session_take(void *context, int number, const char *bytes, size_t size, Error *error) {
    Session *session = context;
    Game game;
    MatchGame result;
    return match_answer_read(session->setup, number, bytes, size, &game, &result, error) &&
           match_book_store(session->book, &game, &result);
}

static bool session_cancelled(void *context) {
    const MatchSetup *setup = ((Session *)context)->setup;
    return setup->cancelled && setup->cancelled(setup->context);
}

static void session_say(void *context, const char *line) {
    Session *session = context;
    if (session->run->say) session->run->say(session->setup->context, line);
}

static void task_write(const MatchSetup *setup, Text *task) {
    text_format(task,
                "match of %d games on %dx%d: %s against %s; seed %" PRIu64 ", time %g, playouts %" PRIu64
                ", clock %g+%g, openings %016" PRIx64,
                setup->games, setup->geometry->width, setup->geometry->height, setup->player[SIDE_A],
                setup->player[SIDE_B], setup->seed, setup->terms.budget.seconds, setup->terms.budget.nodes,
                setup->game_seconds, setup->increment, openings_hash(setup->openings));
}

static bool session_play(Session *session, Error *error) {
    const MatchSetup *setup = session->setup;
    Text task = {0};
    task_write(setup, &task);
    GamesRunSetup games = {.catalog = setup->catalog,
                           .address = session->run->address,
                           .keys = session->run->keys,
                           .again = session->run->again,
                           .run = session->run->run,
                           .kind = "match",
                           .task = text_string(&task),
                           .title = text_string(&task),
                           .lease = session->run->lease,
                           .build = session->run->build,
                           .games = setup->games,
                           .job = {.match = true,
                                   .geometry = setup->geometry,
                                   .terms = setup->terms,
                                   .game_seconds = setup->game_seconds,
                                   .increment = setup->increment,
                                   .adjudication_seconds = setup->adjudication_seconds,
                                   .seed = setup->seed},
                           .context = session,
                           .book = match_book_games(session->book),
                           .describe = session_describe,
                           .take = session_take,
                           .cancelled = session_cancelled,
                           .say = session_say};
    bool fits = true;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        fits &= snprintf(games.job.player[side], GAME_SPEC_MAX, "%s", setup->player[side]) < GAME_SPEC_MAX;
    bool good = fits ? games_run(&games, error) : error_input(error, "a player's specification is too long");
    text_free(&task);
    return good;
}

bool match_run(const MatchRunSetup *run, const MatchSetup *setup, MatchTally *tally, Error *error) {
    *tally = (MatchTally){0};
    Session session = {.run = run, .setup = setup};
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (!strncmp(setup->player[side], "htp:", 4))
            return error_input(error, "--redis: workers play no other programs ('%.60s')",
                               setup->player[side]);
    Observer none = {0};
    if (!match_players_check(setup, &none, error)) return false;
    session.book = match_book_open(setup, tally, error);
    if (!session.book) return false;
    bool good = session_play(&session, error);
    match_book_close(session.book);
    return good;
}
