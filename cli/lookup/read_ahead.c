#include "cli/lookup/read_ahead.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    ROOM = 8 << 20, // a window of lines is shorter
    READ_BYTES = 1 << 16,
    POLL_MILLISECONDS = 20, // the thread notices that it is to end
};

struct kauri_read_ahead {
    int descriptor;
    pthread_t thread;
    pthread_cond_t wake;   // there may be something to do
    pthread_mutex_t mutex; // for everything below; held while reading what is there
    bool reading;
    bool leaving;
    bool ended;   // the input
    bool stopped; // the input has an error
    size_t count;
    char *bytes; // ROOM
};

static bool is_readable(int descriptor, int milliseconds)
{
    struct pollfd poll_for = {.fd = descriptor, .events = POLLIN};
    return poll(&poll_for, 1, milliseconds) == 1;
}

static bool wants_input(const struct kauri_read_ahead *ahead)
{
    return ahead->reading && !ahead->ended && !ahead->stopped && ahead->count < ROOM;
}

static void *thread_main(void *argument)
{
    struct kauri_read_ahead *ahead = argument;
    (void)pthread_mutex_lock(&ahead->mutex);
    while (!ahead->leaving) {
        if (!wants_input(ahead)) {
            (void)pthread_cond_wait(&ahead->wake, &ahead->mutex);
            continue;
        }
        (void)pthread_mutex_unlock(&ahead->mutex);
        const bool readable = is_readable(ahead->descriptor, POLL_MILLISECONDS);
        (void)pthread_mutex_lock(&ahead->mutex);
        // The input may have been taken by the owner meanwhile.
        if (readable && wants_input(ahead) && is_readable(ahead->descriptor, 0)) {
            const size_t room = ROOM - ahead->count;
            const ssize_t got = read(ahead->descriptor, ahead->bytes + ahead->count,
                                     room < READ_BYTES ? room : READ_BYTES);
            ahead->count += got > 0 ? (size_t)got : 0;
            ahead->ended = got == 0;
            ahead->stopped = got < 0;
        }
    }
    (void)pthread_mutex_unlock(&ahead->mutex);
    return NULL;
}

struct kauri_read_ahead *kauri_read_ahead_new(int descriptor)
{
    struct kauri_read_ahead *ahead = calloc(1, sizeof *ahead);
    char *bytes = malloc(ROOM);
    if (ahead == NULL || bytes == NULL || pthread_mutex_init(&ahead->mutex, NULL) != 0) {
        free(ahead);
        free(bytes);
        return NULL;
    }
    ahead->descriptor = descriptor;
    ahead->bytes = bytes;
    (void)pthread_cond_init(&ahead->wake, NULL);
    if (pthread_create(&ahead->thread, NULL, thread_main, ahead) != 0) {
        (void)pthread_cond_destroy(&ahead->wake);
        (void)pthread_mutex_destroy(&ahead->mutex);
        free(bytes);
        free(ahead);
        return NULL;
    }
    return ahead;
}

void kauri_read_ahead_begin(struct kauri_read_ahead *ahead)
{
    (void)pthread_mutex_lock(&ahead->mutex);
    ahead->count = 0;
    ahead->stopped = false;
    ahead->reading = true;
    (void)pthread_cond_signal(&ahead->wake);
    (void)pthread_mutex_unlock(&ahead->mutex);
}

const char *kauri_read_ahead_end(struct kauri_read_ahead *ahead, size_t *count, bool *ended)
{
    (void)pthread_mutex_lock(&ahead->mutex);
    ahead->reading = false;
    *count = ahead->count;
    *ended = ahead->ended;
    (void)pthread_mutex_unlock(&ahead->mutex);
    return ahead->bytes;
}

void kauri_read_ahead_free(struct kauri_read_ahead *ahead)
{
    if (ahead == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&ahead->mutex);
    ahead->leaving = true;
    (void)pthread_cond_signal(&ahead->wake);
    (void)pthread_mutex_unlock(&ahead->mutex);
    (void)pthread_join(ahead->thread, NULL);
    (void)pthread_cond_destroy(&ahead->wake);
    (void)pthread_mutex_destroy(&ahead->mutex);
    free(ahead->bytes);
    free(ahead);
}
