// The conditions of `kauri find`, and the positions that it lists, as text and as JSON
// (docs/JSON.md).
#ifndef KAURI_CLI_FIND_FIND_VIEW_H
#define KAURI_CLI_FIND_FIND_VIEW_H

#include "cli/command.h"
#include "common/status.h"
#include "common/string_buffer.h"
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
    const char *moves, *keeping, *holding;
    bool zugzwang;
    uint64_t line;          // 0: not given
    unsigned rules, result; // or KAURI_NO_CHOICE
    const char *score;
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

// Reads the captures of South and North, such as "28:30", of the option --score. KAURI_USAGE.
enum kauri_status kauri_score_read(const char *text, uint8_t score[2], struct kauri_error *error);

// KAURI_USAGE if the score and so many seeds on the board are more than there are.
enum kauri_status kauri_score_check(const uint8_t score[2], unsigned seeds,
                                    struct kauri_error *error);

// The header of the list, one line for a position, and the sentence at the end. `listed` is the
// number of lines. Where the lines would be wider than `columns` (0: any width), each position
// stands on a line of its own.
void kauri_text_find_header(struct kauri_string *out, const struct kauri_layer *layer,
                            const struct kauri_find_choice *choice, int columns);
void kauri_text_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found,
                      int columns);
void kauri_text_find_end(struct kauri_string *out, const struct kauri_layer *layer,
                         const struct kauri_find_choice *choice, uint64_t count, uint64_t listed,
                         int columns);

// A position as `kauri probe` reads it, on a line.
void kauri_text_found_line(struct kauri_string *out, const struct kauri_layer *layer,
                           const struct kauri_find_choice *choice, const struct kauri_found *found);

// An object for a position, and the one of --count.
void kauri_json_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found);
void kauri_json_find_count(struct kauri_string *out, const struct kauri_layer *layer,
                           uint64_t count);

#endif
