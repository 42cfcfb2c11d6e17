// A place of the solution of the game: who wins a position, and by which move, or, if the loser is
// to move, by which answer to each of his moves.
//
// A place is looked up by itself, without the game before it: what the book and the tables do not
// have is proven by a short search. So play that goes from place to place may go round in a circle
// between searches; winning_strategy.h plays without that.
#ifndef KAURI_WEB_SERVE_SOLUTION_PLACE_H
#define KAURI_WEB_SERVE_SOLUTION_PLACE_H

#include "common/progress.h"
#include "common/status.h"
#include "db/book/book.h"
#include "db/tables/tablebase.h"
#include "queries/lookup/bounds.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

// A search of a place expands so many positions.
enum { KAURI_SOLUTION_NODES = 1 << 14 };

struct kauri_solution_question {
    struct kauri_tablebase *tables; // NULL: there are none
    const struct kauri_book *book;  // NULL: there is none
    const struct kauri_position *position;
    enum kauri_ruleset rules;
    bool search;                           // otherwise only book, tables and rules are asked
    const struct kauri_progress *progress; // NULL, or asked whether to stop
};

// A move of the winner.
struct kauri_solution_move {
    bool known; // otherwise the rest is not set
    struct kauri_valued_move move;
    int value;      // the winner gets at least this r with it
    uint32_t plies; // the next capture comes within so many plies; 0: not known
};

// A move of the loser.
struct kauri_solution_turn {
    struct kauri_valued_move move;
    bool settled;     // the winner has won whatever he plays, or the game is over
    unsigned replies; // the winner's legal moves; 0 if it is settled
    struct kauri_solution_move answer;
};

struct kauri_solution_place {
    bool decided;                    // otherwise the rest is 0, but for `nodes`
    enum kauri_result result;        // for the player to move
    enum kauri_bounds_source source; // the weakest one on which the result rests
    bool complete;                   // the winner's move is known, or all of his answers
    struct kauri_solution_move best; // of a winner to move
    unsigned turn_count;             // moves of a loser to move, in the order of the holes
    struct kauri_solution_turn turns[KAURI_HOLES_MAX];
    unsigned needed, replies; // the turns that need an answer, and the legal moves after them
    uint64_t nodes;           // positions that searches expanded
};

// Looks a place up. Errors of the tables; KAURI_RESOURCE.
enum kauri_status kauri_solution_place_find(const struct kauri_solution_question *question,
                                            struct kauri_solution_place *place,
                                            struct kauri_error *error);

#endif
