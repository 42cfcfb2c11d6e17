// A loop whose threads write the same variable, which ThreadSanitizer must report
// (tests/common/CMakeLists.txt). If it did not, the other tests would show nothing.
#include "common/loop.h"

#include <stdio.h>

static void race(void *context, unsigned worker, uint64_t index)
{
    unsigned *counter = context;
    (void)worker;
    (void)index;
    ++*counter;
}

int main(void)
{
    unsigned counter = 0;
    for (unsigned i = 0; i < 100; i++) {
        kauri_loop_for(2, 1000, 1, race, &counter);
    }
    printf("counted %u of 100000\n", counter);
    return 0;
}
