#include "queries/answers/find_choice.h"

#include "common/size.h"

#include <string.h>

enum { NUMBER_MAX = 1000000 };

// Reads "A", "A..B", "A.." or "..B".
static bool read_span(const char *text, struct kauri_span *span)
{
    char first[16];
    const char *dots = strstr(text, "..");
    *span = KAURI_SPAN_ALL;
    if (dots == NULL) {
        const bool read = kauri_parse_signed(text, NUMBER_MAX, &span->low);
        span->high = span->low;
        return read;
    }
    const size_t length = (size_t)(dots - text);
    const char *second = dots + 2;
    if (length >= sizeof first || (length == 0 && *second == '\0')) {
        return false;
    }
    memcpy(first, text, length);
    first[length] = '\0';
    return (length == 0 || kauri_parse_signed(first, NUMBER_MAX, &span->low)) &&
           (*second == '\0' || kauri_parse_signed(second, NUMBER_MAX, &span->high));
}

// Reads the range of a condition, if it is given. `possible` are the numbers that occur.
static enum kauri_status choose_span(const char *prefix, const char *name, const char *word,
                                     struct kauri_span possible, unsigned seeds,
                                     struct kauri_span *span, struct kauri_error *error)
{
    if (word == NULL) {
        return KAURI_OK;
    }
    if (!read_span(word, span)) {
        return kauri_fail(error, KAURI_USAGE,
                          "%s%s takes a number or a range such as 2..5, 2.. or ..-1, not '%.80s'",
                          prefix, name, word);
    }
    if (span->low > span->high) {
        return kauri_fail(error, KAURI_USAGE,
                          "%s%s %.80s has no number: the first one is greater than the last",
                          prefix, name, word);
    }
    if (span->high < possible.low || span->low > possible.high) {
        return kauri_fail(error, KAURI_USAGE,
                          "%s%s %.80s is impossible: %d to %d occur in layer %u of this board",
                          prefix, name, word, possible.low, possible.high, seeds);
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
                          "a score is the captures of South and North such as 28:30, not '%.80s'",
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
                            "the score %u:%u and the board have %u seeds together; there are %d",
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
    conditions->by_result = words->rules != KAURI_FIND_ANY;
    if (conditions->by_result) {
        conditions->rules = (enum kauri_ruleset)words->rules;
    }
    conditions->result_given = words->result != KAURI_FIND_ANY;
    if (conditions->result_given) {
        // The words are win, draw, loss.
        conditions->result = (enum kauri_result)(1 - (int)words->result);
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
        const char *name;
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
        KAURI_PASS(choose_span(words->prefix, spans[i].name, spans[i].word, spans[i].possible,
                               layer->seeds, spans[i].span, error));
    }
    choose_order(words, choice);
    return KAURI_OK;
}
