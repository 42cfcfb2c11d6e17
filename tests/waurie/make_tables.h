// Rules and tables of Waurie for tests.
#ifndef KAURI_TESTS_WAURIE_MAKE_TABLES_H
#define KAURI_TESTS_WAURIE_MAKE_TABLES_H

#include "waurie/tables.h"

// All sets of rules; the first is that of the article.
enum { RULES_COUNT = 8 };
static const struct waurie_rules all_rules[RULES_COUNT] = {
    {.at_turn = false, .skip = false, .both = false},
    {.at_turn = false, .skip = true, .both = false},
    {.at_turn = true, .skip = false, .both = false},
    {.at_turn = true, .skip = true, .both = false},
    {.at_turn = false, .skip = false, .both = true},
    {.at_turn = false, .skip = true, .both = true},
    {.at_turn = true, .skip = false, .both = true},
    {.at_turn = true, .skip = true, .both = true},
};

// Solves the layers 0 to `seeds` that the folder does not have yet; fails the running test if that
// is not possible.
void make_tables(const char *folder, const struct waurie_rules *rules, unsigned pits,
                 unsigned seeds);

// Opens tables; fails the running test if that is not possible. `page_memory` as in
// waurie/tables.h.
struct waurie_tables *open_tables(const char *folder, const struct waurie_rules *rules,
                                  unsigned pits, uint64_t page_memory);

// The same with layers 0 to `seeds` in memory.
struct waurie_tables *hold_tables(const char *folder, const struct waurie_rules *rules,
                                  unsigned pits, unsigned seeds);

// Who wins by the tables; fails the running test if that is not known.
bool tables_win(struct waurie_tables *tables, const struct waurie_board *board);

#endif
