// The questions with which searches for samples begin: hard ones besides those of random play, in
// which one side is soon far ahead.
//
// Implemented in net_start.c.
#ifndef KAURI_STUDIES_NET_NET_START_H
#define KAURI_STUDIES_NET_NET_START_H

#include "common/status.h"
#include "kauri/kauri.h"
#include "queries/estimate/net.h"
#include "queries/packed/packed_board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// "Is r >= x for the player to move?"
struct kauri_net_question {
    struct kauri_position position;
    int x;
};

// Growing list; the caller frees `items`.
struct kauri_net_questions {
    struct kauri_net_question *items;
    size_t count, capacity;
};

// Appends the questions of a file such as scripts/strength/positions/campaign.txt: a position, " |
// " and x; other lines are comments. Errors: KAURI_USAGE if the file cannot be read or a position
// is held out (below), those of kauri_position_parse, KAURI_RESOURCE.
enum kauri_status kauri_net_questions_read(const char *path, struct kauri_net_questions *questions,
                                           struct kauri_error *error);

// Returns true for a third of all positions, chosen by a hash of the contents of their holes. The
// network of the prover never learns from them, so questions about them show what it has learned
// (scripts/strength/held_out.py has the same function).
bool kauri_net_held_out(const struct kauri_packed *board, unsigned holes);

enum kauri_net_start {
    KAURI_NET_CAMPAIGN, // a question of a list, and up to 3 moves after it
    KAURI_NET_RANDOM,   // up to 14 random moves from the start of the game
    KAURI_NET_LINE,     // up to 30 moves, of which the network chooses three out of four
    KAURI_NET_SMALL,    // as KAURI_NET_RANDOM, on a smaller board
    KAURI_NET_STARTS,
};

// A random question that is not held out and that the rules do not answer. `campaign` is the list
// for KAURI_NET_CAMPAIGN.
struct kauri_net_question kauri_net_question_from(enum kauri_net_start start,
                                                  const struct kauri_net_questions *campaign,
                                                  const struct kauri_net *net, uint64_t *state);

#endif
