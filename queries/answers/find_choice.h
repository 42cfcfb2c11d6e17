// The conditions of a search for positions, as words: the options of `kauri find`.
#ifndef KAURI_QUERIES_ANSWERS_FIND_CHOICE_H
#define KAURI_QUERIES_ANSWERS_FIND_CHOICE_H

#include "common/status.h"
#include "indexer/layer.h"
#include "queries/answers/find_view.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define KAURI_FIND_ANY UINT_MAX // rules or a result that was not given

// The words; NULL or false if not given.
struct kauri_find_words {
    const char *prefix; // before the names of conditions in messages, such as "--"
    const char *r, *net, *dtc;
    const char *mover_seeds, *opponent_seeds;
    const char *mover_cowries, *opponent_cowries;
    const char *moves, *keeping, *holding;
    bool zugzwang;
    uint64_t line;          // 0: not given
    unsigned rules, result; // 0 or 1 for the rules, 0 to 2 for win, draw
                            // and loss, or KAURI_FIND_ANY
    const char *score;
    uint64_t longest, shortest; // 0: not given
    bool all, count;
};

enum { KAURI_FIND_LIMIT_DEFAULT = 10, KAURI_FIND_LIMIT_MAX = 1000000, KAURI_FIND_LINE_MAX = 1000 };

// Reads the words. KAURI_USAGE for a range that cannot be read, that is empty, or that no position
// of the layer can meet.
enum kauri_status kauri_find_choose(const struct kauri_find_words *words,
                                    const struct kauri_layer *layer,
                                    struct kauri_find_choice *choice, struct kauri_error *error);

// Reads the captures of South and North, such as "28:30". KAURI_USAGE.
enum kauri_status kauri_score_read(const char *text, uint8_t score[2], struct kauri_error *error);

// Checks the score: KAURI_USAGE if the score and so many seeds on the board are more than there
// are.
enum kauri_status kauri_score_check(const uint8_t score[2], unsigned seeds,
                                    struct kauri_error *error);

#endif
