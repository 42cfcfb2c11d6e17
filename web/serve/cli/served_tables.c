#include "web/serve/cli/served_tables.h"

#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"

#include <pthread.h>
#include <stdlib.h>

struct kauri_served_tables {
    struct kauri_command_run *run;
    uint64_t cache_bytes;
    uint64_t memory;
    const char *proofs;              // folder, or NULL
    pthread_mutex_t mutex;           // protects what follows, and the users of all sets
    struct kauri_served_set *latest; // the latest set, which counts as having one user
    // Stamps of the files (kauri_open_tables_stamp), which only kauri_served_tables_look uses.
    uint64_t tried; // stamp for which a set was last opened, or could not be
    uint64_t seen;  // stamp at the last look
};

static void free_set(struct kauri_served_set *set)
{
    if (set != NULL) {
        kauri_api_free(set->api);
        kauri_tablebase_close(set->tables);
        free(set);
    }
}

// Opens a set that has one user.
static enum kauri_status open_set(const struct kauri_served_tables *served,
                                  struct kauri_served_set **set, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_command_run *run = served->run;
    struct kauri_served_set *opened = calloc(1, sizeof *opened);
    *set = NULL;
    if (opened == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for opening tables");
    }
    opened->users = 1;
    KAURI_TRY(kauri_run_open_tables(run, served->cache_bytes, error));
    opened->tables = run->tables;
    run->tables = NULL;
    if (opened->tables != NULL) {
        kauri_tablebase_hide_folders(opened->tables); // clients need not know where they are
    }
    KAURI_TRY(kauri_api_new(opened->tables, served->memory, &opened->api, error));
    KAURI_TRY(kauri_open_book(run, error));
    kauri_api_use_book(opened->api, run->book);
    if (served->proofs != NULL) {
        KAURI_TRY(kauri_api_serve_proofs(opened->api, served->proofs, error));
    }
    *set = opened;
    opened = NULL;
cleanup:
    free_set(opened);
    return status;
}

enum kauri_status kauri_served_tables_new(struct kauri_command_run *run, uint64_t cache_bytes,
                                          uint64_t memory, const char *proofs,
                                          struct kauri_served_tables **served,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_served_tables *made = calloc(1, sizeof *made);
    *served = NULL;
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for opening tables");
    }
    made->run = run;
    made->cache_bytes = cache_bytes;
    made->memory = memory;
    made->proofs = proofs;
    (void)pthread_mutex_init(&made->mutex, NULL);
    // The stamp is taken before the files are opened, so that the first look notices what changes
    // meanwhile.
    made->tried = kauri_open_tables_stamp(run);
    made->seen = made->tried;
    KAURI_TRY(open_set(made, &made->latest, error));
    *served = made;
    made = NULL;
cleanup:
    kauri_served_tables_free(made);
    return status;
}

void kauri_served_tables_free(struct kauri_served_tables *served)
{
    if (served != NULL) {
        free_set(served->latest);
        (void)pthread_mutex_destroy(&served->mutex);
        free(served);
    }
}

struct kauri_served_set *kauri_served_tables_acquire(struct kauri_served_tables *served)
{
    (void)pthread_mutex_lock(&served->mutex);
    struct kauri_served_set *set = served->latest;
    set->users++;
    (void)pthread_mutex_unlock(&served->mutex);
    return set;
}

void kauri_served_tables_release(struct kauri_served_tables *served, struct kauri_served_set *set)
{
    (void)pthread_mutex_lock(&served->mutex);
    const bool last = --set->users == 0;
    (void)pthread_mutex_unlock(&served->mutex);
    if (last) {
        free_set(set);
    }
}

enum kauri_status kauri_served_tables_look(struct kauri_served_tables *served, bool *changed,
                                           struct kauri_error *error)
{
    struct kauri_served_set *set = NULL;
    const uint64_t stamp = kauri_open_tables_stamp(served->run);
    const bool settled = stamp == served->seen;
    *changed = false;
    served->seen = stamp;
    if (!settled || stamp == served->tried) {
        return KAURI_OK;
    }
    const enum kauri_status status = open_set(served, &set, error);
    // Memory and descriptors may be free again at the next look, without a change of the files.
    served->tried = status == KAURI_RESOURCE ? served->tried : stamp;
    KAURI_PASS(status);
    (void)pthread_mutex_lock(&served->mutex);
    struct kauri_served_set *before = served->latest;
    served->latest = set;
    (void)pthread_mutex_unlock(&served->mutex);
    kauri_served_tables_release(served, before);
    *changed = true;
    return KAURI_OK;
}
