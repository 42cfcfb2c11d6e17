// The part of <sched.h> that common/loop_threads.c uses: there is one processor.
#ifndef KAURI_WEB_WASM_SHIMS_SCHED_H
#define KAURI_WEB_WASM_SHIMS_SCHED_H

typedef struct {
    int unused;
} cpu_set_t;

#define CPU_COUNT(set) ((void)(set), 1)

static inline int sched_getaffinity(int process, unsigned long bytes, cpu_set_t *set)
{
    (void)process;
    (void)bytes;
    (void)set;
    return 0;
}

#endif
