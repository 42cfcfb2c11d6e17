#include "waurie/solver/solve_layer.h"

#include "waurie/layer_file.h"
#include "waurie/solver/block_spool.h"

#include <stdlib.h>

enum { COPY_WORDS = 1 << 18 }; // from the temporary file into the table, at a time

struct layer_solving {
    struct waurie_layer_work work;
    struct kauri_pace pace;
    // By blocks.
    struct waurie_lower lower;
    struct waurie_file_writer *writer; // NULL: in memory
    struct waurie_spool *spool;
    uint64_t offset[WAURIE_SEEDS_MAX + 1]; // in the temporary file, by the mover's seeds
    double write_seconds;
};

static void begin(struct waurie_tables *tables, unsigned seeds, const struct waurie_lines *lines,
                  struct layer_solving *solving)
{
    const struct waurie_tables_options *options = waurie_tables_options(tables);
    const struct waurie_layer *layer = waurie_tables_layers(tables);
    *solving = (struct layer_solving){
        .work = {.tables = tables,
                 .rules = options->rules,
                 .pits = options->pits,
                 .seeds = seeds,
                 .layer = layer,
                 .lines = lines},
        .pace = {.threads = options->threads,
                 .progress = options->progress,
                 .report = {.stage = "solve",
                            .layer = seeds,
                            .total = waurie_layer_positions(&layer[seeds])},
                 .began = kauri_clock_seconds()},
    };
}

// Writes the first block of a pair into the table, and keeps the second one.
static enum kauri_status keep(struct layer_solving *solving,
                              const struct waurie_pair_blocks *blocks, struct kauri_error *error)
{
    const struct waurie_layer *layer = &solving->work.layer[solving->work.seeds];
    const unsigned second = layer->seeds - blocks->first;
    const double begin = kauri_clock_seconds();
    enum kauri_status status = waurie_file_append(solving->writer, blocks->bits[0],
                                                  waurie_block_words(layer, blocks->first), error);
    if (status == KAURI_OK && blocks->bits[1] != NULL) {
        status =
            waurie_spool_append(solving->spool, blocks->bits[1], waurie_block_words(layer, second),
                                &solving->offset[second], error);
    }
    solving->write_seconds += kauri_clock_seconds() - begin;
    return status;
}

// In memory the blocks go where the tables hold them; otherwise each pair is kept and freed.
static enum kauri_status solve_pairs(struct layer_solving *solving, struct kauri_error *error)
{
    const struct waurie_layer_work *work = &solving->work;
    for (unsigned first = 0; first <= work->seeds / 2; first++) {
        struct waurie_pair_blocks blocks = {
            .first = first,
            .bits = {waurie_tables_block(work->tables, work->seeds, first),
                     waurie_tables_block(work->tables, work->seeds, work->seeds - first)}};
        solving->lower.pair = first;
        enum kauri_status status = waurie_pair_solve(work, &solving->pace, &blocks, error);
        if (solving->writer != NULL) {
            status = status == KAURI_OK ? keep(solving, &blocks, error) : status;
            waurie_pair_blocks_free(&work->layer[work->seeds], &blocks);
        }
        if (status != KAURI_OK) {
            return status;
        }
    }
    return KAURI_OK;
}

enum kauri_status waurie_solve_in_memory(struct waurie_tables *tables, unsigned seeds,
                                         const struct waurie_lines *lines,
                                         struct kauri_error *error)
{
    struct layer_solving solving;
    begin(tables, seeds, lines, &solving);
    enum kauri_status status = waurie_tables_make_layer(tables, seeds, error);
    if (status == KAURI_OK) {
        status = solve_pairs(&solving, error);
    }
    if (status != KAURI_OK) {
        waurie_tables_drop_layer(tables, seeds);
    }
    return status;
}

// Begins solving by blocks; ended with end_blocks, also on failure.
static enum kauri_status begin_blocks(struct layer_solving *solving, uint64_t lower_memory,
                                      struct kauri_error *error)
{
    solving->lower = (struct waurie_lower){
        .tables = solving->work.tables, .seeds = solving->work.seeds, .memory = lower_memory};
    solving->work.lower = &solving->lower;
    return waurie_lower_open(&solving->lower, error);
}

static void end_blocks(struct layer_solving *solving)
{
    waurie_file_writer_free(solving->writer);
    waurie_spool_free(solving->spool);
    waurie_lower_close(&solving->lower);
}

// Appends the blocks in the temporary file to the table.
static enum kauri_status copy_kept(struct layer_solving *solving, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &solving->work.layer[solving->work.seeds];
    uint64_t *words = malloc(COPY_WORDS * sizeof *words);
    if (words == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (unsigned own = layer->seeds / 2 + 1; own <= layer->seeds; own++) {
        const uint64_t all = waurie_block_words(layer, own);
        for (uint64_t first = 0; first < all; first += COPY_WORDS) {
            const uint64_t count = all - first < COPY_WORDS ? all - first : COPY_WORDS;
            KAURI_TRY(waurie_spool_read(
                solving->spool, solving->offset[own] + first * sizeof *words, words, count, error));
            KAURI_TRY(waurie_file_append(solving->writer, words, count, error));
        }
    }
cleanup:
    free(words);
    return status;
}

enum kauri_status waurie_solve_by_blocks(struct waurie_tables *tables, unsigned seeds,
                                         const struct waurie_lines *lines, uint64_t lower_memory,
                                         struct waurie_blocks_solved *solved,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_options *options = waurie_tables_options(tables);
    struct layer_solving solving;
    begin(tables, seeds, lines, &solving);
    KAURI_TRY(begin_blocks(&solving, lower_memory, error));
    KAURI_TRY(waurie_spool_new(options->folder, &solving.spool, error));
    KAURI_TRY(waurie_file_writer_new(options->folder, &options->rules, &solving.work.layer[seeds],
                                     options->threads, options->progress, &solving.writer, error));
    const double begin = kauri_clock_seconds();
    KAURI_TRY(solve_pairs(&solving, error));
    const double end = kauri_clock_seconds();
    waurie_lower_close(&solving.lower);
    KAURI_TRY(copy_kept(&solving, error));
    KAURI_TRY(waurie_file_commit(solving.writer, error));
    *solved = (struct waurie_blocks_solved){
        .solve_seconds = end - begin - solving.write_seconds,
        .write_seconds = solving.write_seconds + kauri_clock_seconds() - end,
        .read_seconds = solving.lower.seconds,
        .read_bytes = solving.lower.read_bytes,
        .lower_most = solving.lower.most,
    };
cleanup:
    end_blocks(&solving);
    return status;
}

enum kauri_status waurie_solve_pair(struct waurie_tables *tables, unsigned seeds,
                                    const struct waurie_lines *lines, uint64_t lower_memory,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &waurie_tables_layers(tables)[seeds];
    const unsigned second = seeds - blocks->first;
    const uint64_t positions = (uint64_t)layer->lines[second] * layer->line_bits[second];
    struct layer_solving solving;
    begin(tables, seeds, lines, &solving);
    solving.pace.report.total = blocks->first == second ? positions : 2 * positions;
    KAURI_TRY(begin_blocks(&solving, lower_memory, error));
    solving.lower.pair = blocks->first;
    status = waurie_pair_solve(&solving.work, &solving.pace, blocks, error);
cleanup:
    end_blocks(&solving);
    return status;
}

uint64_t waurie_layer_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              unsigned threads, bool by_blocks)
{
    uint64_t most = 0;
    for (unsigned first = 0; first <= seeds / 2; first++) {
        const uint64_t bytes = waurie_pair_scratch(rules, pits, seeds, first, threads, by_blocks);
        most = bytes > most ? bytes : most;
    }
    return by_blocks ? most + COPY_WORDS * sizeof(uint64_t) : most;
}
