#include "queries/analysis/find.h"

#include "common/loop.h"
#include "common/memory.h"
#include "db/tables/batch.h"
#include "db/tables/keeping_counts.h"
#include "db/tables/opposite_r.h"
#include "queries/analysis/layer_scan.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = 256 }; // positions whose moves a thread plays at a time

// A position whose moves are examined: one that was found, or one that follows it in its line.
struct line_node {
    struct kauri_position position;
    int32_t r;
    uint32_t found;      // index of the position that was found
    uint32_t first_item; // index of its first move
    uint8_t move_count;
    uint8_t only; // the last move that keeps r
    // The line can continue: exactly one move keeps r and, if asked for, it alone keeps the result.
    bool single;
    bool wrong;      // a look-up failed, or no move keeps r
    uint8_t holding; // moves that keep the result
    int8_t gains[KAURI_HOLES_MAX];
};

struct find_run {
    struct kauri_tablebase *tables;
    const struct kauri_find_conditions *conditions;
    const struct kauri_find_options *options;
    const struct kauri_layer *layer;
    bool by_dtc;
    bool by_moves; // some condition needs the moves
    // Arrays that tell whether a value or a cowrie configuration meets the conditions that depend
    // on it alone.
    uint8_t *good_r;       // indexed by r + most
    uint8_t *good_cowries; // by cowrie rank
    uint8_t *moves;        // by cowrie rank: number of legal moves
    int32_t maximum;       // greatest r in the layer
    // The positions that meet the conditions so far, for the block in each slot: their cowrie ranks
    // and r of their opposites, which begin at slot * cowrie_count, and their number by slot.
    uint32_t *ranks;
    int16_t *opposite;
    uint32_t *counts;
    // Used if by_moves: for each position of a block, the number of moves that keep r, in the same
    // places as `ranks`.
    uint8_t *keeping_counts;
    struct kauri_keeping_counts *counter;
    struct kauri_found *found; // room for KAURI_FOUND_MAX
    // Members used only with a condition on lines.
    struct line_node *nodes; // room for KAURI_FOUND_MAX nodes
    size_t node_count;
    struct kauri_batch_item *items; // KAURI_HOLES_MAX items for each node
    bool *good;                     // whether each found position has the line
    uint64_t total;
};

struct kauri_find_conditions kauri_find_conditions_none(void)
{
    return (struct kauri_find_conditions){
        .r = KAURI_SPAN_ALL,
        .net = KAURI_SPAN_ALL,
        .dtc = KAURI_SPAN_ALL,
        .mover_seeds = KAURI_SPAN_ALL,
        .opponent_seeds = KAURI_SPAN_ALL,
        .mover_cowries = KAURI_SPAN_ALL,
        .opponent_cowries = KAURI_SPAN_ALL,
        .moves = KAURI_SPAN_ALL,
        .keeping = KAURI_SPAN_ALL,
        .holding = KAURI_SPAN_ALL,
    };
}

bool kauri_find_counts_keeping(const struct kauri_find_conditions *conditions)
{
    return conditions->line > 0 || !kauri_span_is_all(conditions->keeping);
}

// Returns whether the moves of single positions are looked at.
static bool looks_at_moves(const struct kauri_find_conditions *conditions)
{
    return conditions->line > 0 || !kauri_span_is_all(conditions->holding);
}

// The result for the player to move, South or North, of a position with value r.
static int result_of(const struct kauri_find_conditions *conditions, enum kauri_side side, int r)
{
    const struct kauri_position position = {.side = (uint8_t)side,
                                            .score = {conditions->score[0], conditions->score[1]}};
    return (int)kauri_result_under(conditions->rules, &position, r);
}

static bool seeds_wanted(void *context, const uint8_t *seeds)
{
    const struct find_run *search = context;
    int32_t own = 0;
    for (unsigned hole = 0; hole < search->layer->shape.holes; hole++) {
        own += seeds[hole];
    }
    return kauri_span_has(search->conditions->mover_seeds, own) &&
           kauri_span_has(search->conditions->opponent_seeds, search->layer->seeds - own);
}

static void judge_r(struct find_run *search)
{
    const struct kauri_find_conditions *conditions = search->conditions;
    for (int32_t r = -search->maximum; r <= search->maximum; r++) {
        const int net = kauri_value_net(r);
        const int result = result_of(conditions, KAURI_SOUTH, r);
        search->good_r[r + search->maximum] =
            kauri_span_has(conditions->r, r) && kauri_span_has(conditions->net, net) &&
            (r != 0 || !search->by_dtc) &&
            (!conditions->by_result || conditions->line == 0 || result >= 0) &&
            (!conditions->result_given || result == (int)conditions->result);
    }
}

static void judge_cowries(struct find_run *search)
{
    const struct kauri_find_conditions *conditions = search->conditions;
    const struct kauri_layer *layer = search->layer;
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
    for (uint32_t rank = 0; rank < layer->cowrie_count; rank++) {
        int32_t own = 0;
        uint8_t moves = 0;
        kauri_cowrie_unrank(layer, rank, cowries);
        for (unsigned hole = 0; hole < layer->shape.holes; hole++) {
            own += cowries[hole];
            moves = (uint8_t)(moves + (cowries[hole] > 0));
        }
        const int32_t other = layer->shape.cowries - own;
        search->moves[rank] = moves;
        search->good_cowries[rank] = kauri_span_has(conditions->mover_cowries, own) &&
                                     kauri_span_has(conditions->opponent_cowries, other) &&
                                     kauri_span_has(conditions->moves, moves) &&
                                     (!conditions->zugzwang || (own > 0 && other > 0));
    }
}

static enum kauri_status begin(void *context, const struct kauri_layer *layer, unsigned slots,
                               struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    struct find_run *search = context;
    const size_t capacity = (size_t)slots * layer->cowrie_count;
    search->layer = layer;
    search->maximum = 3 * layer->seeds + 1;
    KAURI_PASS(
        KAURI_NEW(search->good_r, 2 * (size_t)search->maximum + 1, error, "finding positions"));
    KAURI_PASS(KAURI_NEW(search->good_cowries, layer->cowrie_count, error, "finding positions"));
    KAURI_PASS(KAURI_NEW(search->moves, layer->cowrie_count, error, "finding positions"));
    KAURI_PASS(KAURI_NEW(search->ranks, capacity, error, "finding positions"));
    KAURI_PASS(KAURI_NEW(search->counts, slots, error, "finding positions"));
    KAURI_PASS(KAURI_NEW(search->found, KAURI_FOUND_MAX, error, "finding positions"));
    if (search->conditions->zugzwang) {
        KAURI_PASS(KAURI_NEW(search->opposite, capacity, error, "finding positions"));
    }
    judge_r(search);
    judge_cowries(search);
    if (search->by_moves) {
        KAURI_PASS(KAURI_NEW(search->keeping_counts, capacity, error, "finding positions"));
        KAURI_PASS(
            kauri_keeping_counts_new(opposite, search->options->threads, &search->counter, error));
    }
    if (looks_at_moves(search->conditions)) {
        KAURI_PASS(KAURI_NEW(search->nodes, KAURI_FOUND_MAX, error, "the moves of positions"));
        KAURI_PASS(KAURI_NEW(search->items, KAURI_FOUND_MAX * KAURI_HOLES_MAX, error,
                             "the moves of positions"));
        KAURI_PASS(KAURI_NEW(search->good, KAURI_FOUND_MAX, error, "the moves of positions"));
    }
    return KAURI_OK;
}

// Lists the cowrie ranks of a block that meet the conditions on values and cowries. Returns their
// number. To avoid branches, each rank is written, and the next one overwrites it unless it is
// good.
static uint32_t list_good(const struct find_run *search, const struct kauri_scanned_block *block,
                          uint32_t *ranks)
{
    const uint32_t positions = search->layer->cowrie_count;
    const uint8_t *good_r = search->good_r + search->maximum;
    const struct kauri_span dtc = search->conditions->dtc;
    uint32_t count = 0;
    if (!search->by_dtc) {
        for (uint32_t rank = 0; rank < positions; rank++) {
            ranks[count] = rank;
            count += good_r[block->r[rank]] & search->good_cowries[rank];
        }
        return count;
    }
    for (uint32_t rank = 0; rank < positions; rank++) {
        ranks[count] = rank;
        count += good_r[block->r[rank]] & search->good_cowries[rank] &
                 (block->dtc[rank] >= dtc.low) & (block->dtc[rank] <= dtc.high);
    }
    return count;
}

// Keeps those of the listed positions that are mutual zugzwangs.
static enum kauri_status test_zugzwang(const struct find_run *search, unsigned worker,
                                       const struct kauri_scanned_block *block,
                                       struct kauri_opposite_r *opposite, uint32_t *count,
                                       struct kauri_error *error)
{
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    const uint64_t number = block->first / search->layer->cowrie_count;
    const struct kauri_find_conditions *conditions = search->conditions;
    uint32_t *ranks = search->ranks + at;
    struct kauri_opposite_values values;
    uint32_t kept = 0;
    KAURI_PASS(kauri_opposite_r_acquire(opposite, worker, number, &values, error));
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t rank = ranks[i];
        const int r = kauri_opposite_value(&values, rank);
        ranks[kept] = rank;
        search->opposite[at + kept] = (int16_t)r;
        kept += conditions->by_result ? result_of(conditions, KAURI_SOUTH, block->r[rank]) +
                                                result_of(conditions, KAURI_NORTH, r) <
                                            0
                                      : block->r[rank] + r < 0;
    }
    kauri_opposite_r_release(opposite, number);
    *count = kept;
    return KAURI_OK;
}

// Counts the moves that keep r for a whole block, and keeps the listed positions whose number is
// asked for. Where a line of only moves begins the number is one, unless the line begins with a
// pass.
static enum kauri_status test_keeping(const struct find_run *search, unsigned worker,
                                      const struct kauri_scanned_block *block, uint32_t *count,
                                      struct kauri_error *error)
{
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    const bool line = search->conditions->line > 0;
    uint32_t *ranks = search->ranks + at;
    uint8_t *keeping = search->keeping_counts + at;
    uint32_t kept = 0;
    KAURI_PASS(kauri_keeping_counts_block(search->counter, worker,
                                          block->first / search->layer->cowrie_count, block->r,
                                          keeping, error));
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t rank = ranks[i];
        const uint8_t moves = search->moves[rank];
        if (moves > 0 && keeping[rank] == 0) {
            return kauri_fail(error, KAURI_CORRUPT,
                              "no move of position %llu of layer %u has the value of the position",
                              (unsigned long long)(block->first + rank), search->layer->seeds);
        }
        ranks[kept] = rank;
        if (search->opposite != NULL) {
            search->opposite[at + kept] = search->opposite[at + i];
        }
        kept += kauri_span_has(search->conditions->keeping, keeping[rank]) &&
                (!line || moves == 0 || keeping[rank] == 1);
    }
    *count = kept;
    return KAURI_OK;
}

static enum kauri_status visit(void *context, unsigned worker,
                               const struct kauri_scanned_block *block,
                               struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    const struct find_run *search = context;
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    uint32_t count = list_good(search, block, search->ranks + at);
    if (search->conditions->zugzwang && count > 0) {
        KAURI_PASS(test_zugzwang(search, worker, block, opposite, &count, error));
    }
    if (search->by_moves && count > 0) {
        KAURI_PASS(test_keeping(search, worker, block, &count, error));
    }
    search->counts[block->slot] = count;
    return KAURI_OK;
}

// ----------------------------------------------------------------------------------------- lines

static void begin_node(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct find_run *search = context;
    struct line_node *node = &search->nodes[i];
    *node = (struct line_node){
        .position = kauri_layer_position(search->layer, search->found[i].index),
        .r = search->found[i].r,
        .found = (uint32_t)i,
    };
    memcpy(node->position.score, search->conditions->score, sizeof node->position.score);
    node->move_count = kauri_legal_moves(&node->position).count;
}

// Plays all moves of a node.
static void expand(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    const struct find_run *search = context;
    struct line_node *node = &search->nodes[i];
    const struct kauri_moves moves = kauri_legal_moves(&node->position);
    for (unsigned m = 0; m < moves.count; m++) {
        struct kauri_batch_item *item = &search->items[node->first_item + m];
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
    const struct find_run *search = context;
    struct line_node *node = &search->nodes[i];
    const struct kauri_batch_item *items = &search->items[node->first_item];
    const struct kauri_find_conditions *conditions = search->conditions;
    const bool by_result = conditions->by_result && node->position.side == KAURI_SOUTH;
    const int result =
        by_result ? (int)kauri_result_under(conditions->rules, &node->position, node->r) : 0;
    int32_t best = INT32_MIN;
    unsigned keeping_result = 0;
    unsigned keeping = 0;
    node->wrong = false;
    for (unsigned m = 0; m < node->move_count; m++) {
        const int32_t r = 3 * node->gains[m] - items[m].value.r;
        node->wrong = node->wrong || items[m].status != KAURI_OK;
        best = r > best ? r : best;
        if (r == node->r) {
            keeping++;
            node->only = (uint8_t)m;
        }
        if (by_result) {
            keeping_result += -(int)kauri_result_under(conditions->rules, &items[m].position,
                                                       items[m].value.r) == result;
        }
    }
    node->holding = (uint8_t)keeping_result;
    node->single = keeping == 1 && (!by_result || keeping_result == 1);
    node->wrong = node->wrong || (node->move_count > 0 && best != node->r);
}

// The error of a node that is wrong.
static enum kauri_status explain(struct find_run *search, const struct line_node *node,
                                 struct kauri_error *error)
{
    for (unsigned m = 0; m < node->move_count; m++) {
        const struct kauri_batch_item *item = &search->items[node->first_item + m];
        int32_t r = 0;
        if (item->status != KAURI_OK) {
            // Looks the position up alone, to get the message.
            KAURI_PASS(kauri_probe_r(search->tables, &item->position, &r, error));
            return kauri_fail(error, item->status, "%s could not be looked up",
                              KAURI_POSITION_TEXT(&item->position));
        }
    }
    return kauri_fail(error, KAURI_CORRUPT, "no move of %s has the value of the position",
                      KAURI_POSITION_TEXT(&node->position));
}

// Examines the moves of all nodes.
static enum kauri_status look_at_moves(struct find_run *search, struct kauri_error *error)
{
    uint32_t items = 0;
    for (size_t i = 0; i < search->node_count; i++) {
        search->nodes[i].first_item = items;
        items += search->nodes[i].move_count;
    }
    kauri_loop_for(search->options->threads, search->node_count, GRAIN, expand, search);
    KAURI_PASS(
        kauri_batch_look_up(search->tables, search->items, items, search->options->threads, error));
    kauri_loop_for(search->options->threads, search->node_count, GRAIN, count_keeping, search);
    for (size_t i = 0; i < search->node_count; i++) {
        if (search->nodes[i].wrong) {
            return explain(search, &search->nodes[i], error);
        }
    }
    return KAURI_OK;
}

// Returns whether the player to move of a node has no moves and the other one has some. If so, the
// node becomes the position after the pass.
static bool pass(struct line_node *node)
{
    if (kauri_seeds(&node->position) == 0) {
        return false;
    }
    (void)kauri_play(&node->position, KAURI_MOVE_PASS);
    node->r = -node->r;
    node->move_count = kauri_legal_moves(&node->position).count;
    return node->move_count > 0;
}

// Follows the line of each node that has a single move to play. If the lines are long enough, marks
// the found position where the line began; otherwise the position after the move becomes the next
// node.
static void follow(struct find_run *search, bool enough)
{
    size_t kept = 0;
    for (size_t i = 0; i < search->node_count; i++) {
        struct line_node *node = &search->nodes[i];
        if (!node->single) {
            continue;
        }
        if (enough) {
            search->good[node->found] = true;
            continue;
        }
        const struct kauri_batch_item *item = &search->items[node->first_item + node->only];
        struct line_node next = {
            .position = item->position, .r = item->value.r, .found = node->found};
        next.move_count = kauri_legal_moves(&next.position).count;
        if (next.move_count > 0 || pass(&next)) {
            search->nodes[kept++] = next;
        }
    }
    search->node_count = kept;
}

// Keeps those of the first *count positions of search->found that have a requested number of
// holding moves: moves them to the front, in order, and sets *count to their number.
static enum kauri_status keep_holding(struct find_run *search, size_t *count,
                                      struct kauri_error *error)
{
    size_t kept = 0;
    search->node_count = *count;
    kauri_loop_for(search->options->threads, *count, GRAIN, begin_node, search);
    KAURI_PASS(look_at_moves(search, error));
    for (size_t i = 0; i < *count; i++) {
        if (kauri_span_has(search->conditions->holding, search->nodes[i].holding)) {
            search->found[kept] = search->found[i];
            search->found[kept++].holding = search->nodes[i].holding;
        }
    }
    *count = kept;
    return KAURI_OK;
}

// Keeps those of the first *count positions of search->found that have the requested line: moves
// them to the front, in order, and sets *count to their number.
static enum kauri_status keep_lines(struct find_run *search, size_t *count,
                                    struct kauri_error *error)
{
    size_t kept = 0;
    const unsigned moves = search->conditions->line;
    search->node_count = *count;
    memset(search->good, 0, *count * sizeof *search->good);
    kauri_loop_for(search->options->threads, *count, GRAIN, begin_node, search);
    // A pass is no only move, but the line may begin after it.
    for (size_t i = 0; i < *count; i++) {
        struct line_node *node = &search->nodes[i];
        if (node->move_count > 0 || pass(node)) {
            search->nodes[kept++] = *node;
        }
    }
    search->node_count = kept;
    for (unsigned i = 1; i <= moves && search->node_count > 0; i++) {
        KAURI_PASS(look_at_moves(search, error));
        follow(search, i == moves);
    }
    kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (search->good[i]) {
            search->found[kept++] = search->found[i];
        }
    }
    *count = kept;
    return KAURI_OK;
}

// -------------------------------------------------------------------------------- handing over

// Hands over the first `count` positions of search->found, or with a condition on lines, only those
// that have the requested line.
static enum kauri_status finish(struct find_run *search, size_t count, struct kauri_error *error)
{
    const struct kauri_find_options *options = search->options;
    if (looks_at_moves(search->conditions)) {
        if (kauri_progress_cancelled(options->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading layer %u",
                              search->layer->seeds);
        }
        if (!kauri_span_is_all(search->conditions->holding)) {
            KAURI_PASS(keep_holding(search, &count, error));
        }
        if (search->conditions->line > 0) {
            KAURI_PASS(keep_lines(search, &count, error));
        }
    }
    search->total += count;
    if (options->found != NULL && count > 0) {
        KAURI_PASS(options->found(options->context, search->found, count, error));
    }
    return KAURI_OK;
}

static struct kauri_found found_at(const struct find_run *search,
                                   const struct kauri_scanned_block *block, uint32_t number)
{
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    const uint32_t rank = search->ranks[at + number];
    return (struct kauri_found){
        .index = block->first + rank,
        .r = block->r[rank],
        .dtc = block->r[rank] == 0  ? 0
               : block->dtc == NULL ? KAURI_DTC_UNKNOWN
                                    : block->dtc[rank],
        .opposite_r = search->opposite == NULL ? 0 : search->opposite[at + number],
        .moves = search->moves[rank],
        .keeping = search->by_moves ? search->keeping_counts[at + rank] : 0,
    };
}

static enum kauri_status collect(void *context, const struct kauri_scanned_block *blocks,
                                 size_t count, struct kauri_error *error)
{
    struct find_run *search = context;
    size_t used = 0;
    const bool listed = search->options->found != NULL || looks_at_moves(search->conditions);
    for (size_t b = 0; b < count; b++) {
        const uint32_t good = search->counts[blocks[b].slot];
        search->total += listed ? 0 : good;
        for (uint32_t i = 0; listed && i < good; i++) {
            search->found[used++] = found_at(search, &blocks[b], i);
            if (used == KAURI_FOUND_MAX) {
                KAURI_PASS(finish(search, used, error));
                used = 0;
            }
        }
    }
    if (used > 0) {
        KAURI_PASS(finish(search, used, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_find(struct kauri_tablebase *tables, unsigned seeds,
                             const struct kauri_find_conditions *conditions,
                             const struct kauri_find_options *options, uint64_t *count,
                             struct kauri_error *error)
{
    struct find_run search = {
        .tables = tables,
        .conditions = conditions,
        .options = options,
        .by_dtc = !kauri_span_is_all(conditions->dtc),
        .by_moves = kauri_find_counts_keeping(conditions),
    };
    bool distances = false;
    *count = 0;
    KAURI_PASS(kauri_tablebase_distances(tables, seeds, &distances, error));
    const struct kauri_layer_scan scan = {
        .tables = tables,
        .seeds = seeds,
        .threads = options->threads,
        .with_dtc = search.by_dtc || (options->with_dtc && distances),
        .with_opposite = conditions->zugzwang || search.by_moves,
        .memory = options->memory,
        .progress = options->progress,
        .stage = "find",
        .context = &search,
        .wanted = seeds_wanted,
        .begin = begin,
        .visit = visit,
        .collect = collect,
    };
    const enum kauri_status status = kauri_layer_scan_run(&scan, error);
    *count = status == KAURI_OK ? search.total : 0;
    kauri_keeping_counts_free(search.counter);
    free(search.keeping_counts);
    free(search.nodes);
    free(search.items);
    free(search.good);
    free(search.good_r);
    free(search.good_cowries);
    free(search.moves);
    free(search.ranks);
    free(search.opposite);
    free(search.counts);
    free(search.found);
    return status;
}

// --------------------------------------------------------------------------------------- the best

enum kauri_status kauri_found_best_init(struct kauri_found_best *best, bool shortest, size_t limit,
                                        struct kauri_error *error)
{
    *best = (struct kauri_found_best){
        .shortest = shortest,
        .limit = limit,
    };
    return KAURI_NEW(best->items, 2 * limit, error, "%zu positions", limit);
}

void kauri_found_best_clear(struct kauri_found_best *best)
{
    if (best != NULL) {
        free(best->items);
        *best = (struct kauri_found_best){.items = NULL};
    }
}

static int compare(const struct kauri_found *a, const struct kauri_found *b, bool shortest)
{
    if ((a->r == 0) != (b->r == 0)) {
        return a->r == 0 ? 1 : -1;
    }
    if (a->r != 0 && a->dtc != b->dtc) {
        return (a->dtc < b->dtc) == shortest ? -1 : 1;
    }
    return (a->index > b->index) - (a->index < b->index);
}

static int shortest_first(const void *a, const void *b)
{
    return compare(a, b, true);
}

static int longest_first(const void *a, const void *b)
{
    return compare(a, b, false);
}

void kauri_found_best_sort(struct kauri_found_best *best)
{
    qsort(best->items, best->count, sizeof *best->items,
          best->shortest ? shortest_first : longest_first);
    best->count = best->count < best->limit ? best->count : best->limit;
}

void kauri_found_best_add(struct kauri_found_best *best, const struct kauri_found *found,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (best->count == 2 * best->limit) {
            kauri_found_best_sort(best);
        }
        best->items[best->count++] = found[i];
    }
}
