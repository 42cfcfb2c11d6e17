#include "studies/net/net_sample.h"

#include "studies/engine/self_play.h"
#include "studies/net/plain_math.h"
#include "studies/random.h"

#include <stdlib.h>
#include <string.h>

float kauri_net_random_share(uint64_t *state)
{
    return (float)(kauri_random(state) >> 40) / 16777216.0F;
}

static uint16_t row_of_need(int x)
{
    return (uint16_t)(KAURI_BOARD_HOLES_MAX * KAURI_ESTIMATE_CELLS + kauri_net_need(x));
}

static uint16_t row_of_seeds(unsigned seeds)
{
    return (uint16_t)(KAURI_BOARD_HOLES_MAX * KAURI_ESTIMATE_CELLS + KAURI_NET_NEEDS + seeds);
}

void kauri_net_rows(const struct kauri_packed *board, unsigned holes, unsigned seeds, int x,
                    uint16_t rows[KAURI_NET_INPUTS])
{
    uint16_t features[KAURI_ESTIMATE_FEATURES];
    kauri_estimate_features(board, holes, features);
    memcpy(rows, features, KAURI_BOARD_HOLES_MAX * sizeof *rows);
    rows[KAURI_BOARD_HOLES_MAX] = row_of_need(x);
    rows[KAURI_BOARD_HOLES_MAX + 1] = row_of_seeds(seeds);
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
    const struct kauri_self_play options = {.weights = kauri_estimate_fitted(),
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
        memcpy(sample.rows, from->features, KAURI_BOARD_HOLES_MAX * sizeof *sample.rows);
        sample.rows[KAURI_BOARD_HOLES_MAX] = row_of_need(x);
        sample.rows[KAURI_BOARD_HOLES_MAX + 1] = row_of_seeds(from->seeds);
        sample.yes = from->outcome >= KAURI_ESTIMATE_UNIT * x ? 1.0F : 0.0F;
        KAURI_TRY(kauri_net_samples_add(samples, &sample, error));
    }
cleanup:
    free(played.items);
    return status;
}
