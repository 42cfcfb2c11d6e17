#include "cli/find/find_view.h"

#include "cli/fitted_text.h"
#include "common/size.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Whether rows with the longest positions of the layer are wider than `columns`.
static bool is_narrow(const struct kauri_layer *layer, const struct kauri_find_choice *choice,
                      int columns)
{
    const unsigned places = 2 * layer->shape.holes;
    const unsigned cowries = layer->shape.cowries < places ? layer->shape.cowries : places;
    // A digit and a comma for each hole, two digits for some; "+1" for cowries; " S".
    const unsigned position = 2 * places - 1 + layer->seeds / 10 + 2 * cowries + 2;
    const unsigned before = 19U + (choice->conditions.zugzwang ? 9 : 0) +
                            (kauri_find_counts_keeping(&choice->conditions) ? 9 : 0);
    return columns > 0 && before + position > (unsigned)columns;
}

void kauri_text_find_header(struct kauri_string *out, const struct kauri_layer *layer,
                            const struct kauri_find_choice *choice, int columns)
{
    kauri_string_add(out, "   r   dtc%s  moves%s%s\n",
                     choice->conditions.zugzwang ? "  other r" : "",
                     kauri_find_counts_keeping(&choice->conditions) ? "  keeping" : "",
                     is_narrow(layer, choice, columns) ? "\n      position" : "  position");
}

static void format_r(int32_t r, char text[16])
{
    (void)snprintf(text, 16, r == 0 ? "%d" : "%+d", r);
}

void kauri_text_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found,
                      int columns)
{
    char r[16];
    char dtc[16] = "-";
    char other[16];
    char keeping[16] = "";
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_view view;
    kauri_unindex(layer, found->index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    (void)kauri_position_format(&position, text);
    text[strlen(text) - strlen(" 0:0")] = '\0'; // the score is not part of a layer
    format_r(found->r, r);
    if (found->r != 0) {
        (void)snprintf(dtc, sizeof dtc, "%" PRIu32, found->dtc);
    }
    kauri_string_add(out, "%4s  %4s", r, dtc);
    if (choice->conditions.zugzwang) {
        format_r(found->opposite_r, other);
        kauri_string_add(out, "  %7s", other);
    }
    if (kauri_find_counts_keeping(&choice->conditions)) {
        (void)snprintf(keeping, sizeof keeping, "  %7u", found->keeping);
    }
    kauri_string_add(out, "  %5u%s%s%s\n", found->moves, keeping,
                     is_narrow(layer, choice, columns) ? "\n      " : "  ", text);
}

void kauri_text_find_end(struct kauri_string *out, const struct kauri_layer *layer,
                         const struct kauri_find_choice *choice, uint64_t count, uint64_t listed,
                         int columns)
{
    const size_t begin = out->length;
    char found[KAURI_SIZE_TEXT_BYTES];
    char positions[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add(out, "%s%s of %s positions of layer %u found", listed > 0 ? "\n" : "",
                     kauri_format_count(count, found),
                     kauri_format_count(layer->positions, positions), layer->seeds);
    if (listed < count && choice->order != KAURI_FIND_COUNT) {
        kauri_string_add(out, "; listed are the %" PRIu64 " of the %s dtc", listed,
                         choice->order == KAURI_FIND_SHORTEST ? "least" : "greatest");
    }
    kauri_string_add(out, ".\n");
    kauri_string_fit(out, begin, columns);
}

void kauri_text_found_line(struct kauri_string *out, const struct kauri_layer *layer,
                           const struct kauri_found *found)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_view view;
    kauri_unindex(layer, found->index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    kauri_string_add(out, "%s\n", kauri_position_format(&position, text));
}
