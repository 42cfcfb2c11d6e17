#include "queries/estimate/net.h"

// The numbers of the files of weights, in the order of the structures (queries/CMakeLists.txt).
static const _Alignas(64) uint16_t net[] = {
#include "queries/estimate/net_weights.inc"
};
static const _Alignas(64) uint16_t estimate[] = {
#include "queries/estimate/estimate_weights.inc"
};

_Static_assert(sizeof net == sizeof(struct kauri_net), "net_weights.bin has another size");
_Static_assert(sizeof estimate == sizeof(struct kauri_estimate_net),
               "estimate_weights.bin has another size");

const struct kauri_net *kauri_net_fitted(void)
{
    return (const struct kauri_net *)(const void *)net;
}

const struct kauri_estimate_net *kauri_estimate_fitted(void)
{
    return (const struct kauri_estimate_net *)(const void *)estimate;
}
