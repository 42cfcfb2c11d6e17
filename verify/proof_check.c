#include "verify/proof_check.h"

// Steps between two looks at the task; a step may read pages of tables.
enum { LOOK_EVERY = 1 << 8 };

struct check {
    const char *path;
    struct kauri_tablebase *tables;
    const struct kauri_proof *proof;
};

// The value that the prover can secure at a position (docs/reference/PROOF.md, section 2).
struct sure {
    int bound;                           // value by the number of seeds, a table or a citation
    const struct kauri_proof_step *step; // the step about the position, or NULL
};

static enum kauri_status find_sure(const struct check *check, const struct kauri_position *position,
                                   enum kauri_step_kind kind, struct sure *sure,
                                   struct kauri_error *error)
{
    const unsigned seeds = kauri_seeds(position);
    const struct kauri_step_key key = kauri_step_key_of(position, kind);
    const struct kauri_cited_statement *cited = kauri_citations_find(&check->proof->citations, key);
    sure->bound = cited != NULL ? cited->value : -(3 * (int)seeds + 1);
    sure->step = kauri_steps_find(&check->proof->steps, key);
    if (seeds < check->proof->tables) {
        struct kauri_value stored;
        KAURI_PASS(kauri_probe_value(check->tables, position, &stored, error));
        const int r = kind == KAURI_STEP_OWN ? stored.r : -stored.r;
        sure->bound = r > sure->bound ? r : sure->bound;
    }
    return KAURI_OK;
}

static enum kauri_status refuse(const struct check *check, const struct kauri_proof_step *step,
                                const char *why, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s, step %zu: %s", check->path,
                      (size_t)(step - check->proof->steps.step) + 1, why);
}

// Checks one move of a step: three times the prover's net captures, plus the value that the prover
// can secure after the move, must be at least the value of the step.
static enum kauri_status check_move(const struct check *check, const struct kauri_proof_step *step,
                                    const struct kauri_position *position, int hole,
                                    struct kauri_error *error)
{
    struct kauri_position after = *position;
    struct sure sure;
    const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
    const struct kauri_capture captured = kauri_play(&after, hole);
    const int net = (int)captured.own - (int)captured.opponent;
    const int gain = own ? 3 * net : -3 * net;
    const bool quiet = captured.own + captured.opponent == 0;
    const enum kauri_status status =
        find_sure(check, &after, own ? KAURI_STEP_OPPONENT : KAURI_STEP_OWN, &sure, error);
    if (status != KAURI_OK || gain + sure.bound >= step->value) {
        return status;
    }
    const char *why = NULL;
    if (sure.step == NULL) {
        why = "the proof has no step for the position after it, and too little is sure there";
    } else if (gain + sure.step->value < step->value) {
        why = "the step after it promises too little";
    } else if (quiet && step->value > 0 && sure.step->rank >= step->rank) {
        why = "the rank does not fall";
    } else {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_WRONG, "%s, step %zu: move %c does not hold the value %d: %s",
                      check->path, (size_t)(step - check->proof->steps.step) + 1,
                      kauri_move_letter(KAURI_SOUTH, hole), step->value, why);
}

static enum kauri_status check_step(const struct check *check, const struct kauri_proof_step *step,
                                    struct kauri_error *error)
{
    const struct kauri_position position = kauri_step_key_position(step->key, check->proof->holes);
    const unsigned seeds = kauri_seeds(&position);
    const int bound = 3 * (int)seeds + 1;
    if (step->value < -bound || step->value > bound) {
        return refuse(check, step, "no position with so many seeds has that value", error);
    }
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const bool passes = moves.count == 0 && seeds > 0;
    if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN) {
        bool legal = passes && step->hole == KAURI_MOVE_PASS;
        for (unsigned i = 0; i < moves.count; i++) {
            legal = legal || moves.hole[i] == step->hole;
        }
        return legal ? check_move(check, step, &position, step->hole, error)
                     : refuse(check, step, "the move is not legal", error);
    }
    enum kauri_status status =
        passes ? check_move(check, step, &position, KAURI_MOVE_PASS, error) : KAURI_OK;
    for (unsigned i = 0; status == KAURI_OK && i < moves.count; i++) {
        status = check_move(check, step, &position, moves.hole[i], error);
    }
    // Without moves and seeds, the opponent has lost the cowrie phase, so the prover gets +1.
    return status;
}

static enum kauri_status check_bound(const struct check *check, enum kauri_step_kind kind,
                                     int wanted, const char *name, struct kauri_error *error)
{
    struct sure sure;
    const enum kauri_status status = find_sure(check, &check->proof->root, kind, &sure, error);
    if (status != KAURI_OK || sure.bound >= wanted ||
        (sure.step != NULL && sure.step->value >= wanted)) {
        return status;
    }
    return kauri_fail(error, KAURI_WRONG, "%s: nothing proves the %s bound", check->path, name);
}

enum kauri_status kauri_proof_check_steps(const char *path, const struct kauri_proof *proof,
                                          struct kauri_tablebase *tables, struct kauri_task *task,
                                          struct kauri_error *error)
{
    const struct check check = {.path = path, .tables = tables, .proof = proof};
    for (size_t i = 0; i < proof->steps.count; i++) {
        KAURI_PASS(check_step(&check, &proof->steps.step[i], error));
        if (i % LOOK_EVERY == 0) {
            const double checked = (double)i / (double)proof->steps.count;
            KAURI_PASS(kauri_task_look(
                task, KAURI_PROOF_READ_SHARE + (1 - KAURI_PROOF_READ_SHARE) * checked, error));
        }
    }
    KAURI_PASS(check_bound(&check, KAURI_STEP_OWN, proof->low, "lower", error));
    return check_bound(&check, KAURI_STEP_OPPONENT, -proof->high, "upper", error);
}

// Checks that a listed table is there, and states the listed digest.
static enum kauri_status check_table(const char *path, const struct kauri_proof *proof, unsigned n,
                                     struct kauri_tablebase *tables, int *missing_layer,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    if (tables == NULL || !kauri_tablebase_has(tables, n)) {
        *missing_layer = (int)n;
        return kauri_fail(error, KAURI_MISSING,
                          "%s rests on the table of layer %u with digest %016llx, which is not "
                          "there",
                          path, n, (unsigned long long)proof->digest[n]);
    }
    KAURI_PASS(kauri_tablebase_layer(tables, n, &layer, error));
    const struct kauri_reader *reader = layer->reader;
    const uint64_t digest = kauri_reader_certificate(reader)->digest;
    if (digest != proof->digest[n]) {
        status = kauri_fail(error, KAURI_WRONG,
                            "%s was made with another table of layer %u: digest %016llx, that of "
                            "%s is %016llx",
                            path, n, (unsigned long long)proof->digest[n],
                            kauri_reader_path(reader), (unsigned long long)digest);
    } else if (!layer->derives) {
        // A table with entries for all positions is refused: the same bytes could belong to other
        // positions (docs/reference/PROOF.md, section 5).
        status = kauri_fail(error, KAURI_WRONG,
                            "%s has an entry for every position, and proofs do not rest on such "
                            "tables; pack the tables and search again",
                            kauri_reader_path(reader));
    }
    return status;
}

static struct kauri_proof_entry entry_of(const struct kauri_proof *proof, uint64_t steps)
{
    return (struct kauri_proof_entry){.position = proof->root,
                                      .low = proof->low,
                                      .high = proof->high,
                                      .tables = proof->tables,
                                      .steps = steps,
                                      .digest = proof->stated,
                                      .citations = proof->citations,
                                      .missing_layer = -1,
                                      .plies = KAURI_PLIES_UNKNOWN};
}

static enum kauri_status check_file(const char *path, struct kauri_tablebase *tables,
                                    struct kauri_output *text, bool with_plays,
                                    struct kauri_proof_entry *entry, struct kauri_task *task,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof proof;
    struct kauri_proof_plays plays = {.counted = false};
    const uint64_t weight = task != NULL ? task->weight : 0;
    *entry = (struct kauri_proof_entry){.missing_layer = -1, .plies = KAURI_PLIES_UNKNOWN};
    if (with_plays && task != NULL) { // The plays take the rest of the time.
        task->weight = (uint64_t)(KAURI_PROOF_PLAYS_SHARE * (double)weight);
    }
    KAURI_TRY(kauri_proof_read(path, &proof, task, error));
    if (tables != NULL && proof.tables > 0) {
        KAURI_TRY(kauri_tablebase_fits(tables, &proof.root, error));
    }
    for (unsigned n = 0; n < proof.tables; n++) {
        KAURI_TRY(check_table(path, &proof, n, tables, &entry->missing_layer, error));
    }
    KAURI_TRY(kauri_proof_check_steps(path, &proof, tables, task, error));
    if (with_plays && task != NULL) {
        task->weight = weight;
    }
    if (with_plays) {
        KAURI_TRY(kauri_proof_plays_count(&proof, &plays, task, error));
    }
    if (text != NULL) {
        KAURI_TRY(kauri_proof_print(&proof, text, task, error));
    }
    *entry = entry_of(&proof, proof.steps.count);
    entry->plays = plays;
    plays = (struct kauri_proof_plays){.counted = false};
    proof.citations = (struct kauri_proof_citations){.count = 0};
cleanup:
    kauri_proof_plays_clear(&plays);
    kauri_proof_clear(&proof);
    return status;
}

enum kauri_status kauri_proof_check(const char *path, struct kauri_tablebase *tables,
                                    struct kauri_output *text, struct kauri_proof_entry *entry,
                                    struct kauri_task *task, struct kauri_error *error)
{
    return check_file(path, tables, text, false, entry, task, error);
}

enum kauri_status kauri_proof_check_plays(const char *path, struct kauri_tablebase *tables,
                                          struct kauri_output *text,
                                          struct kauri_proof_entry *entry, struct kauri_task *task,
                                          struct kauri_error *error)
{
    return check_file(path, tables, text, true, entry, task, error);
}

bool kauri_proof_recall(const char *path, uint64_t digest, uint64_t steps,
                        struct kauri_proof_entry *entry, struct kauri_task *task)
{
    struct kauri_proof proof;
    const bool is_same = kauri_proof_read_statement(path, &proof, task, NULL) == KAURI_OK &&
                         proof.stated == digest && proof.tables == 0;
    if (is_same) {
        *entry = entry_of(&proof, steps);
        proof.citations = (struct kauri_proof_citations){.count = 0};
    }
    kauri_proof_clear(&proof);
    return is_same;
}
