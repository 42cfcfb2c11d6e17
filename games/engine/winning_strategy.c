#include "games/engine/winning_strategy.h"

#include "common/memory.h"
#include "queries/prover/proof_walk.h"
#include "queries/prover/prover.h"
#include "queries/prover/question.h"

#include <stdlib.h>

enum {
    SHORT_SEARCH = 1 << 14, // positions of the first search for a value
    MEMORY_MAX = 64 << 20,  // bytes of a search that may take longer
    BYTES_FOR_POSITION = 128,
    STEPS_MAX = 1 << 19, // steps of a proof that is followed, at most 60 MiB
    RAISE_FIRST = 6,     // the first step to a greater value is two seeds
};

// Share of the time for proofs that would have been followed from earlier positions of the game.
#define EARLIER_SHARE 0.4

struct kauri_strategy {
    struct kauri_tablebase *tables;
    const struct kauri_book *book;
    // The proof that is followed. It began at the position `begin`.
    bool follows;
    bool exact; // its value at `begin` is r
    struct kauri_position begin;
    struct kauri_proof_nodes proof;
};

// A choice under way.
struct strategy_choice {
    struct kauri_strategy *strategy;
    const struct kauri_strategy_question *question;
    double started;
    uint64_t nodes;
};

enum kauri_status kauri_strategy_new(struct kauri_tablebase *tables, const struct kauri_book *book,
                                     struct kauri_strategy **strategy, struct kauri_error *error)
{
    KAURI_PASS(KAURI_NEW(*strategy, 1, error, "the strategy"));
    (*strategy)->tables = tables;
    (*strategy)->book = book;
    return KAURI_OK;
}

void kauri_strategy_free(struct kauri_strategy *strategy)
{
    if (strategy != NULL) {
        kauri_proof_nodes_clear(&strategy->proof);
        free(strategy);
    }
}

static double seconds_left(const struct strategy_choice *choice)
{
    return choice->question->seconds - (kauri_clock_seconds() - choice->started);
}

// The move of the proof in a position, if the proof gets the value there.
static bool follow(const struct kauri_strategy *strategy, const struct kauri_position *position,
                   int value, struct kauri_strategy_move *move)
{
    const struct kauri_packed board = kauri_pack(position);
    const uint32_t number = kauri_proof_nodes_find(&strategy->proof, &board, KAURI_PROOF_OWN);
    const struct kauri_proof_node *node =
        number != KAURI_NODE_NONE ? &strategy->proof.node[number] : NULL;
    if (node == NULL || (node->state & KAURI_NODE_PROVEN) == 0 || node->value < value) {
        return false;
    }
    *move = (struct kauri_strategy_move){.proven = true,
                                         .hole = node->hole,
                                         .value = node->value,
                                         .exact = strategy->exact &&
                                                  kauri_position_equal(position, &strategy->begin),
                                         .source = KAURI_SOURCE_SEARCH};
    return true;
}

// Keeps the proof of a value that the prover has proven, if there is time to write it.
static enum kauri_status keep_proof(struct strategy_choice *choice, struct kauri_prover *prover,
                                    const struct kauri_position *position, int value, bool *proven,
                                    struct kauri_error *error)
{
    const struct kauri_bounds r = {value, kauri_bounds_trivial(kauri_seeds(position)).high};
    const struct kauri_packed board = kauri_pack(position);
    const struct kauri_walk_limits limits = {.seconds = seconds_left(choice),
                                             .steps = STEPS_MAX,
                                             .progress = choice->question->progress};
    struct kauri_strategy *strategy = choice->strategy;
    struct kauri_proof_nodes proof = {.count = 0};
    uint64_t repairs = 0;
    const enum kauri_status status =
        kauri_walk(prover, &board, r, &limits, &proof, &repairs, error);
    if (status != KAURI_OK) {
        kauri_proof_nodes_clear(&proof);
        // What cannot be written in the time and the memory is not followed.
        return status == KAURI_RESOURCE || status == KAURI_INTERRUPTED ? KAURI_OK : status;
    }
    kauri_proof_nodes_clear(&strategy->proof);
    strategy->proof = proof;
    strategy->begin = *position;
    strategy->follows = true;
    *proven = true;
    return KAURI_OK;
}

// Makes the prover of some searches about a position. It begins with an empty memory, so that the
// searches find the same proofs whenever they are made.
static enum kauri_status make_prover(const struct strategy_choice *choice,
                                     const struct kauri_position *position,
                                     struct kauri_prover **prover, struct kauri_error *error)
{
    const struct kauri_shape shape = kauri_shape_of(position);
    const unsigned seeds = kauri_seeds(position);
    const uint64_t least = kauri_prover_least(shape, seeds);
    // For a search of limited length, room for all of its positions.
    const uint64_t nodes = choice->question->nodes;
    const uint64_t wanted = nodes != 0 ? BYTES_FOR_POSITION * nodes : MEMORY_MAX;
    const struct kauri_prover_options options = {
        .shape = shape,
        .seeds = seeds,
        .memory = least > wanted ? least : wanted,
        .threads = 1,
        .tables = choice->strategy->tables,
    };
    return kauri_prover_new(&options, prover, error);
}

// Asks a short search, and if `longer` is set, one that takes the time that is left. Keeps its
// proof if there is one and `keep` is set; a proof that cannot be kept is none.
static enum kauri_status prove(struct strategy_choice *choice, struct kauri_prover *prover,
                               const struct kauri_position *position, int value, bool longer,
                               bool keep, enum kauri_prover_answer *answer,
                               struct kauri_error *error)
{
    const uint64_t nodes = choice->question->nodes;
    struct kauri_prover_limits limits = {.nodes = nodes != 0 ? nodes : SHORT_SEARCH,
                                         .progress = choice->question->progress};
    struct kauri_prover_report report = {.answer = KAURI_PROVER_OPEN};
    bool kept = false;
    for (unsigned i = 0; i < (longer ? 2 : 1) && report.answer == KAURI_PROVER_OPEN; i++) {
        limits.seconds = seconds_left(choice);
        if (limits.seconds <= 0 || kauri_progress_cancelled(limits.progress)) {
            break;
        }
        KAURI_PASS(kauri_prover_ask(prover, position, value, &limits, &report, error));
        choice->nodes += report.nodes;
        limits.nodes = 0;
    }
    *answer = report.answer;
    if (report.answer == KAURI_PROVER_YES && keep) {
        KAURI_PASS(keep_proof(choice, prover, position, value, &kept, error));
        *answer = kept ? KAURI_PROVER_YES : KAURI_PROVER_OPEN;
    }
    return KAURI_OK;
}

// Begins to follow a proof: of the value that is wanted, and then of the greatest one that short
// searches prove. Steps grow until one fails, and shrink from there. A longer search is made only
// for the position of the question.
static enum kauri_status begin_proof(struct strategy_choice *choice,
                                     const struct kauri_position *position, bool *proven,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_prover *prover = NULL;
    const bool now = position == choice->question->position;
    const unsigned seeds = kauri_seeds(position);
    int value = choice->question->value;              // proven
    int limit = kauri_bounds_trivial(seeds).high + 1; // not proven; refuted if `refuted`
    enum kauri_prover_answer answer = KAURI_PROVER_OPEN;
    const bool single = choice->question->nodes != 0;
    bool refuted = true;
    *proven = false;
    if (choice->question->seconds <= 0) {
        return KAURI_OK;
    }
    if (!now && seconds_left(choice) < (1 - EARLIER_SHARE) * choice->question->seconds) {
        return KAURI_OK;
    }
    choice->strategy->exact = false;
    KAURI_TRY(make_prover(choice, position, &prover, error));
    KAURI_TRY(prove(choice, prover, position, value, now && !single, true, &answer, error));
    *proven = answer == KAURI_PROVER_YES;
    // A proof of a value up to 0 may rest on endless play, so the next question is about more.
    for (int step = value < 1 ? 1 - value : RAISE_FIRST; *proven && !single && step > 0;) {
        const int next = kauri_question_least(value + step, seeds);
        if (next >= limit) {
            step /= 2;
            continue;
        }
        KAURI_TRY(prove(choice, prover, position, next, false, true, &answer, error));
        if (answer == KAURI_PROVER_YES) {
            value = next;
            step = limit > 3 * (int)seeds + 1 ? 2 * step : step;
        } else {
            limit = next;
            refuted = answer == KAURI_PROVER_NO;
            step /= 2;
        }
    }
    choice->strategy->exact = *proven && !single && refuted;
cleanup:
    kauri_prover_free(prover);
    return status;
}

// A book that was not checked may have any move.
static bool is_legal(const struct kauri_position *position, int hole)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(position, moves);
    bool legal = false;
    for (unsigned i = 0; i < count; i++) {
        legal = legal || moves[i].hole == hole;
    }
    return legal;
}

// The move of the book, if it gets the value, and the bound on the plies is less than `plies`.
static bool look_up(const struct strategy_choice *choice, const struct kauri_position *position,
                    uint32_t plies, struct kauri_strategy_move *move)
{
    const struct kauri_book *book = choice->strategy->book;
    const struct kauri_book_entry *entry = book != NULL ? kauri_book_find(book, position) : NULL;
    if (entry == NULL || entry->value < choice->question->value || entry->plies >= plies ||
        !is_legal(position, entry->hole)) {
        return false;
    }
    *move = (struct kauri_strategy_move){.proven = true,
                                         .hole = entry->hole,
                                         .value = entry->value,
                                         .source = KAURI_SOURCE_BOOK,
                                         .plies = entry->plies};
    return true;
}

// The first position of the game after its last capture.
static size_t begin_of_segment(const struct kauri_strategy_question *question)
{
    const unsigned seeds = kauri_seeds(question->position);
    size_t first = question->history_count;
    while (first > 0 && kauri_seeds(&question->history[first - 1]) == seeds) {
        first--;
    }
    return first;
}

// The position number `i` of the game; the last is that of the question.
static const struct kauri_position *position_at(const struct kauri_strategy_question *question,
                                                size_t i)
{
    return i < question->history_count ? &question->history[i] : question->position;
}

// Returns whether the proof that is followed began after the last capture.
static bool follows_segment(const struct strategy_choice *choice, size_t first)
{
    for (size_t i = first; choice->strategy->follows && i <= choice->question->history_count; i++) {
        if (kauri_position_equal(position_at(choice->question, i), &choice->strategy->begin)) {
            return true;
        }
    }
    return false;
}

// Returns whether the move of a position leads to the next one of the game.
static bool was_played(const struct kauri_position *position, int hole,
                       const struct kauri_position *next)
{
    struct kauri_position after = *position;
    (void)kauri_play(&after, hole);
    return kauri_position_equal(&after, next);
}

// Goes through the player's positions since the last capture as play would have: along the book,
// and from where that has no move with the moves of a proof. If another move was played, it begins
// again.
static enum kauri_status retrace(struct strategy_choice *choice, size_t first,
                                 struct kauri_strategy_move *move, struct kauri_error *error)
{
    const struct kauri_strategy_question *question = choice->question;
    const unsigned side = question->position->side;
    uint32_t plies = UINT32_MAX; // bound of the last position if it was in the book
    bool in_proof = false;
    for (size_t i = first; i <= question->history_count; i++) {
        const struct kauri_position *position = position_at(question, i);
        if (position->side != side) {
            continue;
        }
        if (in_proof && follow(choice->strategy, position, question->value, move)) {
            plies = UINT32_MAX;
        } else if (look_up(choice, position, plies, move)) {
            plies = move->plies;
            in_proof = false;
        } else {
            KAURI_PASS(begin_proof(choice, position, &in_proof, error));
            if (!in_proof || !follow(choice->strategy, position, question->value, move)) {
                *move = (struct kauri_strategy_move){.proven = false};
                in_proof = false;
            }
            plies = UINT32_MAX;
        }
        if (i < question->history_count &&
            (!move->proven || !was_played(position, move->hole, position_at(question, i + 1)))) {
            in_proof = false;
            plies = UINT32_MAX;
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_strategy_choose(struct kauri_strategy *strategy,
                                        const struct kauri_strategy_question *question,
                                        struct kauri_strategy_move *move, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct strategy_choice choice = {
        .strategy = strategy, .question = question, .started = kauri_clock_seconds()};
    const size_t first = begin_of_segment(question);
    *move = (struct kauri_strategy_move){.proven = false};
    if (!follows_segment(&choice, first) ||
        !follow(strategy, question->position, question->value, move)) {
        // A proof that began before the last capture still holds if nothing better is found.
        struct kauri_strategy_move earlier = {.proven = false};
        (void)follow(strategy, question->position, question->value, &earlier);
        status = retrace(&choice, first, move, error);
        *move = move->proven ? *move : earlier;
    }
    move->nodes = choice.nodes;
    return status;
}

// How hard it is to answer a move; negative if it is not proven that the opponent gets the value.
static enum kauri_status measure(struct strategy_choice *choice,
                                 const struct kauri_valued_move *move, int64_t *hardness,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_prover *prover = NULL;
    const struct kauri_book *book = choice->strategy->book;
    const struct kauri_position *after = &move->successor;
    const int gain = 3 * ((int)move->captured.own - (int)move->captured.opponent);
    const int value = choice->question->value + gain;
    const struct kauri_book_entry *entry = book != NULL ? kauri_book_find(book, after) : NULL;
    const uint64_t before = choice->nodes;
    enum kauri_prover_answer answer = KAURI_PROVER_OPEN;
    *hardness = 0;
    if (value <= kauri_bounds_trivial(kauri_seeds(after)).low) {
        return KAURI_OK;
    }
    if (entry != NULL && entry->value >= value) {
        *hardness = SHORT_SEARCH + entry->plies;
        return KAURI_OK;
    }
    KAURI_TRY(make_prover(choice, after, &prover, error));
    KAURI_TRY(prove(choice, prover, after, value, false, false, &answer, error));
    *hardness = answer == KAURI_PROVER_YES ? (int64_t)(choice->nodes - before) : -1;
cleanup:
    kauri_prover_free(prover);
    return status;
}

enum kauri_status kauri_strategy_resist(struct kauri_strategy *strategy,
                                        const struct kauri_strategy_question *question, bool *lost,
                                        int *hole, struct kauri_error *error)
{
    struct strategy_choice choice = {
        .strategy = strategy, .question = question, .started = kauri_clock_seconds()};
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(question->position, moves);
    int64_t maximum = -1;
    *lost = count > 0;
    for (unsigned i = 0; i < count && *lost; i++) {
        int64_t hardness = 0;
        KAURI_PASS(measure(&choice, &moves[i], &hardness, error));
        *lost = hardness >= 0;
        if (hardness > maximum) {
            maximum = hardness;
            *hole = moves[i].hole;
        }
    }
    return KAURI_OK;
}
