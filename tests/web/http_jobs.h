// A handler for tests of the server, whose jobs the test drives from its own thread.
//
//   /echo          the method, path, parameters and body of the request
//   /long          some hundred kilobytes
//   /later         a job that completes the answer with a text
//   /stream        a job whose texts are the body
//   anything else  404
#ifndef KAURI_TESTS_WEB_HTTP_JOBS_H
#define KAURI_TESTS_WEB_HTTP_JOBS_H

#include "common/string_buffer.h"
#include "web/http/http_listen.h"
#include "web/http/http_server.h"

#include <pthread.h>
#include <stdbool.h>

enum { LONG_BYTES = 400000 };

// The one job at a time, and counters of calls.
struct jobs {
    pthread_mutex_t mutex;
    pthread_cond_t change;
    bool there;
    bool ended;
    struct kauri_string text;
    void (*wake)(void *waker);
    void *waker;
    unsigned begun, dropped;
    unsigned reads; // of the last job
    // Of the server.
    int listener;
    char url[KAURI_HTTP_URL_BYTES];
    struct kauri_http_server *server;
};

// Starts a server with two threads.
void jobs_begin(struct jobs *jobs, const struct kauri_http_limits *limits);
// Stops it and checks that every job was dropped.
void jobs_end(struct jobs *jobs);

// Gives the job a text, with `end` its last one.
void jobs_say(struct jobs *jobs, const char *text, bool end);

// Wait until so many jobs have begun or were dropped, or until the last job was asked so often.
void jobs_wait_begun(struct jobs *jobs, unsigned count);
void jobs_wait_dropped(struct jobs *jobs, unsigned count);
void jobs_wait_reads(struct jobs *jobs, unsigned count);

#endif
