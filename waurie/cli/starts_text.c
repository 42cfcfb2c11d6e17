#include "waurie/cli/starts.h"

#include "cli/text_table.h"
#include "waurie/waurie_notation.h"

enum waurie_start_source waurie_start_source(const struct waurie_start *start)
{
    if (!start->tried) {
        return WAURIE_START_NOT_TRIED;
    }
    if (start->found.result == WAURIE_OPEN) {
        return WAURIE_START_OPEN;
    }
    const int seeds = (int)waurie_seeds(&start->found.position.board);
    return seeds <= start->found.known_seeds ? WAURIE_START_TABLE : WAURIE_START_SEARCH;
}

// Adds the pits of the moves with this result; returns whether there are any.
static bool add_moves(const struct waurie_found *found, enum waurie_result result,
                      const char *before, struct kauri_string *out)
{
    bool any = false;
    for (unsigned i = 0; i < found->count; i++) {
        const struct waurie_found_move *move = &found->moves[i];
        if (move->result == result) {
            kauri_string_add(out, "%s%u%s", any ? ", " : before, move->pit + 1U,
                             move->again ? "-" : "");
            any = true;
        }
    }
    return any;
}

static void add_winner(const struct waurie_start *start, struct kauri_string *out)
{
    if (!start->tried || start->found.result == WAURIE_OPEN) {
        kauri_string_add(out, "open");
    } else {
        kauri_string_add(out, "%s wins", waurie_side_name(start->found.result == WAURIE_LOSS));
    }
}

static void add_found_by(const struct waurie_starts *starts, const struct waurie_start *start,
                         struct kauri_string *out)
{
    switch (waurie_start_source(start)) {
    case WAURIE_START_NOT_TRIED:
        kauri_string_add(out, "not tried");
        return;
    case WAURIE_START_OPEN:
        kauri_string_add(out, "open after %.0f s", starts->seconds);
        break;
    case WAURIE_START_SEARCH:
        kauri_string_add(out, "search");
        break;
    case WAURIE_START_TABLE:
        kauri_string_add(out, "table");
        return;
    }
    if (start->found.known_seeds >= 0) {
        kauri_string_add(out, " above layer %d", start->found.known_seeds);
    }
}

void waurie_starts_rows(const struct waurie_starts *starts, struct kauri_string *out)
{
    kauri_string_add(out, "board\tseeds\twinner\twinning moves\topen moves\tfound by\n");
    for (size_t i = 0; i < starts->count; i++) {
        const struct waurie_start *start = &starts->list[i];
        kauri_string_add(out, "2 x %u\t%u\t", start->pits, start->seeds);
        add_winner(start, out);
        kauri_string_add(out, "\t");
        if (!add_moves(&start->found, WAURIE_WIN, "", out)) {
            kauri_string_add(out, "-");
        }
        kauri_string_add(out, "\t");
        if (!add_moves(&start->found, WAURIE_OPEN, "", out)) {
            kauri_string_add(out, "-");
        }
        kauri_string_add(out, "\t");
        add_found_by(starts, start, out);
        kauri_string_add(out, "\n");
    }
}

void waurie_start_say(const struct waurie_starts *starts, const struct waurie_start *start,
                      struct kauri_string *out)
{
    kauri_string_add(out, "2 x %u pits, %u seed%s in each: ", start->pits, start->seeds,
                     start->seeds == 1 ? "" : "s");
    add_winner(start, out);
    (void)add_moves(&start->found, WAURIE_WIN, ", winning moves ", out);
    kauri_string_add(out, ", ");
    add_found_by(starts, start, out);
    kauri_string_add(out, ", %.1f s", start->found.seconds);
}

void waurie_starts_text(const struct waurie_starts *starts, int columns, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out, "Starts, South to move (--win %s --lap %s)\n\n",
                     waurie_win_word(&starts->rules), waurie_lap_word(&starts->rules));
    waurie_starts_rows(starts, &rows);
    kauri_string_add_table(out, kauri_string_text(&rows), 0, columns);
    kauri_string_add(out, "\nseeds: in each pit. A hyphen means a bonus move.\n");
    kauri_string_clear(&rows);
}
