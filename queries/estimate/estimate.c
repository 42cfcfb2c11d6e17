#include "queries/estimate/estimate.h"

#include "queries/estimate/net_sum.h"

int kauri_estimate(const struct kauri_estimate_net *net, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds)
{
    struct kauri_net_sum sum = {{{0}}};
    kauri_net_add(&sum, &net->seeds[seeds]);
    kauri_net_add_board(&sum, net->cell, board, holes);
    kauri_net_rectify(&sum);
    const int share =
        (kauri_net_weighted(&sum, &net->estimate) >> KAURI_ESTIMATE_SHIFT) + net->constant.unit[0];
    const int64_t units = (int64_t)share * (3 * KAURI_ESTIMATE_UNIT) *
                          (int)(seeds + KAURI_ESTIMATE_MORE) / (1 << KAURI_ESTIMATE_SHARE_BITS);
    const int most = kauri_estimate_most(seeds);
    return units > most ? most : units < -most ? -most : (int)units;
}
