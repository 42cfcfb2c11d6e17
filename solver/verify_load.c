#include "solver/verify_load.h"

#include "common/parallel.h"
#include "indexer/convention.h"

#include <stdlib.h>
#include <string.h>

// Numbers that can be stored for r: any byte, or r + 3n + 1 up to 60 seeds.
enum { STORED_MAX = 6 * KAURI_SEEDS_MAX + 3 };

// One thread's share of reading the layer, with what it counts on the way.
struct part {
    struct kauri_reader_scratch *scratch;
    void *payload;
    uint64_t stored[STORED_MAX]; // how often each number of column r was read
    int32_t max_dtc;
    enum kauri_status status;
    struct kauri_error error;
};

struct reading {
    const struct kauri_reader *reader;
    struct kauri_equations *equations;
    struct part *parts; // one a thread
};

// The table must be the layer that its name says, and store what the equations speak about.
static enum kauri_status check_info(const struct kauri_reader *reader,
                                    const struct kauri_layer *layer, struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const struct kauri_column *columns = info->columns;
    if (info->seeds != layer->seeds || info->positions != layer->positions ||
        strcmp(info->rules, KAURI_RULES_IDENTITY) != 0 || info->column_count != 2 ||
        strcmp(columns[KAURI_COLUMN_R].name, KAURI_COLUMN_R_NAME) != 0 ||
        strcmp(columns[KAURI_COLUMN_DTC].name, KAURI_COLUMN_DTC_NAME) != 0 ||
        columns[KAURI_COLUMN_R].bias != -(3 * layer->seeds + 1) ||
        columns[KAURI_COLUMN_DTC].bias != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s does not hold r and dtc of layer %u by %s",
                          kauri_reader_path(reader), layer->seeds, KAURI_RULES_IDENTITY);
    }
    return KAURI_OK;
}

static enum kauri_status load_below(const struct kauri_reader *reader, unsigned threads,
                                    struct kauri_below *below, struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    below->bias = info->columns[KAURI_COLUMN_R].bias;
    below->width = info->columns[KAURI_COLUMN_R].width;
    below->numbers = malloc(info->positions * below->width);
    if (below->numbers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kauri_reader_path(reader));
    }
    return kauri_reader_column(reader, KAURI_COLUMN_R, 0, info->positions, threads, below->numbers,
                               error);
}

// Turns one decoded block into keys of the narrow scale and counts it. Both columns are one byte
// wide. Written without branches: a sign of 0 marks r = 0, whose distance must be 0.
static bool take_narrow(const struct reading *reading, struct part *part, uint64_t first,
                        uint32_t rows)
{
    const int32_t bias = kauri_reader_info(reading->reader)->columns[KAURI_COLUMN_R].bias;
    const uint8_t *r = part->payload;
    const uint8_t *dtc = r + rows;
    int16_t *keys = reading->equations->narrow + first;
    unsigned max_dtc = (unsigned)part->max_dtc;
    for (uint32_t row = 0; row < rows; row++) {
        const int32_t value = bias + r[row];
        const int32_t sign = (value > 0) - (value < 0);
        const int32_t key = value * KAURI_KEY_SCALE_NARROW - sign * dtc[row];
        keys[row] = (int16_t)(sign == 0 && dtc[row] != 0 ? KAURI_KEY_UNDEFINED : key);
        max_dtc = dtc[row] > max_dtc ? dtc[row] : max_dtc;
    }
    // A second pass over bytes that are still in the cache, so that the first can be vectorised.
    for (uint32_t row = 0; row < rows; row++) {
        part->stored[r[row]]++;
    }
    part->max_dtc = (int32_t)max_dtc;
    return true;
}

static bool take_wide(const struct reading *reading, struct part *part, uint64_t first,
                      uint32_t rows)
{
    const struct kauri_table_info *info = kauri_reader_info(reading->reader);
    const int32_t most = 3 * reading->equations->layer.seeds + 1;
    for (uint32_t row = 0; row < rows; row++) {
        const int32_t r = kauri_payload_value(info, part->payload, rows, KAURI_COLUMN_R, row);
        const int32_t dtc = kauri_payload_value(info, part->payload, rows, KAURI_COLUMN_DTC, row);
        if (r < -most || r > most || dtc >= KAURI_KEY_SCALE / 2) {
            return false;
        }
        part->stored[r - info->columns[KAURI_COLUMN_R].bias]++;
        part->max_dtc = dtc > part->max_dtc ? dtc : part->max_dtc;
        reading->equations->wide[first + row] =
            r == 0 && dtc != 0 ? INT32_MIN : kauri_key(r, dtc, KAURI_KEY_SCALE);
    }
    return true;
}

// Turns one decoded block into keys; false when it holds a value that its layer cannot have.
static bool take_block(const struct reading *reading, struct part *part, uint64_t block)
{
    const uint32_t rows = kauri_reader_block_rows(reading->reader, block);
    const uint64_t first = block * kauri_reader_info(reading->reader)->block_positions;
    return reading->equations->narrow != NULL ? take_narrow(reading, part, first, rows)
                                              : take_wide(reading, part, first, rows);
}

static void read_block(void *context, unsigned worker, uint64_t block)
{
    const struct reading *reading = context;
    struct part *part = &reading->parts[worker];
    if (part->status != KAURI_OK) {
        return;
    }
    part->status =
        kauri_reader_block(reading->reader, block, part->payload, part->scratch, &part->error);
    if (part->status == KAURI_OK && !take_block(reading, part, block)) {
        part->status =
            kauri_fail(&part->error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                       kauri_reader_path(reading->reader));
    }
}

// Counts per r and greatest distance as read, against what the writer put down.
static enum kauri_status check_certificate(const struct reading *reading, unsigned threads,
                                           struct kauri_error *error)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reading->reader);
    const int32_t bias = kauri_reader_info(reading->reader)->columns[KAURI_COLUMN_R].bias;
    uint64_t positions = 0;
    int32_t max_dtc = 0;
    bool same = true;
    for (unsigned i = 0; i < threads; i++) {
        max_dtc = reading->parts[i].max_dtc > max_dtc ? reading->parts[i].max_dtc : max_dtc;
    }
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *stated = &certificate->counts[i];
        const int64_t number = (int64_t)stated->value - bias;
        uint64_t count = 0;
        for (unsigned j = 0; number >= 0 && number < STORED_MAX && j < threads; j++) {
            count += reading->parts[j].stored[number];
        }
        same = same && count == stated->count;
        positions += count;
    }
    for (unsigned number = 6U * reading->equations->layer.seeds + 3; number < STORED_MAX;
         number++) {
        for (unsigned j = 0; j < threads; j++) {
            if (reading->parts[j].stored[number] > 0) {
                return kauri_fail(error, KAURI_CORRUPT,
                                  "%s holds a value that its layer cannot have",
                                  kauri_reader_path(reading->reader));
            }
        }
    }
    same = same && positions == reading->equations->layer.positions &&
           max_dtc == certificate->maximum[KAURI_COLUMN_DTC];
    return same ? KAURI_OK
                : kauri_fail(error, KAURI_WRONG, "%s: its certificate does not match its values",
                             kauri_reader_path(reading->reader));
}

static enum kauri_status read_layer(const struct kauri_reader *reader, unsigned threads,
                                    struct kauri_equations *equations, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct reading reading = {.reader = reader, .equations = equations};
    const uint64_t positions = equations->layer.positions;
    const bool narrow = 3 * equations->layer.seeds + 1 < INT16_MAX / KAURI_KEY_SCALE_NARROW &&
                        kauri_reader_info(reader)->columns[KAURI_COLUMN_R].width == 1 &&
                        kauri_reader_info(reader)->columns[KAURI_COLUMN_DTC].width == 1;
    if (narrow) {
        equations->narrow = malloc(positions * sizeof *equations->narrow);
    } else {
        equations->wide = malloc(positions * sizeof *equations->wide);
    }
    reading.parts = calloc(threads, sizeof *reading.parts);
    if ((equations->narrow == NULL && equations->wide == NULL) || reading.parts == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying layer %u",
                            equations->layer.seeds);
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        struct part *part = &reading.parts[i];
        KAURI_TRY(kauri_reader_scratch_new(&part->scratch, error));
        part->payload = malloc(kauri_reader_block_bytes(reader));
        if (part->payload == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
            goto cleanup;
        }
    }
    kauri_parallel_for(threads, kauri_reader_block_count(reader), 8, read_block, &reading);
    for (unsigned i = 0; i < threads; i++) {
        if (reading.parts[i].status != KAURI_OK) {
            status =
                kauri_fail(error, reading.parts[i].status, "%s", reading.parts[i].error.message);
            goto cleanup;
        }
    }
    status = check_certificate(&reading, threads, error);
cleanup:
    for (unsigned i = 0; reading.parts != NULL && i < threads; i++) {
        kauri_reader_scratch_free(reading.parts[i].scratch);
        free(reading.parts[i].payload);
    }
    free(reading.parts);
    return status;
}

enum kauri_status kauri_verify_load(struct kauri_tables *tables, unsigned seeds, unsigned threads,
                                    struct kauri_equations *equations, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_layer layer;
        const struct kauri_reader *reader = kauri_tables_reader(tables, n);
        if (reader == NULL) {
            return kauri_fail(error, KAURI_MISSING,
                              "layer %u is missing in %s; `kauri solve --seeds %u` makes it", n,
                              kauri_tables_folder(tables), n);
        }
        const struct kauri_table_info *info = kauri_reader_info(reader);
        const struct kauri_shape shape = {(uint8_t)info->holes, (uint8_t)info->cowries};
        KAURI_TRY(kauri_layer_init(&layer, shape, n, error));
        KAURI_TRY(check_info(reader, &layer, error));
        if (n < seeds) {
            KAURI_TRY(load_below(reader, threads, &equations->below[n], error));
        } else {
            equations->layer = layer;
            KAURI_TRY(read_layer(reader, threads, equations, error));
        }
    }
cleanup:
    return status;
}
