#include "queries/prover/proof_walk.h"

#include "queries/prover/prover_state.h"

#include <stdlib.h>
#include <string.h>

enum {
    FRAMES_FIRST = 64,
    POLL_VISITS = 4096,
    SMALL_QUESTION = 20000, // positions expanded by one thread before all of them try
    ROUNDS_MAX = 100,       // of repairing one statement
    TRIED_ALL = 255,
};

#define DEPTH_NONE UINT32_MAX

// A statement on the stack.
struct walk_frame {
    uint32_t node;
    uint32_t order;  // of the node, if it was proven with a smaller value
    uint32_t failed; // statements that had failed when this one began
    // The lowest depth of a statement on the stack that failures below this one came back to;
    // DEPTH_NONE: none.
    uint32_t lean;
    int16_t value;
    uint8_t at;     // the move that is followed
    uint8_t tried;  // own: moves that are not to be followed
    uint8_t forced; // own: a move that the search has just proven, or TRIED_ALL
    uint8_t rounds;
};

struct walk_failed {
    uint32_t node;
    uint32_t order; // of the node before it failed
};

// A move from a position of the walk.
struct walk_child {
    struct kauri_packed board;
    unsigned seeds;
    int net; // seeds, for the player who moves
    int8_t hole;
    int value; // demanded after the move
};

enum walk_outcome { OUTCOME_NONE, OUTCOME_PROVEN, OUTCOME_FAILED };

struct kauri_walk {
    struct kauri_prover *prover;
    struct kauri_walk_limits limits;
    double started;
    uint64_t searched; // positions expanded
    uint64_t visits;
    uint64_t repairs;
    struct kauri_proof_nodes nodes;
    uint32_t proven; // order of the last node that was
    struct walk_frame *frames;
    uint32_t depth, frame_room;
    struct walk_failed *failed;
    uint32_t failed_count, failed_room;
    enum walk_outcome outcome; // of the statement that left the stack last
    uint32_t *list;            // the steps
    uint32_t count;
    int8_t *moves; // of the prover, in the order of the short form
    uint32_t move_count;
    bool uses[KAURI_SEEDS_MAX + 1];
};

// ------------------------------------------------------------------------------------- statements

static int trivial_value(unsigned seeds)
{
    return -(3 * (int)seeds + 1);
}

static enum kauri_proof_kind other_kind(enum kauri_proof_kind kind)
{
    return kind == KAURI_PROOF_OWN ? KAURI_PROOF_OPPONENT : KAURI_PROOF_OWN;
}

// The question that the statement answers: "r >= x?" with yes (own) or no (opponent).
static int question_of(const struct kauri_prover *prover, enum kauri_proof_kind kind, int value,
                       unsigned seeds)
{
    return kauri_question_round(&prover->values, kind == KAURI_PROOF_OWN ? value : 1 - value,
                                seeds);
}

static bool answers(struct kauri_efforts efforts, enum kauri_proof_kind kind)
{
    return (kind == KAURI_PROOF_OWN ? efforts.phi : efforts.delta) == 0;
}

// Whether the rules, or the memory of the prover, say that the statement is true. *work receives
// the effort that it took.
static bool is_known(const struct kauri_walk *walk, const struct walk_child *child,
                     enum kauri_proof_kind kind, uint64_t *work)
{
    const struct kauri_prover *prover = walk->prover;
    const int x = question_of(prover, kind, child->value, child->seeds);
    struct kauri_efforts efforts;
    struct kauri_table_entry entry;
    *work = 0;
    if (kauri_question_trivial(&child->board, child->seeds, x, &efforts)) {
        return answers(efforts, kind);
    }
    if (kauri_proof_table_load(&prover->table, kauri_prover_place(prover, &child->board), &entry)) {
        *work = entry.work;
        if (kind == KAURI_PROOF_OWN ? entry.low >= child->value : -entry.high >= child->value) {
            return true;
        }
    }
    return answers(kauri_outlook(&prover->sowing, prover->covered, &child->board, child->seeds, x),
                   kind);
}

// The moves of a position, a pass included. Returns their number. They have no value yet.
static unsigned make_moves(const struct kauri_prover *prover, const struct kauri_packed *board,
                           struct walk_child children[KAURI_HOLES_MAX])
{
    const unsigned seeds = kauri_packed_seeds(board);
    uint64_t moves = kauri_packed_moves(board);
    unsigned count = 0;
    if (moves == 0 && seeds > 0) { // R7
        children[0] = (struct walk_child){
            .board = kauri_packed_pass(board), .seeds = seeds, .hole = KAURI_MOVE_PASS};
        return 1;
    }
    for (; moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        const unsigned hole = kauri_packed_first(moves);
        kauri_packed_play(&prover->sowing, board, hole, &move);
        children[count++] = (struct walk_child){.board = move.board,
                                                .seeds = seeds - move.gained - move.lost,
                                                .net = (int)move.gained - (int)move.lost,
                                                .hole = (int8_t)hole};
    }
    return count;
}

// What a statement demands after a move.
static int rest_of(const struct walk_child *child, enum kauri_proof_kind kind, int value)
{
    return kind == KAURI_PROOF_OWN ? value - 3 * child->net : value + 3 * child->net;
}

// Sets it, rounded up to a value that r can have: the prover knows nothing between two of them.
static void demand(const struct kauri_prover *prover, struct walk_child *child,
                   enum kauri_proof_kind kind, int value)
{
    child->value = kauri_question_round(&prover->values, rest_of(child, kind, value), child->seeds);
}

// ---------------------------------------------------------------------------------------- limits

static enum kauri_status poll(struct kauri_walk *walk, struct kauri_error *error)
{
    if (walk->visits++ % POLL_VISITS != 0) {
        return KAURI_OK;
    }
    const double seconds = kauri_clock_seconds() - walk->started;
    const struct kauri_progress_report report = {
        .stage = "proof", .done = walk->proven, .seconds = seconds};
    kauri_progress_report(walk->limits.progress, &report);
    if (kauri_progress_cancelled(walk->limits.progress)) {
        return kauri_fail(error, KAURI_INTERRUPTED, "the proof was stopped on request");
    }
    if (seconds >= walk->limits.seconds) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the time for the proof is over after %lu steps; it needs more time, or "
                          "a search with more memory",
                          (unsigned long)walk->proven);
    }
    return KAURI_OK;
}

// Limits of a question with at most `nodes` positions (0: as many as are left).
static struct kauri_prover_limits question_limits(const struct kauri_walk *walk, uint64_t nodes)
{
    const uint64_t most = walk->limits.nodes;
    if (most != 0) {
        const uint64_t left = most > walk->searched ? most - walk->searched : 1;
        nodes = nodes == 0 || left < nodes ? left : nodes;
    }
    return (struct kauri_prover_limits){
        .seconds = walk->limits.seconds - (kauri_clock_seconds() - walk->started),
        .nodes = nodes,
        .progress = walk->limits.progress,
    };
}

// ---------------------------------------------------------------------------------------- repair

static enum kauri_status ask_once(struct kauri_walk *walk, const struct kauri_packed *board, int x,
                                  bool anew, uint64_t nodes, struct kauri_prover_report *report,
                                  unsigned *branch, struct kauri_error *error)
{
    struct kauri_prover *prover = walk->prover;
    const struct kauri_prover_limits limits = question_limits(walk, nodes);
    enum kauri_status status = KAURI_OK;
    if (anew) {
        status = kauri_prover_ask_anew(prover, board, x, &limits, report, branch, error);
    } else {
        const struct kauri_position position = kauri_unpack(board, prover->shape.holes);
        status = kauri_prover_ask(prover, &position, x, &limits, report, error);
    }
    walk->searched += report->nodes;
    return status;
}

// Asks the prover about a statement. `anew`: without its stored answer; *branch receives the move
// that proves an own statement.
static enum kauri_status ask(struct kauri_walk *walk, const struct kauri_packed *board,
                             enum kauri_proof_kind kind, int value, bool anew, unsigned *branch,
                             struct kauri_error *error)
{
    struct kauri_prover *prover = walk->prover;
    const unsigned threads = prover->threads;
    const unsigned seeds = kauri_packed_seeds(board);
    const int x = question_of(prover, kind, value, seeds);
    struct kauri_prover_report report;
    walk->repairs++;
    prover->threads = 1; // most questions are small
    enum kauri_status status =
        ask_once(walk, board, x, anew, SMALL_QUESTION, &report, branch, error);
    prover->threads = threads;
    if (status == KAURI_OK && report.answer == KAURI_PROVER_OPEN && !report.stopped) {
        status = ask_once(walk, board, x, anew, 0, &report, branch, error);
    }
    if (status != KAURI_OK) {
        return status;
    }
    if (report.stopped) {
        return kauri_fail(error, KAURI_INTERRUPTED, "the proof was stopped on request");
    }
    if (report.answer == KAURI_PROVER_OPEN) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "a part of the proof was overwritten, and searching it again exceeded a "
                          "limit after %lu steps; it needs a search with more memory or time",
                          (unsigned long)walk->proven);
    }
    if ((report.answer == KAURI_PROVER_YES) != (kind == KAURI_PROOF_OWN)) {
        return kauri_fail(error, KAURI_INTERNAL, "the search contradicts a bound to be proven");
    }
    return KAURI_OK;
}

// Takes back the failures since there were so many.
static void clear_failed(struct kauri_walk *walk, uint32_t down_to)
{
    while (walk->failed_count > down_to) {
        const struct walk_failed *failed = &walk->failed[--walk->failed_count];
        struct kauri_proof_node *node = &walk->nodes.node[failed->node];
        node->state &= (uint8_t)~KAURI_NODE_FAILED;
        node->order = failed->order;
    }
}

static void forget(struct kauri_walk *walk, const struct kauri_proof_node *node)
{
    struct kauri_prover *prover = walk->prover;
    const struct kauri_packed board = kauri_proof_node_board(node);
    kauri_proof_table_forget(&prover->table, kauri_prover_place(prover, &board),
                             kauri_proof_node_kind(node) == KAURI_PROOF_OWN,
                             -trivial_value(kauri_packed_seeds(&board)));
}

// Searches the statement of a frame again. If its value is above 0, what is known about it and
// about the statements that failed below it is forgotten first, since none of them has a proof
// without the others: so each round either finds such a proof or forgets a bound that was proven
// before the walk began.
static enum kauri_status repair(struct kauri_walk *walk, struct walk_frame *frame,
                                struct kauri_error *error)
{
    const struct kauri_proof_node *node = &walk->nodes.node[frame->node];
    const struct kauri_packed board = kauri_proof_node_board(node);
    unsigned branch = 0;
    if (++frame->rounds > ROUNDS_MAX) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too much of the proof was overwritten; it needs a search with more "
                          "memory");
    }
    if (frame->value > 0) {
        for (uint32_t i = frame->failed; i < walk->failed_count; i++) {
            forget(walk, &walk->nodes.node[walk->failed[i].node]);
        }
        forget(walk, node);
    }
    clear_failed(walk, frame->failed);
    const enum kauri_status status =
        ask(walk, &board, kauri_proof_node_kind(node), frame->value, true, &branch, error);
    frame->forced = (uint8_t)branch;
    frame->tried = 0;
    frame->at = 0;
    frame->lean = DEPTH_NONE;
    return status;
}

// ----------------------------------------------------------------------------------------- stack

static enum kauri_status push(struct kauri_walk *walk, const struct kauri_packed *board,
                              enum kauri_proof_kind kind, int value, struct kauri_error *error)
{
    uint32_t number = 0;
    const enum kauri_status status =
        kauri_proof_nodes_add(&walk->nodes, board, kind, &number, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (walk->depth == walk->frame_room) {
        const uint32_t room = walk->frame_room == 0 ? FRAMES_FIRST : 2 * walk->frame_room;
        struct walk_frame *frames = realloc(walk->frames, room * sizeof *frames);
        if (frames == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
        }
        walk->frames = frames;
        walk->frame_room = room;
    }
    struct kauri_proof_node *node = &walk->nodes.node[number];
    walk->frames[walk->depth] = (struct walk_frame){
        .node = number,
        .order = node->order,
        .failed = walk->failed_count,
        .lean = DEPTH_NONE,
        .value = (int16_t)value,
        .forced = TRIED_ALL,
    };
    node->state |= KAURI_NODE_ACTIVE;
    node->order = walk->depth++;
    walk->outcome = OUTCOME_NONE;
    return KAURI_OK;
}

static void pop_proven(struct kauri_walk *walk, int8_t hole)
{
    const struct walk_frame *frame = &walk->frames[--walk->depth];
    struct kauri_proof_node *node = &walk->nodes.node[frame->node];
    clear_failed(walk, frame->failed); // they may rest on this one now
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_PROVEN);
    node->order = ++walk->proven;
    node->value = frame->value;
    node->hole = hole;
    walk->outcome = OUTCOME_PROVEN;
}

// The frame is not the lowest.
static enum kauri_status pop_failed(struct kauri_walk *walk, struct kauri_error *error)
{
    if (walk->failed_count == walk->failed_room) {
        const uint32_t room = walk->failed_room == 0 ? FRAMES_FIRST : 2 * walk->failed_room;
        struct walk_failed *failed = realloc(walk->failed, room * sizeof *failed);
        if (failed == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
        }
        walk->failed = failed;
        walk->failed_room = room;
    }
    const struct walk_frame *frame = &walk->frames[--walk->depth];
    struct walk_frame *below = &walk->frames[walk->depth - 1];
    struct kauri_proof_node *node = &walk->nodes.node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_FAILED);
    node->order = walk->failed_count;
    walk->failed[walk->failed_count++] =
        (struct walk_failed){.node = frame->node, .order = frame->order};
    below->lean = frame->lean < below->lean ? frame->lean : below->lean;
    walk->outcome = OUTCOME_FAILED;
    return KAURI_OK;
}

// Whether a statement can serve as it stands: the rules, a table or a step gives it. `*blocked`: it
// would lead back to the stack; the lean of the frame is set accordingly.
static enum kauri_status serves(struct kauri_walk *walk, struct walk_frame *frame,
                                const struct walk_child *child, enum kauri_proof_kind kind,
                                bool *yes, bool *blocked, struct kauri_error *error)
{
    *yes = child->value <= trivial_value(child->seeds);
    *blocked = false;
    if (*yes) {
        return KAURI_OK;
    }
    if (walk->prover->covered[child->seeds]) {
        const struct kauri_position position =
            kauri_unpack(&child->board, walk->prover->shape.holes);
        int32_t r = 0;
        const enum kauri_status status = kauri_probe_r(walk->prover->tables, &position, &r, error);
        *yes = (kind == KAURI_PROOF_OWN ? r : -r) >= child->value;
        *blocked = !*yes;
        return status;
    }
    const uint32_t number = kauri_proof_nodes_find(&walk->nodes, &child->board, kind);
    if (number == KAURI_NODE_NONE) {
        return KAURI_OK;
    }
    const struct kauri_proof_node *node = &walk->nodes.node[number];
    if ((node->state & KAURI_NODE_PROVEN) != 0 && node->value >= child->value) {
        *yes = true;
    } else if ((node->state & KAURI_NODE_ACTIVE) != 0) {
        // Moves without captures lead to it, so it demands the same value.
        *yes = child->value <= 0;
        *blocked = !*yes;
        if (*blocked && node->order < frame->lean) {
            frame->lean = node->order;
        }
    } else if ((node->state & KAURI_NODE_FAILED) != 0) {
        *blocked = true;
        uint32_t depth = walk->depth - 1;
        while (depth > 0 && walk->frames[depth].failed > node->order) {
            depth--;
        }
        frame->lean = depth < frame->lean ? depth : frame->lean;
    }
    return KAURI_OK;
}

// Failed for want of a way around the stack: leaves it to a lower statement if one is to blame.
static enum kauri_status fail(struct kauri_walk *walk, struct walk_frame *frame,
                              struct kauri_error *error)
{
    return frame->lean < walk->depth - 1 ? pop_failed(walk, error) : repair(walk, frame, error);
}

// The prover moves: one move that holds the value.
static enum kauri_status visit_own(struct kauri_walk *walk, struct walk_frame *frame,
                                   const struct kauri_packed *board, struct kauri_error *error)
{
    struct walk_child children[KAURI_HOLES_MAX];
    const unsigned count = make_moves(walk->prover, board, children);
    unsigned best = TRIED_ALL;
    uint64_t least = UINT64_MAX;
    if (walk->outcome == OUTCOME_PROVEN) {
        pop_proven(walk, children[frame->at].hole);
        return KAURI_OK;
    }
    if (walk->outcome == OUTCOME_FAILED) {
        frame->tried = (uint8_t)(frame->tried | 1U << frame->at);
    }
    for (unsigned i = 0; i < count; i++) {
        bool yes = false;
        bool blocked = false;
        uint64_t work = 0;
        if ((frame->tried & 1U << i) != 0) {
            continue;
        }
        demand(walk->prover, &children[i], KAURI_PROOF_OWN, frame->value);
        const enum kauri_status status =
            serves(walk, frame, &children[i], KAURI_PROOF_OPPONENT, &yes, &blocked, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (yes) {
            pop_proven(walk, children[i].hole);
            return KAURI_OK;
        }
        if (blocked) {
            frame->tried = (uint8_t)(frame->tried | 1U << i);
        } else if (frame->forced == i ||
                   is_known(walk, &children[i], KAURI_PROOF_OPPONENT, &work)) {
            if (work < least) {
                least = work;
                best = i;
            }
        }
    }
    if (best == TRIED_ALL) {
        return fail(walk, frame, error);
    }
    frame->at = (uint8_t)best;
    return push(walk, &children[best].board, KAURI_PROOF_OPPONENT, children[best].value, error);
}

// The opponent moves: every move.
static enum kauri_status visit_opponent(struct kauri_walk *walk, struct walk_frame *frame,
                                        const struct kauri_packed *board, struct kauri_error *error)
{
    struct walk_child children[KAURI_HOLES_MAX];
    const unsigned count = make_moves(walk->prover, board, children);
    if (walk->outcome == OUTCOME_FAILED) {
        return fail(walk, frame, error);
    }
    frame->at = (uint8_t)(frame->at + (walk->outcome == OUTCOME_PROVEN));
    for (; frame->at < count; frame->at++) {
        struct walk_child *child = &children[frame->at];
        bool yes = false;
        bool blocked = false;
        uint64_t work = 0;
        demand(walk->prover, child, KAURI_PROOF_OPPONENT, frame->value);
        enum kauri_status status =
            serves(walk, frame, child, KAURI_PROOF_OWN, &yes, &blocked, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (yes) {
            continue;
        }
        if (blocked) {
            return walk->prover->covered[child->seeds]
                       ? kauri_fail(error, KAURI_INTERNAL, "a table contradicts the search")
                       : fail(walk, frame, error);
        }
        if (!is_known(walk, child, KAURI_PROOF_OWN, &work)) {
            status = ask(walk, &child->board, KAURI_PROOF_OWN, child->value, false, NULL, error);
            if (status != KAURI_OK) {
                return status;
            }
        }
        return push(walk, &child->board, KAURI_PROOF_OWN, child->value, error);
    }
    pop_proven(walk, KAURI_MOVE_PASS);
    return KAURI_OK;
}

// Proves a statement about the root.
static enum kauri_status prove(struct kauri_walk *walk, const struct kauri_packed *board,
                               enum kauri_proof_kind kind, int value, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = kauri_packed_seeds(board);
    value = kauri_question_round(&walk->prover->values, value, seeds);
    if (value <= trivial_value(seeds) || walk->prover->covered[seeds]) {
        return KAURI_OK;
    }
    KAURI_TRY(push(walk, board, kind, value, error));
    while (walk->depth > 0) {
        struct walk_frame *frame = &walk->frames[walk->depth - 1];
        const struct kauri_proof_node *node = &walk->nodes.node[frame->node];
        const struct kauri_packed at = kauri_proof_node_board(node);
        KAURI_TRY(poll(walk, error));
        status = kauri_proof_node_kind(node) == KAURI_PROOF_OWN
                     ? visit_own(walk, frame, &at, error)
                     : visit_opponent(walk, frame, &at, error);
        if (status != KAURI_OK) {
            goto cleanup;
        }
    }
cleanup:
    return status;
}

// --------------------------------------------------------------------------------------- the list

// Demands a value of a statement when the steps are collected: visits it if it is new, or if more
// is demanded than before. The moves that hold the greatest value that was proven hold every
// smaller one.
static enum kauri_status demand_step(struct kauri_walk *walk, const struct kauri_packed *board,
                                     unsigned seeds, enum kauri_proof_kind kind, int value,
                                     struct kauri_error *error)
{
    if (value <= trivial_value(seeds)) {
        return KAURI_OK;
    }
    if (walk->prover->covered[seeds]) {
        walk->uses[seeds] = true;
        return KAURI_OK;
    }
    const uint32_t number = kauri_proof_nodes_find(&walk->nodes, board, kind);
    struct kauri_proof_node *node = &walk->nodes.node[number];
    if ((node->state & KAURI_NODE_MARKED) == 0) {
        node->state |= KAURI_NODE_MARKED;
        if (kind == KAURI_PROOF_OWN) {
            walk->moves[walk->move_count++] = node->hole;
        }
    } else if (value <= node->value) {
        return KAURI_OK;
    }
    return push(walk, board, kind, value, error);
}

// Follows the next move of the step on top of the stack, or finishes it.
static enum kauri_status follow(struct kauri_walk *walk, struct kauri_error *error)
{
    struct walk_frame *frame = &walk->frames[walk->depth - 1];
    struct kauri_proof_node *node = &walk->nodes.node[frame->node];
    const enum kauri_proof_kind kind = kauri_proof_node_kind(node);
    const struct kauri_packed board = kauri_proof_node_board(node);
    struct walk_child children[KAURI_HOLES_MAX];
    const unsigned count = make_moves(walk->prover, &board, children);
    node->value = frame->value;
    while (kind == KAURI_PROOF_OWN && frame->at < count && children[frame->at].hole != node->hole) {
        frame->at++;
    }
    if (frame->at == count || frame->tried != 0) {
        node->state &= (uint8_t)~KAURI_NODE_ACTIVE;
        node->order = ++walk->proven;
        walk->depth--;
        return KAURI_OK;
    }
    struct walk_child *child = &children[frame->at++];
    frame->tried = kind == KAURI_PROOF_OWN; // one move is enough
    return demand_step(walk, &child->board, child->seeds, other_kind(kind),
                       rest_of(child, kind, frame->value), error);
}

// Collects the steps that the bounds rest on, with the values that are demanded of them (not
// rounded), and the prover's moves in the order of the short form (docs/PROOF.md, section 4).
static enum kauri_status collect(struct kauri_walk *walk, const struct kauri_packed *board,
                                 struct kauri_bounds r, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = kauri_packed_seeds(board);
    walk->moves = malloc((size_t)walk->nodes.count + 1);
    if (walk->moves == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    walk->proven = 0;
    for (unsigned bound = 0; bound < 2; bound++) {
        KAURI_TRY(demand_step(walk, board, seeds,
                              bound == 0 ? KAURI_PROOF_OWN : KAURI_PROOF_OPPONENT,
                              bound == 0 ? r.low : -r.high, error));
        while (walk->depth > 0) {
            KAURI_TRY(follow(walk, error));
        }
    }
    KAURI_TRY(kauri_proof_nodes_sort(&walk->nodes, walk->proven, &walk->list, &walk->count, error));
cleanup:
    return status;
}

enum kauri_status kauri_walk_new(struct kauri_prover *prover, const struct kauri_position *position,
                                 struct kauri_bounds r, const struct kauri_walk_limits *limits,
                                 struct kauri_walk **walk, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_packed board = kauri_pack(position);
    *walk = NULL;
    struct kauri_walk *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    made->prover = prover;
    made->limits = *limits;
    made->started = kauri_clock_seconds();
    made->nodes.most = limits->steps == 0 ? INT32_MAX : limits->steps;
    KAURI_TRY(prove(made, &board, KAURI_PROOF_OWN, r.low, error));
    KAURI_TRY(prove(made, &board, KAURI_PROOF_OPPONENT, -r.high, error));
    KAURI_TRY(collect(made, &board, r, error));
    free(made->frames);
    free(made->failed);
    made->frames = NULL;
    made->failed = NULL;
    *walk = made;
    made = NULL;
cleanup:
    kauri_walk_free(made);
    return status;
}

void kauri_walk_free(struct kauri_walk *walk)
{
    if (walk == NULL) {
        return;
    }
    kauri_proof_nodes_clear(&walk->nodes);
    free(walk->frames);
    free(walk->failed);
    free(walk->list);
    free(walk->moves);
    free(walk);
}

uint32_t kauri_walk_count(const struct kauri_walk *walk)
{
    return walk->count;
}

struct kauri_walk_step kauri_walk_step(const struct kauri_walk *walk, uint32_t number)
{
    const struct kauri_proof_node *node = &walk->nodes.node[walk->list[number]];
    const struct kauri_packed board = kauri_proof_node_board(node);
    return (struct kauri_walk_step){
        .position = kauri_unpack(&board, walk->prover->shape.holes),
        .kind = kauri_proof_node_kind(node),
        .value = node->value,
        .hole = node->hole,
        .rank = node->value > 0 ? number + 1 : 0,
    };
}

const int8_t *kauri_walk_moves(const struct kauri_walk *walk, uint32_t *count)
{
    *count = walk->move_count;
    return walk->moves;
}

bool kauri_walk_uses_table(const struct kauri_walk *walk, unsigned seeds)
{
    return walk->uses[seeds];
}

uint64_t kauri_walk_repairs(const struct kauri_walk *walk)
{
    return walk->repairs;
}
