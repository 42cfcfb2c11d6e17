#include "tests/waurie/make_tables.h"

#include "tests/cmocka_all.h"
#include "waurie/solver/solve_distances.h"
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

static void count_layer(void *context, const struct waurie_measured *measured)
{
    (void)measured;
    (*(unsigned *)context)++;
}

enum kauri_status try_distances(const char *folder, const struct waurie_rules *rules, unsigned pits,
                                unsigned seeds, unsigned threads,
                                const struct kauri_progress *progress, unsigned *count,
                                struct kauri_error *error)
{
    const struct waurie_distances_request request = {.folder = folder,
                                                     .rules = *rules,
                                                     .pits = pits,
                                                     .seeds_most = seeds,
                                                     .threads = threads,
                                                     .memory = 1 << 30,
                                                     .progress = progress,
                                                     .measured = count_layer,
                                                     .context = count};
    *count = 0;
    return waurie_solve_distances(&request, error);
}

unsigned make_distances(const char *folder, const struct waurie_rules *rules, unsigned pits,
                        unsigned seeds, unsigned threads)
{
    struct kauri_error error;
    unsigned count = 0;
    make_tables(folder, rules, pits, seeds);
    if (try_distances(folder, rules, pits, seeds, threads, NULL, &count, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return count;
}
