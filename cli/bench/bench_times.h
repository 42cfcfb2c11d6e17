// Times of many look-ups: percentiles and a histogram.
#ifndef KAURI_CLI_BENCH_BENCH_TIMES_H
#define KAURI_CLI_BENCH_BENCH_TIMES_H

#include <stddef.h>
#include <stdint.h>

enum { KAURI_BENCH_BUCKETS = 12 };

struct kauri_bench_times {
    size_t count;                                      // look-ups; 0: all else is 0
    double median, percentile_90, percentile_99, most; // microseconds
    double pages;                                      // pages that a look-up decoded on average
    double hit_rate;                                   // share of the look-ups that decoded none
    // Look-ups of less than 1, 2, 4, ..., 1024 microseconds, each without those before, and longer.
    size_t histogram[KAURI_BENCH_BUCKETS];
};

// One look-up.
struct kauri_bench_sample {
    double seconds;
    uint64_t pages; // decoded
};

// Sorts the samples by time and fills *times.
void kauri_bench_times_take(struct kauri_bench_sample *samples, size_t count,
                            struct kauri_bench_times *times);

#endif
