#include "cli/find/find_view.h"

#include "cli/fitted_text.h"
#include "cli/value_words.h"
#include "common/size.h"
#include "rules/notation.h"

#include <inttypes.h>
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
    if (found->r != 0) {
        kauri_string_add(out, "  %4" PRIu32, found->dtc);
    } else {
        kauri_string_add_text(out, "     -");
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
    char found[KAURI_SIZE_TEXT_BYTES];
    char positions[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add(out, "%s%s of %s positions of layer %u found", listed > 0 ? "\n" : "",
                     kauri_format_count(count, found),
                     kauri_format_count(layer->positions, positions), layer->seeds);
    if (listed < count && choice->order != KAURI_FIND_COUNT) {
        kauri_string_add(out, "; listing the %" PRIu64 " with the %s dtc", listed,
                         choice->order == KAURI_FIND_SHORTEST ? "least" : "greatest");
    }
    kauri_string_add(out, ".\n");
    kauri_string_fit(out, begin, columns);
}

void kauri_text_found_line(struct kauri_string *out, const struct kauri_layer *layer,
                           const struct kauri_find_choice *choice, const struct kauri_found *found)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    const struct kauri_position position = position_of(layer, choice, found);
    kauri_string_add(out, "%s\n", kauri_position_format(&position, text));
}

// The object Found:
//     position: position - South is to move; the score is that of `--score`, or `0:0`
//     seeds: int - seeds on the board: the layer
//     index: int - number of the position in its layer (`docs/FORMAT.md`, section 7)
//     net, r: int - as in *Value*
//     tiebreak: result - likewise
//     dtc: int >= 0 | null - likewise
//     move_count: int - legal moves; a pass does not count
//     keeping: int - only with `--keeping` or `--line`: moves that keep `r`
//     holding: int - only with `--holding`: moves that keep the result
//     other_r: int - only with `--zugzwang`: `r` of the same board with the opponent to move, for
//         the opponent
void kauri_json_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found)
{
    struct kauri_json json = {.out = out};
    const struct kauri_position position = position_of(layer, choice, found);
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &position);
    kauri_json_add_uint(&json, "seeds", layer->seeds);
    kauri_json_add_uint(&json, "index", found->index);
    kauri_json_add_value(&json, &found->r, &found->dtc);
    kauri_json_add_uint(&json, "move_count", found->moves);
    if (kauri_find_counts_keeping(&choice->conditions)) {
        kauri_json_add_uint(&json, "keeping", found->keeping);
    }
    if (!kauri_span_is_all(choice->conditions.holding)) {
        kauri_json_add_uint(&json, "holding", found->holding);
    }
    if (choice->conditions.zugzwang) {
        kauri_json_add_int(&json, "other_r", found->opposite_r);
    }
    kauri_json_end(&json);
}

// The object FoundCount:
//     seeds: int - the layer
//     positions: int - its positions
//     found: int - those that were found
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

enum { NUMBER_MAX = 1000000 };

// Reads the whole number in [text, end), which may have a sign.
static bool read_number(const char *text, const char *end, int32_t *number)
{
    char digits[16];
    uint64_t magnitude = 0;
    const bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) {
        text++;
    }
    const size_t length = (size_t)(end - text);
    if (length == 0 || length >= sizeof digits) {
        return false;
    }
    memcpy(digits, text, length);
    digits[length] = '\0';
    if (!kauri_parse_number(digits, 0, NUMBER_MAX, &magnitude)) {
        return false;
    }
    *number = negative ? -(int32_t)magnitude : (int32_t)magnitude;
    return true;
}

// Reads "A", "A..B", "A.." or "..B".
static bool read_span(const char *text, struct kauri_span *span)
{
    const char *end = text + strlen(text);
    const char *dots = strstr(text, "..");
    *span = KAURI_SPAN_ALL;
    if (dots == NULL) {
        const bool read = read_number(text, end, &span->low);
        span->high = span->low;
        return read;
    }
    const char *second = dots + 2;
    return (dots > text || second < end) && (dots == text || read_number(text, dots, &span->low)) &&
           (second == end || read_number(second, end, &span->high));
}

// Reads the range of an option, if it is given. `possible` are the numbers that occur.
static enum kauri_status choose_span(const char *option, const char *word,
                                     struct kauri_span possible, unsigned seeds,
                                     struct kauri_span *span, struct kauri_error *error)
{
    if (word == NULL) {
        return KAURI_OK;
    }
    if (!read_span(word, span)) {
        return kauri_fail(error, KAURI_USAGE,
                          "--%s takes a number or a range such as 2..5, 2.. or ..-1, not '%.80s'",
                          option, word);
    }
    if (span->low > span->high) {
        return kauri_fail(error, KAURI_USAGE,
                          "--%s %.80s has no number: the first one is greater than the last",
                          option, word);
    }
    if (span->high < possible.low || span->low > possible.high) {
        return kauri_fail(error, KAURI_USAGE,
                          "--%s %.80s is impossible: %d to %d occur in layer %u of this board",
                          option, word, possible.low, possible.high, seeds);
    }
    return KAURI_OK;
}

enum kauri_status kauri_score_read(const char *text, uint8_t score[2], struct kauri_error *error)
{
    char south[8] = "";
    uint64_t numbers[2] = {0};
    const char *colon = strchr(text, ':');
    if (colon != NULL && (size_t)(colon - text) < sizeof south) {
        memcpy(south, text, (size_t)(colon - text));
    }
    if (!kauri_parse_number(south, 0, KAURI_SEEDS_MAX, &numbers[0]) ||
        !kauri_parse_number(colon + 1, 0, KAURI_SEEDS_MAX, &numbers[1])) {
        return kauri_fail(error, KAURI_USAGE,
                          "--score takes captures of South and North such as 28:30, not '%.80s'",
                          text);
    }
    score[KAURI_SOUTH] = (uint8_t)numbers[0];
    score[KAURI_NORTH] = (uint8_t)numbers[1];
    return KAURI_OK;
}

enum kauri_status kauri_score_check(const uint8_t score[2], unsigned seeds,
                                    struct kauri_error *error)
{
    const unsigned all = (unsigned)score[KAURI_SOUTH] + score[KAURI_NORTH] + seeds;
    return all <= KAURI_SEEDS_MAX
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE,
                            "--score %u:%u and the board have %u seeds together; there are %d",
                            score[KAURI_SOUTH], score[KAURI_NORTH], all, KAURI_SEEDS_MAX);
}

static void choose_order(const struct kauri_find_words *words, struct kauri_find_choice *choice)
{
    choice->order = words->count          ? KAURI_FIND_COUNT
                    : words->all          ? KAURI_FIND_ALL
                    : words->shortest > 0 ? KAURI_FIND_SHORTEST
                                          : KAURI_FIND_LONGEST;
    choice->limit = words->shortest > 0  ? words->shortest
                    : words->longest > 0 ? words->longest
                                         : KAURI_FIND_LIMIT_DEFAULT;
}

enum kauri_status kauri_find_choose(const struct kauri_find_words *words,
                                    const struct kauri_layer *layer,
                                    struct kauri_find_choice *choice, struct kauri_error *error)
{
    struct kauri_find_conditions *conditions = &choice->conditions;
    *conditions = kauri_find_conditions_none();
    conditions->zugzwang = words->zugzwang;
    conditions->line = (unsigned)words->line;
    conditions->by_result = words->rules != KAURI_NO_CHOICE;
    if (conditions->by_result) {
        conditions->rules = (enum kauri_ruleset)words->rules;
    }
    conditions->result_given = words->result != KAURI_NO_CHOICE;
    if (conditions->result_given) {
        conditions->result = (enum kauri_result)(1 - (int)words->result); // win draw loss
    }
    if (words->score != NULL) {
        KAURI_PASS(kauri_score_read(words->score, conditions->score, error));
        KAURI_PASS(kauri_score_check(conditions->score, layer->seeds, error));
    }
    const int32_t seeds = layer->seeds;
    const struct kauri_span r = {-(3 * seeds + 1), 3 * seeds + 1};
    const struct kauri_span net = {-seeds, seeds};
    const struct kauri_span dtc = {0, UINT16_MAX};
    const struct kauri_span on_board = {0, seeds};
    const struct kauri_span cowries = {0, layer->shape.cowries};
    const struct kauri_span moves = {0, layer->shape.holes};
    const struct {
        const char *option;
        const char *word;
        struct kauri_span possible;
        struct kauri_span *span;
    } spans[] = {
        {"r", words->r, r, &conditions->r},
        {"net", words->net, net, &conditions->net},
        {"dtc", words->dtc, dtc, &conditions->dtc},
        {"mover-seeds", words->mover_seeds, on_board, &conditions->mover_seeds},
        {"opponent-seeds", words->opponent_seeds, on_board, &conditions->opponent_seeds},
        {"mover-cowries", words->mover_cowries, cowries, &conditions->mover_cowries},
        {"opponent-cowries", words->opponent_cowries, cowries, &conditions->opponent_cowries},
        {"moves", words->moves, moves, &conditions->moves},
        {"keeping", words->keeping, moves, &conditions->keeping},
        {"holding", words->holding, moves, &conditions->holding},
    };
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        KAURI_PASS(choose_span(spans[i].option, spans[i].word, spans[i].possible, layer->seeds,
                               spans[i].span, error));
    }
    choose_order(words, choice);
    return KAURI_OK;
}
