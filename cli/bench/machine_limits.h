// The limits of this machine: streaming through memory, and random updates in the cache.
#ifndef KAURI_CLI_BENCH_MACHINE_LIMITS_H
#define KAURI_CLI_BENCH_MACHINE_LIMITS_H

#include "common/status.h"

#include <stdint.h>

struct kauri_machine_limits {
    uint64_t buffer_bytes;        // streamed through by all threads together
    double read_bytes_per_second; // all threads together
    double copy_bytes_per_second; // bytes read plus bytes written
    uint64_t block_bytes;         // of each thread's block
    double updates_per_second;    // of single random bytes in these blocks, all threads together
    char processor[80];           // its name; "" if unknown
    unsigned processors;          // number that this process may use
};

// Measures on `threads` threads for about two seconds, and reports the best of several passes.
// Takes up to 1 GiB of memory, but at most an eighth of the available memory. KAURI_RESOURCE.
enum kauri_status kauri_machine_limits_measure(unsigned threads,
                                               struct kauri_machine_limits *limits,
                                               struct kauri_error *error);

#endif
