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
    unsigned own;   // seeds in the mover's row of the block
    uint64_t first; // line of this loop
    atomic_ullong checked;
    atomic_bool wrong;
    atomic_int failed; // the first status that is not KAURI_OK
    struct kauri_error error;
    struct waurie_board fault; // written by the thread that sets `wrong`
    bool fault_distance;       // likewise: who wins is right there
};

// The check ends with the first failure.
static void note_failure(struct checking *check, enum kauri_status status,
                         const struct kauri_error *error)
{
    int none = KAURI_OK;
    if (status != KAURI_OK && atomic_compare_exchange_strong(&check->failed, &none, (int)status)) {
        check->error = *error;
    }
}

// Who wins a position, by the tables. After a failure it means nothing.
static bool tables_win(struct checking *check, unsigned worker, const struct waurie_board *board)
{
    const struct waurie_check_request *request = check->request;
    struct kauri_error error = {.message = ""};
    bool wins = false;
    if (request->tables != NULL) {
        return waurie_tables_wins(request->tables, board);
    }
    note_failure(check, waurie_pages_wins(request->pages[worker], board, &wins, &error), &error);
    return wins;
}

// The distances of a position, by the tables. After a failure they mean nothing.
static struct waurie_distance tables_distance(struct checking *check, unsigned worker,
                                              const struct waurie_board *board)
{
    const struct waurie_check_request *request = check->request;
    struct kauri_error error = {.message = ""};
    struct waurie_value value;
    if (request->distances != NULL) {
        return waurie_distance_of(request->distances, board);
    }
    note_failure(check, waurie_pages_value(request->pages[worker], board, &value, &error), &error);
    return (struct waurie_distance){(int16_t)value.turns, (int16_t)value.sowings};
}

// What the rules say of a position, if the tables are right about the positions after it.
static bool rules_win(struct checking *check, unsigned worker, const struct waurie_board *board)
{
    const struct waurie_check_request *request = check->request;
    if (waurie_row_seeds(board->own) == 0) {
        return true;
    }
    if (!request->rules.at_turn && waurie_row_seeds(board->other) == 0) {
        return false;
    }
    for (unsigned pit = 0; pit < request->pits; pit++) {
        if (board->own[pit] != 0) {
            const struct waurie_move move = waurie_play(&request->rules, board, pit);
            if (move.won || tables_win(check, worker, &move.board) == (bool)move.again) {
                return true;
            }
        }
    }
    return false;
}

// What the rules say of the distances, if the tables are right about who wins, and about the
// distances after the moves: the least of the moves that win, or if none does, the greatest of all.
static struct waurie_distance rules_distance(struct checking *check, unsigned worker,
                                             const struct waurie_board *board)
{
    const struct waurie_check_request *request = check->request;
    const bool win = tables_win(check, worker, board);
    struct waurie_distance best = {-1, -1}; // of no move
    if (waurie_is_over(&request->rules, board)) {
        return (struct waurie_distance){0, 0};
    }
    for (unsigned pit = 0; pit < request->pits; pit++) {
        if (board->own[pit] == 0) {
            continue;
        }
        const struct waurie_move move = waurie_play(&request->rules, board, pit);
        struct waurie_distance after = {0, 0};
        bool move_wins = true;
        if (!move.won) {
            move_wins = tables_win(check, worker, &move.board) == (bool)move.again;
            after = tables_distance(check, worker, &move.board);
        }
        if (move_wins == win) {
            const int16_t turns = (int16_t)(after.turns + (move.again && !move.won ? 0 : 1));
            const int16_t sowings = (int16_t)(after.sowings + 1);
            if (best.turns < 0 || (win ? turns < best.turns : turns > best.turns)) {
                best.turns = turns;
            }
            if (best.sowings < 0 || (win ? sowings < best.sowings : sowings > best.sowings)) {
                best.sowings = sowings;
            }
        }
    }
    return best;
}

static void check_board(struct checking *check, unsigned worker, const struct waurie_board *board)
{
    bool right = rules_win(check, worker, board) == tables_win(check, worker, board);
    const bool wins_right = right;
    if (right && check->request->check_distances) {
        const struct waurie_distance rules = rules_distance(check, worker, board);
        const struct waurie_distance stored = tables_distance(check, worker, board);
        right = rules.turns == stored.turns && rules.sowings == stored.sowings;
    }
    if (!right && atomic_load(&check->failed) == KAURI_OK &&
        !atomic_exchange(&check->wrong, true)) {
        check->fault = *board;
        check->fault_distance = wins_right;
    }
}

// Whether the check is to end.
static bool is_over(const struct checking *check)
{
    return atomic_load(&check->wrong) || atomic_load(&check->failed) != KAURI_OK;
}

// All rows of the mover for one row of the player who waits.
static void check_line(void *context, unsigned worker, uint64_t index)
{
    struct checking *check = context;
    const unsigned pits = check->request->pits;
    const unsigned waiting = check->request->seeds - check->own;
    struct waurie_board board = {.pits = (uint8_t)pits};
    uint64_t checked = 0;
    if (is_over(check)) {
        return;
    }
    waurie_row_at(pits, waiting, (uint32_t)(check->first + index), board.other);
    waurie_row_first(pits, check->own, board.own);
    do {
        check_board(check, worker, &board);
        checked++;
    } while (waurie_row_next(pits, board.own));
    atomic_fetch_add(&check->checked, checked);
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

static void check_piece(void *context, unsigned worker, uint64_t index)
{
    struct checking *check = context;
    const uint64_t sample = check->request->sample;
    const uint64_t all = check->layer.places;
    const uint64_t piece = check->first + index;
    for (uint64_t i = sample / PIECES * piece + (piece < sample % PIECES ? piece : sample % PIECES),
                  end = i + sample / PIECES + (piece < sample % PIECES ? 1 : 0);
         i < end && !is_over(check); i++) {
        const struct waurie_board board = board_at(&check->layer, scramble(i + 1) % all);
        check_board(check, worker, &board);
        atomic_fetch_add(&check->checked, 1);
    }
}

// Runs a loop in parts, with a report after each.
static enum kauri_status run(struct checking *check, uint64_t count, uint64_t part,
                             kauri_loop_step *body, struct kauri_progress_report *report,
                             double begin, struct kauri_error *error)
{
    for (check->first = 0; check->first < count; check->first += part) {
        const uint64_t rest = count - check->first;
        kauri_loop_for(check->request->threads, rest < part ? rest : part, 1, body, check);
        if (atomic_load(&check->wrong)) {
            const struct waurie_position position = {.board = check->fault};
            char text[WAURIE_POSITION_TEXT_BYTES];
            return kauri_fail(error, KAURI_WRONG,
                              check->fault_distance ? "the distances of layer %u are wrong at %s"
                                                    : "layer %u is wrong at %s",
                              check->request->seeds, waurie_position_format(&position, text));
        }
        const enum kauri_status failed = (enum kauri_status)atomic_load(&check->failed);
        if (failed != KAURI_OK) {
            return kauri_fail(error, failed, "%s", check->error.message);
        }
        if (kauri_progress_cancelled(check->request->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        report->done = atomic_load(&check->checked);
        report->seconds = kauri_clock_seconds() - begin;
        kauri_progress_report(check->request->progress, report);
    }
    return KAURI_OK;
}

enum kauri_status waurie_layer_check(const struct waurie_check_request *request, uint64_t *checked,
                                     struct kauri_error *error)
{
    struct checking check = {.request = request};
    const double begin = kauri_clock_seconds();
    waurie_layer_make(request->pits, request->seeds, &check.layer);
    struct kauri_progress_report report = {.stage = "verify",
                                           .layer = request->seeds,
                                           .total = request->sample != 0 ? request->sample
                                                                         : check.layer.places};
    enum kauri_status status = KAURI_OK;
    if (request->sample != 0) {
        KAURI_TRY(run(&check, PIECES, PIECES / 16, check_piece, &report, begin, error));
    }
    for (check.own = 0; request->sample == 0 && check.own <= request->seeds; check.own++) {
        // Some hundred thousand positions for each thread.
        const uint64_t part = (1U << 20) / check.layer.line_bits[check.own] + 1;
        KAURI_TRY(
            run(&check, check.layer.lines[check.own], part, check_line, &report, begin, error));
    }
cleanup:
    *checked += atomic_load(&check.checked);
    return status;
}
