#include "queries/prover/proof_write.h"

#include "common/digest.h"
#include "indexer/convention.h"
#include "queries/prover/prover_state.h"
#include "rules/notation.h"
#include "tablebase/tablebase.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER_BYTES = 1 << 16,
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64,
    MOVE_BITS = 3,
    MOVE_PASS = 6, // in three bits
};

struct proof_file {
    struct kauri_output *output;
    struct kauri_digester *digester; // of what is flushed
    char *buffer;
    size_t filled;
};

static enum kauri_status flush(struct proof_file *proof, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_output_write(proof->output, proof->buffer, proof->filled, error);
    kauri_digester_add(proof->digester, proof->buffer, proof->filled);
    proof->filled = 0;
    return status;
}

static enum kauri_status put_text(struct proof_file *proof, struct kauri_error *error,
                                  const char *format, ...) __attribute__((format(printf, 3, 4)));

static enum kauri_status put_text(struct proof_file *proof, struct kauri_error *error,
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

static enum kauri_status write_head(struct proof_file *proof, const struct kauri_prover *prover,
                                    const struct kauri_walk *walk,
                                    const struct kauri_position *position, struct kauri_bounds r,
                                    uint32_t moves, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char text[KAURI_POSITION_TEXT_BYTES];
    KAURI_TRY(put_text(proof, error, "kauri-proof 3\nrules %s\n", KAURI_RULES_IDENTITY));
    KAURI_TRY(put_text(proof, error, "board %u %u\n", position->holes, kauri_cowries(position)));
    KAURI_TRY(put_text(proof, error, "root %s\n", kauri_position_format(position, text)));
    KAURI_TRY(put_text(proof, error, "bounds %d %d\n", r.low, r.high));
    for (unsigned n = 0; n < kauri_walk_tables(walk); n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        KAURI_TRY(kauri_tablebase_layer(prover->tables, n, &layer, error));
        if (!layer->derives) { // docs/PROOF.md, section 5
            status = kauri_fail(error, KAURI_BAD_INPUT,
                                "%s has an entry for every position, and proofs do not rest on "
                                "such tables; pack the tables and search again",
                                kauri_reader_path(layer->reader));
            goto cleanup;
        }
        KAURI_TRY(put_text(proof, error, "table %u %016llx\n", n,
                           (unsigned long long)kauri_reader_certificate(layer->reader)->digest));
    }
    uint32_t count = 0;
    const struct kauri_walk_citation *citations = kauri_walk_citations(walk, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct kauri_walk_citation *cited = &citations[i];
        (void)kauri_position_format(&cited->position, text);
        text[strcspn(text, " ")] = '\0';
        KAURI_TRY(put_text(proof, error, "cite %s %s %d %016llx\n",
                           cited->kind == KAURI_PROOF_OWN ? "own" : "opp", text, cited->value,
                           (unsigned long long)cited->digest));
    }
    KAURI_TRY(put_text(proof, error, "moves %lu\n", (unsigned long)moves));
cleanup:
    return status;
}

// Three bits per move, the lowest first; the last byte is filled up with zeros.
static enum kauri_status write_moves(struct proof_file *proof, const int8_t *moves, uint32_t count,
                                     struct kauri_error *error)
{
    uint64_t bits = 0;
    unsigned filled = 0;
    for (uint32_t i = 0; i < count; i++) {
        bits |= (uint64_t)(moves[i] == KAURI_MOVE_PASS ? MOVE_PASS : moves[i]) << filled;
        filled += MOVE_BITS;
        for (; filled >= 8 || (i + 1 == count && filled > 0); filled -= filled < 8 ? filled : 8) {
            if (proof->filled == BUFFER_BYTES) {
                const enum kauri_status status = flush(proof, error);
                if (status != KAURI_OK) {
                    return status;
                }
            }
            proof->buffer[proof->filled++] = (char)(bits & 0xff);
            bits >>= 8;
        }
    }
    return flush(proof, error);
}

static enum kauri_status write_digest(struct proof_file *proof, uint64_t digest,
                                      struct kauri_error *error)
{
    unsigned char bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(digest >> 8 * i);
    }
    return kauri_output_write(proof->output, bytes, sizeof bytes, error);
}

enum kauri_status kauri_walk_write(const struct kauri_walk *walk, const struct kauri_prover *prover,
                                   const struct kauri_position *position, struct kauri_bounds r,
                                   const char *path, enum kauri_output_mode mode,
                                   struct kauri_written_proof *written, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof_file proof = {.buffer = malloc(BUFFER_BYTES)};
    if (proof.buffer == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    KAURI_TRY(kauri_digester_new(&proof.digester, error));
    KAURI_TRY(kauri_output_open(path, mode, &proof.output, error));
    uint32_t count = 0;
    const int8_t *moves = kauri_walk_moves(walk, &count);
    KAURI_TRY(write_head(&proof, prover, walk, position, r, count, error));
    KAURI_TRY(write_moves(&proof, moves, count, error));
    const uint64_t digest = kauri_digester_result(proof.digester);
    KAURI_TRY(write_digest(&proof, digest, error));
    struct kauri_output *finished = proof.output;
    proof.output = NULL;
    KAURI_TRY(kauri_output_commit(finished, error));
    if (written != NULL) {
        uint32_t citations = 0;
        (void)kauri_walk_citations(walk, &citations);
        *written = (struct kauri_written_proof){
            .steps = kauri_walk_count(walk),
            .repairs = kauri_walk_repairs(walk),
            .citations = citations,
            .digest = digest,
        };
    }
cleanup:
    kauri_output_abandon(proof.output);
    kauri_digester_free(proof.digester);
    free(proof.buffer);
    return status;
}

enum kauri_status
kauri_prover_write_proof(struct kauri_prover *prover, const struct kauri_position *position,
                         struct kauri_bounds r, const struct kauri_walk_limits *limits,
                         const char *path, enum kauri_output_mode mode,
                         struct kauri_written_proof *written, struct kauri_error *error)
{
    struct kauri_walk *walk = NULL;
    enum kauri_status status = kauri_walk_new(prover, position, r, limits, &walk, error);
    if (status == KAURI_OK) {
        status = kauri_walk_write(walk, prover, position, r, path, mode, written, error);
    }
    kauri_walk_free(walk);
    return status;
}
