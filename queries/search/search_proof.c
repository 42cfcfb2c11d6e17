#include "queries/search/search_proof.h"

#include "common/digest.h"
#include "indexer/convention.h"
#include "queries/search/search_graph.h"
#include "queries/search/search_rank.h"
#include "rules/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER_BYTES = 1 << 16,
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64,
};

struct proof {
    struct kauri_search_graph *graph;
    struct kauri_ranking ranking; // its list holds the vertices that get a step
    uint32_t count;
    struct kauri_output *output;
    struct kauri_digester *digester; // of what is flushed
    char *buffer;
    size_t filled;
};

static const struct kauri_graph_node *node_of(const struct proof *proof, uint32_t vertex)
{
    return &proof->graph->nodes[vertex / 2];
}

// Gives the vertex a step of the proof, unless it has one or needs none.
static void add_step(struct proof *proof, uint32_t vertex)
{
    uint8_t *marked = proof->ranking.marked;
    if (!kauri_ranking_is_trivial(&proof->ranking, vertex) &&
        (marked[vertex / 8] & 1U << vertex % 8) == 0) {
        marked[vertex / 8] = (uint8_t)(marked[vertex / 8] | 1U << vertex % 8);
        proof->ranking.list[proof->count++] = vertex;
    }
}

// Lists the root's steps and all the steps that they need.
static void collect(struct proof *proof, uint32_t root)
{
    const struct kauri_search_graph *graph = proof->graph;
    add_step(proof, 2 * root);
    add_step(proof, 2 * root + 1);
    for (uint32_t i = 0; i < proof->count; i++) {
        const uint32_t vertex = proof->ranking.list[i];
        const struct kauri_graph_node *node = node_of(proof, vertex);
        if (vertex % 2 == 0) {
            const uint32_t edge = kauri_ranking_edge(&proof->ranking, vertex);
            if (node->floor < node->low && edge != KAURI_GRAPH_NONE) {
                add_step(proof, 2 * graph->edges[edge].to + 1);
            }
            continue;
        }
        for (unsigned k = 0; k < node->edge_count; k++) {
            add_step(proof, 2 * graph->edges[node->first_edge + k].to);
        }
    }
}

static enum kauri_status flush(struct proof *proof, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_output_write(proof->output, proof->buffer, proof->filled, error);
    kauri_digester_add(proof->digester, proof->buffer, proof->filled);
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
        return kauri_fail(error, KAURI_INTERNAL, "a line of the proof is too long");
    }
    proof->filled += (size_t)bytes;
    return KAURI_OK;
}

// The hole that the prover plays at `vertex`: into the tables where that is enough.
static enum kauri_status find_move(struct proof *proof, uint32_t vertex,
                                   const struct kauri_position *position, int *hole,
                                   struct kauri_error *error)
{
    const struct kauri_graph_node *node = node_of(proof, vertex);
    const struct kauri_moves moves = kauri_legal_moves(position);
    const bool stored = node->floor >= node->low;
    uint32_t edge = node->first_edge;
    const uint32_t chosen = stored ? KAURI_GRAPH_NONE : kauri_ranking_edge(&proof->ranking, vertex);
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

static enum kauri_status write_step(struct proof *proof, uint32_t vertex, struct kauri_error *error)
{
    const struct kauri_position position = kauri_graph_position(proof->graph, vertex / 2);
    const int value = kauri_ranking_value(&proof->ranking, vertex);
    const unsigned rank = value > 0 ? proof->ranking.rank[vertex] : 0;
    char text[KAURI_POSITION_TEXT_BYTES];
    (void)kauri_position_format(&position, text);
    text[strcspn(text, " ")] = '\0';
    if (vertex % 2 == 1) {
        return put_text(proof, error, "opp %s %d %u\n", text, value, rank);
    }
    int hole = KAURI_MOVE_PASS;
    const enum kauri_status status = find_move(proof, vertex, &position, &hole, error);
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
    KAURI_TRY(put_text(proof, error, "kauri-proof 2\nrules %s\n", KAURI_RULES_IDENTITY));
    KAURI_TRY(put_text(proof, error, "board %u %u\n", search->position.holes,
                       kauri_cowries(&search->position)));
    KAURI_TRY(put_text(proof, error, "root %s\n", kauri_position_format(&search->position, text)));
    KAURI_TRY(put_text(proof, error, "bounds %d %d\n", search->r.low, search->r.high));
    const unsigned seeds = kauri_seeds(&search->position);
    for (unsigned n = 0; n <= seeds && search->tables != NULL; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        if (kauri_tablebase_has(search->tables, n)) {
            KAURI_TRY(kauri_tablebase_layer(search->tables, n, &layer, error));
            KAURI_TRY(
                put_text(proof, error, "table %u %016llx\n", n,
                         (unsigned long long)kauri_reader_certificate(layer->reader)->digest));
        }
    }
    KAURI_TRY(put_text(proof, error, "claims %u\n", proof->count));
cleanup:
    return status;
}

enum kauri_status kauri_search_write_proof(const struct kauri_search *search, const char *path,
                                           enum kauri_output_mode mode, uint64_t *steps,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof proof = {.graph = search->graph, .buffer = malloc(BUFFER_BYTES)};
    if (proof.buffer == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    KAURI_TRY(kauri_digester_new(&proof.digester, error));
    KAURI_TRY(kauri_output_open(path, mode, &proof.output, error));
    if (proof.graph != NULL) {
        kauri_ranking_make(proof.graph, &proof.ranking);
        collect(&proof, kauri_graph_find(proof.graph, &search->position));
    }
    KAURI_TRY(write_head(&proof, search, error));
    for (uint32_t i = 0; i < proof.count; i++) {
        KAURI_TRY(write_step(&proof, proof.ranking.list[i], error));
    }
    KAURI_TRY(flush(&proof, error));
    KAURI_TRY(put_text(&proof, error, "end %016llx\n",
                       (unsigned long long)kauri_digester_result(proof.digester)));
    KAURI_TRY(flush(&proof, error));
    struct kauri_output *finished = proof.output;
    proof.output = NULL;
    KAURI_TRY(kauri_output_commit(finished, error));
    if (steps != NULL) {
        *steps = proof.count;
    }
cleanup:
    kauri_output_abandon(proof.output);
    kauri_digester_free(proof.digester);
    free(proof.buffer);
    return status;
}
