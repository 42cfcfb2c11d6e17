#include "queries/analysis/keeping_moves.h"

#include "common/loop.h"
#include "queries/analysis/only_moves.h"
#include "tablebase/batch.h"

#include <stdlib.h>

enum {
    GRAIN = 256, // positions that a thread expands at a time
    // Looking up the moves of a position takes about as long as finding the only moves of so many.
    LOOK_UP_COST = 64,
};

// A position whose moves are looked at: a found one, or one that follows it in its line.
struct keeping_node {
    struct kauri_position position;
    int32_t r;
    uint32_t found;      // the position that it came from
    uint32_t first_item; // of its moves
    uint8_t move_count;
    uint8_t keeping; // moves that keep r
    uint8_t only;    // the last of them
    // The line can continue: exactly one move keeps r and, if asked for, it alone keeps the result.
    bool single;
    bool wrong; // a look-up failed, or no move keeps r
    int8_t gains[KAURI_HOLES_MAX];
};

struct kauri_keeping_moves {
    struct kauri_tablebase *tables;
    const struct kauri_layer *layer;
    struct kauri_keeping_options options;
    struct kauri_found *found;
    struct keeping_node *nodes; // KAURI_FOUND_MAX
    size_t count;
    struct kauri_batch_item *items; // KAURI_HOLES_MAX for each node
    bool *good;                     // by found position
    struct kauri_span span;         // conditions on the found positions
    struct kauri_line_condition line;
    uint64_t looked_up;            // positions whose moves were looked up
    uint64_t enough;               // then only moves are found; UINT64_MAX: never
    struct kauri_only_moves *only; // NULL until then
};

// The number of look-ups after which all only moves are found.
static uint64_t enough_look_ups(const struct kauri_layer *layer, uint64_t memory)
{
    uint64_t positions = 0;
    const uint64_t bytes = kauri_only_moves_bytes(layer->shape, layer->seeds, &positions);
    return bytes <= memory ? positions / LOOK_UP_COST : UINT64_MAX;
}

enum kauri_status kauri_keeping_moves_new(struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer,
                                          const struct kauri_keeping_options *options,
                                          struct kauri_keeping_moves **keeping,
                                          struct kauri_error *error)
{
    struct kauri_keeping_moves *made = calloc(1, sizeof *made);
    *keeping = NULL;
    if (made != NULL) {
        made->tables = tables;
        made->layer = layer;
        made->options = *options;
        made->enough = enough_look_ups(layer, options->memory);
        made->nodes = malloc(KAURI_FOUND_MAX * sizeof *made->nodes);
        made->items = malloc((size_t)KAURI_FOUND_MAX * KAURI_HOLES_MAX * sizeof *made->items);
        made->good = malloc(KAURI_FOUND_MAX * sizeof *made->good);
    }
    if (made == NULL || made->nodes == NULL || made->items == NULL || made->good == NULL) {
        kauri_keeping_moves_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the moves of positions");
    }
    *keeping = made;
    return KAURI_OK;
}

void kauri_keeping_moves_free(struct kauri_keeping_moves *keeping)
{
    if (keeping != NULL) {
        free(keeping->nodes);
        free(keeping->items);
        free(keeping->good);
        kauri_only_moves_free(keeping->only);
        free(keeping);
    }
}

static void begin_node(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct kauri_keeping_moves *keeping = context;
    struct keeping_node *node = &keeping->nodes[i];
    struct kauri_view view;
    kauri_unindex(keeping->layer, keeping->found[i].index, &view);
    *node = (struct keeping_node){
        .position = kauri_view_position(&view, keeping->layer->shape.holes),
        .r = keeping->found[i].r,
        .found = (uint32_t)i,
    };
    node->move_count = kauri_legal_moves(&node->position).count;
}

// Plays all moves of a node.
static void expand(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    const struct kauri_keeping_moves *keeping = context;
    struct keeping_node *node = &keeping->nodes[i];
    const struct kauri_moves moves = kauri_legal_moves(&node->position);
    for (unsigned m = 0; m < moves.count; m++) {
        struct kauri_batch_item *item = &keeping->items[node->first_item + m];
        item->position = node->position;
        item->want = KAURI_BATCH_R;
        const struct kauri_capture captured = kauri_play(&item->position, moves.hole[m]);
        node->gains[m] = (int8_t)((int)captured.own - (int)captured.opponent);
    }
}

// Counts the moves that keep r and the result, after their successors were looked up. In positions
// that were found, South is to move: only South's moves have to keep the result.
static void count_keeping(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    const struct kauri_keeping_moves *keeping = context;
    struct keeping_node *node = &keeping->nodes[i];
    const struct kauri_batch_item *items = &keeping->items[node->first_item];
    const struct kauri_line_condition *line = &keeping->line;
    const bool by_result = line->by_result && node->position.side == KAURI_SOUTH;
    const int result =
        by_result ? (int)kauri_result_under(line->rules, &node->position, node->r) : 0;
    int32_t best = INT32_MIN;
    unsigned keeping_result = 0;
    node->keeping = 0;
    node->wrong = false;
    for (unsigned m = 0; m < node->move_count; m++) {
        const int32_t r = 3 * node->gains[m] - items[m].value.r;
        node->wrong = node->wrong || items[m].status != KAURI_OK;
        best = r > best ? r : best;
        if (r == node->r) {
            node->keeping++;
            node->only = (uint8_t)m;
        }
        if (by_result) {
            keeping_result += -(int)kauri_result_under(line->rules, &items[m].position,
                                                       items[m].value.r) == result;
        }
    }
    node->single = node->keeping == 1 && (!by_result || keeping_result == 1);
    node->wrong = node->wrong || (node->move_count > 0 && best != node->r);
}

// The error of a node that is wrong.
static enum kauri_status explain(struct kauri_keeping_moves *keeping,
                                 const struct keeping_node *node, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char text[KAURI_POSITION_TEXT_BYTES];
    for (unsigned m = 0; m < node->move_count; m++) {
        const struct kauri_batch_item *item = &keeping->items[node->first_item + m];
        int32_t r = 0;
        if (item->status != KAURI_OK) {
            // Once more alone, for the message.
            KAURI_TRY(kauri_probe_r(keeping->tables, &item->position, &r, error));
            status = kauri_fail(error, item->status, "%s could not be looked up",
                                kauri_position_format(&item->position, text));
            goto cleanup;
        }
    }
    status = kauri_fail(error, KAURI_CORRUPT, "no move of %s has the value of the position",
                        kauri_position_format(&node->position, text));
cleanup:
    return status;
}

// Looks at the moves of all nodes.
static enum kauri_status look_at_moves(struct kauri_keeping_moves *keeping,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint32_t items = 0;
    keeping->looked_up += keeping->count;
    for (size_t i = 0; i < keeping->count; i++) {
        keeping->nodes[i].first_item = items;
        items += keeping->nodes[i].move_count;
    }
    kauri_loop_for(keeping->options.threads, keeping->count, GRAIN, expand, keeping);
    KAURI_TRY(kauri_batch_look_up(keeping->tables, keeping->items, items, keeping->options.threads,
                                  error));
    kauri_loop_for(keeping->options.threads, keeping->count, GRAIN, count_keeping, keeping);
    for (size_t i = 0; i < keeping->count; i++) {
        if (keeping->nodes[i].wrong) {
            status = explain(keeping, &keeping->nodes[i], error);
            goto cleanup;
        }
    }
cleanup:
    return status;
}

// Whether the player to move of a node without moves passes and the other one has moves. If so, the
// node becomes the position after the pass.
static bool pass(struct keeping_node *node)
{
    if (kauri_seeds(&node->position) == 0) {
        return false;
    }
    (void)kauri_play(&node->position, KAURI_MOVE_PASS);
    node->r = -node->r;
    node->move_count = kauri_legal_moves(&node->position).count;
    return node->move_count > 0;
}

// Follows the only moves of the nodes whose moves were looked at. Notes the found positions whose
// lines are long enough after `moves` moves.
static void follow(struct kauri_keeping_moves *keeping, bool enough)
{
    size_t kept = 0;
    for (size_t i = 0; i < keeping->count; i++) {
        struct keeping_node *node = &keeping->nodes[i];
        if (!node->single) {
            continue;
        }
        if (enough) {
            keeping->good[node->found] = true;
            continue;
        }
        const struct kauri_batch_item *item = &keeping->items[node->first_item + node->only];
        struct keeping_node next = {
            .position = item->position, .r = item->value.r, .found = node->found};
        next.move_count = kauri_legal_moves(&next.position).count;
        if (next.move_count > 0 || pass(&next)) {
            keeping->nodes[kept++] = next;
        }
    }
    keeping->count = kept;
}

// Finds out which of the nodes, of which the moves were looked at, have unique lines.
static enum kauri_status follow_lines(struct kauri_keeping_moves *keeping, unsigned line,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    // Who must pass has no only move, but the line may begin after the pass.
    size_t passed = 0;
    for (size_t i = 0; i < keeping->count; i++) {
        passed += keeping->nodes[i].move_count == 0;
    }
    if (passed > 0) {
        size_t kept = 0;
        for (size_t i = 0; i < keeping->count; i++) {
            struct keeping_node *node = &keeping->nodes[i];
            if (node->move_count > 0 ? node->single : pass(node)) {
                keeping->nodes[kept++] = *node;
            }
        }
        keeping->count = kept;
        KAURI_TRY(look_at_moves(keeping, error));
    }
    for (unsigned moves = 1; keeping->count > 0; moves++) {
        follow(keeping, moves == line);
        if (moves == line) {
            break;
        }
        KAURI_TRY(look_at_moves(keeping, error));
    }
cleanup:
    return status;
}

// Finds the only moves if that is due. If memory runs out, they are never asked for again.
static enum kauri_status try_only_moves(struct kauri_keeping_moves *keeping,
                                        struct kauri_error *error)
{
    if (keeping->only != NULL || keeping->looked_up < keeping->enough) {
        return KAURI_OK;
    }
    const enum kauri_status status =
        kauri_only_moves_new(keeping->tables, keeping->layer->seeds, keeping->options.threads,
                             keeping->options.progress, &keeping->only, error);
    if (status == KAURI_RESOURCE) {
        keeping->enough = UINT64_MAX;
        return KAURI_OK;
    }
    return status;
}

// Counts the moves that keep the value of the `count` found positions, and finds out which of them
// meet the conditions, by looking up.
static enum kauri_status judge_by_look_ups(struct kauri_keeping_moves *keeping, size_t count,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned line = keeping->line.moves;
    size_t kept = 0;
    keeping->count = count;
    kauri_loop_for(keeping->options.threads, count, GRAIN, begin_node, keeping);
    KAURI_TRY(look_at_moves(keeping, error));
    for (size_t i = 0; i < count; i++) {
        struct keeping_node *node = &keeping->nodes[i];
        keeping->found[i].keeping = node->keeping;
        const bool fits = kauri_span_has(keeping->span, node->keeping);
        keeping->good[i] = fits && line == 0;
        if (fits && line > 0) {
            keeping->nodes[kept++] = *node;
        }
    }
    keeping->count = kept;
    KAURI_TRY(line > 0 ? follow_lines(keeping, line, error) : KAURI_OK);
cleanup:
    return status;
}

// Does the same for the line of one position, with the only moves.
static void judge_by_only_moves(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct kauri_keeping_moves *keeping = context;
    struct kauri_found *found = &keeping->found[i];
    struct kauri_view view;
    kauri_unindex(keeping->layer, found->index, &view);
    const struct kauri_only_line line = kauri_only_moves_follow(
        keeping->only, kauri_view_position(&view, keeping->layer->shape.holes),
        keeping->line.moves);
    found->keeping = line.single ? 1 : 0; // several: then there is no line
    keeping->good[i] =
        line.length == keeping->line.moves && kauri_span_has(keeping->span, found->keeping);
}

static void keep_good(struct kauri_keeping_moves *keeping, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (keeping->good[i]) {
            keeping->found[kept++] = keeping->found[i];
        }
    }
    *count = kept;
}

enum kauri_status kauri_keeping_moves_filter(struct kauri_keeping_moves *keeping,
                                             struct kauri_span span,
                                             struct kauri_line_condition line,
                                             struct kauri_found *found, size_t *count,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    keeping->found = found;
    keeping->span = span;
    keeping->line = line;
    KAURI_TRY(line.moves > 0 ? try_only_moves(keeping, error) : KAURI_OK);
    const bool by_only_moves = line.moves > 0 && keeping->only != NULL;
    if (by_only_moves) {
        kauri_loop_for(keeping->options.threads, *count, GRAIN, judge_by_only_moves, keeping);
        keep_good(keeping, count);
    }
    // Only moves do not say how much worse the other moves are.
    if (!by_only_moves || line.by_result) {
        KAURI_TRY(judge_by_look_ups(keeping, *count, error));
        keep_good(keeping, count);
    }
cleanup:
    return status;
}
