// What the answers of the API share.
#ifndef KAURI_CLI_SERVE_API_STATE_H
#define KAURI_CLI_SERVE_API_STATE_H

#include "cli/serve/api_options.h"
#include "common/string_buffer.h"

struct kauri_api_finds;
struct kauri_api_queue;

// Does not change while requests are answered, but for the objects behind its pointers, which take
// care of themselves.
struct kauri_api {
    struct kauri_api_options options; // with the defaults filled in
    uint64_t digest;                  // of the program and of the digests of all tables
    struct kauri_string layers;       // the answer of `layers`
    struct kauri_string rules;        // the answer of `rules`
    struct kauri_api_queue *queue;
    struct kauri_api_finds *finds;
};

// Seconds that values of positions may be cached: they never change.
enum { KAURI_API_CACHE_VALUES = 86400 };

// The tables that may hold positions after this one: NULL if the server has none, or for boards of
// another size only.
struct kauri_tablebase *kauri_api_tables_for(const struct kauri_api *api,
                                             const struct kauri_position *position);

#endif
