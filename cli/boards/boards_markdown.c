// The sections of docs/BOARDS.md, which scripts/generate-boards puts together.
#include "cli/boards/boards_view.h"
#include "cli/text_table.h"

#include <stdio.h>

// Boards by the source of their value.
static size_t count_of(const struct kauri_boards *boards, enum kauri_board_source source)
{
    size_t count = 0;
    for (size_t i = 0; i < boards->count; i++) {
        count += boards->entries[i].source == source;
    }
    return count;
}

enum kauri_status kauri_boards_print_markdown(const struct kauri_boards *boards,
                                              const char *command, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string rows = {.bytes = NULL};
    char link[160] = "";
    if (boards->limits.proofs != NULL) {
        (void)snprintf(link, sizeof link, "../%.150s", boards->limits.proofs);
    }
    kauri_boards_add_rows(&rows, boards, link[0] != '\0' ? link : NULL);
    KAURI_TRY(kauri_string_check(&rows, error));
    printf("\n## 2 x %u", boards->rows.first);
    if (boards->rows.last > boards->rows.first) {
        printf(" to 2 x %u", boards->rows.last);
    }
    printf(" holes, %u", boards->seeds.first);
    if (boards->seeds.last > boards->seeds.first) {
        printf(" to %u", boards->seeds.last);
    }
    printf(" seed%s in each\n\n    %s\n\nStarts: %zu. Values from tables: %zu; by search: %zu; "
           "open: %zu.",
           boards->seeds.last == 1 ? "" : "s", command, boards->count,
           count_of(boards, KAURI_BOARD_TABLES), count_of(boards, KAURI_BOARD_SEARCH),
           count_of(boards, KAURI_BOARD_OPEN) + count_of(boards, KAURI_BOARD_NOT_TRIED));
    if (boards->left_out > 0) {
        printf(" Left out because they have more than %d seeds or %d cowries, which the programs "
               "do not handle: %zu.",
               KAURI_SEEDS_MAX, KAURI_COWRIES_MAX, boards->left_out);
    }
    printf("\n\n");
    kauri_print_table_markdown(kauri_string_text(&rows));
cleanup:
    kauri_string_clear(&rows);
    return status;
}
