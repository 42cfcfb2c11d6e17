#include "verify/verify_part.h"

#include "db/checksums.h"
#include "rules/notation.h"
#include "verify/equations.h"

#include <inttypes.h>
#include <string.h>

// Returns whether the keys of layer `seeds` fit into 16 bits (KAURI_KEY_SCALE_NARROW), so that
// blocks can be evaluated as a whole. They do in all layers of the full board that have been
// solved, but not on some small boards, where distances are long.
static bool is_narrow(const struct kauri_tablebase *tables, unsigned seeds)
{
    for (unsigned n = 0; n <= seeds; n++) {
        const struct kauri_tablebase_layer *layer = kauri_tablebase_opened(tables, n);
        if (layer->columns[KAURI_COLUMN_R].width != 1) {
            return false;
        }
    }
    const struct kauri_reader *reader = kauri_tablebase_opened(tables, seeds)->dtc_reader;
    // Distances, even plus one, must be below the scale, so that every value and distance has a
    // worth of its own.
    return 3 * seeds + 1 < INT16_MAX / KAURI_KEY_SCALE_NARROW &&
           (reader == NULL || (kauri_reader_info(reader)->columns[KAURI_COLUMN_DTC].width == 1 &&
                               kauri_reader_certificate(reader)->maximum[KAURI_COLUMN_DTC] + 1 <
                                   KAURI_KEY_SCALE_NARROW));
}

enum kauri_status kauri_verify_part_init(struct kauri_verify_part *part,
                                         struct kauri_tablebase *tables, unsigned seeds,
                                         bool single, struct kauri_error *error)
{
    const struct kauri_tablebase_layer *opened = NULL;
    memset(part, 0, sizeof *part);
    part->tables = tables;
    for (unsigned n = 0; n <= seeds; n++) {
        KAURI_PASS(kauri_tablebase_layer(tables, n, &opened, error));
    }
    part->layer = opened->index;
    part->distances = opened->dtc_reader != NULL;
    part->blockwise = !single && is_narrow(tables, seeds);
    if (part->blockwise) {
        KAURI_PASS(kauri_verify_units_init(&part->units, opened, error));
        KAURI_PASS(kauri_verify_digests_init(&part->digests, &part->units, error));
    }
    kauri_verify_part_choose(part, 1, 1);
    return KAURI_OK;
}

void kauri_verify_part_clear(struct kauri_verify_part *part)
{
    kauri_verify_digests_clear(&part->digests);
    kauri_verify_units_clear(&part->units);
}

uint64_t kauri_verify_part_first(uint64_t count, uint64_t i, uint64_t n)
{
    const uint64_t rest = count % n;
    return count / n * i + (i < rest ? i : rest);
}

void kauri_verify_part_choose(struct kauri_verify_part *part, uint32_t number, uint32_t parts)
{
    const uint64_t total = part->blockwise ? part->layer.block_count : part->layer.positions;
    part->whole = parts == 1;
    part->begin = kauri_verify_part_first(total, number - 1, parts);
    part->end = kauri_verify_part_first(total, number, parts);
}

void kauri_verify_part_add(struct kauri_verify_part *part, const struct kauri_verify_part *more)
{
    if (more->wrong > 0 && (part->wrong == 0 || more->first_wrong < part->first_wrong)) {
        part->first_wrong = more->first_wrong;
    }
    part->checked += more->checked;
    part->wrong += more->wrong;
    part->seconds += more->seconds;
    kauri_verify_tally_add(&part->tally, &more->tally);
    part->work += more->work;
}

enum kauri_status kauri_verify_part_result(const struct kauri_verify_part *part,
                                           struct kauri_verify_result *result,
                                           struct kauri_error *error)
{
    struct kauri_value correct;
    struct kauri_value stored = {0};
    // Becomes true, since the equations of derived positions hold by construction.
    bool is_stored = false;
    *result = (struct kauri_verify_result){.checked = part->checked,
                                           .wrong = part->wrong,
                                           .distances = part->distances,
                                           .seconds = part->seconds,
                                           .work = part->work};
    if (part->wrong == 0) {
        return KAURI_OK;
    }
    result->first_wrong = kauri_layer_position(&part->layer, part->first_wrong);
    KAURI_PASS(kauri_stored_value(part->tables, &part->layer, part->first_wrong, &is_stored,
                                  &stored, error));
    KAURI_PASS(kauri_equation_at(part->tables, &part->layer, part->first_wrong, &correct, error));
    result->stored_r = stored.r;
    result->stored_dtc = (int32_t)stored.dtc;
    result->correct_r = correct.r;
    result->correct_dtc = (int32_t)correct.dtc;
    if (!part->distances) {
        return kauri_fail(error, KAURI_WRONG,
                          "layer %u: %" PRIu64 " of %" PRIu64
                          " positions are wrong; the first is %s: the table says r %d, its "
                          "successors say r %d",
                          part->layer.seeds, result->wrong, result->checked,
                          KAURI_POSITION_TEXT(&result->first_wrong), result->stored_r,
                          result->correct_r);
    }
    return kauri_fail(error, KAURI_WRONG,
                      "layer %u: %" PRIu64 " of %" PRIu64
                      " positions are wrong; the first is %s: the table "
                      "says r %d, dtc %d, its successors say r %d, dtc %d",
                      part->layer.seeds, result->wrong, result->checked,
                      KAURI_POSITION_TEXT(&result->first_wrong), result->stored_r,
                      result->stored_dtc, result->correct_r, result->correct_dtc);
}

enum kauri_status kauri_verify_part_certify(const struct kauri_verify_part *part,
                                            const struct kauri_verify_options *options,
                                            struct kauri_verify_result *result,
                                            struct kauri_error *error)
{
    const struct kauri_reader *reader = kauri_tablebase_reader(part->tables, part->layer.seeds);
    KAURI_PASS(kauri_verify_tally_check(&part->tally, reader, error));
    if (!part->blockwise && options->sample == 0) {
        KAURI_PASS(kauri_table_digest_check(reader, options->threads, options->progress, error));
    }
    if (part->blockwise) {
        KAURI_PASS(kauri_verify_digests_check(&part->digests, error));
        result->has_digest = kauri_verify_digests_all(&part->digests, &result->digest);
    }
    return KAURI_OK;
}
