// What a spool is made of; for solver/storage/spool.c and solver/storage/spool_restore.c only.
//
// Implemented in spool.c and spool_restore.c.
#ifndef KAURI_SOLVER_STORAGE_SPOOL_SLABS_H
#define KAURI_SOLVER_STORAGE_SPOOL_SLABS_H

#include "solver/storage/spool.h"
#include "solver/storage/workfile.h"

#include <pthread.h>
#include <stdbool.h>

#define KAURI_SLAB_NOT_IN_FILE UINT64_MAX

struct kauri_slab {
    uint8_t *memory; // NULL when only the file has it
    uint64_t offset; // in the file, KAURI_SLAB_NOT_IN_FILE
    uint32_t room;   // bytes
    uint32_t used;
    bool full; // no worker appends to it any more
};

struct kauri_slab_writer {
    uint32_t slab;
    bool open;
    uint8_t *memory;
    uint32_t room;
    uint32_t used;
    uint64_t bytes;   // of its chunks
    char padding[64]; // workers' writers are on different cache lines
};

struct kauri_spool {
    char *path;
    unsigned threads;
    bool keep; // the file outlives the spool
    uint64_t bound;
    uint32_t slab_bytes;
    pthread_mutex_t mutex; // for everything below but the writers
    struct kauri_slab *slabs;
    uint32_t slab_count;
    uint32_t slab_room;
    uint32_t oldest; // no slab before it is in memory
    uint64_t held;   // bytes of slabs in memory, spare ones included
    uint8_t **spare; // memory of slab_bytes each
    uint32_t spare_count;
    struct kauri_workfile *file;
    uint64_t file_end;
    struct kauri_slab_writer *writers;
};

// Writes the slab to the file if it is not there. KAURI_RESOURCE.
enum kauri_status kauri_spool_slab_write(struct kauri_spool *spool, struct kauri_slab *slab,
                                         struct kauri_error *error);

// Makes room for at least `count` slabs. KAURI_RESOURCE.
enum kauri_status kauri_spool_slab_room(struct kauri_spool *spool, uint32_t count,
                                        struct kauri_error *error);

// The worker appends nothing more to the slab that it has, if it has one.
void kauri_spool_slab_close(struct kauri_spool *spool, struct kauri_slab_writer *writer);

#endif
