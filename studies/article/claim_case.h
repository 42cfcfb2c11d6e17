// What the checks of single claims share: the article's data, read and replayed.
//
// Private to queries/claim*.c and their tests.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_CASE_H
#define KAURI_STUDIES_ARTICLE_CLAIM_CASE_H

#include "records/replay.h"
#include "studies/article/article.h"
#include "studies/article/claims.h"

struct kauri_claim_case {
    const struct kauri_claims_request *request;
    struct kauri_records records; // owned
    struct kauri_replay *replays; // one a record, owned
    struct kauri_article_numbers numbers;
    struct kauri_article_line line;
    struct kauri_position move;         // "position at move 35": before South's 35th move of game 4
    struct kauri_position note;         // before the move of game 4 that has note (A)
    struct kauri_position noted;        // after that move
    struct kauri_position end;          // of game 4
    unsigned inserted;                  // moves of game 4 that its record lacks and that are put in
    struct kauri_evaluation move_value; // of `move`, filled by the first that asks
    bool move_valued;
};

// Reads and replays the article. KAURI_INTERNAL when it does not hold what it should. Cleared by
// the caller in every case; safe on a zeroed one.
enum kauri_status kauri_claim_case_init(struct kauri_claim_case *set,
                                        const struct kauri_claims_request *request,
                                        const char *text, struct kauri_error *error);
void kauri_claim_case_clear(struct kauri_claim_case *set);

// The checks, one a claim; *claim is zeroed but for its id.
typedef enum kauri_status kauri_claim_function(struct kauri_claim_case *set,
                                               struct kauri_claim *claim,
                                               struct kauri_error *error);
kauri_claim_function kauri_claim_standard;     // 1: a draw under the rules in force
kauri_claim_function kauri_claim_tiebreaker;   // 2: North wins the tie-breaker
kauri_claim_function kauri_claim_legal;        // 3: the 32 numbers are legal
kauri_claim_function kauri_claim_strongest;    // 4: they are the strongest continuation
kauri_claim_function kauri_claim_waiting;      // 5: the letter W
kauri_claim_function kauri_claim_waiting_loss; // 6: after that line, a loss in the tie-breaker
kauri_claim_function kauri_claim_no_draws;     // 7: the tie-breaker knows no draws
kauri_claim_function kauri_claim_marks;        // 8: the marks ! and ?

// Who has the last move when the 32 numbers are played (enum kauri_side): false when they are not
// all legal or the other player can still move then.
bool kauri_claim_continuation_winner(const struct kauri_claim_case *set, unsigned *winner);
// Adds the letter of a move, joined by a hyphen when the opponent passed before it.
void kauri_claim_add_move(struct kauri_string *line, const struct kauri_position *before, int hole,
                          bool after_pass);
// Adds "154" or "-4 to 154".
void kauri_claim_add_bounds(struct kauri_string *text, struct kauri_bounds bounds);
// Adds "South draws or wins" and the like: what the bounds allow for the player to move.
void kauri_claim_add_results(struct kauri_string *text, const struct kauri_evaluation *evaluation,
                             bool tiebreaker);
// Number of layers that the tables hold; 0 without tables.
unsigned kauri_claim_layers(const struct kauri_claim_case *set);
// "tables of 0 to 3 seeds", and the search with its nodes when it was used.
void kauri_claim_add_used(struct kauri_string *used, const struct kauri_claim_case *set,
                          uint64_t nodes, bool searched);

#endif
