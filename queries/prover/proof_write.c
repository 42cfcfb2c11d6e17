#include "queries/prover/proof_write.h"

#include "common/digest.h"
#include "common/memory.h"
#include "common/string_buffer.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "queries/prover/proof_statement.h"
#include "queries/prover/prover_state.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVE_BITS = 3,
    MOVE_PASS = 6, // code of a pass in three bits
    DIGEST_BYTES = 8,
};

// ------------------------------------------------------------------------------------------ steps

// A step whose moves are being followed.
struct list_frame {
    uint32_t node;
    uint8_t at; // number of the next move
};

// The steps of a proof, collected from the statements that a walk has proven. Statements that only
// a replaced value needed are left out.
struct proof_list {
    const struct kauri_prover *prover;
    struct kauri_proof_nodes *nodes;
    uint64_t steps;
    int8_t *moves; // the prover's moves
    uint32_t move_count;
    unsigned tables; // the steps rest on the tables of layers 0 to tables - 1
    bool *cited;     // by number of the prover's citable statements
    struct list_frame *frames;
    uint32_t depth;
    size_t capacity;
};

static enum kauri_status push(struct proof_list *list, uint32_t number, struct kauri_error *error)
{
    KAURI_PASS(
        KAURI_FIT(list->frames, list->depth + 1, list->capacity, error, "the steps of the proof"));
    list->frames[list->depth++] = (struct list_frame){.node = number};
    return KAURI_OK;
}

// Demands a statement: visits its step if that is new, or if more is demanded than before. The
// moves that hold the greatest value that was proven hold every smaller one.
static enum kauri_status demand(struct proof_list *list, const struct kauri_statement *statement,
                                struct kauri_error *error)
{
    if (kauri_statement_is_trivial(statement)) {
        return KAURI_OK;
    }
    if (kauri_statement_is_covered(list->prover, statement)) {
        list->tables = list->tables > statement->seeds ? list->tables : statement->seeds + 1;
        return KAURI_OK;
    }
    if (kauri_statement_is_cited(list->prover, statement)) {
        list->cited[kauri_proof_nodes_find(&list->prover->citable, &statement->board,
                                           statement->kind)] = true;
        return KAURI_OK;
    }
    const uint32_t number = kauri_proof_nodes_find(list->nodes, &statement->board, statement->kind);
    struct kauri_proof_node *node = &list->nodes->node[number];
    if ((node->state & KAURI_NODE_MARKED) == 0) {
        node->state |= KAURI_NODE_MARKED;
        list->steps++;
        if (statement->kind == KAURI_PROOF_OWN) {
            list->moves[list->move_count++] = node->hole;
        }
    } else if (statement->value <= node->value) {
        return KAURI_OK;
    }
    node->value = (int16_t)statement->value;
    return push(list, number, error);
}

// Follows the next move of the step on top of the stack, or finishes the step. Of the prover's
// moves only one is followed.
static enum kauri_status follow(struct proof_list *list, struct kauri_error *error)
{
    struct list_frame *frame = &list->frames[list->depth - 1];
    const struct kauri_proof_node *node = &list->nodes->node[frame->node];
    const struct kauri_statement statement = kauri_node_statement(node);
    struct kauri_statement_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_statement_moves(list->prover, &statement, moves);
    const bool own = statement.kind == KAURI_PROOF_OWN;
    while (own && frame->at < count && moves[frame->at].hole != node->hole) {
        frame->at++;
    }
    if (frame->at >= count) {
        list->depth--;
        return KAURI_OK;
    }
    const struct kauri_statement *after = &moves[frame->at].after;
    frame->at = (uint8_t)(own ? count : frame->at + 1U);
    return demand(list, after, error);
}

// Collects the steps that bounds of r of a position rest on, which the nodes have proven. The nodes
// receive the values that are demanded of them, which may be smaller than those that were proven.
static enum kauri_status collect(struct proof_list *list, const struct kauri_packed *board,
                                 struct kauri_bounds r, struct kauri_error *error)
{
    const struct kauri_statement bounds[] = {
        kauri_statement_make(board, KAURI_PROOF_OWN, r.low),
        kauri_statement_make(board, KAURI_PROOF_OPPONENT, -r.high),
    };
    KAURI_PASS(
        KAURI_NEW(list->moves, (size_t)list->nodes->count + 1, error, "the steps of the proof"));
    KAURI_PASS(KAURI_NEW(list->cited, (size_t)list->prover->citable.count + 1, error,
                         "the steps of the proof"));
    for (unsigned bound = 0; bound < 2; bound++) {
        KAURI_PASS(demand(list, &bounds[bound], error));
        while (list->depth > 0) {
            KAURI_PASS(follow(list, error));
        }
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------------- file

static enum kauri_status add_tables(struct kauri_string *head, const struct proof_list *list,
                                    struct kauri_error *error)
{
    for (unsigned n = 0; n < list->tables; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        KAURI_PASS(kauri_tablebase_layer(list->prover->tables, n, &layer, error));
        if (!layer->derives) { // docs/reference/PROOF.md, section 5
            return kauri_fail(error, KAURI_BAD_INPUT,
                              "%s has an entry for every position, and proofs do not rest on "
                              "such tables; pack the tables and search again",
                              kauri_reader_path(layer->reader));
        }
        kauri_string_add(head, "table %u %016" PRIx64 "\n", n,
                         kauri_reader_certificate(layer->reader)->digest);
    }
    return KAURI_OK;
}

static int compare_nodes(const void *a, const void *b)
{
    const struct kauri_proof_node *one = a;
    const struct kauri_proof_node *other = b;
    const unsigned word = one->bits[0] == other->bits[0];
    return one->bits[word] < other->bits[word] ? -1 : one->bits[word] > other->bits[word];
}

// Adds what the steps take from other proofs, in the order of docs/reference/PROOF.md, section 1.
static enum kauri_status add_citations(struct kauri_string *head, const struct proof_list *list,
                                       uint64_t *count, struct kauri_error *error)
{
    const struct kauri_proof_nodes *citable = &list->prover->citable;
    struct kauri_proof_node *cited = NULL;
    *count = 0;
    KAURI_PASS(KAURI_NEW(cited, (size_t)citable->count + 1, error, "the citations of the proof"));
    for (uint32_t i = 0; i < citable->count; i++) {
        if (list->cited[i]) {
            cited[(*count)++] = citable->node[i];
        }
    }
    qsort(cited, (size_t)*count, sizeof *cited, compare_nodes);
    for (uint64_t i = 0; i < *count; i++) {
        enum kauri_proof_kind kind;
        char text[KAURI_POSITION_TEXT_BYTES];
        const struct kauri_packed board = kauri_proof_node_board(&cited[i], &kind);
        const struct kauri_position position = kauri_unpack(&board, list->prover->shape.holes);
        (void)kauri_position_format(&position, text);
        text[strcspn(text, " ")] = '\0';
        kauri_string_add(head, "cite %s %s %d %016" PRIx64 "\n",
                         kind == KAURI_PROOF_OWN ? "own" : "opp", text, cited[i].value,
                         cited[i].digest);
    }
    free(cited);
    return KAURI_OK;
}

// Adds the moves to the lines of the head, and the digest of both.
static enum kauri_status add_moves(struct kauri_string *out, const struct proof_list *list,
                                   uint64_t *digest, struct kauri_error *error)
{
    const size_t size = ((size_t)list->move_count * MOVE_BITS + 7) / 8;
    char end[DIGEST_BYTES];
    uint8_t *packed = NULL;
    KAURI_PASS(KAURI_NEW(packed, size + 1, error, "the proof"));
    // Three bits per move, the lowest first.
    for (uint32_t i = 0; i < list->move_count; i++) {
        const int hole = list->moves[i];
        const unsigned move = hole == KAURI_MOVE_PASS ? MOVE_PASS : (unsigned)hole;
        for (unsigned k = 0; k < MOVE_BITS; k++) {
            const uint64_t bit = (uint64_t)i * MOVE_BITS + k;
            packed[bit / 8] |= (uint8_t)((move >> k & 1) << bit % 8);
        }
    }
    kauri_string_add_bytes(out, (const char *)packed, size);
    free(packed);
    KAURI_PASS(kauri_string_check(out, error));
    *digest = kauri_digest(out->bytes, out->length);
    for (unsigned i = 0; i < DIGEST_BYTES; i++) {
        end[i] = (char)(uint8_t)(*digest >> 8 * i);
    }
    kauri_string_add_bytes(out, end, DIGEST_BYTES);
    return kauri_string_check(out, error);
}

enum kauri_status
kauri_prover_make_proof(struct kauri_prover *prover, const struct kauri_position *position,
                        struct kauri_bounds r, const struct kauri_walk_limits *limits,
                        struct kauri_string *out, struct kauri_written_proof *written,
                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_packed board = kauri_pack(position);
    struct kauri_proof_nodes nodes = {.count = 0};
    struct proof_list list = {.prover = prover, .nodes = &nodes};
    struct kauri_written_proof facts;
    KAURI_TRY(kauri_walk(prover, &board, r, limits, &nodes, &facts.repairs, error));
    KAURI_TRY(collect(&list, &board, r, error));
    facts.steps = list.steps;
    kauri_string_add(out, "kauri-proof 3\nrules %s\nboard %u %u\nroot %s\nbounds %d %d\n",
                     KAURI_RULES_IDENTITY, position->holes, kauri_cowries(position),
                     KAURI_POSITION_TEXT(position), r.low, r.high);
    KAURI_TRY(add_tables(out, &list, error));
    KAURI_TRY(add_citations(out, &list, &facts.citations, error));
    kauri_string_add(out, "moves %" PRIu32 "\n", list.move_count);
    KAURI_TRY(kauri_string_check(out, error));
    KAURI_TRY(add_moves(out, &list, &facts.digest, error));
    if (written != NULL) {
        *written = facts;
    }
cleanup:
    kauri_proof_nodes_clear(&nodes);
    free(list.moves);
    free(list.cited);
    free(list.frames);
    return status;
}

enum kauri_status
kauri_prover_write_proof(struct kauri_prover *prover, const struct kauri_position *position,
                         struct kauri_bounds r, const struct kauri_walk_limits *limits,
                         const char *path, enum kauri_output_mode mode,
                         struct kauri_written_proof *written, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_output *output = NULL;
    KAURI_TRY(kauri_prover_make_proof(prover, position, r, limits, &bytes, written, error));
    KAURI_TRY(kauri_output_open(path, mode, &output, error));
    KAURI_TRY(kauri_output_write_text(output, &bytes, error));
cleanup:
    kauri_string_clear(&bytes);
    return status;
}
