// The limits of this machine: streaming through memory, and random updates in the cache.
#ifndef KAURI_CLI_BENCH_MACHINE_LIMITS_H
#define KAURI_CLI_BENCH_MACHINE_LIMITS_H

#include "common/status.h"

#include <stdint.h>

struct kauri_machine_limits {
    char *processor;       // its name; NULL if unknown. The caller frees it
    unsigned processors;   // number that this process may use
    uint64_t buffer_bytes; // streamed through by all threads together
    // Per second, of all threads together.
    uint64_t read_speed;   // bytes read
    uint64_t copy_speed;   // bytes read plus bytes written
    uint64_t update_speed; // single random bytes in their blocks
    uint64_t block_bytes;  // of each thread's block
};

// Measures on `threads` threads for about two seconds, and reports the best of several passes.
// Takes up to 1 GiB of memory, but at most an eighth of the available memory. KAURI_RESOURCE.
enum kauri_status kauri_machine_limits_measure(unsigned threads,
                                               struct kauri_machine_limits *limits,
                                               struct kauri_error *error);

#endif
