#include "cli/boards/boards_view.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "cli/value_words.h"

#include <stdio.h>

static void add_found(struct kauri_string *out, const struct kauri_board_entry *entry,
                      const char *link)
{
    switch (entry->source) {
    case KAURI_BOARD_NOT_TRIED:
        kauri_string_add(out, "not tried");
        break;
    case KAURI_BOARD_OPEN:
    case KAURI_BOARD_SEARCH:
        kauri_string_add(out, link != NULL ? "[%s](%s/%s)" : "%s",
                         entry->source == KAURI_BOARD_OPEN ? "open" : "search", link, entry->proof);
        if (entry->layers > 0) {
            kauri_string_add(out, " above %u table%s", entry->layers,
                             entry->layers == 1 ? "" : "s");
        }
        break;
    case KAURI_BOARD_TABLES:
        kauri_string_add(out, "tables");
        break;
    }
}

static void add_net(struct kauri_string *out, struct kauri_bounds r)
{
    kauri_words_signed(out, kauri_value_net(r.low));
    if (kauri_value_net(r.low) != kauri_value_net(r.high)) {
        kauri_string_add(out, " to ");
        kauri_words_signed(out, kauri_value_net(r.high));
    }
}

static void add_r(struct kauri_string *out, struct kauri_bounds r)
{
    kauri_words_signed(out, r.low);
    if (!kauri_bounds_exact(r)) {
        kauri_string_add(out, " to ");
        kauri_words_signed(out, r.high);
    }
}

// One decimal, or two if one would say 100 % where some positions are decided otherwise.
static void add_share(struct kauri_string *out, const struct kauri_board_entry *entry)
{
    if (entry->source == KAURI_BOARD_TABLES) {
        const double share = 100.0 * (double)entry->unlimited / (double)entry->positions;
        const bool nearly = share >= 99.95 && entry->unlimited < entry->positions;
        kauri_string_add(out, "%.*f %%\t%u", nearly ? 2 : 1, share, entry->max_dtc);
    } else {
        kauri_string_add(out, "-\t-");
    }
}

static void add_board(struct kauri_string *out, const struct kauri_board_entry *entry)
{
    kauri_string_add(out, "2 x %u\t%u\t%u\t", (unsigned)entry->board.holes,
                     (unsigned)entry->board.seeds, (unsigned)entry->board.cowries);
}

void kauri_boards_add_rows(struct kauri_string *out, const struct kauri_boards *boards,
                           const char *link)
{
    kauri_string_add(out, "board\tseeds\tcowries\tstandard\ttie-breaker\tnet\tcowrie "
                          "phase\tr\tunlimited\tdtc\tfound by\n");
    for (size_t i = 0; i < boards->count; i++) {
        const struct kauri_board_entry *entry = &boards->entries[i];
        add_board(out, entry);
        kauri_words_result(out, &entry->start, KAURI_STANDARD, entry->r, true);
        kauri_string_add(out, "\t");
        kauri_words_result(out, &entry->start, KAURI_TIEBREAKER, entry->r, true);
        kauri_string_add(out, "\t");
        add_net(out, entry->r);
        kauri_string_add(out, "\t%s\t",
                         kauri_bounds_exact(entry->r)
                             ? kauri_phase_name(kauri_value_tiebreak(entry->r.low))
                             : "-");
        add_r(out, entry->r);
        kauri_string_add(out, "\t");
        add_share(out, entry);
        kauri_string_add(out, "\t");
        add_found(out, entry, link);
        kauri_string_add(out, "\n");
    }
}

void kauri_boards_add_narrow_rows(struct kauri_string *out, const struct kauri_boards *boards)
{
    kauri_string_add(out, "board\tseeds\tcowries\tstandard\tr\tfound by\n");
    for (size_t i = 0; i < boards->count; i++) {
        const struct kauri_board_entry *entry = &boards->entries[i];
        add_board(out, entry);
        kauri_words_result(out, &entry->start, KAURI_STANDARD, entry->r, true);
        kauri_string_add(out, "\t");
        add_r(out, entry->r);
        kauri_string_add(out, "\t");
        add_found(out, entry, NULL);
        kauri_string_add(out, "\n");
    }
}

void kauri_boards_say(struct kauri_string *out, const struct kauri_board_entry *entry)
{
    kauri_string_add(
        out, "2 x %u holes, %u seed%s and %u cowrie%s in each: ", (unsigned)entry->board.holes,
        (unsigned)entry->board.seeds, entry->board.seeds == 1 ? "" : "s",
        (unsigned)entry->board.cowries, entry->board.cowries == 1 ? "" : "s");
    kauri_words_result(out, &entry->start, KAURI_STANDARD, entry->r, true);
    kauri_string_add(out, ", r = ");
    add_r(out, entry->r);
    kauri_string_add(out, ", ");
    add_found(out, entry, NULL);
    kauri_string_add(out, ", %.1f s", entry->seconds);
}

enum kauri_status kauri_boards_print(const struct kauri_boards *boards, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_string narrow = {.bytes = NULL};
    kauri_boards_add_rows(&rows, boards, NULL);
    kauri_boards_add_narrow_rows(&narrow, boards);
    KAURI_TRY(kauri_string_check(&rows, error));
    KAURI_TRY(kauri_string_check(&narrow, error));
    kauri_print_fitted("Start positions of small boards, South to move\n\n");
    kauri_print_table_wide(kauri_string_text(&rows), kauri_string_text(&narrow), 0);
    printf("\n");
    kauri_print_words(
        "seeds, cowries: in each hole at the start. net: the seeds that South captures "
        "minus North's. r = 3 x net + 1, 0 or -1 for the cowrie phase, seen from "
        "South. unlimited: share of all positions with at most as many seeds that "
        "play without end decides (R10). dtc: the greatest distance to a capture "
        "among them, in plies; both are known from tables only.",
        0, 0);
    kauri_print_words(
        "tables: all layers solved and verified. search: by a proof that was checked; "
        "without \"above\", it rests on the rules alone. open: the bounds are proven.",
        0, 0);
    if (boards->left_out > 0) {
        char line[160];
        (void)snprintf(
            line, sizeof line, "Left out: %zu board%s with more than %d seeds or %d cowries.",
            boards->left_out, boards->left_out == 1 ? "" : "s", KAURI_SEEDS_MAX, KAURI_COWRIES_MAX);
        kauri_print_words(line, 0, 0);
    }
cleanup:
    kauri_string_clear(&rows);
    kauri_string_clear(&narrow);
    return status;
}
