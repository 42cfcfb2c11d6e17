#include "queries/prover/proof_statement.h"

#include "queries/prover/prover_state.h"

// The least r of a position with so many seeds (R8, R9).
static int trivial_value(unsigned seeds)
{
    return -(3 * (int)seeds + 1);
}

struct kauri_statement kauri_statement_make(const struct kauri_packed *board,
                                            enum kauri_proof_kind kind, int value)
{
    return (struct kauri_statement){
        .board = *board, .seeds = kauri_packed_seeds(board), .kind = kind, .value = value};
}

struct kauri_statement kauri_node_statement(const struct kauri_proof_node *node)
{
    enum kauri_proof_kind kind;
    const struct kauri_packed board = kauri_proof_node_board(node, &kind);
    return kauri_statement_make(&board, kind, node->value);
}

// The statement after a move. `net` is the net number of seeds that the move captures, for the
// player who moves.
static struct kauri_statement after(const struct kauri_statement *statement,
                                    const struct kauri_packed *board, unsigned seeds, int net)
{
    const bool own = statement->kind == KAURI_PROOF_OWN;
    return (struct kauri_statement){
        .board = *board,
        .seeds = seeds,
        .kind = own ? KAURI_PROOF_OPPONENT : KAURI_PROOF_OWN,
        .value = own ? statement->value - 3 * net : statement->value + 3 * net,
    };
}

unsigned kauri_statement_moves(const struct kauri_prover *prover,
                               const struct kauri_statement *statement,
                               struct kauri_statement_move moves[KAURI_HOLES_MAX])
{
    uint64_t holes = kauri_packed_moves(&statement->board);
    unsigned count = 0;
    if (holes == 0 && statement->seeds > 0) { // a pass (R7)
        const struct kauri_packed passed = kauri_packed_pass(&statement->board);
        moves[0] = (struct kauri_statement_move){
            .after = after(statement, &passed, statement->seeds, 0), .hole = KAURI_MOVE_PASS};
        return 1;
    }
    for (; holes != 0; holes &= holes - 1) {
        struct kauri_packed_move move;
        const unsigned hole = kauri_packed_first(holes);
        kauri_packed_play(&prover->sowing, &statement->board, hole, &move);
        moves[count++] = (struct kauri_statement_move){
            .after = after(statement, &move.board, statement->seeds - move.gained - move.lost,
                           (int)move.gained - (int)move.lost),
            .hole = (int8_t)hole};
    }
    return count;
}

void kauri_statement_round(const struct kauri_prover *prover, struct kauri_statement *statement)
{
    statement->value = kauri_question_round(&prover->values, statement->value, statement->seeds);
}

bool kauri_statement_is_trivial(const struct kauri_statement *statement)
{
    return statement->value <= trivial_value(statement->seeds);
}

bool kauri_statement_is_covered(const struct kauri_prover *prover,
                                const struct kauri_statement *statement)
{
    return prover->covered[statement->seeds];
}

// The greatest value that another proof states; INT16_MIN: none does.
static int cited_value(const struct kauri_prover *prover, const struct kauri_statement *statement)
{
    const struct kauri_proof_nodes *cited = &prover->citable;
    const uint32_t number = kauri_proof_nodes_find(cited, &statement->board, statement->kind);
    return number == KAURI_NODE_NONE ? INT16_MIN : cited->node[number].value;
}

bool kauri_statement_is_cited(const struct kauri_prover *prover,
                              const struct kauri_statement *statement)
{
    return cited_value(prover, statement) >= statement->value;
}

enum kauri_status kauri_statement_probe(const struct kauri_prover *prover,
                                        const struct kauri_statement *statement, bool *is_true,
                                        struct kauri_error *error)
{
    const struct kauri_position position = kauri_unpack(&statement->board, prover->shape.holes);
    int32_t r = 0;
    const enum kauri_status status = kauri_probe_r(prover->tables, &position, &r, error);
    *is_true = (statement->kind == KAURI_PROOF_OWN ? r : -r) >= statement->value;
    return status;
}

int kauri_statement_question(const struct kauri_prover *prover,
                             const struct kauri_statement *statement)
{
    const int value = statement->value;
    return kauri_question_round(
        &prover->values, statement->kind == KAURI_PROOF_OWN ? value : 1 - value, statement->seeds);
}

static bool answers(struct kauri_efforts efforts, enum kauri_proof_kind kind)
{
    return (kind == KAURI_PROOF_OWN ? efforts.phi : efforts.delta) == 0;
}

bool kauri_statement_is_known(const struct kauri_prover *prover,
                              const struct kauri_statement *statement, uint64_t *work)
{
    const bool own = statement->kind == KAURI_PROOF_OWN;
    const int x = kauri_statement_question(prover, statement);
    struct kauri_efforts efforts;
    struct kauri_table_entry entry;
    *work = 0;
    if (kauri_question_trivial(&statement->board, statement->seeds, x, &efforts)) {
        return answers(efforts, statement->kind);
    }
    if (kauri_proof_table_load(&prover->table, kauri_prover_place(prover, &statement->board),
                               &entry)) {
        *work = entry.work;
        if (own ? entry.low >= statement->value : -entry.high >= statement->value) {
            return true;
        }
    }
    return answers(kauri_prover_first_numbers(prover, &statement->board, statement->seeds, x),
                   statement->kind);
}

void kauri_statement_forget(struct kauri_prover *prover, const struct kauri_statement *statement)
{
    const bool own = statement->kind == KAURI_PROOF_OWN;
    const int maximum = -trivial_value(statement->seeds);
    kauri_proof_table_forget(&prover->table, kauri_prover_place(prover, &statement->board), own,
                             maximum);
    const int value = cited_value(prover, statement);
    if (value > -maximum) {
        const struct kauri_position position = kauri_unpack(&statement->board, prover->shape.holes);
        const struct kauri_bounds r = {own ? value : -maximum, own ? maximum : -value};
        kauri_prover_learn(prover, &position, r);
    }
}
