// A cache of decoded pages under a bound in bytes, shared by threads.
//
// A page is identified by its layer and its number in the layer. A load function makes it on first
// use. It stays in memory while it is pinned, and after that as long as there is room. The user of
// the cache defines the contents: some blocks (seed configurations), in whatever form it works
// with. Look-ups of single positions use db/cell_cache.h instead.
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

// Fills `values` (as many bytes as were given to kauri_page_cache_acquire) with page `number` of a
// layer. `context` and `worker` are those that were given to kauri_page_cache_new and
// kauri_page_cache_acquire. Called by the thread that needs the page, and by several threads at
// once for different pages.
typedef enum kauri_status kauri_page_load(void *context, unsigned worker, unsigned layer,
                                          uint64_t number, void *values, struct kauri_error *error);

// A cache for layers 0 .. layer_count - 1; each must be added before its pages are used. It holds
// at most `memory` bytes of pages, or all pinned pages if those take more. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_cache_new(unsigned layer_count, uint64_t memory, kauri_page_load *load,
                                       void *context, struct kauri_page_cache **cache,
                                       struct kauri_error *error);

// Accepts NULL. No page may be pinned and no other thread may be using the cache.
void kauri_page_cache_free(struct kauri_page_cache *cache);

// Adds a layer of `page_count` pages. To be called once per layer, before any of its pages is
// acquired; other threads may be using other layers at the same time. Reserves
// kauri_page_cache_index_bytes of address space, which take memory only once pages are used; the
// bound of the cache does not count them. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_cache_add(struct kauri_page_cache *cache, unsigned layer,
                                       uint64_t page_count, struct kauri_error *error);

// Returns the size of the index: 64 bytes for each page, and a few more. Thread-safe.
uint64_t kauri_page_cache_index_bytes(uint64_t page_count);

// Keeps unused pages of a layer for longer, because loading them takes longer: the clock hand
// passes such a page `passes` times (1 to 255; 1 by default) since its last use before it is
// evicted. To be called before any page of the layer is acquired.
void kauri_page_cache_keep(struct kauri_page_cache *cache, unsigned layer, unsigned passes);

// Changes the bound on memory; the next load enforces it.
void kauri_page_cache_bound(struct kauri_page_cache *cache, uint64_t memory);

// Points *values to a page of `bytes` bytes (the same number at every call) and pins it; the caller
// releases it as many times as it acquired it. Loads the page if it is not present, or waits for
// the thread that is loading it. `worker` is passed to the load function. Errors: those of the load
// function, and KAURI_RESOURCE; nothing is pinned then.
enum kauri_status kauri_page_cache_acquire(struct kauri_page_cache *cache, unsigned worker,
                                           unsigned layer, uint64_t number, size_t bytes,
                                           const void **values, struct kauri_error *error);

// Pins the page if it is present and returns its contents; returns NULL if it is absent or still
// being loaded. Never loads, waits or locks.
const void *kauri_page_cache_acquire_present(struct kauri_page_cache *cache, unsigned layer,
                                             uint64_t number);

// Removes one pin. Without pins, the page may be evicted and its memory reused at any time.
void kauri_page_cache_release(struct kauri_page_cache *cache, unsigned layer, uint64_t number);

// Evicts a page that will not be needed again, if it is present and not pinned; its memory is kept
// for pages of the same size. A page that is acquired after all is loaded again.
void kauri_page_cache_drop(struct kauri_page_cache *cache, unsigned layer, uint64_t number);

// The greatest number of bytes held at any time, and the number of loads so far.
uint64_t kauri_page_cache_peak(struct kauri_page_cache *cache);
uint64_t kauri_page_cache_loads(struct kauri_page_cache *cache);

#endif
