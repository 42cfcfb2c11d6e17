#include "waurie/decide.h"

#include <stdlib.h>

// A pit in 7 bits.
struct waurie_decided {
    uint64_t own; // with bit 63 set, so that an empty place has 0
    uint64_t other;
    struct waurie_value value;
};

struct waurie_decider {
    struct waurie_rules rules;
    size_t limit; // greatest number of places at a time, those that are being replaced included
    size_t room;  // places, less than 2^32
    size_t count;
    struct waurie_decided *places;
};

enum {
    FIRST_PLACES = 1 << 12, // or as many as the memory allows
    LEAST_PLACES = 64,
    FULL = 4, // of so many places one stays empty, so that a search for a position ends
};

enum kauri_status waurie_decider_new(const struct waurie_rules *rules, size_t bytes,
                                     struct waurie_decider **decider, struct kauri_error *error)
{
    const size_t own = sizeof **decider;
    const size_t limit = bytes < own ? 0 : (bytes - own) / sizeof(struct waurie_decided);
    const size_t room = limit < FIRST_PLACES ? limit : FIRST_PLACES;
    *decider = NULL;
    if (room < LEAST_PLACES) {
        return kauri_fail(error, KAURI_RESOURCE, "too little memory for positions: %zu bytes",
                          bytes);
    }
    struct waurie_decider *made = calloc(1, sizeof *made);
    struct waurie_decided *places = calloc(room, sizeof *places);
    if (made == NULL || places == NULL) {
        free(made);
        free(places);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
    }
    *made = (struct waurie_decider){
        .rules = *rules,
        .limit = limit,
        .room = room,
        .places = places,
    };
    *decider = made;
    return KAURI_OK;
}

void waurie_decider_free(struct waurie_decider *decider)
{
    if (decider != NULL) {
        free(decider->places);
        free(decider);
    }
}

size_t waurie_decider_positions(const struct waurie_decider *decider)
{
    return decider->count;
}

static uint64_t pack(const uint8_t row[WAURIE_PITS_MAX])
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        bits = bits << 7 | row[i];
    }
    return bits;
}

static struct waurie_decided key_of(const struct waurie_board *board)
{
    return (struct waurie_decided){
        .own = pack(board->own) | (uint64_t)1 << 63 | (uint64_t)board->pits << 42,
        .other = pack(board->other),
    };
}

// The place of the position, or the empty one where it belongs.
static struct waurie_decided *place_of(struct waurie_decided *places, size_t room,
                                       const struct waurie_decided *key)
{
    uint64_t hash = (key->own ^ (key->other << 21 | key->other >> 43)) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93U;
    size_t at = (size_t)((hash >> 32) * room >> 32);
    while (places[at].own != 0 && (places[at].own != key->own || places[at].other != key->other)) {
        at = at + 1 < room ? at + 1 : 0;
    }
    return &places[at];
}

// Doubles the places, or takes as many as the memory allows while the old ones are still there.
static enum kauri_status grow(struct waurie_decider *decider, struct kauri_error *error)
{
    const size_t allowed = decider->limit - decider->room;
    const size_t room = 2 * decider->room < allowed ? 2 * decider->room : allowed;
    struct waurie_decided *places = NULL;
    if (room > decider->room && room < UINT32_MAX) {
        places = calloc(room, sizeof *places);
    }
    if (places == NULL) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the position leads to too many others: %zu are decided, and there is no "
                          "memory for more",
                          decider->count);
    }
    for (size_t i = 0; i < decider->room; i++) {
        if (decider->places[i].own != 0) {
            *place_of(places, room, &decider->places[i]) = decider->places[i];
        }
    }
    free(decider->places);
    decider->places = places;
    decider->room = room;
    return KAURI_OK;
}

static enum kauri_status store(struct waurie_decider *decider, const struct waurie_board *board,
                               struct waurie_value value, struct kauri_error *error)
{
    if (decider->count >= decider->room - decider->room / FULL) {
        const enum kauri_status status = grow(decider, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    struct waurie_decided key = key_of(board);
    key.value = value;
    *place_of(decider->places, decider->room, &key) = key;
    decider->count++;
    return KAURI_OK;
}

// Joins the value of a move to that of the moves before it: each distance by itself.
static void join(struct waurie_value *best, struct waurie_value move)
{
    if (move.win != best->win) {
        *best = move.win ? move : *best;
        return;
    }
    if (move.win ? move.turns < best->turns : move.turns > best->turns) {
        best->turns = move.turns;
    }
    if (move.win ? move.sowings < best->sowings : move.sowings > best->sowings) {
        best->sowings = move.sowings;
    }
}

// The recursion is as deep as the game is long, which W10 bounds.
enum kauri_status waurie_decide(struct waurie_decider *decider, const struct waurie_board *board,
                                struct waurie_value *value, struct kauri_error *error)
{
    if (waurie_is_over(&decider->rules, board)) {
        *value = (struct waurie_value){.win = waurie_row_seeds(board->own) == 0};
        return KAURI_OK;
    }
    const struct waurie_decided key = key_of(board);
    const struct waurie_decided *known = place_of(decider->places, decider->room, &key);
    if (known->own != 0) {
        *value = known->value;
        return KAURI_OK;
    }
    struct waurie_value best = {.win = false}; // worse than any move
    for (unsigned pit = 0; pit < board->pits; pit++) {
        struct waurie_value move;
        if (board->own[pit] == 0) {
            continue;
        }
        const enum kauri_status status = waurie_decide_move(decider, board, pit, &move, error);
        if (status != KAURI_OK) {
            return status;
        }
        join(&best, move);
    }
    *value = best;
    return store(decider, board, best, error);
}

enum kauri_status waurie_decide_move(struct waurie_decider *decider,
                                     const struct waurie_board *board, unsigned pit,
                                     struct waurie_value *value, struct kauri_error *error)
{
    const struct waurie_move move = waurie_play(&decider->rules, board, pit);
    if (move.won) {
        *value = (struct waurie_value){.win = true, .turns = 1, .sowings = 1};
        return KAURI_OK;
    }
    const enum kauri_status status = waurie_decide(decider, &move.board, value, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (!move.again) {
        value->win = !value->win;
        value->turns++;
    }
    value->sowings++;
    return KAURI_OK;
}

int waurie_value_compare(struct waurie_value a, struct waurie_value b)
{
    if (a.win != b.win) {
        return a.win ? -1 : 1;
    }
    if (a.turns != b.turns) {
        return (a.turns < b.turns) == a.win ? -1 : 1;
    }
    if (a.sowings != b.sowings) {
        return (a.sowings < b.sowings) == a.win ? -1 : 1;
    }
    return 0;
}
