// SPDX-License-Identifier: MIT
//
// solving.h - making tables.
//
// A part of the public interface of libkauri, since 1.2, which analysis.h includes. Everything that
// the first comment of kauri.h says about versions, results, threads, memory and units also applies
// here.
#ifndef KAURI_SOLVING_H
#define KAURI_SOLVING_H

#include <kauri/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

// Zero in any other member means the default.
struct kauri_solve_tables_options {
    size_t struct_bytes;       // sizeof(struct kauri_solve_tables_options)
    uint64_t memory_bytes;     // limit of memory; default nine tenths of what is free. Blocks that
                               // do not fit are kept in work files in the folder.
    unsigned threads;          // at most 4096; default one per processor
    unsigned level;            // level of zstd, at most 19; default 1
    double checkpoint_seconds; // time from one checkpoint to the next; default 300
    // Both may be NULL. `progress` is called about twice a second and when a stage of the work
    // begins: layer `seeds` is being solved, and `share`, 0 to 1, of the work on it is done, by
    // estimate. `stop` is called about ten times a second.
    void (*progress)(void *context, unsigned seeds, double share);
    bool (*stop)(void *context);
    void *context;
};

// Solves layers 0 to `seeds` of the board with `holes` holes in a row and `cowries` cowries as
// `kauri solve` does, and writes their tables to the folder, which is created if necessary; its
// parent must exist. Layers whose tables are there are skipped. The tables depend neither on
// threads nor on memory. With all tables there, nothing is written, and the folder may be
// read-only.
//
// KAURI_INTERRUPTED by `stop`: finished layers stay, and the next call goes on from the last
// checkpoint of the layer that was begun, as it does after a killed process. KAURI_USAGE for
// arguments out of range. KAURI_RESOURCE if a layer does not fit into memory or on the disk, before
// anything is solved where that can be known, and for failures to write. KAURI_LOCKED if another
// run, by the library or the program, solves in the folder. KAURI_CORRUPT for damaged tables or a
// damaged checkpoint there, and for tables of another board. `options` may be NULL. Since 1.2.
KAURI_API enum kauri_status kauri_solve_tables(const char *folder, unsigned holes, unsigned cowries,
                                               unsigned seeds,
                                               const struct kauri_solve_tables_options *options,
                                               struct kauri_error *error);

#ifdef __cplusplus
}
#endif

#endif
