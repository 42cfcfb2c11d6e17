#include "verify/proof_plies.h"

#include "common/memory.h"
#include "verify/proof_follow.h"

#include <stdbool.h>
#include <stdlib.h>

enum { LOOK_EVERY = 1 << 13 }; // steps between two looks at the task

// Numbers of steps that are not finished. No step has so many plies (kauri_plies_add).
#define NEW       (UINT32_MAX - 2)
#define ACTIVE    (UINT32_MAX - 3)
#define PLIES_MAX (UINT32_MAX - 4)

// A step whose moves are being followed.
struct plies_frame {
    uint32_t step;
    uint32_t maximum; // maximum plies of the moves before the next one
    uint8_t at;       // number of the next move
};

// A depth-first search through the steps, without recursion, because play can be long.
struct plies_search {
    const struct kauri_proof *proof;
    enum kauri_plies_until until;
    const uint32_t *cited; // may be NULL
    uint32_t *plies;       // plies of each step, or NEW or ACTIVE
    uint32_t *order;       // NULL, or receives the steps in the order in which they are finished
    size_t finished;       // number of finished steps
    struct kauri_task *task;
    double share;  // of the task, when the search begins
    double shares; // of the task that the search takes
    struct plies_frame *frames;
    size_t depth, capacity;
};

uint32_t kauri_plies_add(uint32_t one, uint32_t other)
{
    const uint32_t greater = one > other ? one : other;
    if (greater >= KAURI_PLIES_UNKNOWN) {
        return greater;
    }
    return one > PLIES_MAX - other ? KAURI_PLIES_UNKNOWN : one + other;
}

static enum kauri_status push(struct plies_search *search, uint32_t step, struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(search->frames, search->depth + 1, search->capacity, error,
                         "the plies of a proof"));
    search->frames[search->depth++] = (struct plies_frame){.step = step};
    search->plies[step] = ACTIVE;
    return KAURI_OK;
}

// Finds the plies after a move. If a step follows that has not been searched, *next is that step,
// *is_new is set, and the plies mean nothing yet.
//
// A step that is being searched closes a circle. Every step of a circle becomes endless, as does
// every step that leads to one: of the steps from which play can return to the one being searched,
// the first to be finished leads to it directly, and each later one leads to it or to one of these.
static uint32_t plies_after(const struct plies_search *search,
                            const struct kauri_proof_follower *follower, bool *is_new,
                            uint32_t *next)
{
    if (search->until == KAURI_PLIES_UNTIL_CAPTURE &&
        follower->captured.own + follower->captured.opponent > 0) {
        return 0;
    }
    if (follower->cited != NULL) {
        const size_t number = (size_t)(follower->cited - search->proof->citations.statement);
        return search->cited != NULL ? search->cited[number] : 0;
    }
    if (follower->step == NULL) {
        return 0;
    }
    *next = (uint32_t)(follower->step - search->proof->steps.step);
    const uint32_t plies = search->plies[*next];
    *is_new = plies == NEW;
    return plies == ACTIVE ? KAURI_PLIES_ENDLESS : plies;
}

static void take_most(struct plies_frame *frame, uint32_t plies)
{
    const uint32_t more = kauri_plies_add(plies, 1);
    frame->maximum = more > frame->maximum ? more : frame->maximum;
}

// Follows the moves of the step on top, up to one that leads to a step that has not been searched,
// or finishes it.
static enum kauri_status advance(struct plies_search *search, struct kauri_error *error)
{
    struct plies_frame *frame = &search->frames[search->depth - 1];
    const struct kauri_proof_step *step = &search->proof->steps.step[frame->step];
    const struct kauri_position position = kauri_step_key_position(step->key, search->proof->holes);
    int holes[KAURI_HOLES_MAX];
    const unsigned count = kauri_proof_step_moves(step, &position, holes);
    while (frame->at < count) {
        struct kauri_proof_follower follower;
        bool is_new = false;
        uint32_t next = 0;
        KAURI_PASS(kauri_proof_follow(search->proof, step, &position, holes[frame->at++], &follower,
                                      error));
        const uint32_t plies = plies_after(search, &follower, &is_new, &next);
        if (is_new) { // When it is finished, its plies are taken.
            return push(search, next, error);
        }
        take_most(frame, plies);
    }
    const uint32_t maximum = frame->maximum;
    search->plies[frame->step] = maximum;
    if (search->order != NULL) {
        search->order[search->finished] = frame->step;
    }
    search->finished++;
    search->depth--;
    if (search->depth > 0) {
        take_most(&search->frames[search->depth - 1], maximum);
    }
    return KAURI_OK;
}

// Searches from every step. Those that follow a step are finished before it.
static enum kauri_status search_all(struct plies_search *search, struct kauri_error *error)
{
    const size_t count = search->proof->steps.count;
    size_t until_look = 0;
    for (size_t i = 0; i < count; i++) {
        search->plies[i] = NEW;
    }
    for (size_t i = 0; i < count; i++) {
        if (search->plies[i] == NEW) {
            KAURI_PASS(push(search, (uint32_t)i, error));
        }
        while (search->depth > 0) {
            KAURI_PASS(advance(search, error));
            if (until_look-- == 0) {
                const double searched = (double)search->finished / (double)count;
                until_look = LOOK_EVERY;
                KAURI_PASS(kauri_task_look(search->task, search->share + search->shares * searched,
                                           error));
            }
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_plies(const struct kauri_proof *proof, enum kauri_plies_until until,
                                    const uint32_t *cited, uint32_t *plies, struct kauri_task *task,
                                    struct kauri_error *error)
{
    struct plies_search search = {
        .proof = proof, .until = until, .cited = cited, .plies = plies, .task = task};
    const enum kauri_status status = search_all(&search, error);
    free(search.frames);
    return status;
}

// ------------------------------------------------------------------------------ from the root

// The longest plays to each step, while they are counted.
struct plays_count {
    const struct kauri_proof *proof;
    uint32_t *plies; // plies of the longest play to each step, or KAURI_PLIES_NEVER
    struct kauri_proof_plays *plays;
};

static void note(uint32_t *longest, uint32_t plies)
{
    if (*longest == KAURI_PLIES_NEVER || plies > *longest) {
        *longest = plies;
    }
}

// Notes a play that has got to a follower.
static void arrive(struct plays_count *count, const struct kauri_proof_follower *follower,
                   uint32_t plies)
{
    if (follower->step != NULL) {
        note(&count->plies[follower->step - count->proof->steps.step], plies);
    } else if (follower->cited != NULL) {
        note(&count->plays->cited[follower->cited - count->proof->citations.statement], plies);
    } else if (plies > count->plays->end) {
        count->plays->end = plies;
    }
}

static enum kauri_status begin(struct plays_count *count, enum kauri_step_kind kind, int value,
                               struct kauri_error *error)
{
    struct kauri_proof_follower follower = {.position = count->proof->root, .value = value};
    KAURI_PASS(kauri_proof_find_ground(count->proof, kind, &follower, error));
    arrive(count, &follower, 0);
    return KAURI_OK;
}

// Lengthens the longest play to a step by each of its moves.
static enum kauri_status go_on(struct plays_count *count, uint32_t number,
                               struct kauri_error *error)
{
    const struct kauri_proof_step *step = &count->proof->steps.step[number];
    const struct kauri_position position = kauri_step_key_position(step->key, count->proof->holes);
    const uint32_t plies = count->plies[number];
    int holes[KAURI_HOLES_MAX];
    const unsigned moves = kauri_proof_step_moves(step, &position, holes);
    if (plies == KAURI_PLIES_NEVER) {
        return KAURI_OK;
    }
    if (moves == 0 && plies > count->plays->end) {
        count->plays->end = plies;
    }
    for (unsigned i = 0; i < moves; i++) {
        struct kauri_proof_follower follower;
        KAURI_PASS(kauri_proof_follow(count->proof, step, &position, holes[i], &follower, error));
        arrive(count, &follower, plies + 1);
    }
    return KAURI_OK;
}

// Counts along the steps in an order in which each comes before those that follow it, which is the
// reverse of that in which the search finished them.
static enum kauri_status count_along(struct plays_count *count, const struct plies_search *search,
                                     struct kauri_error *error)
{
    const struct kauri_proof *proof = count->proof;
    KAURI_PASS(
        KAURI_NEW(count->plays->cited, proof->citations.count + 1, error, "the plies of a proof"));
    for (size_t i = 0; i < proof->citations.count; i++) {
        count->plays->cited[i] = KAURI_PLIES_NEVER;
    }
    for (size_t i = 0; i < proof->steps.count; i++) {
        count->plies[i] = KAURI_PLIES_NEVER;
    }
    KAURI_PASS(begin(count, KAURI_STEP_OWN, proof->low, error));
    KAURI_PASS(begin(count, KAURI_STEP_OPPONENT, -proof->high, error));
    for (size_t i = proof->steps.count; i > 0; i--) {
        KAURI_PASS(go_on(count, search->order[i - 1], error));
        if (i % LOOK_EVERY == 0) {
            const double counted = 1 - (double)i / (double)proof->steps.count;
            KAURI_PASS(kauri_task_look(search->task, search->share + search->shares * (1 + counted),
                                       error));
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_plays_count(const struct kauri_proof *proof,
                                          struct kauri_proof_plays *plays, struct kauri_task *task,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t count = proof->steps.count;
    bool is_endless = false;
    struct plies_search search = {.proof = proof,
                                  .until = KAURI_PLIES_UNTIL_END,
                                  .task = task,
                                  .share = KAURI_PROOF_PLAYS_SHARE,
                                  .shares = (1 - KAURI_PROOF_PLAYS_SHARE) / 2};
    *plays = (struct kauri_proof_plays){.counted = false};
    KAURI_TRY(KAURI_NEW(search.plies, count + 1, error, "the plies of a proof"));
    KAURI_TRY(KAURI_NEW(search.order, count + 1, error, "the plies of a proof"));
    KAURI_TRY(search_all(&search, error));
    for (size_t i = 0; i < count; i++) {
        is_endless = is_endless || search.plies[i] == KAURI_PLIES_ENDLESS;
    }
    if (is_endless) {
        plays->end = KAURI_PLIES_ENDLESS;
    } else {
        struct plays_count counting = {.proof = proof, .plies = search.plies, .plays = plays};
        KAURI_TRY(count_along(&counting, &search, error));
    }
    plays->counted = true;
cleanup:
    if (status != KAURI_OK) {
        kauri_proof_plays_clear(plays);
    }
    free(search.plies);
    free(search.order);
    free(search.frames);
    return status;
}

void kauri_proof_plays_clear(struct kauri_proof_plays *plays)
{
    free(plays->cited);
    *plays = (struct kauri_proof_plays){.counted = false};
}
