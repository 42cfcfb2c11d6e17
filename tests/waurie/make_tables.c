#include "tests/waurie/make_tables.h"

#include "tests/test.h"
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

struct waurie_tables *open_tables(const char *folder, const struct waurie_rules *rules,
                                  unsigned pits, uint64_t page_memory)
{
    struct kauri_error error;
    struct waurie_tables *tables = NULL;
    const struct waurie_tables_options options = {
        .folder = folder, .rules = *rules, .pits = pits, .threads = 2, .page_memory = page_memory};
    if (waurie_tables_open(&options, &tables, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return tables;
}

struct waurie_tables *hold_tables(const char *folder, const struct waurie_rules *rules,
                                  unsigned pits, unsigned seeds)
{
    struct kauri_error error;
    struct waurie_tables *tables = open_tables(folder, rules, pits, 0);
    for (unsigned n = 0; n <= seeds; n++) {
        if (waurie_tables_hold_layer(tables, n, &error) != KAURI_OK) {
            fail_msg("%s", error.message);
        }
    }
    return tables;
}

bool tables_win(struct waurie_tables *tables, const struct waurie_board *board)
{
    struct kauri_error error;
    bool wins = false;
    if (waurie_tables_look_up(tables, board, &wins, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return wins;
}
