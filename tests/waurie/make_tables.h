// Rules and tables of Waurie for tests.
#ifndef KAURI_TESTS_WAURIE_MAKE_TABLES_H
#define KAURI_TESTS_WAURIE_MAKE_TABLES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

// The four sets of rules, by number 0..3; 0 is that of the article.
static inline struct waurie_rules variant_rules(unsigned variant)
{
    return (struct waurie_rules){.at_turn = variant / 2 != 0, .skip = variant % 2 != 0};
}

// Solves the layers 0 to `seeds` that the folder does not have yet; fails the running test if that
// is not possible.
void make_tables(const char *folder, const struct waurie_rules *rules, unsigned pits,
                 unsigned seeds);

// Solves the distances of these layers, whose tables must be there. *count receives for how many
// layers that was done. `progress` may be NULL. Errors: those of waurie_solve_distances.
enum kauri_status try_distances(const char *folder, const struct waurie_rules *rules, unsigned pits,
                                unsigned seeds, unsigned threads,
                                const struct kauri_progress *progress, unsigned *count,
                                struct kauri_error *error);

// Makes tables and distances, and returns for how many layers the latter were made; fails the
// running test if that is not possible.
unsigned make_distances(const char *folder, const struct waurie_rules *rules, unsigned pits,
                        unsigned seeds, unsigned threads);

#endif
