// The options of the API of `kauri serve`.
#ifndef KAURI_CLI_SERVE_API_OPTIONS_H
#define KAURI_CLI_SERVE_API_OPTIONS_H

#include "tablebase/tablebase.h"

#include <stdint.h>

enum { KAURI_API_THREADS_MOST = 64, KAURI_API_PLACES_MOST = 4096, KAURI_API_SECONDS_MOST = 3600 };

// Members that are 0 stand for the default.
struct kauri_api_options {
    struct kauri_tablebase *tables; // must stay open; NULL: there are none, so much is not covered
    unsigned job_threads;    // jobs that run at a time, besides one that reads whole tables; 2
    unsigned search_threads; // of each of these jobs; 1
    unsigned queue_places;   // jobs that wait; 64
    unsigned client_places;  // jobs of one client that wait or run; 8
    unsigned job_seconds;    // that a client may give to a job; 60
    uint64_t job_memory;     // bytes that a running job may hold; 64 MiB
};

#endif
