#include "verify/proof_text.h"

#include "common/digest.h"
#include "common/file.h"
#include "indexer/convention.h"
#include "rules/notation.h"
#include "verify/proof_expand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64, // no line is longer
    STEP_TEXT_MIN = 12,                          // "opp 0/0 0 0\n": bounds the number of steps
    WINDOW_BYTES = 1 << 16,                      // of the file, held in memory
    DIGEST_BYTES = 8,                            // at the end of the short form
    RANK_MAX = INT32_MAX,
};

// A file that is read line by line.
struct proof_source {
    const char *path;
    struct kauri_input *input;
    struct kauri_digester *digester; // of all lines before the last one that was read
    uint64_t size;                   // of the file
    uint64_t read;                   // bytes of the file that have been in the window
    char *window;
    size_t window_bytes;   // in use
    size_t at;             // in the window: end of the last line that was read
    size_t line_bytes;     // of that line, its newline included
    uint64_t line;         // its number, from 1
    char text[LINE_BYTES]; // its fields, separated by zeros
    const char *fields[6];
    unsigned field_count;
};

static enum kauri_status unreadable(const struct proof_source *source, const char *why,
                                    struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "%s, line %llu: %s", source->path,
                      (unsigned long long)source->line, why);
}

static enum kauri_status refused(const struct proof_source *source, const char *why,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s, line %llu: %s", source->path,
                      (unsigned long long)source->line, why);
}

// Fills the window so that it contains the whole next line, or the rest of the file.
static enum kauri_status fill_window(struct proof_source *source, struct kauri_error *error)
{
    const size_t rest = source->window_bytes - source->at;
    if (rest >= LINE_BYTES || source->read == source->size) {
        return KAURI_OK;
    }
    memmove(source->window, source->window + source->at, rest);
    const uint64_t left = source->size - source->read;
    const size_t more = left < WINDOW_BYTES - rest ? (size_t)left : WINDOW_BYTES - rest;
    const enum kauri_status status =
        kauri_input_read_at(source->input, source->read, source->window + rest, more, error);
    source->read += more;
    source->window_bytes = rest + more;
    source->at = 0;
    return status;
}

// Reads the next line and splits it at spaces into at most `keep` fields. The last of them takes
// the rest of the line, because the position of the root contains spaces.
static enum kauri_status next_line(struct proof_source *source, unsigned keep,
                                   struct kauri_error *error)
{
    kauri_digester_add(source->digester, source->window + source->at - source->line_bytes,
                       source->line_bytes);
    source->line_bytes = 0;
    source->line++;
    const enum kauri_status status = fill_window(source, error);
    if (status != KAURI_OK) {
        return status;
    }
    const char *begin = source->window + source->at;
    const size_t left = source->window_bytes - source->at;
    const size_t most = left < LINE_BYTES ? left : LINE_BYTES;
    const char *newline = most == 0 ? NULL : memchr(begin, '\n', most);
    if (newline == NULL) {
        return unreadable(source,
                          most == LINE_BYTES ? "the line is too long" : "the proof ends too early",
                          error);
    }
    const size_t bytes = (size_t)(newline - begin);
    memcpy(source->text, begin, bytes);
    source->text[bytes] = '\0';
    source->line_bytes = bytes + 1;
    source->at += bytes + 1;
    source->field_count = 1;
    source->fields[0] = source->text;
    for (size_t i = 0; i < bytes; i++) {
        if (source->text[i] < ' ' || source->text[i] > '~') {
            return unreadable(source, "a character that has no place in a proof", error);
        }
        if (source->text[i] == ' ' && source->field_count < keep) {
            source->text[i] = '\0';
            source->fields[source->field_count++] = source->text + i + 1;
        }
    }
    return KAURI_OK;
}

// Reads a line "NAME FIELD..." with this number of fields, including the name.
static enum kauri_status expect(struct proof_source *source, const char *name, unsigned fields,
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

// Parses a whole number in [low, high] without leading zeros.
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

static enum kauri_status read_board(struct proof_source *source, struct kauri_proof_text *proof,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int64_t holes = 0;
    int64_t cowries = 0;
    KAURI_TRY(expect(source, "kauri-proof", 2, error));
    proof->is_short = strcmp(source->fields[1], "3") == 0;
    if (!proof->is_short && strcmp(source->fields[1], "2") != 0) {
        status = unreadable(source, "the format version is neither 2 nor 3", error);
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
        status = unreadable(source, "not a board that can be handled", error);
        goto cleanup;
    }
    proof->holes = (unsigned)holes;
    proof->cowries = (unsigned)cowries;
cleanup:
    return status;
}

// Reads a position, which must have the shape of the board.
static enum kauri_status read_position(const struct proof_source *source,
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

static enum kauri_status read_root(struct proof_source *source, struct kauri_proof_text *proof,
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

// Reads a line "table". A layer comes with all layers below it, since its values may be derived
// from theirs (docs/PROOF.md, section 2).
static enum kauri_status read_table(const struct proof_source *source,
                                    struct kauri_proof_text *proof, struct kauri_error *error)
{
    const unsigned expected = proof->tables;
    int64_t seeds = 0;
    uint64_t digest = 0;
    if (!read_number(source->fields[1], expected, KAURI_SEEDS_MAX, &seeds) ||
        !read_digest(source->fields[2], &digest)) {
        return unreadable(source, "not a table with its digest, or not in ascending order", error);
    }
    if (seeds > expected) {
        return kauri_fail(error, KAURI_WRONG,
                          "%s, line %llu: layer %d (digest %s) is listed without layer %u, from "
                          "which its values may be derived; the proof must be made again",
                          source->path, (unsigned long long)source->line, (int)seeds,
                          source->fields[2], expected);
    }
    proof->digest[proof->tables++] = digest;
    return KAURI_OK;
}

// Reads a line "cite": a statement like that of a step, and the digest of the proof that makes it.
static enum kauri_status read_citation(const struct proof_source *source,
                                       struct kauri_proof_text *proof, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    char text[LINE_BYTES + 2];
    int64_t value = 0;
    struct kauri_cited_statement cited = {.value = 0};
    bool ordered = false;
    const bool own = strcmp(source->fields[1], "own") == 0;
    if (!own && strcmp(source->fields[1], "opp") != 0) {
        return unreadable(source, "a citation is 'cite own' or 'cite opp'", error);
    }
    (void)strcpy(text, source->fields[2]);
    (void)strcat(text, " S");
    KAURI_TRY(read_position(source, proof, text, &position, error));
    const int bound = 3 * (int)kauri_seeds(&position) + 1;
    if (!read_number(source->fields[3], -bound, bound, &value)) {
        return unreadable(source, "not a value of a position with so many seeds", error);
    }
    if (!read_digest(source->fields[4], &cited.digest)) {
        return unreadable(source, "expected the digest of a proof", error);
    }
    if (kauri_seeds(&position) > kauri_seeds(&proof->root)) {
        return refused(source, "more seeds than at the root", error);
    }
    cited.key = kauri_step_key_of(&position, own ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT);
    cited.value = (int32_t)value;
    KAURI_TRY(kauri_citations_add(&proof->citations, &cited, &ordered, error));
    if (!ordered) {
        status =
            refused(source, "a second citation about this position, or one out of order", error);
    }
cleanup:
    return status;
}

// Reads the lines "table" and "cite" and the line after them, which gives the number of steps
// ("claims"), or of moves in the short form ("moves").
static enum kauri_status read_grounds(struct proof_source *source, struct kauri_proof_text *proof,
                                      int64_t *count, struct kauri_error *error)
{
    const char *name = proof->is_short ? "moves" : "claims";
    const int64_t most = proof->is_short ? (int64_t)(source->size * 8 / KAURI_PROOF_MOVE_BITS)
                                         : (int64_t)(source->size / STEP_TEXT_MIN) + 1;
    for (;;) {
        enum kauri_status status = next_line(source, 6, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (source->field_count == 3 && strcmp(source->fields[0], "table") == 0 &&
            proof->citations.count == 0) {
            status = read_table(source, proof, error);
            if (status != KAURI_OK) {
                return status;
            }
        } else if (source->field_count == 5 && strcmp(source->fields[0], "cite") == 0) {
            status = read_citation(source, proof, error);
            if (status != KAURI_OK) {
                return status;
            }
        } else if (source->field_count == 2 && strcmp(source->fields[0], name) == 0) {
            if (!read_number(source->fields[1], 0, most, count) || *count > KAURI_STEPS_MAX) {
                return unreadable(source,
                                  proof->is_short ? "not the number of moves in this file"
                                                  : "not the number of steps in this file",
                                  error);
            }
            return KAURI_OK;
        } else {
            return unreadable(source,
                              proof->is_short ? "expected a line 'table', 'cite' or 'moves' here"
                                              : "expected a line 'table', 'cite' or 'claims' here",
                              error);
        }
    }
}

static enum kauri_status read_step(struct proof_source *source, struct kauri_proof_text *proof,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    char text[LINE_BYTES + 2];
    int64_t value = 0;
    int64_t rank = 0;
    KAURI_TRY(next_line(source, 6, error));
    const bool own = strcmp(source->fields[0], "own") == 0 && source->field_count == 5;
    if (!own && (strcmp(source->fields[0], "opp") != 0 || source->field_count != 4)) {
        status = unreadable(source, "expected a step 'own' or 'opp' here", error);
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
    const struct kauri_proof_step step = {
        .key = kauri_step_key_of(&position, own ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT),
        .rank = (uint32_t)rank,
        .value = (int16_t)value,
        .hole = (int8_t)hole,
    };
    KAURI_TRY(kauri_steps_add(&proof->steps, &step, error));
cleanup:
    return status;
}

static enum kauri_status read_end(struct proof_source *source, struct kauri_proof_text *proof,
                                  struct kauri_error *error)
{
    uint64_t digest = 0;
    const enum kauri_status status = expect(source, "end", 2, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (!read_digest(source->fields[1], &digest)) {
        return unreadable(source, "expected a digest at the end", error);
    }
    if (source->at != source->window_bytes || source->read != source->size) {
        return unreadable(source, "there is text after the end", error);
    }
    proof->end_line = source->line;
    proof->stated = digest;
    proof->unchanged = kauri_digester_result(source->digester) == digest;
    return KAURI_OK;
}

// Reads the rest of the short form: the moves, and the digest of everything before it.
static enum kauri_status read_moves(struct proof_source *source, struct kauri_proof_text *proof,
                                    struct kauri_error *error)
{
    const size_t bytes = (size_t)((proof->moves * KAURI_PROOF_MOVE_BITS + 7) / 8);
    const size_t in_window = source->window_bytes - source->at;
    const uint64_t left = in_window + (source->size - source->read);
    if (left != bytes + DIGEST_BYTES) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s: %s", source->path,
                          left < bytes + DIGEST_BYTES ? "the proof ends too early"
                                                      : "there are bytes after the end");
    }
    proof->packed = malloc(bytes + DIGEST_BYTES);
    if (proof->packed == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the moves of %s", source->path);
    }
    const size_t copied = in_window < left ? in_window : (size_t)left;
    memcpy(proof->packed, source->window + source->at, copied);
    const enum kauri_status status = kauri_input_read_at(
        source->input, source->read, proof->packed + copied, (size_t)left - copied, error);
    if (status != KAURI_OK) {
        return status;
    }
    kauri_digester_add(source->digester, source->window + source->at - source->line_bytes,
                       source->line_bytes);
    kauri_digester_add(source->digester, proof->packed, bytes);
    for (unsigned i = 0; i < DIGEST_BYTES; i++) {
        proof->stated |= (uint64_t)proof->packed[bytes + i] << 8 * i;
    }
    proof->unchanged = kauri_digester_result(source->digester) == proof->stated;
    // Checked first: moves that were changed lead to other positions, and the message would name a
    // position that the proof is not about.
    return proof->unchanged
               ? KAURI_OK
               : kauri_fail(error, KAURI_WRONG,
                            "%s: the digest is not that of the bytes before it: the proof was "
                            "changed",
                            source->path);
}

static enum kauri_status read_all(struct proof_source *source, struct kauri_proof_text *proof,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int64_t count = 0;
    size_t repeated = 0;
    KAURI_TRY(read_board(source, proof, error));
    KAURI_TRY(read_root(source, proof, error));
    KAURI_TRY(read_grounds(source, proof, &count, error));
    if (proof->is_short) {
        proof->moves = (uint64_t)count;
        KAURI_TRY(read_moves(source, proof, error));
        const struct kauri_proof_moves moves = {
            .root = proof->root,
            .low = proof->low,
            .high = proof->high,
            .tables = proof->tables,
            .citations = &proof->citations,
            .packed = proof->packed,
            .count = proof->moves,
        };
        KAURI_TRY(kauri_proof_expand(source->path, &moves, &proof->steps, error));
        KAURI_TRY(kauri_steps_index(&proof->steps, &repeated, error));
        goto cleanup;
    }
    proof->first_step_line = source->line + 1;
    for (int64_t i = 0; i < count; i++) {
        KAURI_TRY(read_step(source, proof, error));
    }
    KAURI_TRY(read_end(source, proof, error));
    KAURI_TRY(kauri_steps_index(&proof->steps, &repeated, error));
    if (repeated < proof->steps.count) {
        source->line = proof->first_step_line + repeated;
        status = refused(source, "a second step of this kind about this position", error);
    }
cleanup:
    return status;
}

enum kauri_status kauri_proof_text_read(const char *path, struct kauri_proof_text *proof,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof_source source = {.path = path};
    *proof = (struct kauri_proof_text){.holes = 0};
    KAURI_TRY(kauri_input_open(path, &source.input, error));
    KAURI_TRY(kauri_digester_new(&source.digester, error));
    source.size = kauri_input_size(source.input);
    source.window = malloc(WINDOW_BYTES);
    if (source.window == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", path);
        goto cleanup;
    }
    KAURI_TRY(read_all(&source, proof, error));
cleanup:
    kauri_input_close(source.input);
    kauri_digester_free(source.digester);
    free(source.window);
    return status;
}

void kauri_proof_text_clear(struct kauri_proof_text *proof)
{
    kauri_steps_clear(&proof->steps);
    kauri_citations_clear(&proof->citations);
    free(proof->packed);
    *proof = (struct kauri_proof_text){.holes = 0};
}

const char *kauri_proof_text_place(const struct kauri_proof_text *proof,
                                   const struct kauri_proof_step *step,
                                   char place[KAURI_PLACE_BYTES])
{
    const uint64_t number = (uint64_t)(step - proof->steps.step);
    if (proof->is_short) {
        (void)snprintf(place, KAURI_PLACE_BYTES, "step %llu", (unsigned long long)number + 1);
    } else {
        (void)snprintf(place, KAURI_PLACE_BYTES, "line %llu",
                       (unsigned long long)(proof->first_step_line + number));
    }
    return place;
}
