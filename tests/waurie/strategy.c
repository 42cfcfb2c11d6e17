#include "tests/waurie/strategy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Positions in a row, or in the places of a hash table, where turn 0 marks a free one.
struct list {
    struct strategy_position *at;
    size_t count;
    size_t capacity;
};

struct following {
    const struct strategy_request *request;
    const struct oracle_game *start;
    struct strategy *found;
    struct list met; // a hash table; room is a power of 2
    struct list open;
    struct list leaves;
};

static struct strategy_position position_of(const struct oracle_game *game)
{
    struct strategy_position position = {.turn = (uint8_t)(game->side + 1)};
    for (int i = 0; i < STRATEGY_PITS && i < game->pits; i++) {
        position.cells[i] = (uint8_t)game->ring[i];
        position.cells[STRATEGY_PITS + i] = (uint8_t)game->ring[game->pits + 1 + i];
    }
    return position;
}

struct oracle_game strategy_game(const struct oracle_game *like,
                                 const struct strategy_position *position)
{
    struct oracle_game game = *like;
    memset(game.ring, 0, sizeof game.ring);
    for (int i = 0; i < STRATEGY_PITS && i < game.pits; i++) {
        game.ring[i] = position->cells[i];
        game.ring[game.pits + 1 + i] = position->cells[STRATEGY_PITS + i];
    }
    game.side = position->turn - 1;
    oracle_look(&game);
    return game;
}

static int seeds_of(const struct strategy_position *position)
{
    int seeds = 0;
    for (int i = 0; i < 2 * STRATEGY_PITS; i++) {
        seeds += position->cells[i];
    }
    return seeds;
}

static bool append(struct list *list, const struct strategy_position *position)
{
    if (list->count == list->capacity) {
        const size_t capacity = 2 * list->capacity + 1024;
        struct strategy_position *at = realloc(list->at, capacity * sizeof *at);
        if (at == NULL) {
            return false;
        }
        list->at = at;
        list->capacity = capacity;
    }
    list->at[list->count++] = *position;
    return true;
}

// The place of a position in the hash table, or the free one where it would be.
static struct strategy_position *place_of(const struct list *met,
                                          const struct strategy_position *position)
{
    uint64_t hash = position->turn;
    for (int i = 0; i < 2 * STRATEGY_PITS; i++) {
        hash = (hash ^ position->cells[i]) * UINT64_C(0x100000001B3);
    }
    size_t place = (size_t)(hash ^ hash >> 29) & (met->capacity - 1);
    while (met->at[place].turn != 0 && memcmp(&met->at[place], position, sizeof *position) != 0) {
        place = (place + 1) & (met->capacity - 1);
    }
    return &met->at[place];
}

static bool grow(struct list *met)
{
    struct list larger = {.capacity = met->capacity == 0 ? 1 << 10 : 2 * met->capacity,
                          .count = met->count};
    larger.at = calloc(larger.capacity, sizeof *larger.at);
    if (larger.at == NULL) {
        return false;
    }
    for (size_t i = 0; i < met->capacity; i++) {
        if (met->at[i].turn != 0) {
            *place_of(&larger, &met->at[i]) = met->at[i];
        }
    }
    free(met->at);
    *met = larger;
    return true;
}

// Takes a position that play leads to. Returns what is wrong, NULL if nothing.
static const char *reach(struct following *following, const struct oracle_game *game)
{
    if (game->winner >= 0) {
        following->found->ends++;
        return game->winner == following->request->winner ? NULL : "the other player wins a game";
    }
    const struct strategy_position position = position_of(game);
    if (2 * following->met.count >= following->met.capacity && !grow(&following->met)) {
        return "out of memory";
    }
    struct strategy_position *place = place_of(&following->met, &position);
    if (place->turn != 0) {
        return NULL;
    }
    *place = position;
    following->met.count++;
    const bool leaf = seeds_of(&position) <= following->request->seeds;
    return append(leaf ? &following->leaves : &following->open, &position) ? NULL : "out of memory";
}

static const char *follow(struct following *following, const struct strategy_position *position)
{
    const struct strategy_request *request = following->request;
    const struct oracle_game game = strategy_game(following->start, position);
    const bool chosen = game.side == request->winner;
    const int only = chosen ? request->choose(request->context, &game) : 0;
    if (chosen && (only < 1 || only > game.pits)) {
        return "the winner has no move";
    }
    following->found->positions++;
    for (int pit = chosen ? only : 1; pit <= (chosen ? only : game.pits); pit++) {
        struct oracle_game after = game;
        if (!oracle_play(&after, pit)) {
            if (chosen) {
                return "the move of the winner cannot be played";
            }
            continue;
        }
        const char *fault = reach(following, &after);
        if (fault != NULL) {
            return fault;
        }
    }
    return NULL;
}

void strategy_follow(const struct strategy_request *request, const struct oracle_game *start,
                     struct strategy *found)
{
    *found = (struct strategy){.positions = 0};
    struct following following = {.request = request, .start = start, .found = found};
    found->fault = reach(&following, start);
    while (found->fault == NULL && following.open.count > 0) {
        const struct strategy_position position = following.open.at[--following.open.count];
        found->fault = follow(&following, &position);
    }
    found->leaves = following.leaves.at;
    found->leaf_count = following.leaves.count;
    free(following.met.at);
    free(following.open.at);
}

void strategy_clear(struct strategy *found)
{
    free(found->leaves);
    found->leaves = NULL;
}
