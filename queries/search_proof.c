// Certificates from a finished search (docs/PROOF.md).
//
// Bounds in the graph are justified by the bounds around them as they stand at the end: where low
// is not the trivial bound, some move has 3 * gain - high(successor) >= low, and where high is not,
// all moves have 3 * gain - low(successor) <= high. Above 0 the moves must also lead somewhere:
// ranks are given here, from the captures and tables back, not taken from the search.
#include "common/file.h"
#include "indexer/convention.h"
#include "queries/search.h"
#include "queries/search_graph.h"
#include "rules/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER_BYTES = 1 << 16,
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64,
};

// Entries are positions with a player: 2 * node where the prover moves, 2 * node + 1 where his
// opponent does.
struct proof {
    struct kauri_search_graph *graph;
    uint32_t *rank; // by entry, 0: none yet
    uint32_t *list; // of entries: those whose rank is new, then those that are claimed
    uint32_t count;
    struct kauri_output *output;
    char *buffer;
    size_t filled;
};

static const struct kauri_graph_node *node_of(const struct proof *proof, uint32_t entry)
{
    return &proof->graph->nodes[entry / 2];
}

// What the prover is sure of.
static int value_of(const struct proof *proof, uint32_t entry)
{
    return entry % 2 == 0 ? node_of(proof, entry)->low : -node_of(proof, entry)->high;
}

// Nothing to prove: the bound that every position of its layer has.
static bool is_trivial(const struct proof *proof, uint32_t entry)
{
    return value_of(proof, entry) <= -(3 * (int)node_of(proof, entry)->seeds + 1);
}

static bool is_quiet(const struct proof *proof, const struct kauri_graph_edge *edge)
{
    return proof->graph->nodes[edge->from].seeds == proof->graph->nodes[edge->to].seeds;
}

// The prover's best edge that justifies his bound at `entry`: KAURI_GRAPH_NONE when there is none,
// or none with a rank yet where one is needed.
static uint32_t choose_edge(const struct proof *proof, uint32_t entry)
{
    const struct kauri_graph_node *node = node_of(proof, entry);
    uint32_t chosen = KAURI_GRAPH_NONE;
    uint32_t least = UINT32_MAX;
    for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
        const struct kauri_graph_edge *edge = &proof->graph->edges[e];
        const uint32_t after = 2 * edge->to + 1;
        const bool ranked = node->low > 0 && is_quiet(proof, edge);
        if (3 * edge->gain + value_of(proof, after) < node->low ||
            (ranked && proof->rank[after] == 0)) {
            continue;
        }
        const uint32_t cost = ranked ? proof->rank[after] : is_trivial(proof, after) ? 0 : 1;
        if (cost < least) {
            least = cost;
            chosen = e;
        }
    }
    return chosen;
}

// Gives the entry its rank when all it needs has one; true when it has one now.
static bool give_rank(struct proof *proof, uint32_t entry)
{
    const struct kauri_graph_node *node = node_of(proof, entry);
    uint32_t greatest = 0;
    if (!node->expanded || value_of(proof, entry) <= 0 || proof->rank[entry] != 0) {
        return false;
    }
    if (entry % 2 == 0) {
        const uint32_t edge = choose_edge(proof, entry);
        if (node->floor < node->low && edge == KAURI_GRAPH_NONE) {
            return false;
        }
        if (node->floor < node->low && is_quiet(proof, &proof->graph->edges[edge])) {
            greatest = proof->rank[2 * proof->graph->edges[edge].to + 1];
        }
    } else {
        for (unsigned i = 0; i < node->edge_count; i++) {
            const struct kauri_graph_edge *edge = &proof->graph->edges[node->first_edge + i];
            const uint32_t rank = proof->rank[2 * edge->to];
            if (is_quiet(proof, edge) && rank == 0) {
                return false;
            }
            greatest = is_quiet(proof, edge) && rank > greatest ? rank : greatest;
        }
    }
    proof->rank[entry] = greatest + 1;
    return true;
}

static void give_ranks(struct proof *proof)
{
    const struct kauri_search_graph *graph = proof->graph;
    memset(proof->rank, 0, 2 * (size_t)graph->node_count * sizeof *proof->rank);
    for (uint32_t entry = 0; entry < 2 * graph->node_count; entry++) {
        if (give_rank(proof, entry)) {
            proof->list[proof->count++] = entry;
        }
        while (proof->count > 0) {
            const uint32_t ready = proof->list[--proof->count];
            for (uint32_t e = graph->nodes[ready / 2].first_parent; e != KAURI_GRAPH_NONE;
                 e = graph->edges[e].next) {
                const uint32_t parent = 2 * graph->edges[e].from + (ready % 2 == 0);
                if (give_rank(proof, parent)) {
                    proof->list[proof->count++] = parent;
                }
            }
        }
    }
}

static void claim(struct proof *proof, uint8_t *claimed, uint32_t entry)
{
    if (!is_trivial(proof, entry) && (claimed[entry / 8] & 1U << entry % 8) == 0) {
        claimed[entry / 8] = (uint8_t)(claimed[entry / 8] | 1U << entry % 8);
        proof->list[proof->count++] = entry;
    }
}

// Lists the root's claims and all that they need.
static enum kauri_status collect(struct proof *proof, uint32_t root, struct kauri_error *error)
{
    const struct kauri_search_graph *graph = proof->graph;
    uint8_t *claimed = calloc((size_t)graph->node_count / 4 + 1, 1);
    if (claimed == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the certificate");
    }
    claim(proof, claimed, 2 * root);
    claim(proof, claimed, 2 * root + 1);
    for (uint32_t i = 0; i < proof->count; i++) {
        const uint32_t entry = proof->list[i];
        const struct kauri_graph_node *node = node_of(proof, entry);
        if (entry % 2 == 0) {
            const uint32_t edge = choose_edge(proof, entry);
            if (node->floor < node->low && edge != KAURI_GRAPH_NONE) {
                claim(proof, claimed, 2 * graph->edges[edge].to + 1);
            }
            continue;
        }
        for (unsigned k = 0; k < node->edge_count; k++) {
            claim(proof, claimed, 2 * graph->edges[node->first_edge + k].to);
        }
    }
    free(claimed);
    return KAURI_OK;
}

static enum kauri_status flush(struct proof *proof, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_output_write(proof->output, proof->buffer, proof->filled, error);
    proof->filled = 0;
    return status;
}

static enum kauri_status put_text(struct proof *proof, struct kauri_error *error,
                                  const char *format, ...) __attribute__((format(printf, 3, 4)));

static enum kauri_status put_text(struct proof *proof, struct kauri_error *error,
                                  const char *format, ...)
{
    if (proof->filled + LINE_BYTES > BUFFER_BYTES) {
        const enum kauri_status status = flush(proof, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(proof->buffer + proof->filled, LINE_BYTES, format, arguments);
    va_end(arguments);
    if (bytes < 0 || bytes >= LINE_BYTES) {
        return kauri_fail(error, KAURI_INTERNAL, "a line of the certificate is too long");
    }
    proof->filled += (size_t)bytes;
    return KAURI_OK;
}

// The hole that the prover plays at `entry`: into the tables where that is enough.
static enum kauri_status find_move(struct proof *proof, uint32_t entry,
                                   const struct kauri_position *position, int *hole,
                                   struct kauri_error *error)
{
    const struct kauri_graph_node *node = node_of(proof, entry);
    const struct kauri_moves moves = kauri_legal_moves(position);
    const bool stored = node->floor >= node->low;
    uint32_t edge = node->first_edge;
    const uint32_t chosen = stored ? KAURI_GRAPH_NONE : choose_edge(proof, entry);
    *hole = KAURI_MOVE_PASS;
    for (unsigned i = 0; i < moves.count; i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured = kauri_play(&after, moves.hole[i]);
        if (!proof->graph->covered[kauri_seeds(&after)]) {
            if (edge++ == chosen) {
                *hole = moves.hole[i];
            }
        } else if (stored) {
            int r = 0;
            const enum kauri_status status = kauri_graph_lookup(proof->graph, &after, &r, error);
            if (status != KAURI_OK) {
                return status;
            }
            if (3 * ((int)captured.own - (int)captured.opponent) - r == node->floor) {
                *hole = moves.hole[i];
                return KAURI_OK;
            }
        }
    }
    return KAURI_OK;
}

static enum kauri_status write_claim(struct proof *proof, uint32_t entry, struct kauri_error *error)
{
    const struct kauri_position position = kauri_graph_position(proof->graph, entry / 2);
    const int value = value_of(proof, entry);
    const unsigned rank = value > 0 ? proof->rank[entry] : 0;
    char text[KAURI_POSITION_TEXT_BYTES];
    (void)kauri_position_format(&position, text);
    text[strcspn(text, " ")] = '\0';
    if (entry % 2 == 1) {
        return put_text(proof, error, "opp %s %d %u\n", text, value, rank);
    }
    int hole = KAURI_MOVE_PASS;
    const enum kauri_status status = find_move(proof, entry, &position, &hole, error);
    if (status != KAURI_OK) {
        return status;
    }
    return put_text(proof, error, "own %s %d %u %c\n", text, value, rank,
                    kauri_move_letter(KAURI_SOUTH, hole));
}

static enum kauri_status write_head(struct proof *proof, const struct kauri_search *search,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char text[KAURI_POSITION_TEXT_BYTES];
    KAURI_TRY(put_text(proof, error, "kauri-proof 1\nrules %s\n", KAURI_RULES_IDENTITY));
    KAURI_TRY(put_text(proof, error, "board %u %u\n", search->position.holes,
                       kauri_cowries(&search->position)));
    KAURI_TRY(put_text(proof, error, "root %s\n", kauri_position_format(&search->position, text)));
    KAURI_TRY(put_text(proof, error, "bounds %d %d\n", search->low, search->high));
    const unsigned seeds = kauri_seeds(&search->position);
    for (unsigned n = 0; n <= seeds && search->tables != NULL; n++) {
        const struct kauri_reader *reader = kauri_tables_reader(search->tables, n);
        if (reader != NULL) {
            KAURI_TRY(put_text(proof, error, "table %u %016llx\n", n,
                               (unsigned long long)kauri_reader_certificate(reader)->digest));
        }
    }
    KAURI_TRY(put_text(proof, error, "claims %u\n", proof->count));
cleanup:
    return status;
}

enum kauri_status kauri_search_write_proof(const struct kauri_search *search, const char *path,
                                           uint64_t *claims, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof proof = {.graph = search->graph, .buffer = malloc(BUFFER_BYTES)};
    if (proof.buffer == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the certificate");
    }
    KAURI_TRY(kauri_output_open(path, &proof.output, error));
    if (proof.graph != NULL) {
        proof.rank = proof.graph->scratch;
        proof.list = proof.graph->scratch + 2 * (size_t)proof.graph->node_room;
        give_ranks(&proof);
        KAURI_TRY(collect(&proof, kauri_graph_find(proof.graph, &search->position), error));
    }
    KAURI_TRY(write_head(&proof, search, error));
    for (uint32_t i = 0; i < proof.count; i++) {
        KAURI_TRY(write_claim(&proof, proof.list[i], error));
    }
    KAURI_TRY(put_text(&proof, error, "end\n"));
    KAURI_TRY(flush(&proof, error));
    struct kauri_output *finished = proof.output;
    proof.output = NULL;
    KAURI_TRY(kauri_output_commit(finished, error));
    if (claims != NULL) {
        *claims = proof.count;
    }
cleanup:
    kauri_output_abandon(proof.output);
    free(proof.buffer);
    return status;
}
