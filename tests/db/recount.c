#include "tests/db/recount.h"

#include <stdbool.h>

uint32_t recount(const struct kauri_certificate *certificate, int32_t before, int32_t after,
                 struct kauri_count counts[RECOUNT_MAX])
{
    uint32_t used = 0;
    uint32_t next = 0;
    for (int32_t value = INT8_MIN; value <= UINT8_MAX; value++) {
        const bool there =
            next < certificate->count_count && certificate->counts[next].value == value;
        const uint64_t count = (there ? certificate->counts[next].count : 0) +
                               (value == after ? 1 : 0) - (value == before ? 1 : 0);
        next += there ? 1 : 0;
        if (count > 0) {
            counts[used++] = (struct kauri_count){.value = value, .count = count};
        }
    }
    return used;
}
