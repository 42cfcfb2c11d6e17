#include "waurie/layer_check.h"

#include "common/loop.h"
#include "waurie/waurie_position.h"

#include <stdatomic.h>

enum { PIECES = 512 }; // pieces of a sample

struct checking {
    struct waurie_tables *tables;
    const struct waurie_tables_options *options;
    const struct waurie_layer *layer;
    uint64_t sample;
    unsigned own; // seeds in the mover's row of the block
    struct kauri_pace pace;
    atomic_ullong checked;
};

// Finds what the rules say about a position, if the tables are right about the positions after it.
static enum kauri_status rules_win(const struct checking *check, const struct waurie_board *board,
                                   bool *wins, struct kauri_error *error)
{
    const struct waurie_rules *rules = &check->options->rules;
    *wins = waurie_row_seeds(board->own) == 0;
    if (*wins || (!rules->at_turn && waurie_row_seeds(board->other) == 0)) {
        return KAURI_OK;
    }
    for (unsigned pit = 0; pit < board->pits && !*wins; pit++) {
        if (board->own[pit] != 0) {
            const struct waurie_move move = waurie_play(rules, board, pit);
            bool next = false; // the player who moves next wins
            if (!move.won) {
                KAURI_PASS(waurie_tables_look_up(check->tables, &move.board, &next, error));
            }
            *wins = move.won || next == (bool)move.again;
        }
    }
    return KAURI_OK;
}

// Checks a position; `stored` is true if the tables say that the player to move wins. KAURI_WRONG
// if they are wrong.
static enum kauri_status check_board(const struct checking *check, const struct waurie_board *board,
                                     bool stored, struct kauri_error *error)
{
    bool wins = false;
    const enum kauri_status status = rules_win(check, board, &wins, error);
    if (status == KAURI_OK && wins != stored) {
        const struct waurie_position position = {.board = *board};
        char text[WAURIE_POSITION_TEXT_BYTES];
        return kauri_fail(error, KAURI_WRONG, "layer %u is wrong at %s", check->layer->seeds,
                          waurie_position_format(&position, text));
    }
    return status;
}

// Checks all rows of the mover for one row of the waiting player.
static enum kauri_status check_line(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    struct checking *check = context;
    const struct waurie_layer *layer = check->layer;
    const uint64_t *line = waurie_tables_block(check->tables, layer->seeds, check->own) +
                           index * layer->line_words[check->own];
    struct waurie_board board = {.pits = (uint8_t)layer->pits};
    uint32_t rank = 0;
    (void)worker;
    waurie_row_at(layer->pits, layer->seeds - check->own, (uint32_t)index, board.other);
    waurie_row_first(layer->pits, check->own, board.own);
    do {
        KAURI_PASS(check_board(check, &board, (line[rank / 64] >> rank % 64 & 1) != 0, error));
        rank++;
    } while (waurie_row_next(layer->pits, board.own));
    atomic_fetch_add(&check->checked, rank);
    return KAURI_OK;
}

// The generator SplitMix64: a number that looks random for each state.
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
    struct checking *check = context;
    const uint64_t all = check->layer->places;
    (void)worker;
    for (uint64_t i = piece; i < check->sample; i += PIECES) {
        const struct waurie_board board = board_at(check->layer, scramble(i + 1) % all);
        bool stored = false;
        KAURI_PASS(waurie_tables_look_up(check->tables, &board, &stored, error));
        KAURI_PASS(check_board(check, &board, stored, error));
        atomic_fetch_add(&check->checked, 1);
    }
    return KAURI_OK;
}

enum kauri_status waurie_layer_check(struct waurie_tables *tables, unsigned seeds, uint64_t sample,
                                     uint64_t *checked, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_options *options = waurie_tables_options(tables);
    const struct waurie_layer *layer = &waurie_tables_layers(tables)[seeds];
    struct checking check = {
        .tables = tables,
        .options = options,
        .layer = layer,
        .sample = sample,
        .pace = {.threads = options->threads,
                 .progress = options->progress,
                 .report = {.stage = "verify",
                            .layer = seeds,
                            .total = sample != 0 ? sample : layer->places},
                 .began = kauri_clock_seconds()},
    };
    if (sample != 0) {
        const struct kauri_loop loop = {.pace = &check.pace, .count = PIECES, .done = sample};
        KAURI_TRY(kauri_loop(&loop, check_piece, &check, error));
    }
    for (check.own = 0; sample == 0 && check.own <= seeds; check.own++) {
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
