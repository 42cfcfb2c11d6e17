#include "waurie/solver/solve_tables.h"

#include "common/file.h"
#include "common/folder.h"
#include "common/size.h"
#include "db/lock.h"
#include "waurie/layer_file.h"
#include "waurie/solver/pair.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define SPOOL_NAME "waurie.spool"

enum {
    COPY_WORDS = 1 << 16, // words copied at a time between the temporary file and memory
    // Memory for reading and writing tables, each with one thread; measured with zstd 1.4 to 1.5.
    // Small layers take less.
    FILE_BYTES = 24 << 20,
    FILE_BYTES_LEAST = 1 << 20,
    FILE_TIMES = 16, // bytes for each byte of the layer, up to FILE_BYTES in all
};

struct layer_solving {
    struct waurie_layer_work work;
    struct kauri_pace pace;
    struct waurie_lower lower;
    struct waurie_file_writer *writer;
    int spool; // temporary file without a name, for later blocks
    uint64_t spool_words;
    // Words before the block in the temporary file, by the mover's seeds.
    uint64_t offset[WAURIE_SEEDS_MAX + 1];
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
        .spool = -1,
    };
}

// ------------------------------------------------------------------------------- temporary file

// Makes the temporary file in the folder, which this run has locked, and removes its name, so that
// nothing is left of it however the process ends.
static enum kauri_status open_spool(struct layer_solving *solving, const char *folder,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *parent = NULL;
    KAURI_TRY(kauri_folder_open(folder, &parent, error));
    kauri_folder_unlink(parent, SPOOL_NAME);
    solving->spool = openat(kauri_folder_descriptor(parent), SPOOL_NAME,
                            O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)0600);
    if (solving->spool < 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s/%s", folder, SPOOL_NAME);
    }
    kauri_folder_unlink(parent, SPOOL_NAME);
cleanup:
    kauri_folder_close(parent);
    return status;
}

// Writes, or with `reads` reads, words of the temporary file.
static enum kauri_status transfer(const struct layer_solving *solving, bool reads, uint64_t first,
                                  uint64_t *words, uint64_t count, struct kauri_error *error)
{
    uint8_t *bytes = (uint8_t *)words;
    uint64_t offset = first * sizeof *words;
    const uint64_t end = offset + count * sizeof *words;
    while (offset < end) {
        const uint64_t left = end - offset;
        const size_t maximum = COPY_WORDS * sizeof *words;
        const size_t size = left < maximum ? (size_t)left : maximum;
        const ssize_t done = reads ? pread(solving->spool, bytes, size, (off_t)offset)
                                   : pwrite(solving->spool, bytes, size, (off_t)offset);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot %s a temporary file in %s",
                                    reads ? "read" : "write",
                                    waurie_tables_options(solving->work.tables)->folder);
        }
        if (!reads) {
            kauri_writeback_start(solving->spool, offset, (uint64_t)done);
        }
        bytes += done;
        offset += (uint64_t)done;
    }
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- one layer

// Writes the first block of a pair into the table, and keeps the second one.
static enum kauri_status keep(struct layer_solving *solving,
                              const struct waurie_pair_blocks *blocks, struct kauri_error *error)
{
    const struct waurie_layer *layer = &solving->work.layer[solving->work.seeds];
    const unsigned second = layer->seeds - blocks->first;
    const double before = kauri_clock_seconds();
    enum kauri_status status = waurie_file_append(solving->writer, blocks->bits[0],
                                                  waurie_block_words(layer, blocks->first), error);
    if (status == KAURI_OK && blocks->bits[1] != NULL) {
        solving->offset[second] = solving->spool_words;
        solving->spool_words += waurie_block_words(layer, second);
        status = transfer(solving, false, solving->offset[second], blocks->bits[1],
                          waurie_block_words(layer, second), error);
    }
    solving->write_seconds += kauri_clock_seconds() - before;
    return status;
}

// Solves all pairs; each is written and freed.
static enum kauri_status solve_pairs(struct layer_solving *solving, struct kauri_error *error)
{
    const struct waurie_layer_work *work = &solving->work;
    for (unsigned first = 0; first <= work->seeds / 2; first++) {
        struct waurie_pair_blocks blocks = {.first = first};
        solving->lower.pair = first;
        enum kauri_status status = waurie_pair_solve(work, &solving->pace, &blocks, error);
        status = status == KAURI_OK ? keep(solving, &blocks, error) : status;
        waurie_pair_blocks_free(&work->layer[work->seeds], &blocks);
        KAURI_PASS(status);
    }
    return KAURI_OK;
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
            KAURI_TRY(transfer(solving, true, solving->offset[own] + first, words, count, error));
            KAURI_TRY(waurie_file_append(solving->writer, words, count, error));
        }
    }
cleanup:
    free(words);
    return status;
}

enum kauri_status waurie_solve_layer(struct waurie_tables *tables, unsigned seeds,
                                     const struct waurie_lines *lines, uint64_t lower_memory,
                                     struct waurie_solved *solved, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_options *options = waurie_tables_options(tables);
    struct layer_solving solving;
    begin(tables, seeds, lines, &solving);
    solving.lower = (struct waurie_lower){.tables = tables, .seeds = seeds, .memory = lower_memory};
    solving.work.lower = &solving.lower;
    KAURI_TRY(waurie_lower_open(&solving.lower, error));
    KAURI_TRY(open_spool(&solving, options->folder, error));
    KAURI_TRY(waurie_file_writer_new(options->folder, &options->rules, &solving.work.layer[seeds],
                                     options->threads, options->progress, &solving.writer, error));
    const double before = kauri_clock_seconds();
    KAURI_TRY(solve_pairs(&solving, error));
    const double after = kauri_clock_seconds();
    waurie_lower_close(&solving.lower);
    KAURI_TRY(copy_kept(&solving, error));
    KAURI_TRY(waurie_file_commit(solving.writer, error));
    solved->solve_seconds = after - before - solving.write_seconds;
    solved->write_seconds = solving.write_seconds + kauri_clock_seconds() - after;
    solved->read_seconds = solving.lower.seconds;
    solved->read_bytes = solving.lower.read_bytes;
    solved->held = solving.lower.maximum;
cleanup:
    waurie_file_writer_free(solving.writer);
    if (solving.spool >= 0) {
        (void)close(solving.spool);
    }
    waurie_lower_close(&solving.lower);
    return status;
}

// ----------------------------------------------------------------------------------------- memory

static uint64_t layer_bytes(unsigned pits, unsigned seeds)
{
    struct waurie_layer layer;
    waurie_layer_make(pits, seeds, &layer);
    return layer.words * sizeof(uint64_t);
}

static uint64_t file_bytes(unsigned pits, unsigned seeds, unsigned threads)
{
    const uint64_t bytes = layer_bytes(pits, seeds) * FILE_TIMES + FILE_BYTES_LEAST;
    return (bytes < FILE_BYTES ? bytes : FILE_BYTES) * (threads + 1);
}

// The memory that a layer takes without the blocks of lower layers.
static uint64_t own_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                           unsigned threads)
{
    uint64_t maximum = COPY_WORDS * sizeof(uint64_t);
    for (unsigned first = 0; first <= seeds / 2; first++) {
        const uint64_t bytes = waurie_pair_scratch(rules, pits, seeds, first, threads);
        maximum = bytes > maximum ? bytes : maximum;
    }
    return maximum + file_bytes(pits, seeds, threads);
}

uint64_t waurie_solve_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned threads)
{
    return own_memory(rules, pits, seeds, threads) + waurie_lower_least(rules, pits, seeds);
}

// ----------------------------------------------------------------------------------------- tables

static enum kauri_status does_not_fit(const struct waurie_solve_request *request, unsigned seeds,
                                      uint64_t least, struct kauri_error *error)
{
    char needed[KAURI_SIZE_TEXT_BYTES];
    char given[KAURI_SIZE_TEXT_BYTES];
    if (request->exceeds != NULL) {
        *request->exceeds = true;
    }
    return kauri_fail(error, KAURI_RESOURCE, "layer %u takes %s of memory; it may have %s", seeds,
                      kauri_format_size(least, needed), kauri_format_size(request->memory, given));
}

static enum kauri_status solve_one(const struct waurie_solve_request *request,
                                   struct waurie_tables *tables, unsigned seeds,
                                   struct kauri_error *error)
{
    const struct waurie_rules *rules = &request->rules;
    struct waurie_solved solved = {
        .seeds = seeds, .positions = waurie_layer_positions(&waurie_tables_layers(tables)[seeds])};
    unsigned threads = request->threads;
    uint64_t least = waurie_solve_memory(rules, request->pits, seeds, threads);
    while (threads > 1 && least > request->memory) {
        threads--;
        least = waurie_solve_memory(rules, request->pits, seeds, threads);
    }
    if (least > request->memory) {
        return does_not_fit(request, seeds, least, error);
    }
    waurie_tables_use_threads(tables, threads);
    const uint64_t taken = own_memory(rules, request->pits, seeds, threads);
    KAURI_PASS(waurie_solve_layer(tables, seeds, waurie_lines_best(), request->memory - taken,
                                  &solved, error));
    solved.held += taken;
    solved.speed = (uint64_t)((double)solved.positions /
                              (solved.solve_seconds > 1e-6 ? solved.solve_seconds : 1e-6));
    if (request->solved != NULL) {
        request->solved(request->context, &solved);
    }
    return KAURI_OK;
}

// The first layer that the folder does not have.
static enum kauri_status find_first(struct waurie_tables *tables, unsigned maximum, unsigned *first,
                                    struct kauri_error *error)
{
    for (*first = 0; *first <= maximum; (*first)++) {
        const enum kauri_status status = waurie_tables_find(tables, *first, error);
        if (status != KAURI_OK) {
            return status == KAURI_MISSING ? KAURI_OK : status;
        }
    }
    return KAURI_OK;
}

enum kauri_status waurie_solve_tables(const struct waurie_solve_request *request,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder_lock *lock = NULL;
    struct waurie_tables *tables = NULL;
    unsigned first = 0;
    const struct waurie_tables_options options = {.folder = request->folder,
                                                  .rules = request->rules,
                                                  .pits = request->pits,
                                                  .threads = request->threads,
                                                  .progress = request->progress};
    KAURI_TRY(waurie_tables_open(&options, &tables, error));
    KAURI_TRY(kauri_folder_lock(request->folder, &lock, error));
    waurie_file_remove_leftovers(request->folder, &request->rules, request->pits);
    KAURI_TRY(find_first(tables, request->seeds_most, &first, error));
    for (unsigned n = first; n <= request->seeds_most; n++) {
        KAURI_TRY(solve_one(request, tables, n, error));
    }
cleanup:
    kauri_folder_unlock(lock);
    waurie_tables_close(tables);
    return status;
}
