#include "tests/solver/tables_help.h"

#include "tests/test.h"

#include "db/reader.h"
#include "db/table_names.h"
#include "db/writer.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"

#include <stdlib.h>

void solve_layers(const char *folder, struct kauri_shape shape, unsigned first, unsigned last,
                  unsigned threads)
{
    const struct kauri_solve_options options = {.threads = threads, .level = 1};
    solve_layers_with(folder, shape, first, last, &options);
}

void solve_layers_with(const char *folder, struct kauri_shape shape, unsigned first, unsigned last,
                       const struct kauri_solve_options *options)
{
    for (unsigned n = first; n <= last; n++) {
        struct kauri_error error;
        struct kauri_solve_result result;
        if (kauri_solve_layer(folder, shape, n, options, &result, &error) != KAURI_OK) {
            fail_msg("layer %u: %s", n, error.message);
        }
        kauri_solve_result_clear(&result);
    }
}

// Reads the entries of a column to the places of their positions.
static void read_column(const struct kauri_reader *reader, const struct kauri_layer *layer,
                        const struct kauri_stored_blocks *stored, unsigned column, int32_t *values)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    void *numbers = malloc(kauri_reader_page_bytes(reader, column));
    assert_non_null(numbers);
    uint64_t at = 0;
    for (uint64_t page = 0; page < kauri_reader_page_count(reader, column); page++) {
        const uint32_t entries = kauri_reader_page_entries(reader, column, page);
        assert_int_equal(kauri_reader_page(reader, column, page, numbers, NULL, NULL), KAURI_OK);
        for (uint32_t entry = 0; entry < entries; entry++, at++) {
            const uint64_t rank = at / layer->cowrie_count;
            const uint64_t block = info->derivation == KAURI_DERIVATION_STORED
                                       ? kauri_stored_block_at(stored, rank)
                                       : rank;
            values[block * layer->cowrie_count + at % layer->cowrie_count] =
                kauri_page_value(&info->columns[column], numbers, entry);
        }
    }
    assert_int_equal(at, info->entries);
    free(numbers);
}

// Value of a position that has no entry, by the equations (docs/guide/RULES.md). layers[n] is layer
// n.
static void derive(const struct kauri_layer *layer, const struct kauri_layer *indices,
                   const struct layer_values *layers, uint64_t index)
{
    struct kauri_view view;
    kauri_unindex(layer, index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const unsigned count = moves.count == 0 ? 1 : moves.count;
    int32_t r[KAURI_HOLES_MAX];
    int32_t dtc[KAURI_HOLES_MAX]; // 0: a capture
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < count; i++) {
        struct kauri_position after = position;
        const struct kauri_capture capture =
            kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
        const unsigned seeds = layer->seeds - (unsigned)capture.own - (unsigned)capture.opponent;
        view = kauri_view_of(&after);
        const uint64_t at = kauri_index(&indices[seeds], &view);
        r[i] = 3 * ((int32_t)capture.own - (int32_t)capture.opponent) - layers[seeds].r[at];
        dtc[i] = seeds < layer->seeds ? 0 : layers[seeds].dtc[at];
        assert_true(seeds < layer->seeds || at != index);
        best = r[i] > best ? r[i] : best;
    }
    int32_t least = INT32_MAX;
    int32_t maximum = 0;
    for (unsigned i = 0; i < count; i++) {
        least = r[i] == best && dtc[i] < least ? dtc[i] : least;
        maximum = r[i] == best && dtc[i] > maximum ? dtc[i] : maximum;
    }
    layers[layer->seeds].r[index] = best;
    layers[layer->seeds].dtc[index] = best == 0 ? 0 : 1 + (best > 0 ? least : maximum);
}

// Reads layer `seeds`; layers[n] is the layer n < seeds, needed where positions have no entry.
static void read_one(const char *folder, struct kauri_shape shape, unsigned seeds,
                     struct layer_values *layers)
{
    struct layer_values *values = &layers[seeds];
    struct kauri_reader *reader = NULL;
    struct kauri_stored_blocks stored;
    struct kauri_layer indices[KAURI_SEEDS_MAX + 1];
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    for (unsigned n = 0; n <= seeds; n++) {
        assert_int_equal(kauri_layer_init(&indices[n], shape, n, NULL), KAURI_OK);
    }
    const struct kauri_layer layer = indices[seeds];
    assert_int_equal(kauri_stored_blocks_init(&stored, &layer, NULL), KAURI_OK);
    assert_int_equal(kauri_reader_open(path, &reader, NULL), KAURI_OK);
    values->info = *kauri_reader_info(reader);
    values->r = malloc(layer.positions * sizeof *values->r);
    values->dtc = malloc(layer.positions * sizeof *values->dtc);
    assert_true(values->r != NULL && values->dtc != NULL);
    read_column(reader, &layer, &stored, KAURI_COLUMN_R, values->r);
    read_column(reader, &layer, &stored, KAURI_COLUMN_DTC, values->dtc);
    for (uint64_t block = 0;
         values->info.derivation == KAURI_DERIVATION_STORED && block < layer.block_count; block++) {
        for (uint32_t i = 0; !kauri_block_stored(&stored, block) && i < layer.cowrie_count; i++) {
            derive(&layer, indices, layers, block * layer.cowrie_count + i);
        }
    }
    values->info.derivation = KAURI_DERIVATION_NONE;
    values->info.entries = layer.positions;
    kauri_stored_blocks_clear(&stored);
    kauri_reader_close(reader);
    free(path);
}

struct layer_values read_layer(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    struct layer_values layers[KAURI_SEEDS_MAX + 1];
    for (unsigned n = 0; n <= seeds; n++) {
        read_one(folder, shape, n, layers);
    }
    for (unsigned n = 0; n < seeds; n++) {
        free_layer(&layers[n]);
    }
    return layers[seeds];
}

uint64_t digest_of(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    struct kauri_reader *reader = NULL;
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(kauri_reader_open(path, &reader, NULL), KAURI_OK);
    const uint64_t digest = kauri_reader_certificate(reader)->digest;
    kauri_reader_close(reader);
    free(path);
    return digest;
}

void free_layer(struct layer_values *values)
{
    free(values->r);
    free(values->dtc);
}

static void append_value(struct kauri_writer *writer, const struct layer_values *values,
                         uint64_t at)
{
    const int32_t numbers[] = {values->r[at], values->dtc[at]};
    uint8_t stored[2][2];
    for (unsigned c = 0; c < 2; c++) {
        const unsigned number = (unsigned)(numbers[c] - values->info.columns[c].bias);
        stored[c][0] = (uint8_t)number;
        stored[c][1] = (uint8_t)(number >> 8);
    }
    const void *const columns[] = {stored[0], stored[1]};
    assert_int_equal(kauri_writer_append(writer, columns, 1, NULL), KAURI_OK);
}

void write_layer(const char *folder, const struct layer_values *values)
{
    struct kauri_writer *writer = NULL;
    const struct kauri_table_info *info = &values->info;
    char *path = kauri_table_path(folder, info->holes, info->cowries, info->seeds);
    assert_non_null(path);
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
    assert_int_equal(kauri_writer_open(path, info, &options, &writer, NULL), KAURI_OK);
    for (uint64_t at = 0; at < info->positions; at++) {
        append_value(writer, values, at);
    }
    assert_int_equal(kauri_writer_commit(writer, NULL, NULL, NULL), KAURI_OK);
    free(path);
}

int32_t greatest_dtc(const struct layer_values *values)
{
    int32_t greatest = 0;
    for (uint64_t at = 0; at < values->info.positions; at++) {
        greatest = values->dtc[at] > greatest ? values->dtc[at] : greatest;
    }
    return greatest;
}
