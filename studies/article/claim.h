// One claim of the article as values: its place in the article, the verdict and the evidence.
//
// Plain data. The sentences made from it are in claim_text.h, the tables in claim_table.h.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_H
#define KAURI_STUDIES_ARTICLE_CLAIM_H

#include "queries/analysis/evaluate.h"
#include "queries/lookup/line.h"
#include "records/record.h"
#include "rules/board.h"
#include "rules/value.h"
#include "studies/article/article.h"
#include "studies/article/waiting.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In the article's order.
enum kauri_claim_id {
    KAURI_CLAIM_STANDARD,     // 1: the position at move 35 is a draw under the rules in force
    KAURI_CLAIM_TIEBREAKER,   // 2: North wins it under the tie-breaker rules
    KAURI_CLAIM_LEGAL,        // 3: the 32 numbers are legal moves
    KAURI_CLAIM_STRONGEST,    // 4: they are the strongest continuation
    KAURI_CLAIM_WAITING,      // 5: the line of note (A), with its letter W, leads to a draw
    KAURI_CLAIM_WAITING_LOSS, // 6: under the tie-breaker rules that line loses
    KAURI_CLAIM_NO_DRAWS,     // 7: the tie-breaker leaves no draws
    KAURI_CLAIM_MARKS,        // 8: the marks ! and ? are right
    KAURI_CLAIM_COUNT
};

enum kauri_verdict { KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_CONFIRMED, KAURI_VERDICT_REFUTED };

enum kauri_claim_answer { KAURI_ANSWER_NO, KAURI_ANSWER_YES, KAURI_ANSWER_UNDECIDED };

enum {
    // The line of note (A) may begin in two places, and its letter W may be a hole, a pass or
    // nothing.
    KAURI_CLAIM_READINGS_MAX = 2 * (KAURI_HOLES_MAX + 2),
};

// The place in the article where a claim is made. All texts are in static storage.
struct kauri_claim_source {
    const char *author;
    const char *quote; // the article's words; NULL for signs such as "!"
    unsigned line;     // line of kauri_article_text() with the quote, from 1; 0: not in that text
    unsigned game;     // number of the example game; 0: not about a single game
    unsigned move;     // number of the move in that game; 0: not about a single move
    enum kauri_side side; // the player of that move; undefined when move is 0
    char note;            // letter of the note; '\0': not in a note
};

// Moves from a position, by the two players in turn.
struct kauri_claim_moves {
    unsigned count;                          // plies
    int16_t hole[KAURI_EVALUATION_LINE_MAX]; // of the player to move, or KAURI_MOVE_PASS
};

// The means by which a verdict was reached.
struct kauri_claim_basis {
    bool rules;      // playing by the rules, without tables
    unsigned layers; // the tables of layers 0 to layers - 1; 0: no tables
    bool searched;
    uint64_t nodes; // positions expanded by the searches
};

// Evidence of claims 1 and 2. Results are those of the player to move.
struct kauri_claim_value {
    enum kauri_ruleset rules;
    bool inserted;               // the record of the game lacks a move, which was restored
    bool winner_known;           // the article's continuation leaves a player without a move
    enum kauri_side winner;      // the opponent of that player (claim 2)
    enum kauri_result claimed;   // the article's result; in claim 2 undefined unless winner_known
    enum kauri_result low, high; // results that the bounds of r allow; equal when decided
    unsigned table_from;         // plies of the line found by the search; the tables give the rest
    enum kauri_line_end end;     // the way the line ends
    struct kauri_position last;  // position after the line
};

// Evidence of claim 3.
struct kauri_claim_legal {
    unsigned numbers;           // count of numbers in the article
    unsigned legal;             // count of these before the first illegal one
    struct kauri_position last; // position after the legal ones
    bool stuck;                 // the player to move has no move there
};

// Evidence of claim 4: one ply of the article's continuation, compared with the tables.
struct kauri_claim_ply {
    struct kauri_position position; // before the ply
    uint8_t number;                 // the number in the article, 1 to 6
    uint8_t hole;                   // own hole of the player to move, from 0
    uint32_t plies_left;            // plies to the end with best play
    uint32_t plies_left_with_move;  // plies to the end when this one is played, itself included
    bool keeps_result;
    bool keeps_distance; // keeps the result, and wins as soon or loses as late as possible
    unsigned best_count;
    uint8_t best[KAURI_HOLES_MAX]; // holes of the best moves
};

struct kauri_claim_strongest {
    bool tables_missing; // the other members are then zero, except `numbers`
    unsigned numbers;    // count of numbers in the article
    uint32_t plies_left; // plies from the first position to the end, with best play
    unsigned count;      // plies before the first illegal one
    struct kauri_claim_ply ply[KAURI_ARTICLE_NUMBERS_MAX];
    unsigned keeping_result;   // count of plies that keep the result
    unsigned keeping_distance; // count of plies that keep the distance
    bool short_found;
    unsigned first_short; // index of the first ply that does not keep the distance, if found
};

// Evidence of claim 5: the line played with each reading of its letter W.
struct kauri_claim_reading {
    bool after; // the line begins after the move with the note, not in its place
    struct kauri_waiting outcome;
};

struct kauri_claim_waiting {
    enum kauri_side player; // the player of the line
    struct kauri_article_line line;
    unsigned count;
    struct kauri_claim_reading reading[KAURI_CLAIM_READINGS_MAX];
    unsigned forced; // readings that reach equal captures and never give the opponent a choice
};

// Evidence of claim 6: the position that each forced reading of claim 5 ends in.
struct kauri_claim_ending {
    bool after;
    int letter; // as in struct kauri_waiting
    struct kauri_position last;
    int32_t r;                // for the player to move there
    uint32_t dtc;             // plies to the end with best play
    enum kauri_result result; // tie-breaker rules, for the player of the line
};

struct kauri_claim_waiting_loss {
    enum kauri_side player;
    bool tables_missing;
    unsigned count;
    struct kauri_claim_ending ending[KAURI_CLAIM_READINGS_MAX];
    unsigned losses; // for the player of the line
};

// Evidence of claim 7: positions of one layer.
struct kauri_claim_layer {
    unsigned seeds;
    uint64_t positions;
    uint64_t zero_read;            // positions with r = 0, counted by reading every page
    uint64_t zero_certified;       // the same by the table's certificate
    uint64_t other_multiples_of_3; // positions with another r whose cowrie phase nobody wins
};

struct kauri_claim_draws {
    unsigned layers;  // layers that the tables hold; 0: no tables
    bool interrupted; // the progress was cancelled before all layers were read
    bool out_of_time; // the time was used up before
    unsigned count;   // layers that were read: 0 to count - 1
    struct kauri_claim_layer layer[KAURI_SEEDS_MAX + 1];
    uint64_t draws; // positions without a winner in the layers that were read
};

// Evidence of claim 8: one marked move, seen by the player who made it.
struct kauri_claim_worth {
    enum kauri_result low, high;   // results that the bounds of r allow before the move
    enum kauri_claim_answer keeps; // the move keeps the result
    enum kauri_claim_answer only;  // it is the only move that does
};

struct kauri_claim_mark {
    struct kauri_position position; // before the move
    uint32_t game;
    uint32_t number; // of the move
    int hole;
    char marks[KAURI_RECORD_MARKS_BYTES];
    unsigned line; // line of the article's text, from 1
    enum kauri_verdict verdict;
    unsigned seeds;           // on the board
    struct kauri_bounds loss; // net seeds that the move gives away
    struct kauri_claim_worth standard;
    struct kauri_claim_worth tiebreaker;
    struct kauri_bounds r_before;
    struct kauri_bounds r_of_move;
};

struct kauri_claim_marks {
    size_t count;
    struct kauri_claim_mark *mark;    // in the article's order; owned
    unsigned right, wrong, undecided; // counts by verdict
    unsigned giving;                  // moves known to give seeds away
    unsigned keeping;                 // moves known to give none away
    unsigned good;                    // moves marked !
    unsigned only;     // moves of these known to be the only one that keeps the standard result
    unsigned not_only; // moves of these known not to be the only one
};

// Freed by kauri_claim_clear.
struct kauri_claim {
    enum kauri_claim_id id; // selects the member of the union
    enum kauri_verdict verdict;
    bool position_given; // there is a position that decides the claim
    struct kauri_position position;
    bool r_given; // bounds of r are known for that position, for its player to move
    struct kauri_bounds r;
    struct kauri_claim_moves line; // from that position; empty: none
    struct kauri_claim_basis basis;
    union {
        struct kauri_claim_value value;               // STANDARD, TIEBREAKER
        struct kauri_claim_legal legal;               // LEGAL
        struct kauri_claim_strongest strongest;       // STRONGEST
        struct kauri_claim_waiting waiting;           // WAITING
        struct kauri_claim_waiting_loss waiting_loss; // WAITING_LOSS
        struct kauri_claim_draws draws;               // NO_DRAWS
        struct kauri_claim_marks marks;               // MARKS
    };
};

// "undecided", "confirmed", "refuted"; static storage.
const char *kauri_verdict_name(enum kauri_verdict verdict);

// The place in the article where the claim is made.
struct kauri_claim_source kauri_claim_source(enum kauri_claim_id id);

// Frees what the claim owns and leaves it zeroed. Accepts NULL and zeroed ones.
void kauri_claim_clear(struct kauri_claim *claim);

#endif
