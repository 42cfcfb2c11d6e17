// A handler for tests of the server, which works until the test says so from its own thread.
//
//   /echo          the method, path, parameters and body of the request
//   /long          some hundred kilobytes
//   /later         an answer of the texts that the test says, when it has said the last one
//   /stream        the same as a stream
//   /flood         a stream without an end
//   anything else  404
#ifndef KAURI_TESTS_WEB_HTTP_ERRANDS_H
#define KAURI_TESTS_WEB_HTTP_ERRANDS_H

#include "common/string_buffer.h"
#include "web/http/http_server.h"

#include <pthread.h>
#include <stdbool.h>

enum { LONG_BYTES = 400000 };

// One errand runs at a time, of /later, /stream or /flood; counters of those that have begun, and
// that have ended, whether the test or the server ended them.
struct errands {
    pthread_mutex_t mutex;
    pthread_cond_t change;
    bool ends;
    struct kauri_string text;
    unsigned begun, ended;
    // Of the server.
    int listener;
    char url[KAURI_HTTP_URL_BYTES];
    struct kauri_http_server *server;
};

// Starts a server.
void errands_begin(struct errands *errands, const struct kauri_http_limits *limits);
// Stops it and checks that every errand has ended.
void errands_end(struct errands *errands);

// Gives the errand a text, with `end` its last one.
void errands_say(struct errands *errands, const char *text, bool end);

// Wait until so many errands have begun or ended.
void errands_wait_begun(struct errands *errands, unsigned count);
void errands_wait_ended(struct errands *errands, unsigned count);

#endif
