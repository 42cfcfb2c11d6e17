#include "queries/estimate/net.h"

#include "queries/estimate/net_sum.h"

// The numbers of the files of weights, in the order of the rows (queries/CMakeLists.txt).
static const _Alignas(64) uint16_t net_weights[] = {
#include "queries/estimate/net_weights.inc"
};
static const _Alignas(64) uint16_t estimate_weights[] = {
#include "queries/estimate/estimate_weights.inc"
};

_Static_assert(sizeof net_weights == sizeof(struct kauri_net), "net_weights.bin has another size");
_Static_assert(sizeof estimate_weights == sizeof(struct kauri_estimate_net),
               "estimate_weights.bin has another size");

const struct kauri_net_inputs kauri_net_inputs = {.count = KAURI_NET_BOARD + 2,
                                                  .rows = {KAURI_NET_NEEDS, KAURI_SEEDS_MAX + 1}};
const struct kauri_net_inputs kauri_estimate_inputs = {.count = KAURI_NET_BOARD + 1,
                                                       .rows = {KAURI_SEEDS_MAX + 1}};

const struct kauri_net *kauri_net_fitted(void)
{
    return (const struct kauri_net *)(const void *)net_weights;
}

const struct kauri_estimate_net *kauri_estimate_fitted(void)
{
    return (const struct kauri_estimate_net *)(const void *)estimate_weights;
}

int kauri_estimate(const struct kauri_estimate_net *net, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds)
{
    int32_t total = 0;
    for (unsigned i = 0; i < KAURI_ESTIMATE_PARTS; i++) {
        const struct kauri_net_row *row = net->part[i].row;
        struct kauri_net_sum sum = {{{0}}};
        kauri_net_add(&sum, &row[KAURI_ESTIMATE_ALL_SEEDS + seeds]);
        kauri_net_add_board(&sum, row, board, holes);
        kauri_net_rectify(&sum);
        total += kauri_net_weighted(&sum, &row[KAURI_ESTIMATE_WEIGHTS]);
    }
    const int share =
        (total >> KAURI_ESTIMATE_SHIFT) + net->part[0].row[KAURI_ESTIMATE_CONSTANT].unit[0];
    const int64_t units = (int64_t)share * (3 * KAURI_ESTIMATE_UNIT) *
                          (int)(seeds + KAURI_ESTIMATE_MORE) / (1 << KAURI_ESTIMATE_SHARE_BITS);
    const int maximum = kauri_estimate_most(seeds);
    return units > maximum ? maximum : units < -maximum ? -maximum : (int)units;
}
