#include "waurie/solver/solve_tables.h"

#include "common/size.h"
#include "db/lock.h"
#include "waurie/layer_file.h"
#include "waurie/solver/solve_layer.h"

enum {
    // For reading and writing tables, each with one thread; measured with zstd 1.4 to 1.5. Small
    // layers take less.
    FILE_BYTES = 24 << 20,
    FILE_BYTES_LEAST = 1 << 20,
    FILE_TIMES = 16, // times the bytes of the layer
};

struct solving {
    const struct waurie_solve_request *request;
    struct waurie_tables *tables;
};

static uint64_t file_bytes(unsigned pits, unsigned seeds, unsigned threads)
{
    struct waurie_layer layer;
    waurie_layer_make(pits, seeds, &layer);
    const uint64_t bytes = layer.words * sizeof(uint64_t) * FILE_TIMES + FILE_BYTES_LEAST;
    return (bytes < FILE_BYTES ? bytes : FILE_BYTES) * (threads + 1);
}

uint64_t waurie_solve_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned threads)
{
    const unsigned below = waurie_stored_most(rules, pits, seeds);
    const uint64_t scratch = waurie_layer_scratch(rules, pits, seeds, threads, false);
    const uint64_t file = file_bytes(pits, seeds, threads);
    uint64_t bytes = 0;
    for (unsigned n = seeds - below; n <= seeds; n++) {
        struct waurie_layer layer;
        waurie_layer_make(pits, n, &layer);
        bytes += layer.words * sizeof(uint64_t);
    }
    // Scratch memory is given back before the table is written.
    return bytes + (scratch > file ? scratch : file);
}

uint64_t waurie_solve_memory_blocks(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                    unsigned threads)
{
    return waurie_layer_scratch(rules, pits, seeds, threads, true) +
           file_bytes(pits, seeds, threads);
}

uint64_t waurie_solve_memory_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                   unsigned threads)
{
    const uint64_t blocks = waurie_solve_memory_blocks(rules, pits, seeds, threads) +
                            waurie_lower_least(rules, pits, seeds);
    const uint64_t whole = waurie_solve_memory(rules, pits, seeds, threads);
    return blocks < whole ? blocks : whole;
}

// Drops the layers below `first`.
static void drop_below(const struct solving *solving, unsigned first)
{
    for (unsigned n = 0; n < first; n++) {
        waurie_tables_drop_layer(solving->tables, n);
    }
}

static const struct waurie_lines *lines_of(const struct waurie_solve_request *request)
{
    return request->portable ? waurie_lines_portable() : waurie_lines_best();
}

static enum kauri_status write_layer(const struct waurie_tables *tables, unsigned seeds,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_options *options = waurie_tables_options(tables);
    const struct waurie_layer *layer = &waurie_tables_layers(tables)[seeds];
    struct waurie_file_writer *writer = NULL;
    KAURI_TRY(waurie_file_writer_new(options->folder, &options->rules, layer, options->threads,
                                     options->progress, &writer, error));
    for (unsigned own = 0; own <= seeds; own++) {
        KAURI_TRY(waurie_file_append(writer, waurie_tables_block(tables, seeds, own),
                                     waurie_block_words(layer, own), error));
    }
    status = waurie_file_commit(writer, error);
cleanup:
    waurie_file_writer_free(writer);
    return status;
}

// Solves a layer in memory, and keeps it for the next ones.
static enum kauri_status solve_whole(struct solving *solving, unsigned seeds,
                                     struct waurie_solved *solved, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_solve_request *request = solving->request;
    const unsigned least = seeds - waurie_stored_most(&request->rules, request->pits, seeds);
    drop_below(solving, least);
    for (unsigned n = least; n < seeds; n++) {
        KAURI_TRY(waurie_tables_hold_layer(solving->tables, n, error));
    }
    const double begin = kauri_clock_seconds();
    KAURI_TRY(waurie_solve_in_memory(solving->tables, seeds, lines_of(request), error));
    const double end = kauri_clock_seconds();
    KAURI_TRY(write_layer(solving->tables, seeds, error));
    solved->solve_seconds = end - begin;
    solved->write_seconds = kauri_clock_seconds() - end;
cleanup:
    return status;
}

static enum kauri_status solve_by_blocks(struct solving *solving, unsigned seeds, uint64_t taken,
                                         struct waurie_solved *solved, struct kauri_error *error)
{
    const struct waurie_solve_request *request = solving->request;
    struct waurie_blocks_solved result = {.solve_seconds = 0};
    drop_below(solving, seeds);
    const enum kauri_status status = waurie_solve_by_blocks(
        solving->tables, seeds, lines_of(request), request->memory - taken, &result, error);
    solved->by_blocks = true;
    solved->solve_seconds = result.solve_seconds;
    solved->write_seconds = result.write_seconds;
    solved->read_seconds = result.read_seconds;
    solved->read_bytes = result.read_bytes;
    solved->held = taken + result.lower_most;
    return status;
}

static enum kauri_status solve_one(struct solving *solving, unsigned seeds,
                                   struct kauri_error *error)
{
    const struct waurie_solve_request *request = solving->request;
    const struct waurie_rules *rules = &request->rules;
    struct waurie_solved solved = {
        .seeds = seeds,
        .positions = waurie_layer_positions(&waurie_tables_layers(solving->tables)[seeds])};
    enum kauri_status status = KAURI_OK;
    unsigned threads = request->threads;
    while (threads > 1 &&
           waurie_solve_memory_least(rules, request->pits, seeds, threads) > request->memory) {
        threads--;
    }
    waurie_tables_use_threads(solving->tables, threads);
    solved.held = waurie_solve_memory(rules, request->pits, seeds, threads);
    if (solved.held <= request->memory) {
        status = solve_whole(solving, seeds, &solved, error);
    } else if (waurie_solve_memory_least(rules, request->pits, seeds, threads) <= request->memory) {
        status = solve_by_blocks(solving, seeds,
                                 waurie_solve_memory_blocks(rules, request->pits, seeds, threads),
                                 &solved, error);
    } else {
        char needed[KAURI_SIZE_TEXT_BYTES];
        char given[KAURI_SIZE_TEXT_BYTES];
        if (request->exceeds != NULL) {
            *request->exceeds = true;
        }
        return kauri_fail(
            error, KAURI_RESOURCE, "layer %u takes %s of memory; it may have %s", seeds,
            kauri_format_size(waurie_solve_memory_least(rules, request->pits, seeds, threads),
                              needed),
            kauri_format_size(request->memory, given));
    }
    solved.speed = (uint64_t)((double)solved.positions /
                              (solved.solve_seconds > 1e-6 ? solved.solve_seconds : 1e-6));
    if (status == KAURI_OK && request->solved != NULL) {
        request->solved(request->context, &solved);
    }
    return status;
}

// The first layer that the folder does not have.
static enum kauri_status find_first(const struct solving *solving, unsigned *first,
                                    struct kauri_error *error)
{
    const struct waurie_solve_request *request = solving->request;
    for (*first = 0; *first <= request->seeds_most; (*first)++) {
        const enum kauri_status status = waurie_tables_find(solving->tables, *first, error);
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
    unsigned first = 0;
    struct solving solving = {.request = request};
    const struct waurie_tables_options options = {.folder = request->folder,
                                                  .rules = request->rules,
                                                  .pits = request->pits,
                                                  .threads = request->threads,
                                                  .progress = request->progress};
    KAURI_TRY(waurie_tables_open(&options, &solving.tables, error));
    KAURI_TRY(kauri_folder_lock(request->folder, &lock, error));
    waurie_file_remove_leftovers(request->folder, &request->rules, request->pits);
    KAURI_TRY(find_first(&solving, &first, error));
    for (unsigned n = first; n <= request->seeds_most; n++) {
        KAURI_TRY(solve_one(&solving, n, error));
    }
cleanup:
    kauri_folder_unlock(lock);
    waurie_tables_close(solving.tables);
    return status;
}

// -------------------------------------------------------------------------------- single positions

// The bit of a board in the solved pair.
static bool pair_wins(const struct waurie_layer *layer, const struct waurie_pair_blocks *blocks,
                      const struct waurie_board *board)
{
    const unsigned own = waurie_row_seeds(board->own);
    const uint64_t *bits = own == blocks->first ? blocks->bits[0] : blocks->bits[1];
    const uint32_t rank = waurie_row_rank(layer->pits, own, board->own);
    const uint64_t line = waurie_row_rank(layer->pits, layer->seeds - own, board->other);
    return (bits[line * layer->line_words[own] + rank / 64] >> rank % 64 & 1) != 0;
}

// Evaluates the moves by the rules, and compares them with the solved pair.
static enum kauri_status look_up_moves(const struct waurie_layer *layer,
                                       const struct waurie_pair_blocks *blocks,
                                       struct waurie_tables *tables, struct waurie_answer *answer,
                                       struct kauri_error *error)
{
    bool any = false;
    const bool wins = pair_wins(layer, blocks, &answer->position.board);
    answer->result = wins ? WAURIE_WIN : WAURIE_LOSS;
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        const struct waurie_board *board = &move->after.board;
        bool next = false; // the player who moves next wins
        if (!move->ends && waurie_seeds(board) == layer->seeds) {
            next = pair_wins(layer, blocks, board);
        } else if (!move->ends) {
            const enum kauri_status status = waurie_tables_look_up(tables, board, &next, error);
            if (status != KAURI_OK) {
                return status;
            }
        }
        if (!move->ends) {
            move->result = waurie_result_before(move, next ? WAURIE_WIN : WAURIE_LOSS);
        }
        any = any || move->result == WAURIE_WIN;
    }
    return any == wins ? KAURI_OK
                       : kauri_fail(error, KAURI_WRONG, "the solved blocks contradict the moves");
}

enum kauri_status waurie_solve_position(const struct waurie_solve_request *request,
                                        const struct waurie_position *position,
                                        struct waurie_answer *answer, uint64_t *solved,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_board *board = &position->board;
    const unsigned seeds = waurie_seeds(board);
    const unsigned own = waurie_row_seeds(board->own);
    struct waurie_pair_blocks blocks = {.first = own < seeds - own ? own : seeds - own};
    struct waurie_tables *tables = NULL;
    const struct waurie_tables_options options = {.folder = request->folder,
                                                  .rules = request->rules,
                                                  .pits = board->pits,
                                                  .threads = request->threads,
                                                  .page_memory = WAURIE_PAGES_LEAST,
                                                  .progress = request->progress};
    const uint64_t taken =
        WAURIE_PAGES_LEAST +
        waurie_solve_memory_blocks(&request->rules, board->pits, seeds, request->threads);
    const uint64_t least = taken + waurie_lower_least(&request->rules, board->pits, seeds);
    waurie_answer_begin(&request->rules, position, answer);
    if (request->memory < least) {
        char needed[KAURI_SIZE_TEXT_BYTES];
        char given[KAURI_SIZE_TEXT_BYTES];
        return kauri_fail(error, KAURI_RESOURCE, "the position takes %s of memory; it may have %s",
                          kauri_format_size(least, needed),
                          kauri_format_size(request->memory, given));
    }
    KAURI_TRY(waurie_tables_open(&options, &tables, error));
    const struct waurie_layer *layer = &waurie_tables_layers(tables)[seeds];
    KAURI_TRY(waurie_solve_pair(tables, seeds, waurie_lines_best(), request->memory - taken,
                                &blocks, error));
    *solved =
        (uint64_t)layer->lines[own] * layer->line_bits[own] * (blocks.bits[1] == NULL ? 1 : 2);
    status = look_up_moves(layer, &blocks, tables, answer, error);
cleanup:
    if (tables != NULL) {
        waurie_pair_blocks_free(&waurie_tables_layers(tables)[seeds], &blocks);
    }
    waurie_tables_close(tables);
    return status;
}
