#include "play/game_book.h"

#include "base/journal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum GameState { GAME_FREE, GAME_TAKEN, GAME_FINISHED } GameState;

typedef struct Page {
    GameState state;
    const json_t *value; // in the journal's values
} Page;

struct GameBook {
    const GameBookSetup *setup;
    pthread_mutex_t mutex; // guards all below
    Page *page;            // by number
    int next;              // no game below is free
    int finished;
    bool failed;
    Error error;
    Journal journal;
};

// --- Opening

// "game 12", or "12" as selfplay once wrote it.
static int number_of(const char *key) {
    int number = -1, end = 0;
    if (sscanf(key, "game %d%n", &number, &end) != 1) sscanf(key, "%d%n", &number, &end);
    return end && !key[end] ? number : -1;
}

static bool game_known(GameBook *book, const char *key, const json_t *value, Error *error) {
    const GameBookSetup *setup = book->setup;
    int number = number_of(key);
    if (number < 0)
        return error_input(error, "'%.200s': '%.60s' is not a game of such a run", setup->journal, key);
    if (number >= setup->games)
        return error_input(error, "'%.200s' holds more than these %d games: '%.60s'", setup->journal,
                           setup->games, key);
    if (book->page[number].state == GAME_FINISHED)
        return error_input(error, "'%.200s': '%.60s' is there twice", setup->journal, key);
    Error inner = {0};
    if (!setup->count(setup->context, number, value, NULL, &inner))
        return error_input(error, "'%.200s': '%.60s' %.100s", setup->journal, key, inner.text);
    book->page[number] = (Page){GAME_FINISHED, value};
    book->finished++;
    return true;
}

static bool book_read(GameBook *book, Error *error) {
    const GameBookSetup *setup = book->setup;
    const char *key;
    json_t *value;
    if (!journal_open(&book->journal, setup->journal, setup->kind, setup->identity, error)) return false;
    json_object_foreach(book->journal.values, key, value) {
        if (!game_known(book, key, value, error)) return false;
    }
    return true;
}

GameBook *game_book_open(const GameBookSetup *setup, Error *error) {
    GameBook *book = calloc(1, sizeof *book);
    if (!book) {
        error_memory(error);
        return NULL;
    }
    *book = (GameBook){.setup = setup, .journal = {.file = -1}};
    pthread_mutex_init(&book->mutex, NULL);
    book->page = calloc((size_t)setup->games, sizeof *book->page);
    if (!book->page) error_memory(error);
    if (book->page && book_read(book, error)) return book;
    game_book_close(book);
    return NULL;
}

void game_book_close(GameBook *book) {
    if (!book) return;
    journal_close(&book->journal);
    pthread_mutex_destroy(&book->mutex);
    free(book->page);
    free(book);
}

// --- The games

int game_book_take(GameBook *book) {
    int games = book->setup->games, number = -1;
    pthread_mutex_lock(&book->mutex);
    while (book->next < games && book->page[book->next].state != GAME_FREE) book->next++;
    if (book->next < games && !book->failed) {
        number = book->next;
        book->page[number].state = GAME_TAKEN;
    }
    pthread_mutex_unlock(&book->mutex);
    return number;
}

bool game_book_claim(GameBook *book, int number) {
    pthread_mutex_lock(&book->mutex);
    bool is_free = number >= 0 && number < book->setup->games && book->page[number].state == GAME_FREE;
    if (is_free) book->page[number].state = GAME_TAKEN;
    pthread_mutex_unlock(&book->mutex);
    return is_free;
}

const json_t *game_book_value(GameBook *book, int number) {
    pthread_mutex_lock(&book->mutex);
    const json_t *value = number >= 0 && number < book->setup->games ? book->page[number].value : NULL;
    pthread_mutex_unlock(&book->mutex);
    return value;
}

int game_book_finished(GameBook *book) {
    pthread_mutex_lock(&book->mutex);
    int finished = book->finished;
    pthread_mutex_unlock(&book->mutex);
    return finished;
}

// With the mutex held. Reports the first failure only.
static bool book_fail(GameBook *book, const Error *error) {
    if (!book->failed) book->error = *error;
    book->failed = true;
    return false;
}

static bool game_store(GameBook *book, int number, json_t *value, const void *result) {
    const GameBookSetup *setup = book->setup;
    Error error = {0};
    char key[24];
    snprintf(key, sizeof key, "game %d", number);
    if (book->failed) {
        json_decref(value);
        return false;
    }
    if (!journal_add(&book->journal, key, value, &error)) return book_fail(book, &error);
    book->page[number] = (Page){GAME_FINISHED, journal_find(&book->journal, key)};
    book->finished++;
    return setup->count(setup->context, number, book->page[number].value, result, &error) ||
           book_fail(book, &error);
}

bool game_book_store(GameBook *book, int number, json_t *value, const void *result) {
    pthread_mutex_lock(&book->mutex);
    bool good = game_store(book, number, value, result);
    pthread_mutex_unlock(&book->mutex);
    return good;
}

bool game_book_fail(GameBook *book, const Error *error) {
    pthread_mutex_lock(&book->mutex);
    book_fail(book, error);
    pthread_mutex_unlock(&book->mutex);
    return false;
}

const Error *game_book_error(GameBook *book) {
    pthread_mutex_lock(&book->mutex);
    const Error *error = book->failed ? &book->error : NULL;
    pthread_mutex_unlock(&book->mutex);
    return error;
}

// --- The loop

typedef struct Shift {
    GameBook *book;
    const GameLoop *loop;
} Shift;

static void *shift_run(void *context) {
    const Shift *shift = context;
    const GameLoop *loop = shift->loop;
    void *worker = loop->worker_new ? loop->worker_new(loop->context) : loop->context;
    if (!worker) {
        Error error;
        error_memory(&error);
        game_book_fail(shift->book, &error);
        return NULL;
    }
    for (int number;
         !(loop->cancelled && loop->cancelled(loop->context)) && (number = game_book_take(shift->book)) >= 0;)
        if (!loop->play(worker, shift->book, number)) break;
    if (loop->worker_free) loop->worker_free(worker);
    return NULL;
}

// Several at a time; one alone in this thread.
static void shifts_run(Shift *shift) {
    int jobs = shift->loop->jobs, started = 0;
    pthread_t *threads = jobs > 1 ? calloc((size_t)jobs, sizeof *threads) : NULL;
    while (threads && started < jobs && !pthread_create(&threads[started], NULL, shift_run, shift)) started++;
    if (!started) shift_run(shift);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
}

bool game_book_play(GameBook *book, const GameLoop *loop, Error *error) {
    shifts_run(&(Shift){book, loop});
    const Error *failed = game_book_error(book);
    if (failed && error) *error = *failed;
    return !failed;
}
