#include "tests/waurie/make_tables.h"

#include "tests/cmocka_all.h"
#include "waurie/solver/solve_tables.h"

void make_tables(const char *folder, const struct waurie_rules *rules, unsigned pits,
                 unsigned seeds)
{
    struct kauri_error error;
    const struct waurie_solve_request request = {.folder = folder,
                                                 .rules = *rules,
                                                 .pits = pits,
                                                 .seeds_most = seeds,
                                                 .threads = 2,
                                                 .memory = 1 << 30};
    if (waurie_solve_tables(&request, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
}
