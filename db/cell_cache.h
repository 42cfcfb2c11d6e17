// A cache of small pieces of decoded tables, for look-ups of single numbers by many threads.
//
// The cache consists of equal *cells* of KAURI_CELL_BYTES bytes. A cell holds a piece of a decoded
// page of one column, or of a group's trailer; its user identifies it by a key and puts it there.
// Unlike a page of db/page_cache.h it cannot be pinned: a look-up copies the bytes that it needs
// out of the cell. So threads that read the same cells write no shared memory, and do not slow one
// another down.
//
// A look-up works like this. The key selects a set of up to 8 cells, and one comparison with a byte
// of each of their keys finds the cell. The reader takes its version, copies the bytes, and
// compares the version again: if it changed, the cell was being replaced, and the look-up counts as
// a miss. (This is a sequence lock.) All of it consists of atomic loads, so there is no data race.
//
// All functions except kauri_cell_cache_free are thread-safe, and none waits for another thread.
#ifndef KAURI_DB_CELL_CACHE_H
#define KAURI_DB_CELL_CACHE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KAURI_CELL_BYTES = 4096 };

struct kauri_cell_cache;

// Makes a cache of at most `bytes` bytes, keys and versions included, rounded down to whole cells.
// If there is no room for about two cells, the cache never holds anything. The address space is
// reserved at once, but memory is taken only as cells are filled. If the system does not provide
// the address space, the cache has half as much, and so on. Errors: KAURI_RESOURCE.
enum kauri_status kauri_cell_cache_new(uint64_t bytes, struct kauri_cell_cache **cache,
                                       struct kauri_error *error);

// Accepts NULL. No other thread may be using the cache.
void kauri_cell_cache_free(struct kauri_cell_cache *cache);

// Number of bytes that the cache takes when all its cells are filled, and the number of its cells.
uint64_t kauri_cell_cache_bytes(const struct kauri_cell_cache *cache);
uint64_t kauri_cell_cache_cells(const struct kauri_cell_cache *cache);

// The little-endian number of `width` (1 or 2) bytes at `offset`, a multiple of the width, of the
// cell with this key, which is not 0. Returns false if there is no such cell.
bool kauri_cell_cache_number(struct kauri_cell_cache *cache, uint64_t key, size_t offset,
                             unsigned width, unsigned *number);

// Prefetches the number at `offset` of this cell, if the cell is there: many numbers are looked up
// faster when the processor fetches them at the same time.
void kauri_cell_cache_prefetch(const struct kauri_cell_cache *cache, uint64_t key, size_t offset);

// Copies bytes [0, size) of the cell with this key. Returns false if there is no such cell; then
// `bytes` is unspecified.
bool kauri_cell_cache_read(struct kauri_cell_cache *cache, uint64_t key, void *bytes, size_t size);

// Puts `size` bytes, at most KAURI_CELL_BYTES, into the cache under this key; later readers of the
// cell must not read beyond them. They replace a cell that was not read lately. Does nothing if the
// cell is there already, or if another thread is replacing a cell of the same set.
void kauri_cell_cache_put(struct kauri_cell_cache *cache, uint64_t key, const void *bytes,
                          size_t size);

#endif
