#include "queries/search/search_driver.h"

#include "queries/search/search_pass.h"

#include <stdlib.h>

// Special efforts. FAR means "only by repeating positions, on this path", which proves nothing and
// is forgotten after each kauri_graph_pass; NEVER means refuted.
enum {
    NEVER = 1 << 30,
    FAR = 1 << 28,
    DEPTH_MAX = 2048,
    GROWTH_NUMERATOR = 1, // a pass is due when the graph has grown by a half
    GROWTH_DENOMINATOR = 2,
};

struct frame {
    uint32_t question;
    uint32_t yes_limit; // give up here when the efforts reach these
    uint32_t no_limit;
};

struct ask {
    struct kauri_search_graph *graph;
    struct kauri_search_watch *watch;
    uint64_t until; // stop at this number of expansions
    uint32_t depth;
    struct frame frames[DEPTH_MAX];
};

// The least possible value of the position that is not below x: all questions between two possible
// values are the same question.
static int next_possible(int x, unsigned seeds)
{
    const int bound = 3 * (int)seeds + 1;
    x = x < -bound ? -bound : x;
    while (x <= bound && !kauri_graph_possible(x, seeds)) {
        x++;
    }
    return x;
}

static uint32_t find_question(struct kauri_search_graph *graph, uint32_t node, int x)
{
    struct kauri_graph_node *at = &graph->nodes[node];
    for (uint32_t q = at->first_question; q != KAURI_GRAPH_NONE; q = graph->questions[q].next) {
        if (graph->questions[q].x == x) {
            return q;
        }
    }
    const uint32_t made = graph->question_count++;
    graph->questions[made] = (struct kauri_graph_question){
        .node = node, .next = at->first_question, .yes = 1, .no = at->mobility, .x = (int16_t)x};
    at->first_question = made;
    return made;
}

static bool is_answered(const struct kauri_search_graph *graph,
                        const struct kauri_graph_question *question)
{
    const struct kauri_graph_node *node = &graph->nodes[question->node];
    return node->low >= question->x || node->high < question->x;
}

static void push(struct ask *ask, uint32_t question, uint32_t yes_limit, uint32_t no_limit)
{
    ask->graph->questions[question].on_path = true;
    ask->frames[ask->depth++] = (struct frame){question, yes_limit, no_limit};
}

static void pop(struct ask *ask)
{
    ask->graph->questions[ask->frames[--ask->depth].question].on_path = false;
}

static void unwind(struct ask *ask)
{
    while (ask->depth > 0) {
        pop(ask);
    }
}

// The efforts of a question, from the questions about the moves of its position.
struct survey {
    uint32_t yes, no; // efforts of the question itself
    uint32_t best;    // question after the move that is easiest to prove good; KAURI_GRAPH_NONE if
                      // no move is worth trying on this path
    uint32_t second;  // effort of the second easiest
};

// The effort to refute all moves. Moves often lead to the same positions, so that a plain sum would
// count the same work many times over, and grow without end in circles. So the greatest effort
// counts in full, the others count half, and each other move adds 1.
struct refutation {
    uint32_t greatest, sum, moves;
};

static void add_effort(struct refutation *refutation, uint32_t effort)
{
    effort = effort < FAR ? effort : FAR;
    refutation->greatest = effort > refutation->greatest ? effort : refutation->greatest;
    refutation->sum += effort; // of 6 at most, each below 2^29
    refutation->moves++;
}

static uint32_t whole_effort(const struct refutation *refutation)
{
    const uint32_t greatest = refutation->greatest;
    if (greatest >= FAR || refutation->moves == 0) {
        return greatest;
    }
    const uint32_t whole = greatest + (refutation->sum - greatest) / 2 + refutation->moves - 1;
    return whole < FAR ? whole : FAR - 1;
}

// The player whose r must be above 0 has to make progress: for that player a position that occurs
// again is no better than a refuted move, and for the other it is as good as an answer (both on
// this path only).
static struct survey survey_moves(struct kauri_search_graph *graph, uint32_t number)
{
    const struct kauri_graph_question question = graph->questions[number];
    const struct kauri_graph_node *node = &graph->nodes[question.node];
    const bool attacks = question.x >= 1;
    struct refutation refutation = {.moves = 0};
    struct survey survey = {.yes = NEVER, .best = KAURI_GRAPH_NONE, .second = NEVER};
    for (unsigned i = 0; i < node->edge_count; i++) {
        const struct kauri_graph_edge *edge = &graph->edges[node->first_edge + i];
        const struct kauri_graph_node *to = &graph->nodes[edge->to];
        const int x = next_possible(1 - question.x + 3 * edge->gain, to->seeds);
        if (to->low >= x) {
            continue; // refuted
        }
        const uint32_t child = find_question(graph, edge->to, x);
        uint32_t cost = graph->questions[child].no;
        uint32_t against = graph->questions[child].yes;
        if (graph->questions[child].on_path && to->seeds == node->seeds) {
            if (!attacks) {
                survey.yes = 1;
                survey.no = FAR;
                survey.best = KAURI_GRAPH_NONE;
                return survey;
            }
            cost = FAR;
            against = 1;
        }
        add_effort(&refutation, against);
        if (cost < survey.yes) {
            survey.second = survey.yes;
            survey.yes = cost;
            survey.best = child;
        } else if (cost < survey.second) {
            survey.second = cost;
        }
    }
    if (survey.yes >= FAR) {
        survey.best = KAURI_GRAPH_NONE;
    }
    survey.no = whole_effort(&refutation);
    return survey;
}

// Whether another expansion is allowed.
static bool may_go_on(struct ask *ask)
{
    return kauri_search_watch_allows(ask->watch, ask->graph) && ask->graph->expanded < ask->until;
}

// One step at the end of the path: expands a position, goes one move further, or goes back.
static enum kauri_status step(struct ask *ask, struct kauri_error *error)
{
    struct kauri_search_graph *graph = ask->graph;
    const struct frame frame = ask->frames[ask->depth - 1];
    struct kauri_graph_question *question = &graph->questions[frame.question];
    if (is_answered(graph, question)) {
        pop(ask);
        return KAURI_OK;
    }
    if (!graph->nodes[question->node].expanded) {
        return kauri_graph_expand(graph, question->node, error);
    }
    const struct survey survey = survey_moves(graph, frame.question);
    question->yes = survey.yes;
    question->no = survey.no;
    if (ask->depth == DEPTH_MAX) {
        *(question->x >= 1 ? &question->yes : &question->no) = FAR; // too far to make progress
    }
    if (survey.yes >= frame.yes_limit || survey.no >= frame.no_limit ||
        survey.best == KAURI_GRAPH_NONE || ask->depth == DEPTH_MAX) {
        pop(ask);
        return KAURI_OK;
    }
    // The move is tried until another one looks better by a quarter, or until the limits of this
    // question are reached.
    const uint32_t other = survey.second + survey.second / 4 + 1;
    const uint32_t no_limit = other < frame.yes_limit ? other : frame.yes_limit;
    const uint32_t yes_limit = frame.no_limit - (survey.no - graph->questions[survey.best].yes);
    push(ask, survey.best, yes_limit, no_limit);
    return KAURI_OK;
}

static void forget_far(struct kauri_search_graph *graph)
{
    for (uint32_t q = 0; q < graph->question_count; q++) {
        struct kauri_graph_question *question = &graph->questions[q];
        question->yes = question->yes >= FAR ? 1 : question->yes;
        question->no = question->no >= FAR ? 1 : question->no;
    }
}

// Whether the next pass would end in time, judging by the last one: on a large graph it takes
// seconds.
static bool has_time_to_pass(const struct ask *ask)
{
    const struct kauri_search_watch *watch = ask->watch;
    const double growth = (double)ask->graph->expanded / (double)(ask->graph->passed + 1);
    return ask->graph->passed == 0 ||
           watch->pass_seconds * growth < kauri_search_watch_seconds_left(watch);
}

static void pass(struct ask *ask)
{
    const double started = kauri_clock_seconds();
    unwind(ask);
    kauri_graph_pass(ask->graph);
    forget_far(ask->graph);
    ask->graph->passed = ask->graph->expanded;
    ask->watch->pass_seconds = kauri_clock_seconds() - started;
}

static bool has_grown(const struct ask *ask)
{
    const uint64_t last = ask->graph->passed;
    return ask->graph->expanded - last > 1000 + last * GROWTH_NUMERATOR / GROWTH_DENOMINATOR;
}

// Used when the efforts lead in circles: goes through the questions that the root's question
// depends on, nearest first, and expands up to `count` positions. If there is none left to expand,
// the pass has answered the root.
static enum kauri_status expand_nearest(struct ask *ask, uint32_t root_question, uint64_t count,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_graph *graph = ask->graph;
    // The pass is over, so that its memory is free. A queue is needed, and one mark per question:
    // on_path is clear everywhere and serves as the mark.
    uint32_t *line = graph->scratch;
    const uint64_t room = 4 * (uint64_t)graph->node_room;
    uint64_t first = 0;
    uint64_t last = 0;
    line[last++] = root_question;
    graph->questions[root_question].on_path = true;
    while (first < last && count > 0 && may_go_on(ask)) {
        const struct kauri_graph_question question = graph->questions[line[first++]];
        if (is_answered(graph, &question)) {
            continue;
        }
        if (!graph->nodes[question.node].expanded) {
            KAURI_TRY(kauri_graph_expand(graph, question.node, error));
            count--;
            continue;
        }
        const struct kauri_graph_node *node = &graph->nodes[question.node];
        for (unsigned i = 0; i < node->edge_count; i++) {
            const struct kauri_graph_edge *edge = &graph->edges[node->first_edge + i];
            const struct kauri_graph_node *to = &graph->nodes[edge->to];
            const int x = next_possible(1 - question.x + 3 * edge->gain, to->seeds);
            if (to->low >= x || to->high < x || !kauri_graph_has_room(graph)) {
                continue;
            }
            const uint32_t child = find_question(graph, edge->to, x);
            if (!graph->questions[child].on_path && last < room) {
                graph->questions[child].on_path = true;
                line[last++] = child;
            }
        }
    }
cleanup:
    for (uint64_t i = 0; i < last; i++) {
        graph->questions[line[i]].on_path = false;
    }
    return status;
}

static enum kauri_status search(struct ask *ask, uint32_t root_question, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_graph *graph = ask->graph;
    const struct kauri_graph_question *root = &graph->questions[root_question];
    while (!is_answered(graph, root) && may_go_on(ask)) {
        if (ask->depth == 0 && (root->yes >= FAR || root->no >= FAR)) {
            // As far as the efforts show, all that is left goes in circles.
            if (!has_time_to_pass(ask)) {
                kauri_search_watch_stop(ask->watch, KAURI_SEARCH_STOP_TIME);
                break;
            }
            const uint64_t since = graph->expanded - graph->passed;
            pass(ask);
            if (!is_answered(graph, root)) {
                const uint64_t count = since < graph->expanded / 8 ? 1 + graph->expanded / 8 : 1;
                KAURI_TRY(expand_nearest(ask, root_question, count, error));
            }
            continue;
        }
        if (has_grown(ask) && has_time_to_pass(ask)) {
            pass(ask);
            continue;
        }
        if (ask->depth == 0) {
            push(ask, root_question, FAR, FAR);
        }
        KAURI_TRY(step(ask, error));
    }
cleanup:
    unwind(ask);
    return status;
}

enum kauri_status kauri_driver_ask(struct kauri_search_graph *graph, uint32_t root, int x,
                                   uint64_t budget, struct kauri_search_watch *watch,
                                   struct kauri_error *error)
{
    struct ask *ask = calloc(1, sizeof *ask);
    if (ask == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    ask->graph = graph;
    ask->watch = watch;
    ask->until = graph->expanded + budget;
    const int possible = next_possible(x, graph->nodes[root].seeds);
    const uint32_t question = find_question(graph, root, possible);
    enum kauri_status status = search(ask, question, error);
    free(ask);
    return status;
}
