#include "studies/net/net_sample.h"

#include "studies/net/plain_math.h"
#include "studies/random.h"

#include <stdlib.h>

float kauri_net_random_share(uint64_t *state)
{
    return (float)(kauri_random(state) >> 40) / 16777216.0F;
}

static unsigned at_most(unsigned number, unsigned most)
{
    return number < most ? number : most;
}

// The rows for the contents of the holes.
static void rows_of_board(const struct kauri_packed *board, unsigned holes,
                          uint16_t rows[KAURI_BOARD_HOLES_MAX])
{
    for (unsigned place = 0; place < KAURI_BOARD_HOLES_MAX; place++) {
        const unsigned i = place % KAURI_HOLES_MAX, half = place / KAURI_HOLES_MAX;
        const bool there = i + holes >= KAURI_HOLES_MAX;
        const unsigned lane = half * KAURI_LANES_HALF + i + holes - KAURI_HOLES_MAX;
        const unsigned seeds = there ? at_most(board->seeds[lane], KAURI_NET_SEEDS - 1) : 0;
        const unsigned cowries = there ? at_most(board->cowries[lane], KAURI_NET_COWRIES - 1) : 0;
        rows[place] = (uint16_t)(place * KAURI_NET_CELLS + seeds * KAURI_NET_COWRIES + cowries);
    }
}

void kauri_net_rows(const struct kauri_packed *board, unsigned holes, unsigned seeds, int x,
                    uint16_t rows[KAURI_NET_INPUTS])
{
    rows_of_board(board, holes, rows);
    rows[KAURI_NET_BOARD] = (uint16_t)(KAURI_NET_NEED + kauri_net_need(x));
    rows[KAURI_NET_BOARD + 1] = (uint16_t)(KAURI_NET_ALL_SEEDS + seeds);
}

enum kauri_status kauri_net_samples_add(struct kauri_net_samples *samples,
                                        const struct kauri_net_sample *sample,
                                        struct kauri_error *error)
{
    if (samples->count == samples->room) {
        const size_t room = 2 * samples->room + 1024;
        struct kauri_net_sample *items = realloc(samples->items, room * sizeof *items);
        if (items == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for samples");
        }
        samples->items = items;
        samples->room = room;
    }
    samples->items[samples->count++] = *sample;
    return KAURI_OK;
}

enum kauri_status kauri_net_game_samples(unsigned games, uint64_t nodes, uint64_t seed,
                                         unsigned threads, struct kauri_net_samples *samples,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t state = seed;
    struct kauri_samples played = {.items = NULL};
    const struct kauri_self_play options = {.net = kauri_estimate_fitted(),
                                            .games = games,
                                            .nodes = nodes,
                                            .seed = seed,
                                            .threads = threads};
    KAURI_TRY(kauri_self_play(&options, &played, error));
    for (size_t i = 0; i < played.count; i++) {
        const struct kauri_sample *from = &played.items[i];
        const float spread = 3.0F + 0.2F * from->seeds; // in seeds
        const int x = kauri_round(from->searched / (float)KAURI_ESTIMATE_UNIT +
                                  (kauri_net_random_share(&state) * 2.0F - 1.0F) * 3.0F * spread);
        struct kauri_net_sample sample = {.label = KAURI_NET_PLAYED};
        if (x > 3 * from->seeds || x <= -3 * (int)from->seeds) {
            continue; // the rules answer it, or nearly
        }
        kauri_net_rows(&from->board, KAURI_HOLES_MAX, from->seeds, x, sample.rows);
        sample.target = from->outcome >= KAURI_ESTIMATE_UNIT * x ? 1.0F : 0.0F;
        KAURI_TRY(kauri_net_samples_add(samples, &sample, error));
    }
cleanup:
    free(played.items);
    return status;
}

enum kauri_status kauri_net_estimate_samples(const struct kauri_self_play *games, float outcome,
                                             struct kauri_net_samples *samples,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_samples played = {.items = NULL};
    KAURI_TRY(kauri_self_play(games, &played, error));
    for (size_t i = 0; i < played.count; i++) {
        const struct kauri_sample *from = &played.items[i];
        const float units = outcome * from->outcome + (1.0F - outcome) * from->searched;
        const float whole = (float)(from->seeds + KAURI_ESTIMATE_MORE);
        struct kauri_net_sample sample = {
            .label = KAURI_NET_ESTIMATED,
            .target = units / (3 * KAURI_ESTIMATE_UNIT * whole),
            .weight = whole / 24.0F,
        };
        rows_of_board(&from->board, KAURI_HOLES_MAX, sample.rows);
        sample.rows[KAURI_NET_BOARD] = (uint16_t)(KAURI_ESTIMATE_ALL_SEEDS + from->seeds);
        KAURI_TRY(kauri_net_samples_add(samples, &sample, error));
    }
cleanup:
    free(played.items);
    return status;
}
