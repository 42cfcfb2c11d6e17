#include "verify/proof.h"

#include "common/memory.h"

#include <stdlib.h>

enum {
    MOVE_PASS = 6, // in three bits; 7 is no move
    MOVE_MASK = (1 << KAURI_PROOF_MOVE_BITS) - 1,
};

#define IN_PROGRESS UINT32_MAX // as the rank of a step

// A step whose moves are being followed.
struct expand_frame {
    uint32_t step;
    unsigned at; // the next move
};

struct expansion {
    const char *path;
    const struct kauri_proof_moves *moves;
    struct kauri_proof *proof; // until the end, ranks count finished visits
    struct expand_frame *frames;
    size_t depth, room;
    uint64_t next_move;
    uint32_t finished; // visits
};

// A step with a positive value, to be sorted.
struct expand_order {
    uint64_t order;
    uint32_t step;
};

static enum kauri_status refuse(const struct expansion *expansion, const char *why,
                                struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s, move %llu: %s", expansion->path,
                      (unsigned long long)expansion->next_move, why);
}

// Reads the prover's move in a position.
static enum kauri_status read_move(struct expansion *expansion,
                                   const struct kauri_position *position, int8_t *hole,
                                   struct kauri_error *error)
{
    const uint8_t *packed = expansion->moves->packed;
    const uint64_t number = expansion->next_move++;
    const uint64_t bit = number * KAURI_PROOF_MOVE_BITS;
    unsigned move = 0;
    if (number == expansion->moves->count) {
        return refuse(expansion, "the proof has no such move", error);
    }
    for (unsigned i = 0; i < KAURI_PROOF_MOVE_BITS; i++) {
        move |= ((unsigned)packed[(bit + i) / 8] >> (bit + i) % 8 & 1U) << i;
    }
    const struct kauri_moves moves = kauri_legal_moves(position);
    bool legal = move == MOVE_PASS && moves.count == 0 && kauri_seeds(position) > 0;
    for (unsigned i = 0; i < moves.count; i++) {
        legal = legal || moves.hole[i] == (int)move;
    }
    *hole = move == MOVE_PASS ? KAURI_MOVE_PASS : (int8_t)move;
    return legal ? KAURI_OK : refuse(expansion, "the move is not legal", error);
}

static enum kauri_status push(struct expansion *expansion, uint32_t step, struct kauri_error *error)
{
    struct expand_frame *frames =
        kauri_array_grow(expansion->frames, expansion->depth, &expansion->room, sizeof *frames);
    if (frames == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    expansion->frames = frames;
    expansion->frames[expansion->depth++] = (struct expand_frame){.step = step};
    expansion->proof->steps.step[step].rank = IN_PROGRESS;
    return KAURI_OK;
}

// Demands a value: makes the step if nothing else gives it, or raises the value that it has.
static enum kauri_status demand(struct expansion *expansion, const struct kauri_position *position,
                                enum kauri_step_kind kind, int value, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = kauri_seeds(position);
    const int most = 3 * (int)seeds + 1;
    if (value <= -most || seeds < expansion->proof->tables) {
        return KAURI_OK;
    }
    if (value > most) {
        return refuse(expansion, "no position with so many seeds has the value that is needed",
                      error);
    }
    const struct kauri_step_key key = kauri_step_key_of(position, kind);
    const struct kauri_cited_statement *cited =
        kauri_citations_find(&expansion->proof->citations, key);
    if (cited != NULL && cited->value >= value) {
        return KAURI_OK;
    }
    struct kauri_proof_step *step = kauri_steps_find(&expansion->proof->steps, key);
    if (step == NULL) {
        struct kauri_proof_step made = {.key = key, .value = (int16_t)value};
        if (kind == KAURI_STEP_OWN) {
            KAURI_TRY(read_move(expansion, position, &made.hole, error));
        }
        KAURI_TRY(kauri_steps_add(&expansion->proof->steps, &made, error));
        status = push(expansion, (uint32_t)expansion->proof->steps.count - 1, error);
    } else if (step->rank == IN_PROGRESS) {
        if (value > 0 || value > step->value) {
            status = refuse(expansion, "play repeats a position where the value is above 0", error);
        }
    } else if (value > step->value) {
        step->value = (int16_t)value;
        status = push(expansion, (uint32_t)(step - expansion->proof->steps.step), error);
    }
cleanup:
    return status;
}

// Follows the next move of the step on top, or finishes it.
static enum kauri_status advance(struct expansion *expansion, struct kauri_error *error)
{
    struct expand_frame *frame = &expansion->frames[expansion->depth - 1];
    struct kauri_proof_step *step = &expansion->proof->steps.step[frame->step];
    struct kauri_position position = kauri_step_key_position(step->key, expansion->proof->holes);
    const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const bool passes = moves.count == 0 && kauri_seeds(&position) > 0;
    const unsigned count = own || passes ? 1 : moves.count;
    if (frame->at == count) {
        if (expansion->finished == IN_PROGRESS - 1) {
            return kauri_fail(error, KAURI_RESOURCE, "%s: too many visits", expansion->path);
        }
        step->rank = ++expansion->finished;
        expansion->depth--;
        return KAURI_OK;
    }
    const int hole = own ? step->hole : passes ? KAURI_MOVE_PASS : moves.hole[frame->at];
    frame->at++;
    const struct kauri_capture captured = kauri_play(&position, hole);
    const int gain = 3 * ((int)captured.own - (int)captured.opponent);
    return own ? demand(expansion, &position, KAURI_STEP_OPPONENT, step->value - gain, error)
               : demand(expansion, &position, KAURI_STEP_OWN, step->value + gain, error);
}

static int compare_orders(const void *a, const void *b)
{
    const struct expand_order *one = a;
    const struct expand_order *other = b;
    return one->order < other->order ? -1 : one->order > other->order;
}

// Ranks the steps with positive values: by value, the greatest first, and then as they were
// finished. A move without captures leads to a step of at least the same value, and to one that was
// finished earlier if it is the same.
static enum kauri_status make_ranks(struct kauri_proof_steps *steps, struct kauri_error *error)
{
    struct expand_order *orders = malloc((steps->count + 1) * sizeof *orders);
    size_t count = 0;
    if (orders == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu steps of the proof",
                          steps->count);
    }
    for (size_t i = 0; i < steps->count; i++) {
        struct kauri_proof_step *step = &steps->step[i];
        if (step->value > 0) {
            orders[count++] = (struct expand_order){
                .order = (uint64_t)(INT16_MAX - step->value) << 32 | step->rank,
                .step = (uint32_t)i,
            };
        }
        step->rank = 0;
    }
    qsort(orders, count, sizeof *orders, compare_orders);
    for (size_t i = 0; i < count; i++) {
        steps->step[orders[i].step].rank = (uint32_t)i + 1;
    }
    free(orders);
    return KAURI_OK;
}

enum kauri_status kauri_proof_expand(const char *path, const struct kauri_proof_moves *moves,
                                     struct kauri_proof *proof, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct expansion expansion = {.path = path, .moves = moves, .proof = proof};
    const uint64_t bits = moves->count * KAURI_PROOF_MOVE_BITS;
    for (unsigned bound = 0; bound < 2; bound++) {
        KAURI_TRY(demand(&expansion, &proof->root,
                         bound == 0 ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT,
                         bound == 0 ? proof->low : -proof->high, error));
        while (expansion.depth > 0) {
            KAURI_TRY(advance(&expansion, error));
        }
    }
    if (expansion.next_move != moves->count ||
        (bits % 8 != 0 && moves->packed[bits / 8] >> bits % 8 != 0)) {
        status = refuse(&expansion, "the proof has more moves than it needs", error);
        goto cleanup;
    }
    KAURI_TRY(make_ranks(&proof->steps, error));
cleanup:
    free(expansion.frames);
    return status;
}
