#include "waurie/solver/solve_tables.h"

#include "common/size.h"
#include "waurie/solver/solve_layer.h"

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
