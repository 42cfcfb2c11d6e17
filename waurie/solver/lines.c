#include "waurie/solver/lines.h"

const struct waurie_lines *waurie_lines_portable(void)
{
    return &waurie_lines_portable_build;
}

const struct waurie_lines *waurie_lines_best(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return &waurie_lines_bmi2_build;
    }
#endif
    return &waurie_lines_portable_build;
}
