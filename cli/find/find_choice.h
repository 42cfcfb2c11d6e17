// The options of `kauri find`: conditions, and which of the positions are listed.
#ifndef KAURI_CLI_FIND_FIND_CHOICE_H
#define KAURI_CLI_FIND_FIND_CHOICE_H

#include "cli/command.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "queries/analysis/find.h"

#include <stdbool.h>
#include <stdint.h>

enum kauri_find_order {
    KAURI_FIND_ALL,      // in the order of the index
    KAURI_FIND_LONGEST,  // the positions of the greatest dtc
    KAURI_FIND_SHORTEST, // the positions of the least dtc
    KAURI_FIND_COUNT,    // none: only their number
};

// The words of the options; NULL or false if not given.
struct kauri_find_words {
    const char *r, *net, *dtc;
    const char *mover_seeds, *opponent_seeds;
    const char *mover_cowries, *opponent_cowries;
    const char *moves, *keeping;
    bool zugzwang;
    uint64_t line;              // 0: not given
    unsigned rules;             // of the result that the line keeps, or KAURI_NO_CHOICE
    uint64_t longest, shortest; // 0: not given
    bool all, count;
};

struct kauri_find_choice {
    struct kauri_find_conditions conditions;
    enum kauri_find_order order;
    uint64_t limit; // of listed positions, unless all are
};

enum { KAURI_FIND_LIMIT_DEFAULT = 10, KAURI_FIND_LIMIT_MAX = 1000000, KAURI_FIND_LINE_MAX = 1000 };

// Reads the words. KAURI_USAGE for a range that cannot be read, that is empty, or that no position
// of the layer can meet.
enum kauri_status kauri_find_choose(const struct kauri_find_words *words,
                                    const struct kauri_layer *layer,
                                    struct kauri_find_choice *choice, struct kauri_error *error);

#endif
