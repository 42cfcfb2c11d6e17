#include "verify/proof_expand.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOVE_PASS = 6,        // code of a pass in three bits; 7 is no move
    LOOK_EVERY = 1 << 13, // moves or steps between two looks
    DIGIT_BITS = 16,      // bits per digit when steps are sorted by number
    DIGITS = 1 << DIGIT_BITS,
};

#define IN_PROGRESS UINT32_MAX // rank of a step whose moves are being followed

// A step whose moves are being followed.
struct expand_frame {
    uint32_t step;
    unsigned at; // number of the next move
};

struct expansion {
    const char *path;
    const struct kauri_proof_moves *moves;
    struct kauri_proof *proof; // proof that is made; until the end, ranks count finished visits
    struct expand_frame *frames;
    size_t depth, capacity;
    uint64_t next_move;
    uint32_t finished; // number of finished visits
    struct kauri_task *task;
    unsigned until_look;
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
    KAURI_PASS(KAURI_FIT(expansion->frames, expansion->depth + 1, expansion->capacity, error,
                         "the proof"));
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
    const int maximum = 3 * (int)seeds + 1;
    if (value <= -maximum || seeds < expansion->proof->tables) {
        return KAURI_OK;
    }
    if (value > maximum) {
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
            KAURI_PASS(read_move(expansion, position, &made.hole, error));
        }
        KAURI_PASS(kauri_steps_add(&expansion->proof->steps, &made, error));
        status = push(expansion, (uint32_t)expansion->proof->steps.count - 1, error);
    } else if (step->rank == IN_PROGRESS) {
        if (value > 0 || value > step->value) {
            status = refuse(expansion, "play repeats a position where the value is above 0", error);
        }
    } else if (value > step->value) {
        step->value = (int16_t)value;
        status = push(expansion, (uint32_t)(step - expansion->proof->steps.step), error);
    }
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

// Tells the task, once in a while, how many of the moves have been followed.
static enum kauri_status look(struct expansion *expansion, struct kauri_error *error)
{
    if (expansion->until_look > 0) {
        expansion->until_look--;
        return KAURI_OK;
    }
    expansion->until_look = LOOK_EVERY;
    const double share = (double)expansion->next_move / (double)(expansion->moves->count + 1);
    return kauri_task_look(expansion->task, KAURI_PROOF_READ_SHARE * share, error);
}

// The steps with positive values, by their numbers, while they are sorted.
struct expand_order {
    const struct kauri_proof_step *step;
    uint32_t *from, *to;
    size_t count;
    uint32_t *places; // next place of each digit
};

// The digit of a step that a pass sorts by: the halves of its rank, and then its value, the
// greatest first.
static uint32_t digit_of(const struct kauri_proof_step *step, unsigned pass)
{
    return pass < 2 ? step->rank >> pass * DIGIT_BITS & (DIGITS - 1)
                    : (uint32_t)(INT16_MAX - step->value);
}

// Sorts by a digit, and keeps the order of those with the same one.
static enum kauri_status sort_by_digit(struct expand_order *order, unsigned pass,
                                       struct kauri_task *task, struct kauri_error *error)
{
    uint32_t place = 0;
    memset(order->places, 0, DIGITS * sizeof *order->places);
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < order->count; i++) {
            const uint32_t number = order->from[i];
            uint32_t *at = &order->places[digit_of(&order->step[number], pass)];
            if (round == 1) {
                order->to[*at] = number;
            }
            ++*at;
            if (i % LOOK_EVERY == 0) {
                KAURI_PASS(kauri_task_look(task, KAURI_PROOF_READ_SHARE, error));
            }
        }
        for (uint32_t digit = 0; round == 0 && digit < DIGITS; digit++) {
            const uint32_t count = order->places[digit];
            order->places[digit] = place;
            place += count;
        }
    }
    uint32_t *sorted = order->to;
    order->to = order->from;
    order->from = sorted;
    return KAURI_OK;
}

// Ranks the steps with positive values: by value, the greatest first, and then as they were
// finished. A move without captures leads to a step of a greater value, or of the same value that
// was finished earlier. The sort can be stopped at any time, which qsort cannot.
static enum kauri_status make_ranks(struct kauri_proof_steps *steps, struct kauri_task *task,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint32_t *numbers = NULL;
    KAURI_PASS(KAURI_NEW(numbers, 2 * steps->count + DIGITS, error, "%zu steps of the proof",
                         steps->count));
    struct expand_order order = {.step = steps->step,
                                 .from = numbers,
                                 .to = numbers + steps->count,
                                 .places = numbers + 2 * steps->count};
    for (size_t i = 0; i < steps->count; i++) {
        if (steps->step[i].value > 0) {
            order.from[order.count++] = (uint32_t)i;
        } else {
            steps->step[i].rank = 0;
        }
    }
    for (unsigned pass = 0; pass < 3; pass++) {
        KAURI_TRY(sort_by_digit(&order, pass, task, error));
    }
    for (size_t i = 0; i < order.count; i++) {
        steps->step[order.from[i]].rank = (uint32_t)i + 1;
    }
cleanup:
    free(numbers);
    return status;
}

enum kauri_status kauri_proof_expand(const char *path, const struct kauri_proof_moves *moves,
                                     struct kauri_proof *proof, struct kauri_task *task,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct expansion expansion = {.path = path, .moves = moves, .proof = proof, .task = task};
    const uint64_t bits = moves->count * KAURI_PROOF_MOVE_BITS;
    // Each move makes a step with the prover to move, and at most one after it.
    KAURI_TRY(kauri_steps_reserve(&proof->steps, 2 * moves->count + 1, error));
    for (unsigned bound = 0; bound < 2; bound++) {
        KAURI_TRY(demand(&expansion, &proof->root,
                         bound == 0 ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT,
                         bound == 0 ? proof->low : -proof->high, error));
        while (expansion.depth > 0) {
            KAURI_TRY(advance(&expansion, error));
            KAURI_TRY(look(&expansion, error));
        }
    }
    if (expansion.next_move != moves->count ||
        (bits % 8 != 0 && moves->packed[bits / 8] >> bits % 8 != 0)) {
        KAURI_TRY(refuse(&expansion, "the proof has more moves than it needs", error));
    }
    KAURI_TRY(make_ranks(&proof->steps, task, error));
cleanup:
    free(expansion.frames);
    return status;
}
