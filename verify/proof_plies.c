#include "verify/proof_plies.h"

#include "common/memory.h"
#include "verify/proof_follow.h"

#include <stdbool.h>
#include <stdlib.h>

enum { LOOK_EVERY = 1 << 13 }; // steps between two looks at the task

// Numbers of steps that are not finished. No step has so many plies (kauri_plies_add).
#define NEW        (UINT32_MAX - 2)
#define ACTIVE     (UINT32_MAX - 3)
#define PLIES_MOST (UINT32_MAX - 4)

// A step whose moves are being followed.
struct plies_frame {
    uint32_t step;
    uint32_t most; // most plies of the moves before the next one
    uint8_t at;    // number of the next move
};

// A depth-first search through the steps, without recursion, because play can be long.
struct plies_search {
    const struct kauri_proof *proof;
    enum kauri_plies_until until;
    const uint32_t *cited; // may be NULL
    uint32_t *plies;       // plies of each step, or NEW or ACTIVE
    struct plies_frame *frames;
    size_t depth, room;
};

uint32_t kauri_plies_add(uint32_t one, uint32_t other)
{
    const uint32_t greater = one > other ? one : other;
    if (greater >= KAURI_PLIES_UNKNOWN) {
        return greater;
    }
    return one > PLIES_MOST - other ? KAURI_PLIES_UNKNOWN : one + other;
}

static enum kauri_status push(struct plies_search *search, uint32_t step, struct kauri_error *error)
{
    struct plies_frame *frames =
        kauri_array_grow(search->frames, search->depth, &search->room, sizeof *frames);
    if (frames == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the plies of a proof");
    }
    search->frames = frames;
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
    frame->most = more > frame->most ? more : frame->most;
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
    const uint32_t most = frame->most;
    search->plies[frame->step] = most;
    search->depth--;
    if (search->depth > 0) {
        take_most(&search->frames[search->depth - 1], most);
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_plies(const struct kauri_proof *proof, enum kauri_plies_until until,
                                    const uint32_t *cited, uint32_t *plies, struct kauri_task *task,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct plies_search search = {.proof = proof, .until = until, .cited = cited, .plies = plies};
    size_t until_look = 0;
    for (size_t i = 0; i < proof->steps.count; i++) {
        plies[i] = NEW;
    }
    for (size_t i = 0; i < proof->steps.count; i++) {
        if (plies[i] == NEW) {
            KAURI_TRY(push(&search, (uint32_t)i, error));
        }
        while (search.depth > 0) {
            KAURI_TRY(advance(&search, error));
            if (until_look-- == 0) {
                until_look = LOOK_EVERY;
                KAURI_TRY(kauri_task_look(task, 0, error));
            }
        }
    }
cleanup:
    free(search.frames);
    return status;
}
