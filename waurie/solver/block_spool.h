// A temporary file for words that are wanted later. It has no name, so that nothing is left of it
// however the process ends.
#ifndef KAURI_WAURIE_SOLVER_BLOCK_SPOOL_H
#define KAURI_WAURIE_SOLVER_BLOCK_SPOOL_H

#include "common/status.h"

#include <stdint.h>

// Used by one thread at a time.
struct waurie_spool;

// Makes an empty one in a folder whose lock (db/lock.h) the caller holds. Errors: KAURI_RESOURCE.
enum kauri_status waurie_spool_new(const char *folder, struct waurie_spool **spool,
                                   struct kauri_error *error);
// Accepts NULL.
void waurie_spool_free(struct waurie_spool *spool);

// Appends words; *offset receives where they begin, for waurie_spool_read. Errors: KAURI_RESOURCE.
enum kauri_status waurie_spool_append(struct waurie_spool *spool, uint64_t *words, uint64_t count,
                                      uint64_t *offset, struct kauri_error *error);
// Reads words. Errors: KAURI_RESOURCE.
enum kauri_status waurie_spool_read(const struct waurie_spool *spool, uint64_t offset,
                                    uint64_t *words, uint64_t count, struct kauri_error *error);

#endif
