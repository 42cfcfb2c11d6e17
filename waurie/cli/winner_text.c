#include "waurie/cli/winner.h"

#include "common/size.h"

static const char *word(enum waurie_result result)
{
    static const char *const words[] = {"open", "loses", "wins"};
    return words[result];
}

void waurie_found_text(const struct waurie_found *found, struct kauri_string *out)
{
    char text[WAURIE_POSITION_TEXT_BYTES];
    char count[KAURI_SIZE_TEXT_BYTES];
    const char *side = waurie_side_name(found->position.north);
    kauri_string_add(out, "%s\n", waurie_position_format(&found->position, text));
    if (found->result == WAURIE_OPEN) {
        kauri_string_add(out, "Open: the search was stopped before it knew who wins.\n");
    } else {
        kauri_string_add(out, "%s wins.\n",
                         waurie_side_name(found->position.north == (found->result == WAURIE_WIN)));
    }
    for (unsigned i = 0; i < found->count; i++) {
        const struct waurie_found_move *move = &found->moves[i];
        kauri_string_add(out, "  %u%c  %s\n", move->pit + 1U, move->again ? '-' : ' ',
                         word(move->result));
    }
    if (found->count > 0) {
        kauri_string_add(out, "Moves of %s; a hyphen means a bonus move.\n", side);
    }
    out->failed = out->failed || found->line.failed;
    if (found->line.length > 0) {
        kauri_string_add(out, "Line: %s\n", kauri_string_text(&found->line));
    }
    kauri_string_add(out, "Searched: %s position%s in %.2f s",
                     kauri_format_count(found->counts.nodes, count),
                     found->counts.nodes == 1 ? "" : "s", found->seconds);
    if (found->known_seeds >= 0) {
        kauri_string_add(out, ", above tables of up to %d seeds", found->known_seeds);
    }
    kauri_string_add(out, "\n");
}
