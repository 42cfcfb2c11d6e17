#include "queries/estimate/net.h"

// The numbers of net_weights.bin, in the order of the structure (queries/CMakeLists.txt).
static const _Alignas(64) uint16_t weights[] = {
#include "queries/estimate/net_weights.inc"
};

_Static_assert(sizeof weights == sizeof(struct kauri_net), "net_weights.bin has another size");

const struct kauri_net *kauri_net_fitted(void)
{
    return (const struct kauri_net *)(const void *)weights;
}
