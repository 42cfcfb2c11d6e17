#include "cli/book/book_walk.h"

#include "common/memory.h"
#include "queries/lookup/bounds.h"
#include "verify/proof_follow.h"

#include <stdlib.h>

enum {
    PASS_BIT = KAURI_HOLES_MAX,
    // A reply whose proof takes more plies becomes an entry, so that numbers of plies have 16 bits.
    PLIES_MAX = UINT16_MAX - 2,
};

#define ASKED_NOTHING INT16_MIN

// What the walk knows of a step of the proof with the prover to move.
struct walk_state {
    bool entry;
    bool proven;      // the search proves `asked`
    int16_t asked;    // value that the search was asked for last
    uint16_t plies;   // plies of that proof
    uint32_t counted; // number of the last count that reached the step
};

struct book_walk {
    const struct kauri_proof *proof;
    const struct kauri_book_prover *prover;
    unsigned worker;
    uint32_t large;
    struct kauri_book_drafts *drafts;
    struct walk_state *states; // by the number of the step
    uint32_t *list;            // steps that a count has reached
    uint32_t counts;
    uint32_t *open; // steps that have become entries, and whose replies have not been looked at
    size_t open_count, open_room;
};

void kauri_book_drafts_clear(struct kauri_book_drafts *drafts)
{
    free(drafts->draft);
    *drafts = (struct kauri_book_drafts){.count = 0};
}

static uint32_t number_of(const struct book_walk *walk, const struct kauri_proof_step *step)
{
    return (uint32_t)(step - walk->proof->steps.step);
}

// ------------------------------------------------------------------------------------- counting

static void reach(struct book_walk *walk, const struct kauri_position *position,
                  enum kauri_step_kind kind, uint32_t *count)
{
    const struct kauri_proof_step *step =
        kauri_steps_find(&walk->proof->steps, kauri_step_key_of(position, kind));
    if (step != NULL && *count < walk->large &&
        walk->states[number_of(walk, step)].counted != walk->counts) {
        walk->states[number_of(walk, step)].counted = walk->counts;
        walk->list[(*count)++] = number_of(walk, step);
    }
}

// Returns whether play can reach `large` steps from here.
static bool is_large(struct book_walk *walk, const struct kauri_proof_step *from)
{
    uint32_t count = 0;
    walk->counts++;
    walk->states[number_of(walk, from)].counted = walk->counts;
    walk->list[count++] = number_of(walk, from);
    for (uint32_t i = 0; i < count && count < walk->large; i++) {
        const struct kauri_proof_step *step = &walk->proof->steps.step[walk->list[i]];
        const struct kauri_position position =
            kauri_step_key_position(step->key, walk->proof->holes);
        const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
        int holes[KAURI_HOLES_MAX];
        const unsigned moves = kauri_proof_step_moves(step, &position, holes);
        for (unsigned k = 0; k < moves; k++) {
            struct kauri_position after = position;
            (void)kauri_play(&after, holes[k]);
            reach(walk, &after, own ? KAURI_STEP_OPPONENT : KAURI_STEP_OWN, &count);
        }
    }
    return count >= walk->large;
}

// ------------------------------------------------------------------------------------- entries

static enum kauri_status make_entry(struct book_walk *walk, const struct kauri_proof_step *step,
                                    struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(walk->open, walk->open_count + 1, walk->open_room, error, "the book"));
    walk->open[walk->open_count++] = number_of(walk, step);
    walk->states[number_of(walk, step)].entry = true;
    return KAURI_OK;
}

static enum kauri_status ask(struct book_walk *walk, const struct kauri_position *position,
                             int value, struct kauri_book_proof *proof, struct kauri_error *error)
{
    KAURI_PASS(kauri_book_prove(walk->prover, walk->worker, position, value, proof, error));
    proof->found = proof->found && proof->plies <= PLIES_MAX;
    walk->drafts->searches++;
    walk->drafts->found += proof->found;
    return KAURI_OK;
}

// Returns whether another proof, which this one cites, makes the statement.
static bool is_cited(const struct book_walk *walk, const struct kauri_position *position,
                     enum kauri_step_kind kind, int value)
{
    const struct kauri_cited_statement *cited =
        kauri_citations_find(&walk->proof->citations, kauri_step_key_of(position, kind));
    return cited != NULL && cited->value >= value;
}

// Decides whether a reply has an answer without the book, in *plies plies, or becomes an entry. If
// the proof cites what follows from another one, that one has the entry.
static enum kauri_status answer(struct book_walk *walk, const struct kauri_position *position,
                                int value, bool cited, bool *linked, uint32_t *plies,
                                struct kauri_error *error)
{
    const struct kauri_proof_step *step =
        kauri_steps_find(&walk->proof->steps, kauri_step_key_of(position, KAURI_STEP_OWN));
    struct kauri_book_proof proof = {.found = false};
    *plies = 0;
    *linked = false;
    if (cited || is_cited(walk, position, KAURI_STEP_OWN, value)) {
        KAURI_PASS(ask(walk, position, value, &proof, error));
        *linked = !proof.found;
        *plies = proof.plies;
        return KAURI_OK;
    }
    if (step == NULL || step->value < value) {
        return kauri_fail(error, KAURI_WRONG, "the proof does not say what follows a move");
    }
    struct walk_state *state = &walk->states[number_of(walk, step)];
    if (!state->entry && state->asked != value) {
        if (state->asked != ASKED_NOTHING || !is_large(walk, step)) {
            KAURI_PASS(ask(walk, position, value, &proof, error));
        }
        state->asked = (int16_t)value;
        state->proven = proof.found;
        state->plies = (uint16_t)proof.plies;
    }
    if (!state->entry && !state->proven) {
        KAURI_PASS(make_entry(walk, step, error));
    }
    *linked = state->entry;
    *plies = state->plies;
    return KAURI_OK;
}

// Looks at the replies to the move of an entry.
static enum kauri_status look_at_replies(struct book_walk *walk, struct kauri_position position,
                                         int value, struct kauri_book_draft *draft, bool quiet,
                                         struct kauri_error *error)
{
    struct kauri_valued_move replies[KAURI_HOLES_MAX];
    const bool cited = is_cited(walk, &position, KAURI_STEP_OPPONENT, value);
    const unsigned count = kauri_moves_list(&position, replies);
    for (unsigned i = 0; i < count; i++) {
        const int hole = replies[i].hole;
        const struct kauri_position *after = &replies[i].successor;
        const struct kauri_capture captured = replies[i].captured;
        const bool reply_quiet = !kauri_move_captures(&replies[i]);
        const int needed = value + 3 * ((int)captured.own - (int)captured.opponent);
        const unsigned bit = hole == KAURI_MOVE_PASS ? PASS_BIT : (unsigned)hole;
        bool linked = false;
        uint32_t plies = 0;
        if (needed > -(3 * (int)kauri_seeds(after) + 1)) {
            KAURI_PASS(answer(walk, after, needed, cited, &linked, &plies, error));
        }
        if (linked) {
            draft->links = (uint8_t)(draft->links | 1U << bit);
        }
        const uint32_t base = reply_quiet && !linked ? 2 + plies : 2;
        if (quiet && !(reply_quiet && linked) && base > draft->base) {
            draft->base = (uint16_t)base;
        }
    }
    return KAURI_OK;
}

// Adds the entry of a step, and looks at the replies to its move.
static enum kauri_status finish_entry(struct book_walk *walk, const struct kauri_proof_step *step,
                                      struct kauri_error *error)
{
    struct kauri_position position = kauri_step_key_position(step->key, walk->proof->holes);
    struct kauri_book_draft draft = {.entry = {.value = step->value, .hole = step->hole},
                                     .base = 1};
    kauri_book_key(&position, draft.entry.key);
    const struct kauri_capture captured = kauri_play(&position, step->hole);
    const int value = step->value - 3 * ((int)captured.own - (int)captured.opponent);
    if (value > -(3 * (int)kauri_seeds(&position) + 1)) {
        KAURI_PASS(look_at_replies(walk, position, value, &draft,
                                   captured.own + captured.opponent == 0, error));
    }
    struct kauri_book_drafts *drafts = walk->drafts;
    KAURI_PASS(KAURI_FIT(drafts->draft, drafts->count + 1, drafts->capacity, error, "the book"));
    drafts->draft[drafts->count++] = draft;
    return KAURI_OK;
}

// The positions at the root that other proofs may rest on become entries: the root, or what follows
// it if the opponent is to move there.
static enum kauri_status begin(struct book_walk *walk, struct kauri_error *error)
{
    const struct kauri_proof *proof = walk->proof;
    const int maximum = 3 * (int)kauri_seeds(&proof->root) + 1;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const struct kauri_proof_step *step = NULL;
    if (proof->low > -maximum) {
        step = kauri_steps_find(&proof->steps, kauri_step_key_of(&proof->root, KAURI_STEP_OWN));
        if (step != NULL) {
            KAURI_PASS(make_entry(walk, step, error));
        }
    }
    const unsigned count = proof->high < maximum ? kauri_moves_list(&proof->root, moves) : 0;
    for (unsigned i = 0; i < count; i++) {
        step =
            kauri_steps_find(&proof->steps, kauri_step_key_of(&moves[i].successor, KAURI_STEP_OWN));
        if (step != NULL && !walk->states[number_of(walk, step)].entry) {
            KAURI_PASS(make_entry(walk, step, error));
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_book_walk(const struct kauri_proof *proof,
                                  const struct kauri_book_prover *prover, unsigned worker,
                                  uint32_t large, struct kauri_book_drafts *drafts,
                                  struct kauri_task *task, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct book_walk walk = {
        .proof = proof,
        .prover = prover,
        .worker = worker,
        .large = large,
        .drafts = drafts,
    };
    *drafts = (struct kauri_book_drafts){.count = 0};
    KAURI_TRY(KAURI_NEW(walk.states, proof->steps.count + 1, error, "the book"));
    KAURI_TRY(KAURI_NEW(walk.list, large, error, "the book"));
    for (size_t i = 0; i < proof->steps.count; i++) {
        walk.states[i].asked = ASKED_NOTHING;
    }
    KAURI_TRY(begin(&walk, error));
    while (walk.open_count > 0) {
        const uint32_t number = walk.open[--walk.open_count];
        KAURI_TRY(finish_entry(&walk, &proof->steps.step[number], error));
        KAURI_TRY(kauri_task_look(task, KAURI_PROOF_READ_SHARE, error));
    }
cleanup:
    free(walk.states);
    free(walk.list);
    free(walk.open);
    return status;
}
