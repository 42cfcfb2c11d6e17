#include "cli/bench/bench_times.h"

#include <stdlib.h>
#include <string.h>

static int by_time(const void *a, const void *b)
{
    const double x = ((const struct kauri_bench_sample *)a)->seconds;
    const double y = ((const struct kauri_bench_sample *)b)->seconds;
    return (x > y) - (x < y);
}

static double microseconds_at(const struct kauri_bench_sample *samples, size_t count,
                              size_t percent)
{
    return 1e6 * samples[(count - 1) * percent / 100].seconds;
}

void kauri_bench_times_take(struct kauri_bench_sample *samples, size_t count,
                            struct kauri_bench_times *times)
{
    uint64_t pages = 0;
    size_t hits = 0;
    memset(times, 0, sizeof *times);
    if (count == 0) {
        return;
    }
    qsort(samples, count, sizeof *samples, by_time);
    for (size_t i = 0; i < count; i++) {
        unsigned bucket = 0;
        while (bucket + 1 < KAURI_BENCH_BUCKETS &&
               1e6 * samples[i].seconds >= (double)(1U << bucket)) {
            bucket++;
        }
        times->histogram[bucket]++;
        pages += samples[i].pages;
        hits += samples[i].pages == 0;
    }
    times->count = count;
    times->median = microseconds_at(samples, count, 50);
    times->percentile_90 = microseconds_at(samples, count, 90);
    times->percentile_99 = microseconds_at(samples, count, 99);
    times->most = microseconds_at(samples, count, 100);
    times->pages = (double)pages / (double)count;
    times->hit_rate = (double)hits / (double)count;
}
