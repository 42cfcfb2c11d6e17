// Linked into every program that is built with ThreadSanitizer.
#include <stdlib.h>

// The OpenMP of clang is not instrumented: what it does inside is left out, and libarcher, which it
// loads, tells ThreadSanitizer how its threads wait for one another. Children have loops, too.
#define OPTIONS "ignore_noninstrumented_modules=1 die_after_fork=0"

const char *__tsan_default_options(void);

// ThreadSanitizer calls this at its start.
const char *__tsan_default_options(void)
{
    return OPTIONS;
}

// libarcher prints a warning unless the option stands here.
__attribute__((constructor)) static void tell_archer(void)
{
    (void)setenv("TSAN_OPTIONS", OPTIONS, 0);
}
