// A cache of decoded pages under a bound in bytes, shared by threads.
//
// A page is named by a source (a layer, for instance) and its number in it. It is made by a load
// function when it is first wanted, stays while it is pinned, and after that for as long as there
// is room. Its contents are the user's: the entries of a page of a table as they are stored, or
// some seed blocks in the form that the user works with.
//
// Acquiring a page that is present takes no lock: one atomic addition pins it and one subtraction
// releases it. Only loading and evicting are serialised.
#ifndef KAURI_DB_PAGE_CACHE_H
#define KAURI_DB_PAGE_CACHE_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Thread-safe, except where a comment says otherwise.
struct kauri_page_cache;

// Fills `values` (as many bytes as were given to kauri_page_cache_acquire) with a page of a source.
// Called by the thread that wants the page, and by several threads at once for different pages.
typedef enum kauri_status kauri_page_load(void *context, unsigned worker, unsigned source,
                                          uint64_t number, void *values, struct kauri_error *error);

// A cache for sources 0 .. source_count - 1, which are added below. It keeps at most `memory` bytes
// of pages, or the pinned ones where those are more. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_cache_new(unsigned source_count, uint64_t memory,
                                       kauri_page_load *load, void *context,
                                       struct kauri_page_cache **cache, struct kauri_error *error);

// Accepts NULL. No page may be pinned and no other thread may be using the cache.
void kauri_page_cache_free(struct kauri_page_cache *cache);

// Makes room for the names of pages 0 .. page_count - 1 of a source, once, before the first of them
// is wanted; costs address space, but memory only for the names that are used. Other threads may be
// using other sources. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_cache_add(struct kauri_page_cache *cache, unsigned source,
                                       uint64_t page_count, struct kauri_error *error);

// Changes the bound, from the next load on.
void kauri_page_cache_bound(struct kauri_page_cache *cache, uint64_t memory);

// Points *values to a page of `bytes` bytes (the same number every time) and pins it; the caller
// releases it as often as it was acquired. Loads the page if it is not present; threads that want a
// page that another one is loading wait for it. `worker` is passed to the load function. Errors:
// those of the load function, and KAURI_RESOURCE; nothing is pinned then.
enum kauri_status kauri_page_cache_acquire(struct kauri_page_cache *cache, unsigned worker,
                                           unsigned source, uint64_t number, size_t bytes,
                                           const void **values, struct kauri_error *error);

// The page if it is present, pinned; NULL if it is not, also while another thread is loading it.
// Never loads, waits or locks.
const void *kauri_page_cache_acquire_present(struct kauri_page_cache *cache, unsigned source,
                                             uint64_t number);

// Gives up one pin. The page may be evicted, and its memory used for another, from then on.
void kauri_page_cache_release(struct kauri_page_cache *cache, unsigned source, uint64_t number);

// Most bytes held at any time, and the number of loads so far.
uint64_t kauri_page_cache_peak(struct kauri_page_cache *cache);
uint64_t kauri_page_cache_loads(struct kauri_page_cache *cache);

#endif
