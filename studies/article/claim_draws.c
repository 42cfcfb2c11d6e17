// Claim 7: draws under the tie-breaker, looked for in every position of every table.
#include "common/size.h"
#include "rules/value.h"
#include "studies/article/claim_case.h"
#include "tablebase/value_counts.h"

// Positions with r = 0, and all whose cowrie phase is no win for anybody: r a multiple of three.
struct draws {
    uint64_t zero;
    uint64_t endless;
};

static struct draws count_draws(const struct kauri_value_counts *counts)
{
    struct draws draws = {0};
    for (size_t i = 0; i < counts->count; i++) {
        const struct kauri_value_count *value = &counts->values[i];
        draws.zero += value->r == 0 ? value->count : 0;
        draws.endless += kauri_value_tiebreak(value->r) == 0 ? value->count : 0;
    }
    return draws;
}

static const struct kauri_claim_column columns[] = {
    {"seeds", "seeds", KAURI_CELL_NUMBER, false},
    {"positions", "positions", KAURI_CELL_NUMBER, false},
    {"r = 0, every block read", "zero_read", KAURI_CELL_NUMBER, false},
    {"r = 0, table's certificate", "zero_certified", KAURI_CELL_NUMBER, false},
    {"other r divisible by 3", "other_multiples_of_3", KAURI_CELL_NUMBER, false},
};

static enum kauri_status survey_layer(struct kauri_claim_case *set, unsigned seeds,
                                      struct kauri_claim *claim, struct draws *total,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_value_counts read = {0};
    struct kauri_value_counts written = {0};
    char text[KAURI_SIZE_TEXT_BYTES];
    char zero_read[KAURI_SIZE_TEXT_BYTES];
    char zero_written[KAURI_SIZE_TEXT_BYTES];
    char endless[KAURI_SIZE_TEXT_BYTES];
    KAURI_TRY(kauri_value_counts_read(set->request->tables, seeds, set->request->threads,
                                      set->request->effort->progress, &read, error));
    KAURI_TRY(kauri_value_counts_certified(set->request->tables, seeds, &written, error));
    const struct draws draws = count_draws(&read);
    const struct draws certified = count_draws(&written);
    total->zero += draws.zero;
    total->endless += draws.endless;
    kauri_string_add(
        &claim->table, "%u\t%s\t%s\t%s\t%s\n", seeds, kauri_format_count(read.positions, text),
        kauri_format_count(draws.zero, zero_read), kauri_format_count(certified.zero, zero_written),
        kauri_format_count(draws.endless - draws.zero, endless));
cleanup:
    kauri_value_counts_clear(&read);
    kauri_value_counts_clear(&written);
    return status;
}

enum kauri_status kauri_claim_no_draws(struct kauri_claim_case *set, struct kauri_claim *claim,
                                       struct kauri_error *error)
{
    const unsigned layers = kauri_claim_layers(set);
    struct draws total = {0};
    bool read = true;
    char text[KAURI_SIZE_TEXT_BYTES];
    claim->claim = "Draws are not possible under the tie-breaker rules.";
    if (layers == 0) {
        kauri_string_add(&claim->reading, "no position has r = 0");
        kauri_string_add(&claim->notes, "needs tables\n");
        kauri_string_add(&claim->used, "rules");
        return KAURI_OK;
    }
    kauri_string_add(&claim->reading,
                     "no position with at most %u seeds on the board has r = 0, nor a cowrie phase "
                     "that nobody wins (r a multiple of 3); positions with more seeds are not "
                     "decided by this",
                     layers - 1);
    claim->columns = columns;
    claim->column_count = sizeof columns / sizeof columns[0];
    for (unsigned seeds = 0; seeds < layers; seeds++) {
        const enum kauri_status status = survey_layer(set, seeds, claim, &total, error);
        if (status == KAURI_INTERRUPTED) {
            kauri_string_add(&claim->notes, "interrupted: not all tables were read\n");
            set->request->effort->interrupted = true;
            set->request->effort->seconds = 0;
            read = false;
            break;
        }
        if (status != KAURI_OK) {
            return status;
        }
    }
    kauri_string_add(&claim->notes, "%s positions without a decision, read from the tables\n",
                     kauri_format_count(total.endless, text));
    kauri_claim_add_used(&claim->used, set, 0, false);
    claim->verdict = total.endless > 0 ? KAURI_VERDICT_REFUTED
                     : read            ? KAURI_VERDICT_CONFIRMED
                                       : KAURI_VERDICT_UNDECIDED;
    return KAURI_OK;
}
