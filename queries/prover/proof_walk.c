#include "queries/prover/proof_walk.h"

#include "common/memory.h"
#include "queries/prover/proof_statement.h"
#include "queries/prover/prover_state.h"

#include <limits.h>
#include <stdlib.h>

// ----------------------------------------------------------------------------------------- asking

enum { POLLS = 4096 }; // calls for one look at the limits

// Asks the prover again for parts of a proof that its memory has lost.
struct walk_asker {
    struct kauri_prover *prover;
    struct kauri_walk_limits limits;
    double started;                 // kauri_clock_seconds
    struct kauri_progress progress; // progress of the questions
    uint32_t steps;                 // steps proven so far
    uint64_t polls;
    uint64_t searched; // positions expanded
    uint64_t asked;    // number of statements asked
    bool exhausted;    // a statement was left open at the limit of positions
};

// Reports the progress of the walk to its caller.
static void report_walk(const struct walk_asker *asker)
{
    const struct kauri_progress_report report = {
        .stage = "proof",
        .round = asker->asked < UINT_MAX ? (unsigned)asker->asked : UINT_MAX,
        .done = asker->steps,
        .seconds = kauri_clock_seconds() - asker->started,
    };
    kauri_progress_report(asker->limits.progress, &report);
}

// Reports the progress of a question. Called by the prover.
static void report_question(void *context, const struct kauri_progress_report *report)
{
    (void)report;
    report_walk(context);
}

static bool is_cancelled(void *context)
{
    const struct walk_asker *asker = context;
    return kauri_progress_cancelled(asker->limits.progress);
}

static void begin_asking(struct walk_asker *asker, struct kauri_prover *prover,
                         const struct kauri_walk_limits *limits)
{
    *asker = (struct walk_asker){
        .prover = prover,
        .limits = *limits,
        .started = kauri_clock_seconds(),
        .progress = {.report = report_question, .cancelled = is_cancelled, .context = asker}};
}

static enum kauri_status stopped(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_INTERRUPTED, "the proof was stopped on request");
}

// Checks the limits and reports progress, but only every POLLS calls. `steps` counts the steps
// proven so far.
static enum kauri_status look_at_limits(struct walk_asker *asker, uint32_t steps,
                                        struct kauri_error *error)
{
    if (asker->polls++ % POLLS != 0) {
        return KAURI_OK;
    }
    asker->steps = steps;
    report_walk(asker);
    if (kauri_progress_cancelled(asker->limits.progress)) {
        return stopped(error);
    }
    if (kauri_clock_seconds() - asker->started >= asker->limits.seconds) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the time for the proof is over after %lu steps; it needs more time, or "
                          "a search with more memory",
                          (unsigned long)steps);
    }
    return KAURI_OK;
}

// Limits of a question with at most `nodes` positions (0: as many as are left) on so many threads.
static struct kauri_prover_limits limits_of(const struct walk_asker *asker, uint64_t nodes,
                                            unsigned threads)
{
    const uint64_t maximum = asker->limits.nodes;
    if (maximum != 0) {
        const uint64_t left = maximum > asker->searched ? maximum - asker->searched : 1;
        nodes = nodes == 0 || left < nodes ? left : nodes;
    }
    return (struct kauri_prover_limits){
        .seconds = asker->limits.seconds - (kauri_clock_seconds() - asker->started),
        .nodes = nodes,
        .threads = threads,
        .progress = &asker->progress,
    };
}

static enum kauri_status ask_once(struct walk_asker *asker, const struct kauri_statement *statement,
                                  bool again, uint64_t nodes, unsigned threads,
                                  struct kauri_prover_report *report, unsigned *branch,
                                  struct kauri_error *error)
{
    struct kauri_prover *prover = asker->prover;
    const int x = kauri_statement_question(prover, statement);
    const struct kauri_prover_limits limits = limits_of(asker, nodes, threads);
    enum kauri_status status = KAURI_OK;
    if (again) {
        status =
            kauri_prover_ask_again(prover, &statement->board, x, &limits, report, branch, error);
    } else {
        const struct kauri_position position = kauri_unpack(&statement->board, prover->shape.holes);
        status = kauri_prover_ask(prover, &position, x, &limits, report, error);
    }
    asker->searched += report->nodes;
    return status;
}

// Lets the prover prove a statement that the rules alone do not decide. With `again`, it does so
// even if its memory says that the statement is true, and *branch (which may be NULL otherwise)
// receives the number of the move that proves an own statement.
static enum kauri_status ask_prover(struct walk_asker *asker,
                                    const struct kauri_statement *statement, bool again,
                                    uint32_t steps, unsigned *branch, struct kauri_error *error)
{
    struct kauri_prover_report report;
    asker->asked++;
    asker->steps = steps;
    enum kauri_status status = // most questions are small
        ask_once(asker, statement, again, KAURI_PROVER_SMALL, 1, &report, branch, error);
    if (status == KAURI_OK && report.answer == KAURI_PROVER_OPEN && !report.stopped) {
        status = ask_once(asker, statement, again, 0, 0, &report, branch, error);
    }
    KAURI_PASS(status);
    if (report.stopped) {
        return stopped(error);
    }
    if (report.answer == KAURI_PROVER_OPEN) {
        asker->exhausted = asker->limits.nodes > 0 &&
                           kauri_clock_seconds() - asker->started < asker->limits.seconds;
        return kauri_fail(error, KAURI_RESOURCE,
                          "a part of the proof was overwritten, and searching it again exceeded a "
                          "limit after %lu steps; it needs a search with more memory or time",
                          (unsigned long)steps);
    }
    if ((report.answer == KAURI_PROVER_YES) != (statement->kind == KAURI_PROOF_OWN)) {
        return kauri_fail(error, KAURI_INTERNAL, "the search contradicts a bound to be proven");
    }
    return KAURI_OK;
}

// ----------------------------------------------------------------------------------------- stack

// The stack of a walk through a proof: the statements that are being proven, each for the one below
// it, and those that have failed so far.
//
// A statement with a value above 0 must not rest on itself, so a move that leads back to the stack
// does not serve. If no move of a statement serves, it has failed, perhaps only because of the
// statements below it on the stack: it stays failed until one of these is proven, since only that
// could help it.

enum { NO_MOVE = 255 };

// A statement on the stack.
struct kauri_proof_frame {
    uint32_t node;
    uint32_t order;  // `order` of the node, if it was proven with a smaller value
    uint32_t failed; // statements that had failed when this one began
    // The lowest depth of a statement on the stack that moves of this one, or of those that failed
    // above it, came back to; UINT32_MAX: none.
    uint32_t rests_on;
    int16_t value;
    uint8_t at;     // number of the move that is followed
    uint8_t tried;  // for an own statement: a bit for each move that is not to be followed
    uint8_t forced; // for an own statement: the move that the prover has just proven, or NO_MOVE
    uint8_t rounds; // rounds of repairing the statement
};

struct kauri_proof_failure {
    uint32_t node;
    uint32_t order; // `order` of the node before it failed
};

// The outcome of the statement that left the stack last, for the one below it; WALK_BEGUN if that
// one has just begun.
enum kauri_proof_outcome { WALK_BEGUN, WALK_PROVEN, WALK_FAILED };

// A struct that is zero but for `nodes` is empty. The order of an active node is its depth, that of
// a failed one its place among the failures.
struct kauri_proof_stack {
    struct kauri_proof_nodes *nodes;
    struct kauri_proof_frame *frames;
    uint32_t depth;
    size_t frame_room;
    struct kauri_proof_failure *failures;
    uint32_t failure_count;
    size_t failure_room;
    uint32_t proven; // order of the node that was proven last
    enum kauri_proof_outcome outcome;
};

#define DEPTH_NONE UINT32_MAX

// The frame on top, and its statement. The stack must not be empty. The frame stays where it is
// until the next push.
static struct kauri_proof_frame *stack_top(const struct kauri_proof_stack *stack)
{
    return &stack->frames[stack->depth - 1];
}

static struct kauri_statement stack_statement(const struct kauri_proof_stack *stack)
{
    const struct kauri_proof_frame *frame = stack_top(stack);
    struct kauri_statement statement = kauri_node_statement(&stack->nodes->node[frame->node]);
    statement.value = frame->value;
    return statement;
}

// Begins a statement. KAURI_RESOURCE: too many nodes, or out of memory.
static enum kauri_status stack_push(struct kauri_proof_stack *stack,
                                    const struct kauri_statement *statement,
                                    struct kauri_error *error)
{
    uint32_t number = 0;
    KAURI_PASS(
        kauri_proof_nodes_add(stack->nodes, &statement->board, statement->kind, &number, error));
    KAURI_PASS(KAURI_FIT(stack->frames, stack->depth + 1, stack->frame_room, error, "the proof"));
    struct kauri_proof_node *node = &stack->nodes->node[number];
    stack->frames[stack->depth] = (struct kauri_proof_frame){
        .node = number,
        .order = node->order,
        .failed = stack->failure_count,
        .rests_on = DEPTH_NONE,
        .value = (int16_t)statement->value,
        .forced = NO_MOVE,
    };
    node->state |= KAURI_NODE_ACTIVE;
    node->order = stack->depth++;
    stack->outcome = WALK_BEGUN;
    return KAURI_OK;
}

// Takes back all failures since the statement on top began.
static void stack_forgive(struct kauri_proof_stack *stack)
{
    const uint32_t down_to = stack_top(stack)->failed;
    while (stack->failure_count > down_to) {
        const struct kauri_proof_failure *failure = &stack->failures[--stack->failure_count];
        struct kauri_proof_node *node = &stack->nodes->node[failure->node];
        node->state &= (uint8_t)~KAURI_NODE_FAILED;
        node->order = failure->order;
    }
}

// The statement on top is proven, by the move `hole` if the prover moves.
static void stack_pop_proven(struct kauri_proof_stack *stack, int8_t hole)
{
    stack_forgive(stack); // what failed below may rest on this statement now
    const struct kauri_proof_frame *frame = &stack->frames[--stack->depth];
    struct kauri_proof_node *node = &stack->nodes->node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_PROVEN);
    node->order = ++stack->proven;
    node->value = frame->value;
    node->hole = hole;
    stack->outcome = WALK_PROVEN;
}

// The statement on top has failed because of one below it. KAURI_RESOURCE: out of memory.
static enum kauri_status stack_pop_failed(struct kauri_proof_stack *stack,
                                          struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(stack->failures, stack->failure_count + 1, stack->failure_room, error,
                         "the proof"));
    const struct kauri_proof_frame *frame = &stack->frames[--stack->depth];
    struct kauri_proof_frame *below = stack_top(stack);
    struct kauri_proof_node *node = &stack->nodes->node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_FAILED);
    node->order = stack->failure_count;
    stack->failures[stack->failure_count++] =
        (struct kauri_proof_failure){.node = frame->node, .order = frame->order};
    below->rests_on = frame->rests_on < below->rests_on ? frame->rests_on : below->rests_on;
    stack->outcome = WALK_FAILED;
    return KAURI_OK;
}

// Returns whether some statement below the one on top is to blame if that fails.
static bool stack_leans(const struct kauri_proof_stack *stack)
{
    return stack_top(stack)->rests_on < stack->depth - 1;
}

// Notes that a move of the statement on top leads to a node that is active or has failed.
static void stack_lean(struct kauri_proof_stack *stack, const struct kauri_proof_node *node)
{
    struct kauri_proof_frame *frame = stack_top(stack);
    uint32_t depth = node->order;
    // The node failed above the statement at this depth.
    if ((node->state & KAURI_NODE_ACTIVE) == 0) {
        depth = stack->depth - 1;
        while (depth > 0 && stack->frames[depth].failed > node->order) {
            depth--;
        }
    }
    frame->rests_on = depth < frame->rests_on ? depth : frame->rests_on;
}

enum {
    ROUNDS_MAX = 100, // rounds of repairing one statement
};

struct walk {
    struct walk_asker asker;
    struct kauri_proof_nodes *nodes;
    struct kauri_proof_stack stack;
    bool overwritten; // too much of the proof was overwritten
};

// ---------------------------------------------------------------------------------------- repair

// Searches the statement on top of the stack again. If its value is above 0, what is known about it
// and about the statements that failed above it is forgotten first, since none of them has a proof
// without the others: so each round either finds such a proof or forgets a bound that was proven
// before the walk began.
static enum kauri_status repair(struct walk *walk, struct kauri_error *error)
{
    struct kauri_proof_stack *stack = &walk->stack;
    struct kauri_proof_frame *frame = stack_top(stack);
    const struct kauri_statement statement = stack_statement(stack);
    unsigned branch = 0;
    if (++frame->rounds > ROUNDS_MAX) {
        walk->overwritten = true;
        return kauri_fail(error, KAURI_RESOURCE,
                          "too much of the proof was overwritten; it needs a search with more "
                          "memory");
    }
    if (statement.value > 0) {
        for (uint32_t i = frame->failed; i < stack->failure_count; i++) {
            const struct kauri_statement failed =
                kauri_node_statement(&walk->nodes->node[stack->failures[i].node]);
            kauri_statement_forget(walk->asker.prover, &failed);
        }
        kauri_statement_forget(walk->asker.prover, &statement);
    }
    stack_forgive(stack);
    const enum kauri_status status =
        ask_prover(&walk->asker, &statement, true, stack->proven, &branch, error);
    frame->forced = (uint8_t)branch;
    frame->tried = 0;
    frame->at = 0;
    frame->rests_on = UINT32_MAX;
    return status;
}

// The statement on top has failed for want of a way around the stack: leaves it to a lower
// statement if one is to blame.
static enum kauri_status fail(struct walk *walk, struct kauri_error *error)
{
    return stack_leans(&walk->stack) ? stack_pop_failed(&walk->stack, error) : repair(walk, error);
}

// ---------------------------------------------------------------------------------------- visits

// The ways in which a statement can be a reason for the one on top of the stack.
enum use {
    USE_OPEN,    // the statement has to be proven
    USE_SERVES,  // the rules, a table, another proof, a step, or the stack if allowed give it
    USE_BLOCKED, // a table contradicts it, or it leads back to the stack
};

static enum kauri_status find_use(struct walk *walk, const struct kauri_statement *statement,
                                  enum use *use, struct kauri_error *error)
{
    *use = USE_OPEN;
    if (kauri_statement_is_trivial(statement)) {
        *use = USE_SERVES;
        return KAURI_OK;
    }
    if (kauri_statement_is_covered(walk->asker.prover, statement)) {
        bool is_true = false;
        const enum kauri_status status =
            kauri_statement_probe(walk->asker.prover, statement, &is_true, error);
        *use = is_true ? USE_SERVES : USE_BLOCKED;
        return status;
    }
    if (kauri_statement_is_cited(walk->asker.prover, statement)) {
        *use = USE_SERVES;
        return KAURI_OK;
    }
    const uint32_t number = kauri_proof_nodes_find(walk->nodes, &statement->board, statement->kind);
    if (number == KAURI_NODE_NONE) {
        return KAURI_OK;
    }
    const struct kauri_proof_node *node = &walk->nodes->node[number];
    if ((node->state & KAURI_NODE_PROVEN) != 0 && node->value >= statement->value) {
        *use = USE_SERVES;
    } else if ((node->state & KAURI_NODE_ACTIVE) != 0 && statement->value <= 0) {
        *use = USE_SERVES; // moves without captures lead back to it, so it demands the same value
    } else if ((node->state & (KAURI_NODE_ACTIVE | KAURI_NODE_FAILED)) != 0) {
        *use = USE_BLOCKED;
        stack_lean(&walk->stack, node);
    }
    return KAURI_OK;
}

// The prover moves: finds one move that holds the value. Of several that need a proof, it takes the
// one that cost the search least.
static enum kauri_status visit_own(struct walk *walk, struct kauri_statement_move *moves,
                                   unsigned count, struct kauri_error *error)
{
    struct kauri_proof_frame *frame = stack_top(&walk->stack);
    unsigned best = NO_MOVE;
    uint64_t least = UINT64_MAX;
    if (walk->stack.outcome == WALK_PROVEN) {
        stack_pop_proven(&walk->stack, moves[frame->at].hole);
        return KAURI_OK;
    }
    if (walk->stack.outcome == WALK_FAILED) {
        frame->tried = (uint8_t)(frame->tried | 1U << frame->at);
    }
    for (unsigned i = 0; i < count; i++) {
        struct kauri_statement *after = &moves[i].after;
        enum use use = USE_OPEN;
        uint64_t work = 0;
        if ((frame->tried & 1U << i) != 0) {
            continue;
        }
        kauri_statement_round(walk->asker.prover, after);
        KAURI_PASS(find_use(walk, after, &use, error));
        if (use == USE_SERVES) {
            stack_pop_proven(&walk->stack, moves[i].hole);
            return KAURI_OK;
        }
        if (use == USE_BLOCKED) {
            frame->tried = (uint8_t)(frame->tried | 1U << i);
        } else if (frame->forced == i ||
                   kauri_statement_is_known(walk->asker.prover, after, &work)) {
            if (work < least) {
                least = work;
                best = i;
            }
        }
    }
    if (best == NO_MOVE) {
        return fail(walk, error);
    }
    frame->at = (uint8_t)best;
    return stack_push(&walk->stack, &moves[best].after, error);
}

// The opponent moves: every move has to be proven.
static enum kauri_status visit_opponent(struct walk *walk, struct kauri_statement_move *moves,
                                        unsigned count, struct kauri_error *error)
{
    const struct kauri_prover *prover = walk->asker.prover;
    struct kauri_proof_frame *frame = stack_top(&walk->stack);
    if (walk->stack.outcome == WALK_FAILED) {
        return fail(walk, error);
    }
    frame->at = (uint8_t)(frame->at + (walk->stack.outcome == WALK_PROVEN));
    for (; frame->at < count; frame->at++) {
        struct kauri_statement *after = &moves[frame->at].after;
        enum use use = USE_OPEN;
        uint64_t work = 0;
        kauri_statement_round(prover, after);
        KAURI_PASS(find_use(walk, after, &use, error));
        if (use == USE_SERVES) {
            continue;
        }
        if (use == USE_BLOCKED) {
            return kauri_statement_is_covered(prover, after)
                       ? kauri_fail(error, KAURI_INTERNAL, "a table contradicts the search")
                       : fail(walk, error);
        }
        if (!kauri_statement_is_known(prover, after, &work)) {
            KAURI_PASS(ask_prover(&walk->asker, after, false, walk->stack.proven, NULL, error));
        }
        return stack_push(&walk->stack, after, error);
    }
    stack_pop_proven(&walk->stack, KAURI_MOVE_PASS);
    return KAURI_OK;
}

// Proves a statement about the root.
static enum kauri_status prove(struct walk *walk, const struct kauri_packed *board,
                               enum kauri_proof_kind kind, int value, struct kauri_error *error)
{
    const struct kauri_prover *prover = walk->asker.prover;
    struct kauri_statement root = kauri_statement_make(board, kind, value);
    kauri_statement_round(prover, &root);
    if (kauri_statement_is_trivial(&root) || kauri_statement_is_covered(prover, &root) ||
        kauri_statement_is_cited(prover, &root)) {
        return KAURI_OK;
    }
    KAURI_PASS(stack_push(&walk->stack, &root, error));
    while (walk->stack.depth > 0) {
        const struct kauri_statement statement = stack_statement(&walk->stack);
        struct kauri_statement_move moves[KAURI_HOLES_MAX];
        const unsigned count = kauri_statement_moves(prover, &statement, moves);
        KAURI_PASS(look_at_limits(&walk->asker, walk->stack.proven, error));
        KAURI_PASS(statement.kind == KAURI_PROOF_OWN ? visit_own(walk, moves, count, error)
                                                     : visit_opponent(walk, moves, count, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_walk(struct kauri_prover *prover, const struct kauri_packed *board,
                             struct kauri_bounds r, const struct kauri_walk_limits *limits,
                             struct kauri_proof_nodes *nodes, uint64_t *repairs,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct walk walk = {.nodes = nodes, .stack = {.nodes = nodes}};
    begin_asking(&walk.asker, prover, limits);
    nodes->maximum = limits->steps != 0 ? limits->steps : INT32_MAX;
    KAURI_TRY(prove(&walk, board, KAURI_PROOF_OWN, r.low, error));
    KAURI_TRY(prove(&walk, board, KAURI_PROOF_OPPONENT, -r.high, error));
cleanup:
    if (status != KAURI_OK && limits->too_large != NULL) {
        *limits->too_large =
            walk.overwritten || walk.asker.exhausted || nodes->count == nodes->maximum;
    }
    *repairs = walk.asker.asked;
    free(walk.stack.frames);
    free(walk.stack.failures);
    return status;
}
