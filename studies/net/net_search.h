// Samples from the searches of a prover.
#ifndef KAURI_STUDIES_NET_NET_SEARCH_H
#define KAURI_STUDIES_NET_NET_SEARCH_H

#include "common/status.h"
#include "queries/estimate/net.h"
#include "studies/net/net_sample.h"
#include "studies/net/net_start.h"

#include <stdint.h>

// Searches of questions (studies/net/net_start.h), each with a prover of its own.
struct kauri_net_searches {
    const struct kauri_net *net; // network of the prover
    enum kauri_net_start start;
    const struct kauri_net_questions *campaign;
    unsigned count;
    uint64_t nodes; // positions of each search
    uint64_t seed;
    unsigned threads;
};

// Appends a random selection of the prover's table after each search: answered questions, of which
// costly ones are taken more often, and open ones. The samples depend on everything but the number
// of threads. KAURI_RESOURCE.
enum kauri_status kauri_net_search_samples(const struct kauri_net_searches *searches,
                                           struct kauri_net_samples *samples,
                                           struct kauri_error *error);

#endif
