#include "verify/verify_digests.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/column_digest.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_MAX = KAURI_VERIFY_DIGEST_ROOM / 2 }; // greatest number of positions in a piece

// Returns the number of positions in a piece: a block is divided into as few equal pieces as
// possible. 0 for blocks of at most half a piece, for which there is no digest of all positions.
static uint32_t piece_positions_of(const struct kauri_layer *layer)
{
    const uint32_t count = layer->cowrie_count;
    uint32_t parts = (count + PIECE_MAX - 1) / PIECE_MAX;
    while (count % parts != 0) {
        parts++;
    }
    return count > PIECE_MAX / 2 ? count / parts : 0;
}

enum kauri_status kauri_verify_digests_init(struct kauri_verify_digests *digests,
                                            const struct kauri_verify_units *units,
                                            struct kauri_error *error)
{
    const struct kauri_layer *layer = &units->layer;
    bool complete = true;
    memset(digests, 0, sizeof *digests);
    digests->units = units;
    const bool distances = units->readers[KAURI_COLUMN_DTC] != NULL;
    digests->columns = distances ? KAURI_COLUMNS : KAURI_COLUMN_R + 1;
    digests->piece_positions = distances ? piece_positions_of(layer) : 0;
    if (digests->piece_positions != 0) {
        const uint64_t pieces = layer->positions / digests->piece_positions;
        digests->pieces = malloc(kauri_size_to_ask(pieces * sizeof *digests->pieces));
        complete = digests->pieces != NULL;
    }
    for (unsigned c = 0; c < digests->columns; c++) {
        digests->runs[c] =
            malloc(kauri_size_to_ask(units->stored_units * sizeof *digests->runs[c]));
        complete = complete && digests->runs[c] != NULL;
    }
    return complete ? KAURI_OK : kauri_layer_out_of_memory(layer, "the digests of", error);
}

void kauri_verify_digests_clear(struct kauri_verify_digests *digests)
{
    free(digests->pieces);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        free(digests->runs[c]);
    }
}

uint64_t kauri_verify_digests_bytes(const struct kauri_layer *layer)
{
    const uint32_t positions = piece_positions_of(layer);
    const uint64_t pieces = positions != 0 ? layer->positions / positions : 0;
    return (pieces + KAURI_COLUMNS * layer->block_count) * sizeof(uint64_t);
}

void kauri_verify_digests_unit(const struct kauri_verify_digests *digests, uint64_t unit,
                               uint8_t *const *columns, uint64_t count, uint8_t *buffer)
{
    const struct kauri_verify_units *units = digests->units;
    const uint32_t positions = digests->piece_positions;
    for (unsigned c = 0; c < digests->columns && unit < units->stored_units; c++) {
        digests->runs[c][unit] = kauri_digest(columns[c], (size_t)count);
    }
    for (uint64_t at = 0; positions != 0 && at < count; at += positions) {
        const uint32_t cowrie_count = units->layer.cowrie_count;
        const uint64_t block = kauri_verify_units_block(units, unit, at / cowrie_count);
        memcpy(buffer, columns[KAURI_COLUMN_R] + at, positions);
        memcpy(buffer + positions, columns[KAURI_COLUMN_DTC] + at, positions);
        digests->pieces[(block * cowrie_count + at % cowrie_count) / positions] =
            kauri_digest(buffer, 2 * (size_t)positions);
    }
}

enum kauri_status kauri_verify_digests_check(const struct kauri_verify_digests *digests,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_column_digest digest = {.runs = NULL};
    for (unsigned c = 0; c < digests->columns; c++) {
        const struct kauri_reader *reader = digests->units->readers[c];
        const struct kauri_table_info *info = kauri_reader_info(reader);
        kauri_column_digest_clear(&digest);
        KAURI_TRY(
            kauri_column_digest_init(&digest, info->columns[c].width, info->digest_entries, error));
        for (uint64_t unit = 0; unit < digests->units->stored_units; unit++) {
            kauri_column_digest_run(&digest, digests->runs[c][unit]);
        }
        if (kauri_column_digest_end(&digest) !=
            kauri_reader_certificate(reader)->column_digest[c]) {
            KAURI_TRY(
                kauri_fail(error, KAURI_WRONG,
                           "%s: the digest of %s in its certificate is not that of its entries",
                           kauri_reader_path(reader), info->columns[c].name));
        }
    }
cleanup:
    kauri_column_digest_clear(&digest);
    return status;
}

bool kauri_verify_digests_all(const struct kauri_verify_digests *digests, uint64_t *digest)
{
    struct kauri_digester *digester = NULL;
    if (digests->pieces == NULL || kauri_digester_new(&digester, NULL) != KAURI_OK) {
        return false;
    }
    const uint64_t pieces = digests->units->layer.positions / digests->piece_positions;
    for (uint64_t piece = 0; piece < pieces; piece++) {
        uint8_t bytes[8];
        kauri_store_u64(bytes, digests->pieces[piece]);
        kauri_digester_add(digester, bytes, sizeof bytes);
    }
    *digest = kauri_digester_result(digester);
    kauri_digester_free(digester);
    return true;
}
