#include "queries/answers/find_view.h"

#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <string.h>

// Returns whether rows with the longest positions of the layer are wider than `columns`.
static bool is_narrow(const struct kauri_layer *layer, const struct kauri_find_choice *choice,
                      int columns)
{
    const unsigned places = 2 * layer->shape.holes;
    const unsigned cowries = layer->shape.cowries < places ? layer->shape.cowries : places;
    // A digit and a comma for each hole, two digits for some; "+1" for cowries; " S".
    const unsigned position = 2 * places - 1 + layer->seeds / 10 + 2 * cowries + 2;
    const unsigned before = 19U + (choice->conditions.zugzwang ? 9 : 0) +
                            (kauri_find_counts_keeping(&choice->conditions) ? 9 : 0) +
                            (kauri_span_is_all(choice->conditions.holding) ? 0 : 9);
    return columns > 0 && before + position > (unsigned)columns;
}

void kauri_text_find_header(struct kauri_string *out, const struct kauri_layer *layer,
                            const struct kauri_find_choice *choice, int columns)
{
    kauri_string_add(out, "   r   dtc%s  moves%s%s%s\n",
                     choice->conditions.zugzwang ? "  other r" : "",
                     kauri_find_counts_keeping(&choice->conditions) ? "  keeping" : "",
                     kauri_span_is_all(choice->conditions.holding) ? "" : "  holding",
                     is_narrow(layer, choice, columns) ? "\n      position" : "  position");
}

static struct kauri_position position_of(const struct kauri_layer *layer,
                                         const struct kauri_find_choice *choice,
                                         const struct kauri_found *found)
{
    struct kauri_position position = kauri_layer_position(layer, found->index);
    memcpy(position.score, choice->conditions.score, sizeof position.score);
    return position;
}

// Adds a number with its sign, aligned right.
static void add_signed(struct kauri_string *out, int32_t number, size_t width)
{
    struct kauri_string words = {.bytes = NULL};
    kauri_string_add_signed(&words, number);
    kauri_string_add_right(out, kauri_string_text(&words), width);
    kauri_string_clear(&words);
}

void kauri_text_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found,
                      int columns)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    const struct kauri_position position = position_of(layer, choice, found);
    (void)kauri_position_format(&position, text);
    *strrchr(text, ' ') = '\0'; // the score is not part of a layer
    add_signed(out, found->r, 4);
    if (found->r == 0 || found->dtc == KAURI_DTC_UNKNOWN) {
        kauri_string_add_text(out, found->r == 0 ? "     -" : "     ?");
    } else {
        kauri_string_add(out, "  %4" PRIu32, found->dtc);
    }
    if (choice->conditions.zugzwang) {
        add_signed(out, found->opposite_r, 9);
    }
    kauri_string_add(out, "  %5u", found->moves);
    if (kauri_find_counts_keeping(&choice->conditions)) {
        kauri_string_add(out, "  %7u", found->keeping);
    }
    if (!kauri_span_is_all(choice->conditions.holding)) {
        kauri_string_add(out, "  %7u", found->holding);
    }
    kauri_string_add(out, "%s%s\n", is_narrow(layer, choice, columns) ? "\n      " : "  ", text);
}

void kauri_text_find_end(struct kauri_string *out, const struct kauri_layer *layer,
                         const struct kauri_find_choice *choice, uint64_t count, uint64_t listed,
                         int columns)
{
    const size_t begin = out->length;
    kauri_string_add(out, "%s%s of %s positions of layer %u found", listed > 0 ? "\n" : "",
                     KAURI_COUNT_TEXT(count), KAURI_COUNT_TEXT(layer->positions), layer->seeds);
    if (listed < count && choice->order == KAURI_FIND_SOME) {
        kauri_string_add(
            out, "; listing %" PRIu64 " of them, by index, since there are no distances", listed);
    } else if (listed < count && choice->order != KAURI_FIND_COUNT) {
        kauri_string_add(out, "; listing the %" PRIu64 " with the %s dtc", listed,
                         choice->order == KAURI_FIND_SHORTEST ? "least" : "greatest");
    }
    kauri_string_add(out, ".\n");
    kauri_string_fit(out, begin, columns);
}

void kauri_text_found_line(struct kauri_string *out, const struct kauri_layer *layer,
                           const struct kauri_find_choice *choice, const struct kauri_found *found)
{
    const struct kauri_position position = position_of(layer, choice, found);
    kauri_string_add(out, "%s\n", KAURI_POSITION_TEXT(&position));
}

// The object Found:
//     position: position - South is to move; the score is that of `--score`
//     seeds: int
//     index: int - number of the position in its layer (`docs/reference/FORMAT.md`, section 7)
//     net, r: int
//     tiebreak: result
//     dtc: int >= 0 | null
//     move_count: int - legal moves other than a pass
//     keeping: int - only with `--keeping` or `--line`: moves that keep `r`
//     holding: int - only with `--holding`: moves that keep the result
//     other_r: int - only with `--zugzwang`: `r` of the same board with the opponent to move, for
//         the opponent
void kauri_json_add_found(struct kauri_json *json, const struct kauri_layer *layer,
                          const struct kauri_find_choice *choice, const struct kauri_found *found)
{
    const struct kauri_position position = position_of(layer, choice, found);
    kauri_json_begin_object(json, NULL);
    kauri_json_add_position(json, "position", &position);
    kauri_json_add_uint(json, "seeds", layer->seeds);
    kauri_json_add_uint(json, "index", found->index);
    kauri_json_add_value(json, &found->r, &found->dtc);
    kauri_json_add_uint(json, "move_count", found->moves);
    if (kauri_find_counts_keeping(&choice->conditions)) {
        kauri_json_add_uint(json, "keeping", found->keeping);
    }
    if (!kauri_span_is_all(choice->conditions.holding)) {
        kauri_json_add_uint(json, "holding", found->holding);
    }
    if (choice->conditions.zugzwang) {
        kauri_json_add_int(json, "other_r", found->opposite_r);
    }
    kauri_json_end(json);
}

// The object FoundCount:
//     seeds, positions: int
//     found: int - positions that were found
void kauri_json_find_count(struct kauri_string *out, const struct kauri_layer *layer,
                           uint64_t count)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_uint(&json, "seeds", layer->seeds);
    kauri_json_add_uint(&json, "positions", layer->positions);
    kauri_json_add_uint(&json, "found", count);
    kauri_json_end(&json);
}
