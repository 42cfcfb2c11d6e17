#include "cli/bench/machine_limits.h"

#include "common/checked.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS_EACH 0.6

enum { PASSES_MIN = 3, STREAMS = 4, PAGE = 4096 };

static const uint64_t buffer_most = UINT64_C(1) << 30;
static const uint64_t buffer_least = UINT64_C(1) << 24;
static const uint64_t updates_per_pass = UINT64_C(1) << 24;

// One pass of one kind, shared by all threads.
struct pass {
    unsigned threads;
    uint64_t *words;      // the buffer, `count` words
    uint64_t count;       //
    uint8_t *blocks;      // block_bytes for each thread
    uint64_t block_bytes; // a power of 2
    uint64_t *sums;       // one per thread, so that the compiler cannot remove a loop
};

static uint64_t *part(const struct pass *pass, unsigned worker, uint64_t *count)
{
    *count = pass->count / pass->threads;
    return pass->words + worker * *count;
}

static void touch(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint64_t count = 0;
    uint64_t *words = part(pass, worker, &count);
    for (uint64_t i = 0; i < count; i += PAGE / sizeof *words) {
        words[i] = i;
    }
}

static void stream_read(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint64_t count = 0;
    const uint64_t *words = part(pass, worker, &count);
    uint64_t sums[8] = {0};
    for (uint64_t i = 0; i + 8 <= count; i += 8) {
        for (unsigned j = 0; j < 8; j++) {
            sums[j] += words[i + j];
        }
    }
    for (unsigned j = 0; j < 8; j++) {
        pass->sums[worker] += sums[j];
    }
}

static void stream_copy(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint64_t count = 0;
    uint64_t *words = part(pass, worker, &count);
    memcpy(words + count / 2, words, (size_t)(count / 2) * sizeof *words);
    pass->sums[worker] += words[count / 2];
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void update(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint8_t *block = pass->blocks + worker * pass->block_bytes;
    const uint64_t mask = pass->block_bytes - 1;
    uint64_t states[STREAMS];
    for (unsigned s = 0; s < STREAMS; s++) {
        states[s] = ((uint64_t)worker * STREAMS + s + 1) * UINT64_C(0x9e3779b97f4a7c15);
    }
    for (uint64_t i = 0; i < updates_per_pass; i += STREAMS) {
        for (unsigned s = 0; s < STREAMS; s++) {
            block[next_random(&states[s]) & mask]++;
        }
    }
    pass->sums[worker] += block[0];
}

// Seconds of the fastest pass.
static double fastest(const struct pass *pass, kauri_loop_body_each *body)
{
    const double began = kauri_clock_seconds();
    double best = 1e30;
    double now = began;
    for (unsigned i = 0; i < PASSES_MIN || now - began < SECONDS_EACH; i++) {
        const double before = now;
        kauri_loop_each(pass->threads, body, (void *)(uintptr_t)pass);
        now = kauri_clock_seconds();
        best = now - before < best ? now - before : best;
    }
    return best > 1e-9 ? best : 1e-9;
}

static uint64_t power_of_two_below(uint64_t number)
{
    uint64_t power = 1;
    while (power <= number / 2) {
        power *= 2;
    }
    return power;
}

// The name of the processor, which the caller frees; NULL if unknown.
static char *processor_name(void)
{
    char *name = NULL;
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && name == NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strstr(line, ": ");
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            line[strcspn(line, "\n")] = '\0';
            name = strdup(colon + 2);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return name;
}

static uint64_t level_two_bytes(void)
{
#if defined _SC_LEVEL2_CACHE_SIZE
    const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (bytes > 0) {
        return (uint64_t)bytes;
    }
#endif
    return UINT64_C(1) << 20;
}

enum kauri_status kauri_machine_limits_measure(unsigned threads,
                                               struct kauri_machine_limits *limits,
                                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t bytes = kauri_memory_available() / 8;
    bytes = bytes < buffer_most ? bytes : buffer_most;
    bytes = bytes > buffer_least ? bytes : buffer_least;
    bytes = bytes / (threads * (uint64_t)2 * PAGE) * (threads * (uint64_t)2 * PAGE);
    struct pass pass = {
        .threads = threads,
        .count = bytes / sizeof *pass.words,
        .block_bytes = power_of_two_below(level_two_bytes()),
    };
    memset(limits, 0, sizeof *limits);
    pass.words = malloc(kauri_size_to_ask(bytes));
    pass.blocks = calloc(threads, kauri_size_to_ask(pass.block_bytes));
    pass.sums = calloc(threads, sizeof *pass.sums);
    if (pass.words == NULL || pass.blocks == NULL || pass.sums == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for measuring the machine");
        goto cleanup;
    }
    kauri_loop_each(threads, touch, &pass);
    limits->buffer_bytes = bytes;
    limits->read_speed = (uint64_t)((double)bytes / fastest(&pass, stream_read));
    limits->copy_speed = (uint64_t)((double)bytes / fastest(&pass, stream_copy));
    limits->block_bytes = pass.block_bytes;
    limits->update_speed =
        (uint64_t)((double)threads * (double)updates_per_pass / fastest(&pass, update));
    limits->processors = kauri_loop_processors();
    limits->processor = processor_name();
cleanup:
    free(pass.words);
    free(pass.blocks);
    free(pass.sums);
    return status;
}
