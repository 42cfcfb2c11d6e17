// Claim 7: draws under the tie-breaker, looked for in every position of every table.
#include "common/parallel.h"
#include "common/size.h"
#include "db/survey.h"
#include "indexer/convention.h"
#include "studies/article/claim_case.h"

#include <stdlib.h>

// Reading one table with several threads, each with its own part.
struct worker {
    struct kauri_survey survey;
    struct kauri_reader_scratch *scratch;
    uint8_t *payload;
    enum kauri_status status;
    struct kauri_error error;
};

struct reading {
    const struct kauri_reader *reader;
    struct worker *workers;
    uint64_t first; // block of the part that is being read
};

// Between two parts the progress is asked: some 70 MB each.
enum { PART_BLOCKS = 64 };

static void read_block(void *context, unsigned worker_number, uint64_t number)
{
    struct reading *reading = context;
    const uint64_t block = reading->first + number;
    struct worker *worker = &reading->workers[worker_number];
    if (worker->status != KAURI_OK) {
        return;
    }
    worker->status = kauri_reader_block(reading->reader, block, worker->payload, worker->scratch,
                                        &worker->error);
    if (worker->status == KAURI_OK) {
        kauri_survey_add(&worker->survey, worker->payload,
                         kauri_reader_block_rows(reading->reader, block));
    }
}

static enum kauri_status start_worker(struct worker *worker, const struct kauri_reader *reader,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_survey_init(&worker->survey, kauri_reader_info(reader), error));
    KAURI_TRY(kauri_reader_scratch_new(&worker->scratch, error));
    worker->payload = malloc(kauri_reader_block_bytes(reader));
    if (worker->payload == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "no memory for a block of the tables");
    }
cleanup:
    return status;
}

static bool read_blocks(struct reading *reading, const struct kauri_claims_request *request)
{
    const uint64_t blocks = kauri_reader_block_count(reading->reader);
    for (; reading->first < blocks; reading->first += PART_BLOCKS) {
        const uint64_t left = blocks - reading->first;
        if (kauri_progress_cancelled(request->effort->progress)) {
            request->effort->interrupted = true;
            request->effort->seconds = 0;
            return false;
        }
        kauri_parallel_for(request->threads, left < PART_BLOCKS ? left : PART_BLOCKS, 1, read_block,
                           reading);
    }
    return true;
}

// Counts the values of r in the whole table into *counted, whose counts are then the caller's.
// KAURI_INTERRUPTED, which the effort then knows too.
static enum kauri_status read_table(const struct kauri_reader *reader,
                                    const struct kauri_claims_request *request,
                                    struct kauri_certificate *counted, struct kauri_error *error)
{
    const unsigned threads = request->threads;
    enum kauri_status status = KAURI_OK;
    struct reading reading = {.reader = reader};
    reading.workers = calloc(threads, sizeof *reading.workers);
    if (reading.workers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for %u threads", threads);
    }
    for (unsigned t = 0; t < threads; t++) {
        KAURI_TRY(start_worker(&reading.workers[t], reader, error));
    }
    if (!read_blocks(&reading, request)) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading %s",
                            kauri_reader_path(reader));
        goto cleanup;
    }
    for (unsigned t = 0; t < threads; t++) {
        if (reading.workers[t].status != KAURI_OK) {
            status = kauri_fail(error, reading.workers[t].status, "%s",
                                reading.workers[t].error.message);
            goto cleanup;
        }
        if (t > 0) {
            kauri_survey_merge(&reading.workers[0].survey, &reading.workers[t].survey);
        }
    }
    KAURI_TRY(kauri_survey_certify(&reading.workers[0].survey, counted, error));
cleanup:
    for (unsigned t = 0; t < threads; t++) {
        kauri_survey_clear(&reading.workers[t].survey);
        kauri_reader_scratch_free(reading.workers[t].scratch);
        free(reading.workers[t].payload);
    }
    free(reading.workers);
    return status;
}

// Positions with r = 0, and all whose cowrie phase is no win for anybody: r a multiple of three.
struct draws {
    uint64_t zero;
    uint64_t endless;
};

static struct draws count_draws(const struct kauri_certificate *certificate)
{
    struct draws draws = {0};
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *count = &certificate->counts[i];
        draws.zero += count->value == 0 ? count->count : 0;
        draws.endless += kauri_value_tiebreak(count->value) == 0 ? count->count : 0;
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
    const struct kauri_reader *reader = NULL;
    struct kauri_layer layer;
    struct kauri_certificate counted = {0};
    char text[KAURI_SIZE_TEXT_BYTES];
    char read[KAURI_SIZE_TEXT_BYTES];
    char written[KAURI_SIZE_TEXT_BYTES];
    char endless[KAURI_SIZE_TEXT_BYTES];
    KAURI_TRY(kauri_lookup_layer(set->request->tables, seeds, &layer, &reader, error));
    KAURI_TRY(read_table(reader, set->request, &counted, error));
    const struct draws draws = count_draws(&counted);
    const struct draws certified = count_draws(kauri_reader_certificate(reader));
    if (draws.zero != certified.zero || draws.endless != certified.endless) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds other values than its certificate says",
                            kauri_reader_path(reader));
        goto cleanup;
    }
    total->zero += draws.zero;
    total->endless += draws.endless;
    kauri_string_add(&claim->table, "%u\t%s\t%s\t%s\t%s\n", seeds,
                     kauri_format_count(kauri_reader_info(reader)->positions, text),
                     kauri_format_count(draws.zero, read),
                     kauri_format_count(certified.zero, written),
                     kauri_format_count(draws.endless - draws.zero, endless));
cleanup:
    free(counted.counts);
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
