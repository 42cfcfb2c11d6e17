#include "verify/verify_part.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/output.h"
#include "common/string_buffer.h"
#include "db/bytes.h"
#include "db/checksums.h"
#include "indexer/convention.h"
#include "rules/notation.h"
#include "verify/equations.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------- findings

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
    part->part = number;
    part->parts = parts;
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

// ------------------------------------------------------------------------------------------- file

// The file is a list of 8-byte numbers (docs/reference/FORMAT.md, appendix A). Its head is a magic
// number, the version, facts, and the digest of these. The digests of the tables follow, the
// greatest distances and the counts, the digests of the units, and the digest of the whole.

static const char magic[] = "KAURIVFY";

enum { FILE_VERSION = 3, NUMBER_BYTES = sizeof(uint64_t) };

enum {
    FACT_RULES, // digest of KAURI_RULES_IDENTITY
    FACT_HOLES,
    FACT_COWRIES,
    FACT_SEEDS,
    FACT_PART,
    FACT_PARTS,
    FACT_BLOCKWISE,
    FACT_CHECKED,
    FACT_WRONG,
    FACT_FIRST_WRONG,
    FACT_DIGESTS,
    FACT_MICROSECONDS,
    FACTS,
    HEAD_NUMBERS = 2 + FACTS + 1,
};

static uint64_t rules_digest(void)
{
    return kauri_digest(KAURI_RULES_IDENTITY, strlen(KAURI_RULES_IDENTITY));
}

static uint64_t table_digest(const struct kauri_verify_part *part, unsigned seeds)
{
    return kauri_reader_certificate(kauri_tablebase_reader(part->tables, seeds))->digest;
}

// Returns how many numbers of r a position of the layer can have.
static unsigned numbers_of(unsigned seeds)
{
    return 6 * seeds + 3;
}

// The digests of a part as a list: those of its units, in the order of checking.
struct digest_list {
    const struct kauri_verify_part *part;
    uint64_t *digests;
    uint64_t count;
};

// Makes room for the digests of the part, and counts its positions.
static enum kauri_status list_make(struct digest_list *list, const struct kauri_verify_part *part,
                                   uint64_t *positions, struct kauri_error *error)
{
    uint64_t unit = 0;
    *list = (struct digest_list){.part = part};
    *positions = part->blockwise ? 0 : part->end - part->begin;
    for (uint64_t i = part->begin; part->blockwise && i < part->end; i++) {
        if (kauri_verify_units_at(&part->units, i, &unit)) {
            *positions += kauri_verify_units_blocks(&part->units, unit) * part->layer.cowrie_count;
            list->count += kauri_verify_digests_count(&part->digests, unit);
        }
    }
    return KAURI_NEW(list->digests, kauri_size_to_ask(list->count + 1), error,
                     "the digests of layer %u", part->layer.seeds);
}

// Copies the digests of the part to the list, or back.
static void list_copy(const struct digest_list *list, bool back)
{
    const struct kauri_verify_part *part = list->part;
    uint64_t *at = list->digests;
    uint64_t unit = 0;
    for (uint64_t i = part->begin; part->blockwise && i < part->end; i++) {
        if (kauri_verify_units_at(&part->units, i, &unit)) {
            kauri_verify_digests_copy(&part->digests, unit, at, back);
            at += kauri_verify_digests_count(&part->digests, unit);
        }
    }
}

static void put(struct kauri_string *out, uint64_t number)
{
    char *to = kauri_string_extend(out, NUMBER_BYTES);
    if (to != NULL) {
        kauri_store_u64((uint8_t *)to, number);
    }
}

static void put_head(struct kauri_string *out, const struct kauri_verify_part *part,
                     uint64_t digests)
{
    const uint64_t facts[FACTS] = {
        [FACT_RULES] = rules_digest(),
        [FACT_HOLES] = part->layer.shape.holes,
        [FACT_COWRIES] = part->layer.shape.cowries,
        [FACT_SEEDS] = part->layer.seeds,
        [FACT_PART] = part->part,
        [FACT_PARTS] = part->parts,
        [FACT_BLOCKWISE] = part->blockwise,
        [FACT_CHECKED] = part->checked,
        [FACT_WRONG] = part->wrong,
        [FACT_FIRST_WRONG] = part->first_wrong,
        [FACT_DIGESTS] = digests,
        [FACT_MICROSECONDS] = (uint64_t)(part->seconds * 1e6),
    };
    kauri_string_add_text(out, magic);
    put(out, FILE_VERSION);
    for (unsigned i = 0; i < FACTS; i++) {
        put(out, facts[i]);
    }
    put(out, kauri_digest(kauri_string_text(out), out->length));
}

enum kauri_status kauri_verify_part_write(const struct kauri_verify_part *part, const char *path,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct digest_list list;
    struct kauri_string out = {.bytes = NULL};
    struct kauri_output *output = NULL;
    uint64_t positions = 0;
    KAURI_TRY(list_make(&list, part, &positions, error));
    list_copy(&list, false);
    put_head(&out, part, list.count);
    for (unsigned n = 0; n <= part->layer.seeds; n++) {
        put(&out, table_digest(part, n));
    }
    for (unsigned stored = 0; stored < 2; stored++) {
        for (unsigned c = KAURI_COLUMN_R + 1; c < KAURI_COLUMNS; c++) {
            put(&out, part->tally.maximum[stored][c]);
        }
        for (unsigned i = 0; i < numbers_of(part->layer.seeds); i++) {
            put(&out, part->tally.counts[stored][i]);
        }
    }
    for (uint64_t i = 0; i < list.count; i++) {
        put(&out, list.digests[i]);
    }
    put(&out, kauri_digest(kauri_string_text(&out), out.length));
    KAURI_TRY(kauri_output_open(path, KAURI_OUTPUT_REPLACE, &output, error));
    status = kauri_output_write_text(output, &out, error);
cleanup:
    kauri_string_clear(&out);
    free(list.digests);
    return status;
}

static uint64_t take(const uint8_t **at)
{
    const uint64_t number = kauri_load_u64(*at);
    *at += NUMBER_BYTES;
    return number;
}

// Reads what follows the facts. *other_table receives the lowest layer whose table had another
// digest; it is above all layers if there is none. Each count is bounded before it is added.
// Returns NULL, or what is wrong.
static const char *take_numbers(const uint8_t *at, struct kauri_verify_part *part,
                                const struct digest_list *list, unsigned *other_table)
{
    const unsigned seeds = part->layer.seeds;
    uint64_t left = part->checked;
    *other_table = seeds + 1;
    for (unsigned n = 0; n <= seeds; n++) {
        if (take(&at) != table_digest(part, n) && n < *other_table) {
            *other_table = n;
        }
    }
    for (unsigned stored = 0; stored < 2; stored++) {
        for (unsigned c = KAURI_COLUMN_R + 1; c < KAURI_COLUMNS; c++) {
            const uint64_t maximum = take(&at);
            if (maximum > UINT16_MAX) {
                return "a distance that no table can hold";
            }
            part->tally.maximum[stored][c] = (uint32_t)maximum;
        }
        for (unsigned i = 0; i < numbers_of(seeds); i++) {
            const uint64_t count = take(&at);
            if (count > left) {
                return "more positions counted than checked";
            }
            part->tally.counts[stored][i] = count;
            left -= count;
        }
    }
    for (uint64_t i = 0; i < list->count; i++) {
        list->digests[i] = take(&at);
    }
    return NULL;
}

// Fills what the facts say; false if a number is out of range.
static bool take_facts(const uint64_t *facts, struct kauri_verify_part *part)
{
    if (facts[FACT_PARTS] > KAURI_VERIFY_PARTS_MAX || facts[FACT_PART] < 1 ||
        facts[FACT_PART] > facts[FACT_PARTS] || facts[FACT_BLOCKWISE] > 1) {
        return false;
    }
    kauri_verify_part_choose(part, (uint32_t)facts[FACT_PART], (uint32_t)facts[FACT_PARTS]);
    part->checked = facts[FACT_CHECKED];
    part->wrong = facts[FACT_WRONG];
    part->first_wrong = facts[FACT_FIRST_WRONG];
    part->seconds = (double)facts[FACT_MICROSECONDS] / 1e6;
    return part->checked <= part->layer.positions && part->wrong <= part->checked &&
           part->first_wrong < part->layer.positions;
}

// Reads the facts, which must be about the layer of *part, and fills *part with them.
static enum kauri_status read_head(const struct kauri_input *input, const char *path,
                                   uint64_t facts[FACTS], struct kauri_verify_part *part,
                                   struct kauri_error *error)
{
    const struct kauri_layer *layer = &part->layer;
    const uint64_t size = kauri_input_size(input);
    uint8_t head[HEAD_NUMBERS * NUMBER_BYTES] = {0};
    const uint8_t *at = head + NUMBER_BYTES;
    KAURI_PASS(kauri_input_read_at(input, 0, head, size < sizeof head ? (size_t)size : sizeof head,
                                   error));
    if (memcmp(head, magic, NUMBER_BYTES) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is not the result of a part of a verification",
                          path);
    }
    if (size < sizeof head) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is truncated: it ends at byte %" PRIu64, path,
                          size);
    }
    if (take(&at) != FILE_VERSION) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is for another version of the program", path);
    }
    for (unsigned i = 0; i < FACTS; i++) {
        facts[i] = take(&at);
    }
    if (kauri_digest(head, sizeof head - NUMBER_BYTES) != take(&at)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the checksum of its header", path);
    }
    if (facts[FACT_RULES] != rules_digest()) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is for other rules", path);
    }
    if (facts[FACT_HOLES] != layer->shape.holes || facts[FACT_COWRIES] != layer->shape.cowries ||
        facts[FACT_SEEDS] != layer->seeds) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s is for layer %" PRIu64 " of 2 x %" PRIu64 " holes with %" PRIu64
                          " cowries, not for layer %u of 2 x %u holes with %u cowries",
                          path, facts[FACT_SEEDS], facts[FACT_HOLES], facts[FACT_COWRIES],
                          layer->seeds, layer->shape.holes, layer->shape.cowries);
    }
    return take_facts(facts, part)
               ? KAURI_OK
               : kauri_fail(error, KAURI_CORRUPT, "%s is damaged: a number in its header", path);
}

// Reads the numbers after the facts, as take_numbers does.
static enum kauri_status read_numbers(const struct kauri_input *input, const char *path,
                                      struct kauri_verify_part *part,
                                      const struct digest_list *list, unsigned *other_table,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = part->layer.seeds;
    const uint64_t numbers =
        HEAD_NUMBERS + seeds + 1U + 2U * (KAURI_COLUMNS - 1 + numbers_of(seeds)) + list->count + 1;
    const uint64_t there = kauri_input_size(input);
    char *bytes = NULL;
    size_t size = 0;
    if (there != numbers * NUMBER_BYTES) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s is damaged: it has %" PRIu64 " bytes, not %" PRIu64, path, there,
                          numbers * NUMBER_BYTES);
    }
    KAURI_TRY(kauri_input_read_all(input, &bytes, &size, error));
    const uint8_t *at = (const uint8_t *)bytes;
    const char *fault =
        kauri_digest(at, size - NUMBER_BYTES) == kauri_load_u64(at + size - NUMBER_BYTES)
            ? take_numbers(at + HEAD_NUMBERS * NUMBER_BYTES, part, list, other_table)
            : "its checksum";
    if (fault != NULL) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s is damaged: %s", path, fault);
    }
cleanup:
    free(bytes);
    return status;
}

enum kauri_status kauri_verify_part_read(struct kauri_verify_part *sum, const char *path,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = sum->layer.seeds;
    struct kauri_input *input = NULL;
    struct digest_list list = {.count = 0};
    uint64_t facts[FACTS];
    uint64_t positions = 0;
    unsigned other_table = seeds; // if the blocks do not fit, the table is another one
    // The digests are read into those of the sum.
    struct kauri_verify_part part = {.tables = sum->tables,
                                     .layer = sum->layer,
                                     .distances = sum->distances,
                                     .blockwise = sum->blockwise,
                                     .units = sum->units,
                                     .digests = sum->digests};
    KAURI_TRY(kauri_input_open(path, &input, error));
    KAURI_TRY(read_head(input, path, facts, &part, error));
    KAURI_TRY(list_make(&list, &part, &positions, error));
    if (facts[FACT_BLOCKWISE] == part.blockwise && part.checked == positions &&
        facts[FACT_DIGESTS] == list.count) {
        KAURI_TRY(read_numbers(input, path, &part, &list, &other_table, error));
    }
    if (other_table <= seeds) {
        KAURI_TRY(kauri_fail(
            error, KAURI_CORRUPT, "%s was made with another table of layer %u than %s", path,
            other_table, kauri_reader_path(kauri_tablebase_reader(sum->tables, other_table))));
    }
    list_copy(&list, true);
    kauri_verify_part_add(sum, &part);
    sum->part = part.part;
    sum->parts = part.parts;
cleanup:
    kauri_input_close(input);
    free(list.digests);
    return status;
}
