#include "waurie/layer_check.h"

#include "common/loop.h"
#include "waurie/bit_layer.h"
#include "waurie/rows.h"
#include "waurie/waurie_notation.h"

#include <stdatomic.h>

enum { PIECES = 512 }; // of a sample

struct checking {
    const struct waurie_check_request *request;
    struct waurie_layer layer;
    unsigned own; // seeds in the mover's row of the block
    struct kauri_pace pace;
    atomic_ullong checked;
};

// What the rules say of a position, if the tables are right about the positions after it.
static enum kauri_status rules_win(const struct waurie_check_request *request,
                                   const struct waurie_board *board, bool *wins,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *wins = waurie_row_seeds(board->own) == 0;
    if (*wins || (!request->rules.at_turn && waurie_row_seeds(board->other) == 0)) {
        return KAURI_OK;
    }
    for (unsigned pit = 0; pit < request->pits && !*wins; pit++) {
        if (board->own[pit] != 0) {
            const struct waurie_move move = waurie_play(&request->rules, board, pit);
            bool next = false; // the player who moves next wins
            if (!move.won) {
                KAURI_TRY(waurie_tables_look_up(request->tables, &move.board, &next, error));
            }
            *wins = move.won || next == (bool)move.again;
        }
    }
cleanup:
    return status;
}

// KAURI_WRONG if the tables are.
static enum kauri_status check_board(const struct waurie_check_request *request,
                                     const struct waurie_board *board, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_position position = {.board = *board};
    char text[WAURIE_POSITION_TEXT_BYTES];
    bool wins = false;
    bool stored_wins = false;
    KAURI_TRY(rules_win(request, board, &wins, error));
    KAURI_TRY(waurie_tables_look_up(request->tables, board, &stored_wins, error));
    if (wins != stored_wins) {
        status = kauri_fail(error, KAURI_WRONG, "layer %u is wrong at %s", request->seeds,
                            waurie_position_format(&position, text));
    }
cleanup:
    return status;
}

// All rows of the mover for one row of the player who waits.
static enum kauri_status check_line(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct checking *check = context;
    const unsigned pits = check->request->pits;
    const unsigned waiting = check->request->seeds - check->own;
    struct waurie_board board = {.pits = (uint8_t)pits};
    uint64_t checked = 0;
    (void)worker;
    waurie_row_at(pits, waiting, (uint32_t)index, board.other);
    waurie_row_first(pits, check->own, board.own);
    do {
        KAURI_TRY(check_board(check->request, &board, error));
        checked++;
    } while (waurie_row_next(pits, board.own));
    atomic_fetch_add(&check->checked, checked);
cleanup:
    return status;
}

// SplitMix64: a number that looks random for each state.
static uint64_t scramble(uint64_t state)
{
    uint64_t mixed = state * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

// The position with this number among those of the layer.
static struct waurie_board board_at(const struct waurie_layer *layer, uint64_t number)
{
    unsigned own = 0;
    struct waurie_board board = {.pits = (uint8_t)layer->pits};
    while (number >= (uint64_t)layer->lines[own] * layer->line_bits[own]) {
        number -= (uint64_t)layer->lines[own] * layer->line_bits[own];
        own++;
    }
    waurie_row_at(layer->pits, own, (uint32_t)(number % layer->line_bits[own]), board.own);
    waurie_row_at(layer->pits, layer->seeds - own, (uint32_t)(number / layer->line_bits[own]),
                  board.other);
    return board;
}

static enum kauri_status check_piece(void *context, unsigned worker, uint64_t piece,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct checking *check = context;
    const uint64_t sample = check->request->sample;
    const uint64_t all = check->layer.places;
    (void)worker;
    for (uint64_t i = sample / PIECES * piece + (piece < sample % PIECES ? piece : sample % PIECES),
                  end = i + sample / PIECES + (piece < sample % PIECES ? 1 : 0);
         i < end; i++) {
        const struct waurie_board board = board_at(&check->layer, scramble(i + 1) % all);
        KAURI_TRY(check_board(check->request, &board, error));
        atomic_fetch_add(&check->checked, 1);
    }
cleanup:
    return status;
}

enum kauri_status waurie_layer_check(const struct waurie_check_request *request, uint64_t *checked,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct checking check = {
        .request = request,
        .pace = {.threads = request->threads,
                 .progress = request->progress,
                 .report = {.stage = "verify", .layer = request->seeds},
                 .began = kauri_clock_seconds()},
    };
    struct waurie_layer *layer = &check.layer;
    waurie_layer_make(request->pits, request->seeds, layer);
    check.pace.report.total = request->sample != 0 ? request->sample : layer->places;
    if (request->sample != 0) {
        const struct kauri_loop loop = {
            .pace = &check.pace, .count = PIECES, .done = request->sample};
        KAURI_TRY(kauri_loop(&loop, check_piece, &check, error));
    }
    for (check.own = 0; request->sample == 0 && check.own <= request->seeds; check.own++) {
        const uint64_t lines = layer->lines[check.own];
        const struct kauri_loop loop = {
            .pace = &check.pace, .count = lines, .done = lines * layer->line_bits[check.own]};
        KAURI_TRY(kauri_loop(&loop, check_line, &check, error));
    }
    status = kauri_pace_look(&check.pace, error);
cleanup:
    *checked += atomic_load(&check.checked);
    return status;
}
