#include "verify/proof_check.h"

#include "indexer/convention.h"
#include "rules/notation.h"
#include "tablebase/lookup.h"
#include "verify/proof_steps.h"

#include <limits.h>
#include <string.h>

struct check {
    const char *path;
    struct kauri_tables *tables;
    struct kauri_proof_text text;
    unsigned seeds; // at the root
};

// What the prover is sure of at a position (docs/PROOF.md, section 2).
struct sure {
    int bound;                       // by the number of seeds, or from a table
    const struct kauri_claim *claim; // or NULL
};

static enum kauri_status find_sure(struct check *check, const struct kauri_position *position,
                                   enum kauri_claim_kind kind, struct sure *sure,
                                   struct kauri_error *error)
{
    const unsigned seeds = kauri_seeds(position);
    sure->bound = -(3 * (int)seeds + 1);
    sure->claim = kauri_proof_text_find(&check->text, position, kind);
    if (check->text.listed[seeds]) {
        struct kauri_value stored;
        const enum kauri_status status = kauri_lookup(check->tables, position, &stored, error);
        if (status != KAURI_OK) {
            return status;
        }
        sure->bound = kind == KAURI_CLAIM_OWN ? stored.r : -stored.r;
    }
    return KAURI_OK;
}

static enum kauri_status refuse(const struct check *check, uint64_t line, const char *why,
                                struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s, line %llu: %s", check->path,
                      (unsigned long long)line, why);
}

// One move of a claim: what it captures for the prover and what he is sure of after it must come to
// the claim's value.
static enum kauri_status check_move(struct check *check, const struct kauri_claim *claim,
                                    const struct kauri_position *position, int hole,
                                    struct kauri_error *error)
{
    struct kauri_position after = *position;
    struct sure sure;
    const bool own = claim->kind == KAURI_CLAIM_OWN;
    const struct kauri_capture captured = kauri_play(&after, hole);
    const int net = (int)captured.own - (int)captured.opponent;
    const int gain = own ? 3 * net : -3 * net;
    const bool quiet = captured.own + captured.opponent == 0;
    const enum kauri_status status =
        find_sure(check, &after, own ? KAURI_CLAIM_OPPONENT : KAURI_CLAIM_OWN, &sure, error);
    if (status != KAURI_OK || gain + sure.bound >= claim->value) {
        return status;
    }
    const char *why = NULL;
    if (sure.claim == NULL) {
        why = "nothing is claimed about the position after it, and too little is sure there";
    } else if (gain + sure.claim->value < claim->value) {
        why = "too little is claimed after it";
    } else if (quiet && claim->value > 0 && sure.claim->rank >= claim->rank) {
        why = "the rank does not fall";
    } else {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_WRONG, "%s, line %llu: move %c does not hold the value %d: %s",
                      check->path, (unsigned long long)claim->line,
                      kauri_move_letter(KAURI_SOUTH, hole), claim->value, why);
}

static enum kauri_status check_claim(struct check *check, const struct kauri_claim *claim,
                                     struct kauri_error *error)
{
    struct kauri_position position = {.holes = (uint8_t)check->text.holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, claim->seeds, sizeof position.seeds);
    memcpy(position.cowries, claim->cowries, sizeof position.cowries);
    const unsigned seeds = kauri_seeds(&position);
    const int bound = 3 * (int)seeds + 1;
    if (seeds > check->seeds) {
        return refuse(check, claim->line, "more seeds than at the root", error);
    }
    if (claim->value < -bound || claim->value > bound) {
        return refuse(check, claim->line, "no position with so many seeds has that value", error);
    }
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const bool passes = moves.count == 0 && seeds > 0;
    if (claim->kind == KAURI_CLAIM_OWN) {
        bool legal = passes && claim->hole == KAURI_MOVE_PASS;
        for (unsigned i = 0; i < moves.count; i++) {
            legal = legal || moves.hole[i] == claim->hole;
        }
        return legal ? check_move(check, claim, &position, claim->hole, error)
                     : refuse(check, claim->line, "the move is not legal", error);
    }
    enum kauri_status status =
        passes ? check_move(check, claim, &position, KAURI_MOVE_PASS, error) : KAURI_OK;
    for (unsigned i = 0; status == KAURI_OK && i < moves.count; i++) {
        status = check_move(check, claim, &position, moves.hole[i], error);
    }
    // Without moves and seeds the opponent has lost the cowrie phase: +1, as `bound` is.
    return status;
}

static enum kauri_status check_tables(struct check *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        if (!check->text.listed[n]) {
            continue;
        }
        const struct kauri_reader *reader = NULL;
        if (check->tables == NULL || !kauri_tables_has(check->tables, n)) {
            return kauri_fail(error, KAURI_MISSING,
                              "%s rests on the table of layer %u, which is not there (--tables)",
                              check->path, n);
        }
        KAURI_TRY(kauri_tables_layer(check->tables, n, &reader, error));
        const uint64_t digest = kauri_reader_certificate(reader)->digest;
        if (digest != check->text.digest[n]) {
            return kauri_fail(error, KAURI_WRONG,
                              "%s was made with another table of layer %u: digest %016llx, that of "
                              "%s is %016llx",
                              check->path, n, (unsigned long long)check->text.digest[n],
                              kauri_reader_path(reader), (unsigned long long)digest);
        }
        KAURI_TRY(kauri_lookup_fits(check->tables, &check->text.root, error));
    }
cleanup:
    return status;
}

static enum kauri_status check_bound(struct check *check, enum kauri_claim_kind kind, int wanted,
                                     const char *name, struct kauri_error *error)
{
    struct sure sure;
    const enum kauri_status status = find_sure(check, &check->text.root, kind, &sure, error);
    if (status != KAURI_OK || sure.bound >= wanted ||
        (sure.claim != NULL && sure.claim->value >= wanted)) {
        return status;
    }
    return kauri_fail(error, KAURI_WRONG, "%s, line %llu: nothing proves the %s bound", check->path,
                      (unsigned long long)check->text.bounds_line, name);
}

enum kauri_status kauri_proof_check(const char *path, struct kauri_tables *tables,
                                    struct kauri_proof_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct check check = {.path = path, .tables = tables};
    *result = (struct kauri_proof_result){.low = 0};
    KAURI_TRY(kauri_proof_text_read(path, &check.text, error));
    check.seeds = kauri_seeds(&check.text.root);
    KAURI_TRY(check_tables(&check, error));
    for (size_t i = 0; i < check.text.count; i++) {
        KAURI_TRY(check_claim(&check, &check.text.claims[i], error));
    }
    KAURI_TRY(check_bound(&check, KAURI_CLAIM_OWN, check.text.low, "lower", error));
    KAURI_TRY(check_bound(&check, KAURI_CLAIM_OPPONENT, -check.text.high, "upper", error));
    // Last, so that what is false is named as such.
    if (!check.text.unchanged) {
        status = kauri_fail(error, KAURI_WRONG,
                            "%s, line %llu: the digest is not that of the lines before it: the "
                            "certificate was changed",
                            path, (unsigned long long)check.text.end_line);
        goto cleanup;
    }
    *result = (struct kauri_proof_result){.position = check.text.root,
                                          .low = check.text.low,
                                          .high = check.text.high,
                                          .claims = check.text.count};
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        result->tables += check.text.listed[n];
    }
cleanup:
    kauri_proof_text_clear(&check.text);
    return status;
}
