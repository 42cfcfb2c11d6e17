// The article's data, read and replayed, as the checks of the single claims share them.
//
// Private to studies/article/ and its tests.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_CASE_H
#define KAURI_STUDIES_ARTICLE_CLAIM_CASE_H

#include "records/record_parse.h"
#include "records/replay.h"
#include "studies/article/claim.h"
#include "studies/article/claims_request.h"

struct kauri_claim_case {
    const struct kauri_claims_request *request;
    struct kauri_records records; // owned
    struct kauri_replay *replays; // one per record, owned
    struct kauri_article_numbers numbers;
    struct kauri_article_line line;
    struct kauri_position move;         // "position at move 35": before South's 35th move of game 4
    struct kauri_position note;         // before the move of game 4 that has note (A)
    struct kauri_position noted;        // after that move
    struct kauri_position end;          // of game 4
    unsigned inserted;                  // moves put into game 4 because its record lacks them
    struct kauri_evaluation move_value; // of `move`, evaluated when it is first needed
    bool move_valued;
};

// Reads and replays the article's `text`. KAURI_BAD_INPUT when the text lacks a game, a move or a
// sentence that the claims are about; KAURI_RESOURCE. The caller clears *set in every case.
enum kauri_status kauri_claim_case_init(struct kauri_claim_case *set,
                                        const struct kauri_claims_request *request,
                                        const char *text, struct kauri_error *error);
// Frees what the set owns. Accepts a zeroed struct.
void kauri_claim_case_clear(struct kauri_claim_case *set);

// Number of layers that the request's tables hold; 0 without tables.
unsigned kauri_claim_case_layers(const struct kauri_claim_case *set);

// Checks one claim. *claim is zeroed but for its id; kauri_claim_clear frees it in every case.
typedef enum kauri_status kauri_claim_function(struct kauri_claim_case *set,
                                               struct kauri_claim *claim,
                                               struct kauri_error *error);

#endif
