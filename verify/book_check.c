#include "verify/book_check.h"

#include "common/memory.h"
#include "rules/notation.h"
#include "verify/proof_check.h"
#include "verify/proof_plies.h"

#include <stdlib.h>

static const char proof_name[] = "the proof of a reply";

// Reads a proof, checks its statement and its steps, and counts the plies to the next capture.
static enum kauri_status check_proof(const struct kauri_string *bytes,
                                     const struct kauri_position *position, int value,
                                     struct kauri_book_proof *checked, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint32_t *plies = NULL;
    struct kauri_proof proof;
    KAURI_TRY(kauri_proof_read_bytes(proof_name, bytes->bytes, bytes->length, &proof, error));
    if (!kauri_position_equal(&proof.root, position) || proof.low < value || proof.tables > 0 ||
        proof.citations.count > 0) {
        KAURI_TRY(kauri_fail(error, KAURI_WRONG, "%s states something else", proof_name));
    }
    KAURI_TRY(kauri_proof_check_steps(proof_name, &proof, NULL, NULL, error));
    KAURI_TRY(KAURI_NEW(plies, proof.steps.count + 1, error, "%s", proof_name));
    KAURI_TRY(kauri_proof_plies(&proof, KAURI_PLIES_UNTIL_CAPTURE, NULL, plies, NULL, error));
    checked->found = true;
    for (size_t i = 0; i < proof.steps.count; i++) {
        checked->found = checked->found && plies[i] != KAURI_PLIES_ENDLESS;
    }
    checked->steps = proof.steps.count;
    // The first step is the one about the root.
    checked->plies = proof.steps.count > 0 ? plies[0] : 0;
cleanup:
    free(plies);
    kauri_proof_clear(&proof);
    return status;
}

enum kauri_status kauri_book_prove(const struct kauri_book_prover *prover, unsigned worker,
                                   const struct kauri_position *position, int value,
                                   struct kauri_book_proof *proof, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string bytes = {.bytes = NULL};
    bool found = false;
    *proof = (struct kauri_book_proof){.found = false};
    KAURI_TRY(prover->prove(prover->context, worker, position, value, &bytes, &found, error));
    if (found) {
        KAURI_TRY(check_proof(&bytes, position, value, proof, error));
    }
cleanup:
    kauri_string_clear(&bytes);
    return status;
}

void kauri_book_tally_add(struct kauri_book_tally *to, const struct kauri_book_tally *from)
{
    to->entries += from->entries;
    to->settled += from->settled;
    to->linked += from->linked;
    to->proven += from->proven;
    to->steps += from->steps;
}

// What is checked: a position with the opponent to move, in which the prover gets `value`, and if
// `plies` is not UINT32_MAX, the next capture comes within so many plies.
struct demand {
    const struct kauri_book *book;
    const struct kauri_book_prover *prover;
    unsigned worker;
    struct kauri_position position;
    int value;
    uint32_t plies;
    struct kauri_book_tally *tally;
};

static enum kauri_status refuse(const struct kauri_position *position, const char *why,
                                struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s: %s", KAURI_POSITION_TEXT(position), why);
}

// Checks one reply of the opponent.
static enum kauri_status check_reply(const struct demand *demand, int hole,
                                     struct kauri_error *error)
{
    struct kauri_position after = demand->position;
    const struct kauri_capture captured = kauri_play(&after, hole);
    const bool quiet = captured.own + captured.opponent == 0;
    const int value = demand->value + 3 * ((int)captured.own - (int)captured.opponent);
    const struct kauri_book_entry *entry = kauri_book_find(demand->book, &after);
    struct kauri_book_proof proof;
    if (value <= -(3 * (int)kauri_seeds(&after) + 1)) {
        demand->tally->settled++;
        return KAURI_OK;
    }
    if (demand->plies < 1) {
        return refuse(&after, "the next capture comes too late", error);
    }
    if (entry != NULL && entry->value >= value && (!quiet || entry->plies < demand->plies)) {
        demand->tally->linked++;
        return KAURI_OK;
    }
    KAURI_PASS(kauri_book_prove(demand->prover, demand->worker, &after, value, &proof, error));
    if (!proof.found) {
        return refuse(&after, "the book has no answer, and a search finds none", error);
    }
    if (quiet && proof.plies >= demand->plies) {
        return refuse(&after, "the next capture comes too late", error);
    }
    demand->tally->proven++;
    demand->tally->steps += proof.steps;
    return KAURI_OK;
}

// Checks all replies of the opponent.
static enum kauri_status check_replies(const struct demand *demand, struct kauri_error *error)
{
    const struct kauri_moves moves = kauri_legal_moves(&demand->position);
    if (moves.count == 0) {
        if (kauri_seeds(&demand->position) > 0) {
            return check_reply(demand, KAURI_MOVE_PASS, error);
        }
        return demand->value <= 1
                   ? KAURI_OK
                   : refuse(&demand->position, "the cowrie phase is worth less", error);
    }
    for (unsigned i = 0; i < moves.count; i++) {
        KAURI_PASS(check_reply(demand, moves.hole[i], error));
    }
    return KAURI_OK;
}

static bool is_legal(const struct kauri_position *position, int hole)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    bool legal = hole == KAURI_MOVE_PASS && moves.count == 0 && kauri_seeds(position) > 0;
    for (unsigned i = 0; i < moves.count; i++) {
        legal = legal || moves.hole[i] == hole;
    }
    return legal;
}

enum kauri_status kauri_book_check_entry(const struct kauri_book *book, size_t number,
                                         const struct kauri_book_prover *prover, unsigned worker,
                                         struct kauri_book_tally *tally, struct kauri_error *error)
{
    const struct kauri_book_entry *entry = &kauri_book_entries(book)[number];
    const struct kauri_position position = kauri_book_position(entry, kauri_book_info(book)->holes);
    const int maximum = 3 * (int)kauri_seeds(&position) + 1;
    struct demand demand = {.book = book,
                            .prover = prover,
                            .worker = worker,
                            .position = position,
                            .plies = UINT32_MAX,
                            .tally = tally};
    if (!is_legal(&position, entry->hole)) {
        return refuse(&position, "the move is not legal", error);
    }
    if (entry->value < -maximum || entry->value > maximum || entry->plies < 1) {
        return refuse(&position, "no position has such a value or bound", error);
    }
    const struct kauri_capture captured = kauri_play(&demand.position, entry->hole);
    demand.value = entry->value - 3 * ((int)captured.own - (int)captured.opponent);
    if (captured.own + captured.opponent == 0) {
        demand.plies = entry->plies - 1U;
    }
    tally->entries++;
    if (demand.value <= -(3 * (int)kauri_seeds(&demand.position) + 1)) {
        tally->settled++;
        return KAURI_OK;
    }
    return check_replies(&demand, error);
}

enum kauri_status kauri_book_check_root(const struct kauri_book *book,
                                        const struct kauri_book_prover *prover,
                                        struct kauri_book_tally *tally, struct kauri_error *error)
{
    const struct kauri_book_info *info = kauri_book_info(book);
    const int maximum = 3 * (int)kauri_seeds(&info->root) + 1;
    struct demand demand = {.book = book,
                            .prover = prover,
                            .position = info->root,
                            .value = -info->high,
                            .plies = UINT32_MAX,
                            .tally = tally};
    if (info->low > -maximum) {
        const struct kauri_book_entry *entry = kauri_book_find(book, &info->root);
        if (entry == NULL || entry->value < info->low) {
            return refuse(&info->root, "the book does not have the move that it states", error);
        }
    }
    return info->high < maximum ? check_replies(&demand, error) : KAURI_OK;
}
