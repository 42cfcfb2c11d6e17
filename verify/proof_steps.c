#include "verify/proof_steps.h"

#include "common/digest.h"
#include "common/file.h"
#include "indexer/convention.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64, // no line is longer
    CLAIM_TEXT_MIN = 12,                         // "opp 0/0 0 0\n": bounds the count
    RANK_MAX = INT32_MAX,
};

// A file that is read line by line.
struct source {
    const char *path;
    const char *begin;
    const char *at;
    const char *end;
    uint64_t line;         // of `text`, from 1
    char text[LINE_BYTES]; // fields separated by zeros
    const char *fields[6];
    unsigned field_count;
};

static enum kauri_status unreadable(const struct source *source, const char *why,
                                    struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "%s, line %llu: %s", source->path,
                      (unsigned long long)source->line, why);
}

static enum kauri_status refused(const struct source *source, const char *why,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s, line %llu: %s", source->path,
                      (unsigned long long)source->line, why);
}

// Takes the next line apart. The root's position has spaces inside: `keep` is the number of fields
// of which the last takes the rest of the line.
static enum kauri_status next_line(struct source *source, unsigned keep, struct kauri_error *error)
{
    source->line++;
    const size_t left = (size_t)(source->end - source->at);
    const char *newline = left == 0 ? NULL : memchr(source->at, '\n', left);
    if (newline == NULL) {
        return unreadable(source, "the certificate ends too early", error);
    }
    const size_t bytes = (size_t)(newline - source->at);
    if (bytes >= LINE_BYTES) {
        return unreadable(source, "the line is too long", error);
    }
    memcpy(source->text, source->at, bytes);
    source->text[bytes] = '\0';
    source->at = newline + 1;
    source->field_count = 1;
    source->fields[0] = source->text;
    for (size_t i = 0; i < bytes; i++) {
        if (source->text[i] < ' ' || source->text[i] > '~') {
            return unreadable(source, "a character that has no place in a certificate", error);
        }
        if (source->text[i] == ' ' && source->field_count < keep) {
            source->text[i] = '\0';
            source->fields[source->field_count++] = source->text + i + 1;
        }
    }
    return KAURI_OK;
}

// A line "NAME FIELD..." with so many fields, the name included.
static enum kauri_status expect(struct source *source, const char *name, unsigned fields,
                                struct kauri_error *error)
{
    const enum kauri_status status = next_line(source, fields, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (strcmp(source->fields[0], name) != 0 || source->field_count != fields) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s, line %llu: expected a line '%s' here",
                          source->path, (unsigned long long)source->line, name);
    }
    return KAURI_OK;
}

// A whole number without leading zeros in [low, high].
static bool read_number(const char *text, int64_t low, int64_t high, int64_t *number)
{
    const bool negative = text[0] == '-';
    const char *digits = text + negative;
    int64_t value = 0;
    if (digits[0] == '\0' || (digits[0] == '0' && (digits[1] != '\0' || negative))) {
        return false;
    }
    for (const char *at = digits; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || value > INT64_MAX / 10 - 1) {
            return false;
        }
        value = 10 * value + (*at - '0');
    }
    *number = negative ? -value : value;
    return *number >= low && *number <= high;
}

static bool read_digest(const char *text, uint64_t *digest)
{
    *digest = 0;
    for (unsigned i = 0; i < 16; i++) {
        const char c = text[i];
        const bool digit = c >= '0' && c <= '9';
        if (!digit && (c < 'a' || c > 'f')) {
            return false;
        }
        *digest = *digest << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
    }
    return text[16] == '\0';
}

static enum kauri_status read_board(struct source *source, struct kauri_proof_text *proof,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int64_t holes = 0;
    int64_t cowries = 0;
    KAURI_TRY(expect(source, "kauri-proof", 2, error));
    if (strcmp(source->fields[1], "2") != 0) {
        status = unreadable(source, "the format version is not 2", error);
        goto cleanup;
    }
    KAURI_TRY(expect(source, "rules", 2, error));
    if (strcmp(source->fields[1], KAURI_RULES_IDENTITY) != 0) {
        status = refused(source, "the rules are not " KAURI_RULES_IDENTITY, error);
        goto cleanup;
    }
    KAURI_TRY(expect(source, "board", 3, error));
    if (!read_number(source->fields[1], 1, KAURI_HOLES_MAX, &holes) ||
        !read_number(source->fields[2], 0, KAURI_COWRIES_MAX, &cowries)) {
        status = unreadable(source, "no board that can be handled", error);
        goto cleanup;
    }
    proof->holes = (unsigned)holes;
    proof->cowries = (unsigned)cowries;
cleanup:
    return status;
}

// Reads a position; its shape must be the board's.
static enum kauri_status read_position(const struct source *source,
                                       const struct kauri_proof_text *proof, const char *text,
                                       struct kauri_position *position, struct kauri_error *error)
{
    struct kauri_error why;
    if (kauri_position_parse(text, position, &why) != KAURI_OK) {
        return unreadable(source, why.message, error);
    }
    if (position->holes != proof->holes || kauri_cowries(position) != proof->cowries) {
        return refused(source, "a position of another board", error);
    }
    return KAURI_OK;
}

static enum kauri_status read_root(struct source *source, struct kauri_proof_text *proof,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int64_t low = 0;
    int64_t high = 0;
    const int64_t bound = 3 * KAURI_SEEDS_MAX + 1;
    KAURI_TRY(expect(source, "root", 2, error));
    KAURI_TRY(read_position(source, proof, source->fields[1], &proof->root, error));
    KAURI_TRY(expect(source, "bounds", 3, error));
    if (!read_number(source->fields[1], -bound, bound, &low) ||
        !read_number(source->fields[2], -bound, bound, &high)) {
        status = unreadable(source, "bounds are two whole numbers", error);
        goto cleanup;
    }
    if (low > high) {
        status = refused(source, "the lower bound is above the upper one", error);
        goto cleanup;
    }
    proof->low = (int32_t)low;
    proof->high = (int32_t)high;
    proof->bounds_line = source->line;
cleanup:
    return status;
}

// The lines "table", and "claims" after them.
static enum kauri_status read_tables(struct source *source, struct kauri_proof_text *proof,
                                     int64_t *claims, struct kauri_error *error)
{
    int64_t before = -1;
    const int64_t claims_max = (source->end - source->at) / CLAIM_TEXT_MIN + 1;
    for (;;) {
        enum kauri_status status = next_line(source, 6, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (source->field_count == 3 && strcmp(source->fields[0], "table") == 0) {
            int64_t seeds = 0;
            if (!read_number(source->fields[1], before + 1, KAURI_SEEDS_MAX, &seeds) ||
                !read_digest(source->fields[2], &proof->digest[seeds])) {
                return unreadable(source, "no table with a digest, or not in order", error);
            }
            proof->listed[seeds] = true;
            before = seeds;
        } else if (source->field_count == 2 && strcmp(source->fields[0], "claims") == 0) {
            if (!read_number(source->fields[1], 0, claims_max, claims) || *claims >= UINT32_MAX) {
                return unreadable(source, "not the number of claims in this file", error);
            }
            return KAURI_OK;
        } else {
            return unreadable(source, "expected a line 'table' or 'claims' here", error);
        }
    }
}

// The bucket of a claim about this position, or the empty one where it would go.
static uint32_t *bucket_of(const struct kauri_proof_text *proof, const uint8_t *seeds,
                           const uint8_t *cowries, uint8_t kind)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325) + kind;
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        hash = (hash ^ seeds[i]) * UINT64_C(0x100000001B3);
        hash = (hash ^ cowries[i]) * UINT64_C(0x100000001B3);
    }
    size_t at = (size_t)(hash ^ hash >> 32) & (proof->bucket_count - 1);
    for (; proof->buckets[at] != 0; at = (at + 1) & (proof->bucket_count - 1)) {
        const struct kauri_claim *claim = &proof->claims[proof->buckets[at] - 1];
        if (claim->kind == kind && memcmp(claim->seeds, seeds, sizeof claim->seeds) == 0 &&
            memcmp(claim->cowries, cowries, sizeof claim->cowries) == 0) {
            break;
        }
    }
    return &proof->buckets[at];
}

static enum kauri_status read_claim(struct source *source, struct kauri_proof_text *proof,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_claim claim = {.hole = KAURI_MOVE_PASS};
    struct kauri_position position;
    char text[LINE_BYTES + 2];
    int64_t value = 0;
    int64_t rank = 0;
    KAURI_TRY(next_line(source, 6, error));
    const bool own = strcmp(source->fields[0], "own") == 0 && source->field_count == 5;
    if (!own && (strcmp(source->fields[0], "opp") != 0 || source->field_count != 4)) {
        status = unreadable(source, "expected a claim 'own' or 'opp' here", error);
        goto cleanup;
    }
    (void)strcpy(text, source->fields[1]);
    (void)strcat(text, " S");
    KAURI_TRY(read_position(source, proof, text, &position, error));
    if (!read_number(source->fields[2], -INT16_MAX, INT16_MAX, &value) ||
        !read_number(source->fields[3], 0, RANK_MAX, &rank)) {
        status = unreadable(source, "value and rank are whole numbers", error);
        goto cleanup;
    }
    if (value <= 0 && rank != 0) {
        status = refused(source, "a rank where the value is not above 0", error);
        goto cleanup;
    }
    enum kauri_side side = KAURI_SOUTH;
    int hole = KAURI_MOVE_PASS;
    if (own && strcmp(source->fields[4], "-") != 0 &&
        (strlen(source->fields[4]) != 1 || !kauri_letter_move(source->fields[4][0], &side, &hole) ||
         side != KAURI_SOUTH)) {
        status = unreadable(source, "a move is one of a to f, or -", error);
        goto cleanup;
    }
    memcpy(claim.seeds, position.seeds, sizeof claim.seeds);
    memcpy(claim.cowries, position.cowries, sizeof claim.cowries);
    claim.kind = own ? KAURI_CLAIM_OWN : KAURI_CLAIM_OPPONENT;
    claim.hole = (int8_t)hole;
    claim.value = (int16_t)value;
    claim.rank = (uint32_t)rank;
    claim.line = source->line;
    uint32_t *bucket = bucket_of(proof, claim.seeds, claim.cowries, claim.kind);
    if (*bucket != 0) {
        status = refused(source, "a second claim of this kind about this position", error);
        goto cleanup;
    }
    proof->claims[proof->count] = claim;
    *bucket = (uint32_t)++proof->count;
cleanup:
    return status;
}

static enum kauri_status make_room(struct kauri_proof_text *proof, int64_t claims,
                                   struct kauri_error *error)
{
    proof->bucket_count = 2;
    while (proof->bucket_count < 2 * (uint64_t)claims) {
        proof->bucket_count *= 2;
    }
    proof->claims = malloc(((size_t)claims + 1) * sizeof *proof->claims);
    proof->buckets = calloc(proof->bucket_count, sizeof *proof->buckets);
    if (proof->claims == NULL || proof->buckets == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the certificate");
    }
    return KAURI_OK;
}

static enum kauri_status read_end(struct source *source, struct kauri_proof_text *proof,
                                  struct kauri_error *error)
{
    uint64_t digest = 0;
    const size_t before = (size_t)(source->at - source->begin);
    const enum kauri_status status = expect(source, "end", 2, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (!read_digest(source->fields[1], &digest)) {
        return unreadable(source, "expected a digest at the end", error);
    }
    if (source->at != source->end) {
        return unreadable(source, "there is text after the end", error);
    }
    proof->end_line = source->line;
    proof->unchanged = kauri_digest(source->begin, before) == digest;
    return KAURI_OK;
}

static enum kauri_status read_all(struct source *source, struct kauri_proof_text *proof,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int64_t claims = 0;
    KAURI_TRY(read_board(source, proof, error));
    KAURI_TRY(read_root(source, proof, error));
    KAURI_TRY(read_tables(source, proof, &claims, error));
    KAURI_TRY(make_room(proof, claims, error));
    for (int64_t i = 0; i < claims; i++) {
        KAURI_TRY(read_claim(source, proof, error));
    }
    KAURI_TRY(read_end(source, proof, error));
cleanup:
    return status;
}

enum kauri_status kauri_proof_text_read(const char *path, struct kauri_proof_text *proof,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_input *input = NULL;
    char *bytes = NULL;
    *proof = (struct kauri_proof_text){.holes = 0};
    KAURI_TRY(kauri_input_open(path, &input, error));
    const uint64_t size = kauri_input_size(input);
    bytes = size < SIZE_MAX ? malloc((size_t)size + 1) : NULL;
    if (bytes == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", path);
        goto cleanup;
    }
    KAURI_TRY(kauri_input_read_at(input, 0, bytes, (size_t)size, error));
    struct source source = {.path = path, .begin = bytes, .at = bytes, .end = bytes + size};
    KAURI_TRY(read_all(&source, proof, error));
cleanup:
    kauri_input_close(input);
    free(bytes);
    return status;
}

void kauri_proof_text_clear(struct kauri_proof_text *proof)
{
    free(proof->claims);
    free(proof->buckets);
    *proof = (struct kauri_proof_text){.holes = 0};
}

const struct kauri_claim *kauri_proof_text_find(const struct kauri_proof_text *proof,
                                                const struct kauri_position *position,
                                                enum kauri_claim_kind kind)
{
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint8_t cowries[KAURI_BOARD_HOLES_MAX] = {0};
    const unsigned ring = 2U * position->holes;
    const unsigned first = kauri_own_hole(position, 0);
    for (unsigned i = 0; i < ring; i++) {
        seeds[i] = position->seeds[(first + i) % ring];
        cowries[i] = position->cowries[(first + i) % ring];
    }
    const uint32_t found = *bucket_of(proof, seeds, cowries, (uint8_t)kind);
    return found == 0 ? NULL : &proof->claims[found - 1];
}
