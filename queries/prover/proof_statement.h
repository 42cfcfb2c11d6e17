// Statements of a proof, and what a prover knows about them.
//
// A statement is about a position and one of the players, called the prover: the prover gets at
// least some value from there. It follows from statements about the positions after its moves, from
// one of them if the prover moves and from all of them if the opponent does.
//
// Nothing here changes the prover's memory; as thread-safe as the questions of the prover.
#ifndef KAURI_QUERIES_PROVER_PROOF_STATEMENT_H
#define KAURI_QUERIES_PROVER_PROOF_STATEMENT_H

#include "common/status.h"
#include "queries/packed/packed_board.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_statement {
    struct kauri_packed board;
    unsigned seeds; // seeds on the board
    enum kauri_proof_kind kind;
    int value; // r for the prover is at least this value
};

// A move of the position of a statement.
struct kauri_statement_move {
    struct kauri_statement after; // statement about the position after the move
    int8_t hole;                  // hole of the move, or KAURI_MOVE_PASS
};

struct kauri_statement kauri_statement_make(const struct kauri_packed *board,
                                            enum kauri_proof_kind kind, int value);

// The statement of a node, with the value of the node.
struct kauri_statement kauri_node_statement(const struct kauri_proof_node *node);

// The moves of the position of a statement in the order of their holes, a pass included, with what
// the statement demands after each. Returns their number.
unsigned kauri_statement_moves(const struct kauri_prover *prover,
                               const struct kauri_statement *statement,
                               struct kauri_statement_move moves[KAURI_HOLES_MAX]);

// The equal statement with the greatest value: the prover knows nothing between two values that r
// can have.
void kauri_statement_round(const struct kauri_prover *prover, struct kauri_statement *statement);

// Returns whether nobody can get less, so that the number of seeds says that the statement is true.
bool kauri_statement_is_trivial(const struct kauri_statement *statement);

// Returns whether a table of the prover has the position.
bool kauri_statement_is_covered(const struct kauri_prover *prover,
                                const struct kauri_statement *statement);

// Returns whether a proof that the prover may cite says that the statement is true.
bool kauri_statement_is_cited(const struct kauri_prover *prover,
                              const struct kauri_statement *statement);

// Asks the table that covers the statement whether it is true. Errors of the tables.
enum kauri_status kauri_statement_probe(const struct kauri_prover *prover,
                                        const struct kauri_statement *statement, bool *is_true,
                                        struct kauri_error *error);

// The question "is r >= x?" about the player to move, whose answer says that the statement is true:
// yes (own) or no (opponent).
int kauri_statement_question(const struct kauri_prover *prover,
                             const struct kauri_statement *statement);

// Returns whether the rules, or the memory of the prover, say that the statement is true. *work
// receives the positions that were expanded below it, or 0 if their number is not known.
bool kauri_statement_is_known(const struct kauri_prover *prover,
                              const struct kauri_statement *statement, uint64_t *work);

// Makes the prover's memory forget the bound by which the statement is known, up to what other
// proofs state.
void kauri_statement_forget(struct kauri_prover *prover, const struct kauri_statement *statement);

#endif
