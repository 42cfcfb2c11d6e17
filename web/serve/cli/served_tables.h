// The tables that a server answers from, which may change while it runs: a layer that is added is
// noticed without a restart.
//
// A set of tables is opened and never changed. When the files change, another set is opened, from
// which new requests are answered. Requests that are under way keep theirs, and the last of them
// closes it.
#ifndef KAURI_WEB_SERVE_CLI_SERVED_TABLES_H
#define KAURI_WEB_SERVE_CLI_SERVED_TABLES_H

#include "cli/run.h"
#include "web/serve/api.h"

struct kauri_served_tables;

// The tables from which requests are answered, until they release them.
struct kauri_served_set {
    struct kauri_tablebase *tables; // NULL: there are none
    struct kauri_api *api;
    unsigned users; // number of requests, plus one for the server as long as this is the latest set
};

// Opens the tables of the command. The cache of decoded pages takes at most `cache_bytes` bytes,
// and each answer `memory` bytes while it is being found. `proofs` is a folder of proofs, or NULL.
// `run` must outlive *served, which the caller frees. Errors: those of kauri_run_open_tables and
// kauri_api_new.
enum kauri_status kauri_served_tables_new(struct kauri_command_run *run, uint64_t cache_bytes,
                                          uint64_t memory, const char *proofs,
                                          struct kauri_served_tables **served,
                                          struct kauri_error *error);
// Frees the tables. No request may be under way. Accepts NULL.
void kauri_served_tables_free(struct kauri_served_tables *served);

// Returns the latest set for a request, which has to release it. Thread-safe.
struct kauri_served_set *kauri_served_tables_acquire(struct kauri_served_tables *served);
void kauri_served_tables_release(struct kauri_served_tables *served, struct kauri_served_set *set);

// Looks at the folders of the tables, and opens another set if their files have changed. It waits
// until they stay the same from one look to the next, so that a file that is being copied is
// complete. *changed says whether there is another set. If it cannot be opened, *changed is false
// and the latest set stays; the next attempt follows when something changes again or, after
// KAURI_RESOURCE, which may pass, at the next look. To be called by one thread only. Errors: those
// of kauri_served_tables_new.
enum kauri_status kauri_served_tables_look(struct kauri_served_tables *served, bool *changed,
                                           struct kauri_error *error);

#endif
