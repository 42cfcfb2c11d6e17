// Rules and tables of Waurie for tests.
#ifndef KAURI_TESTS_WAURIE_MAKE_TABLES_H
#define KAURI_TESTS_WAURIE_MAKE_TABLES_H

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

#endif
