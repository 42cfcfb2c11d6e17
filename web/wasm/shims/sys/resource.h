// The part of <sys/resource.h> that Kauri uses. No usage is known, and there are no limits.
#ifndef KAURI_WEB_WASM_SHIMS_SYS_RESOURCE_H
#define KAURI_WEB_WASM_SHIMS_SYS_RESOURCE_H

#include <stdint.h>

#define RUSAGE_SELF   0
#define RLIMIT_AS     9
#define RLIM_INFINITY UINT64_MAX

typedef uint64_t rlim_t;

struct rlimit {
    rlim_t rlim_cur;
    rlim_t rlim_max;
};

struct rusage {
    long ru_maxrss;
};

static inline int getrusage(int who, struct rusage *usage)
{
    (void)who;
    (void)usage;
    return -1;
}

static inline int getrlimit(int resource, struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    return -1;
}

#endif
