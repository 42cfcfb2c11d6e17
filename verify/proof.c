#include "verify/proof.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/size.h"
#include "common/string_buffer.h"
#include "db/bytes.h"
#include "indexer/convention.h"
#include "rules/notation.h"
#include "verify/proof_expand.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64, // no line is longer
    FIELDS = 5,                                  // fields of a line
    HEAD_BYTES = 5 * LINE_BYTES,                 // bytes that hold the lines up to "bounds"
    DIGEST_BYTES = 8,                            // size of the digest at the end of a file
    PIECE_BYTES = 1 << 22,                       // bytes of a file that are read at once
    PRINT_BYTES = 1 << 16,                       // bytes of text that are written at once
};

static const char first_line[] = "kauri-proof 3\n";

// A file that is read line by line.
struct proof_source {
    const char *path;
    char *bytes;    // bytes of the file; lines that were read have been split in place
    uint64_t size;  // size without the digest at the end
    uint64_t at;    // end of the last line that was read
    unsigned line;  // number of that line, from 1
    uint64_t right; // digest of the bytes
    const char *fields[FIELDS];
    unsigned field_count;
};

static enum kauri_status unreadable(const struct proof_source *source, const char *why,
                                    struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "%s, line %u: %s", source->path, source->line, why);
}

static enum kauri_status refused(const struct proof_source *source, const char *why,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s, line %u: %s", source->path, source->line, why);
}

// Reads the file, or its first `maximum` bytes. A file that does not begin like a proof is refused
// before it takes memory.
static enum kauri_status load(struct proof_source *source, struct kauri_proof *proof,
                              uint64_t maximum, struct kauri_task *task, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_input *input = NULL;
    char begin[sizeof first_line] = "";
    uint8_t end[DIGEST_BYTES] = {0};
    KAURI_TRY(kauri_input_open(source->path, &input, error));
    const uint64_t size = kauri_input_size(input);
    const uint64_t taken = size < maximum ? size : maximum;
    source->at = strlen(first_line);
    source->line = 1;
    if (size >= source->at) {
        KAURI_TRY(kauri_input_read_at(input, 0, begin, (size_t)source->at, error));
    }
    if (strcmp(begin, first_line) != 0) {
        KAURI_TRY(unreadable(source, "expected a line 'kauri-proof 3' here", error));
    }
    source->bytes = taken <= SIZE_MAX / 2 ? malloc((size_t)taken) : NULL;
    if (source->bytes == NULL) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", source->path));
    }
    for (uint64_t at = 0; at < taken; at += PIECE_BYTES) {
        const size_t piece = taken - at < PIECE_BYTES ? (size_t)(taken - at) : PIECE_BYTES;
        KAURI_TRY(kauri_input_read_at(input, at, source->bytes + at, piece, error));
        KAURI_TRY(kauri_task_look(task, 0, error));
    }
    source->size = size < source->at + DIGEST_BYTES ? source->at : size - DIGEST_BYTES;
    KAURI_TRY(kauri_input_read_at(input, source->size, end, (size_t)(size - source->size), error));
    proof->stated = kauri_load_u64(end);
    if (source->size > taken) {
        source->size = taken;
    }
    source->right = kauri_digest(source->bytes, (size_t)source->size);
cleanup:
    kauri_input_close(input);
    return status;
}

// Reads the next line and splits it at spaces into at most `keep` fields. The last of them takes
// the rest of the line, because the position of the root contains spaces.
static enum kauri_status next_line(struct proof_source *source, unsigned keep,
                                   struct kauri_error *error)
{
    char *begin = source->bytes + source->at;
    const uint64_t left = source->size - source->at;
    const size_t maximum = left < LINE_BYTES ? (size_t)left : LINE_BYTES;
    char *end = memchr(begin, '\n', maximum);
    source->line++;
    if (end == NULL) {
        return unreadable(
            source, maximum == LINE_BYTES ? "the line is too long" : "the proof ends too early",
            error);
    }
    *end = '\0';
    source->at += (size_t)(end + 1 - begin);
    source->field_count = 1;
    source->fields[0] = begin;
    for (char *at = begin; at < end; at++) {
        if (*at < ' ' || *at > '~') {
            return unreadable(source, "a character that has no place in a proof", error);
        }
        if (*at == ' ' && source->field_count < keep) {
            *at = '\0';
            source->fields[source->field_count++] = at + 1;
        }
    }
    return KAURI_OK;
}

// Reads a line "NAME FIELD..." with this number of fields, including the name.
static enum kauri_status expect(struct proof_source *source, const char *name, unsigned fields,
                                struct kauri_error *error)
{
    const enum kauri_status status = next_line(source, fields, error);
    if (status == KAURI_OK &&
        (strcmp(source->fields[0], name) != 0 || source->field_count != fields)) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s, line %u: expected a line '%s' here",
                          source->path, source->line, name);
    }
    return status;
}

// Parses a whole number in [low, high] without leading zeros.
static bool read_number(const char *text, int64_t low, int64_t high, int64_t *number)
{
    const bool negative = text[0] == '-';
    const char *digits = text + negative;
    uint64_t value = 0;
    if ((digits[0] == '0' && digits[1] != '\0') ||
        !kauri_parse_number(digits, negative, INT32_MAX, &value)) {
        return false;
    }
    *number = negative ? -(int64_t)value : (int64_t)value;
    return *number >= low && *number <= high;
}

static enum kauri_status read_board(struct proof_source *source, struct kauri_proof *proof,
                                    struct kauri_error *error)
{
    int64_t holes = 0;
    int64_t cowries = 0;
    KAURI_PASS(expect(source, "rules", 2, error));
    if (strcmp(source->fields[1], KAURI_RULES_IDENTITY) != 0) {
        return refused(source, "the rules are not " KAURI_RULES_IDENTITY, error);
    }
    KAURI_PASS(expect(source, "board", 3, error));
    if (!read_number(source->fields[1], 1, KAURI_HOLES_MAX, &holes) ||
        !read_number(source->fields[2], 0, KAURI_COWRIES_MAX, &cowries)) {
        return unreadable(source, "not a board that can be handled", error);
    }
    proof->holes = (unsigned)holes;
    proof->cowries = (unsigned)cowries;
    return KAURI_OK;
}

// Reads a position, which must have the shape of the board.
static enum kauri_status read_position(const struct proof_source *source,
                                       const struct kauri_proof *proof, const char *text,
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

static enum kauri_status read_root(struct proof_source *source, struct kauri_proof *proof,
                                   struct kauri_error *error)
{
    int64_t low = 0;
    int64_t high = 0;
    const int64_t bound = 3 * KAURI_SEEDS_MAX + 1;
    KAURI_PASS(expect(source, "root", 2, error));
    KAURI_PASS(read_position(source, proof, source->fields[1], &proof->root, error));
    KAURI_PASS(expect(source, "bounds", 3, error));
    if (!read_number(source->fields[1], -bound, bound, &low) ||
        !read_number(source->fields[2], -bound, bound, &high)) {
        return unreadable(source, "bounds are two whole numbers", error);
    }
    if (low > high) {
        return refused(source, "the lower bound is above the upper one", error);
    }
    // A bound beyond those that the number of seeds gives says no more than they do.
    const int maximum = 3 * (int)kauri_seeds(&proof->root) + 1;
    proof->low = low < -maximum ? -maximum : (int32_t)low;
    proof->high = high > maximum ? maximum : (int32_t)high;
    return KAURI_OK;
}

// Reads a line "table". A layer comes with all layers below it, since its values may be derived
// from theirs (docs/reference/PROOF.md, section 2).
static enum kauri_status read_table(const struct proof_source *source, struct kauri_proof *proof,
                                    struct kauri_error *error)
{
    const unsigned expected = proof->tables;
    int64_t seeds = 0;
    uint64_t digest = 0;
    if (!read_number(source->fields[1], expected, KAURI_SEEDS_MAX, &seeds) ||
        !kauri_digest_parse(source->fields[2], "", &digest)) {
        return unreadable(source, "not a table with its digest, or not in ascending order", error);
    }
    if (seeds > expected) {
        return kauri_fail(error, KAURI_WRONG,
                          "%s, line %u: layer %d (digest %s) is listed without layer %u, from "
                          "which its values may be derived; the proof must be made again",
                          source->path, source->line, (int)seeds, source->fields[2], expected);
    }
    proof->digest[proof->tables++] = digest;
    return KAURI_OK;
}

// Reads a line "cite": a statement like that of a step, and the digest of the proof that makes it.
static enum kauri_status read_citation(const struct proof_source *source, struct kauri_proof *proof,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    char text[LINE_BYTES + sizeof " S"];
    int64_t value = 0;
    struct kauri_cited_statement cited = {.value = 0};
    bool ordered = false;
    const bool own = strcmp(source->fields[1], "own") == 0;
    if (!own && strcmp(source->fields[1], "opp") != 0) {
        return unreadable(source, "a citation is 'cite own' or 'cite opp'", error);
    }
    (void)strcpy(text, source->fields[2]);
    (void)strcat(text, " S");
    KAURI_PASS(read_position(source, proof, text, &position, error));
    const int bound = 3 * (int)kauri_seeds(&position) + 1;
    if (!read_number(source->fields[3], -bound, bound, &value)) {
        return unreadable(source, "not a value of a position with so many seeds", error);
    }
    if (!kauri_digest_parse(source->fields[4], "", &cited.digest)) {
        return unreadable(source, "expected the digest of a proof", error);
    }
    if (kauri_seeds(&position) > kauri_seeds(&proof->root)) {
        return refused(source, "more seeds than at the root", error);
    }
    cited.key = kauri_step_key_of(&position, own ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT);
    cited.value = (int32_t)value;
    KAURI_PASS(kauri_citations_add(&proof->citations, &cited, &ordered, error));
    if (!ordered) {
        status =
            refused(source, "a second citation about this position, or one out of order", error);
    }
    return status;
}

// Reads the lines "table" and "cite" and the line after them, which gives the number of moves.
static enum kauri_status read_grounds(struct proof_source *source, struct kauri_proof *proof,
                                      uint64_t *moves, struct kauri_error *error)
{
    const int64_t maximum = (int64_t)(source->size * 8 / KAURI_PROOF_MOVE_BITS);
    int64_t count = 0;
    for (;;) {
        KAURI_PASS(next_line(source, FIELDS, error));
        const char *name = source->fields[0];
        if (source->field_count == 3 && strcmp(name, "table") == 0 && proof->citations.count == 0) {
            KAURI_PASS(read_table(source, proof, error));
        } else if (source->field_count == 5 && strcmp(name, "cite") == 0) {
            KAURI_PASS(read_citation(source, proof, error));
        } else if (source->field_count != 2 || strcmp(name, "moves") != 0) {
            return unreadable(source, "expected a line 'table', 'cite' or 'moves' here", error);
        } else if (!read_number(source->fields[1], 0, maximum, &count)) {
            return unreadable(source, "not the number of moves in this file", error);
        } else {
            *moves = (uint64_t)count;
            break;
        }
    }
    return KAURI_OK;
}

// Finds the moves, which are the rest of the file.
static enum kauri_status find_moves(const struct proof_source *source,
                                    const struct kauri_proof *proof,
                                    struct kauri_proof_moves *moves, struct kauri_error *error)
{
    const uint64_t bytes = (moves->count * KAURI_PROOF_MOVE_BITS + 7) / 8;
    const uint64_t left = source->size - source->at;
    if (left != bytes) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s: %s", source->path,
                          left < bytes ? "the proof ends too early"
                                       : "there are bytes after the end");
    }
    moves->packed = (const uint8_t *)source->bytes + source->at;
    // Checked before the moves are followed: moves that were changed lead to other positions, and
    // the message would name a position that the proof is not about.
    return source->right == proof->stated
               ? KAURI_OK
               : kauri_fail(error, KAURI_WRONG,
                            "%s: the digest is not that of the bytes before it: the proof was "
                            "changed",
                            source->path);
}

// Reads what was loaded.
static enum kauri_status read_source(struct proof_source *source, bool expand,
                                     struct kauri_proof *proof, struct kauri_task *task,
                                     struct kauri_error *error)
{
    struct kauri_proof_moves moves = {.count = 0};
    KAURI_PASS(read_board(source, proof, error));
    KAURI_PASS(read_root(source, proof, error));
    KAURI_PASS(read_grounds(source, proof, &moves.count, error));
    KAURI_PASS(find_moves(source, proof, &moves, error));
    return expand ? kauri_proof_expand(source->path, &moves, proof, task, error) : KAURI_OK;
}

static enum kauri_status read_file(const char *path, bool expand, struct kauri_proof *proof,
                                   struct kauri_task *task, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof_source source = {.path = path};
    *proof = (struct kauri_proof){.holes = 0};
    KAURI_TRY(load(&source, proof, UINT64_MAX, task, error));
    KAURI_TRY(read_source(&source, expand, proof, task, error));
cleanup:
    free(source.bytes);
    return status;
}

enum kauri_status kauri_proof_read_bytes(const char *name, const void *bytes, size_t size,
                                         struct kauri_proof *proof, struct kauri_error *error)
{
    struct proof_source source = {.path = name, .line = 1, .at = strlen(first_line)};
    *proof = (struct kauri_proof){.holes = 0};
    if (size < source.at + DIGEST_BYTES || memcmp(bytes, first_line, (size_t)source.at) != 0) {
        return unreadable(&source, "expected a line 'kauri-proof 3' here", error);
    }
    KAURI_PASS(KAURI_NEW(source.bytes, size, error, "%s", name));
    memcpy(source.bytes, bytes, size);
    source.size = size - DIGEST_BYTES;
    source.right = kauri_digest(bytes, (size_t)source.size);
    proof->stated = kauri_load_u64((const uint8_t *)bytes + source.size);
    const enum kauri_status status = read_source(&source, true, proof, NULL, error);
    free(source.bytes);
    return status;
}

enum kauri_status kauri_proof_read(const char *path, struct kauri_proof *proof,
                                   struct kauri_task *task, struct kauri_error *error)
{
    return read_file(path, true, proof, task, error);
}

enum kauri_status kauri_proof_read_statement(const char *path, struct kauri_proof *proof,
                                             struct kauri_task *task, struct kauri_error *error)
{
    return read_file(path, false, proof, task, error);
}

enum kauri_status kauri_proof_read_head(const char *path, struct kauri_proof *proof,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof_source source = {.path = path};
    *proof = (struct kauri_proof){.holes = 0};
    KAURI_TRY(load(&source, proof, HEAD_BYTES, NULL, error));
    KAURI_TRY(read_board(&source, proof, error));
    KAURI_TRY(read_root(&source, proof, error));
cleanup:
    free(source.bytes);
    return status;
}

void kauri_proof_clear(struct kauri_proof *proof)
{
    kauri_steps_clear(&proof->steps);
    kauri_citations_clear(&proof->citations);
    *proof = (struct kauri_proof){.holes = 0};
}

// ------------------------------------------------------------------------------------------- text

// Adds the kind and the two rows of the position of a key: "own 1+1/1".
static void add_key(struct kauri_string *text, const struct kauri_proof *proof,
                    struct kauri_step_key key)
{
    char rows[KAURI_POSITION_TEXT_BYTES];
    const struct kauri_position position = kauri_step_key_position(key, proof->holes);
    (void)kauri_position_format(&position, rows);
    rows[strcspn(rows, " ")] = '\0';
    kauri_string_add_text(text, kauri_step_key_kind(key) == KAURI_STEP_OWN ? "own " : "opp ");
    kauri_string_add_text(text, rows);
}

static void add_head(struct kauri_string *text, const struct kauri_proof *proof)
{
    kauri_string_add(text, "kauri-proof 2\nrules %s\nboard %u %u\nroot %s\nbounds %d %d\n",
                     KAURI_RULES_IDENTITY, proof->holes, proof->cowries,
                     KAURI_POSITION_TEXT(&proof->root), proof->low, proof->high);
    for (unsigned n = 0; n < proof->tables; n++) {
        kauri_string_add(text, "table %u %016" PRIx64 "\n", n, proof->digest[n]);
    }
    for (size_t i = 0; i < proof->citations.count; i++) {
        const struct kauri_cited_statement *cited = &proof->citations.statement[i];
        kauri_string_add_text(text, "cite ");
        add_key(text, proof, cited->key);
        kauri_string_add(text, " %d %016" PRIx64 "\n", cited->value, cited->digest);
    }
    kauri_string_add(text, "claims %zu\n", proof->steps.count);
}

static void add_step(struct kauri_string *text, const struct kauri_proof *proof,
                     const struct kauri_proof_step *step)
{
    add_key(text, proof, step->key);
    kauri_string_add(text, " %d %u", step->value, step->rank);
    if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN) {
        kauri_string_add(text, " %c", kauri_move_letter(KAURI_SOUTH, step->hole));
    }
    kauri_string_add_text(text, "\n");
}

// Writes the text, adds it to the digest, and empties it.
static enum kauri_status flush(struct kauri_string *text, struct kauri_digester *digester,
                               struct kauri_output *output, struct kauri_error *error)
{
    KAURI_PASS(kauri_string_check(text, error));
    KAURI_PASS(kauri_output_write(output, text->bytes, text->length, error));
    kauri_digester_add(digester, text->bytes, text->length);
    kauri_string_cut(text, 0);
    return KAURI_OK;
}

enum kauri_status kauri_proof_print(const struct kauri_proof *proof, struct kauri_output *output,
                                    struct kauri_task *task, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string text = {.bytes = NULL};
    struct kauri_digester *digester = NULL;
    KAURI_TRY(kauri_digester_new(&digester, error));
    add_head(&text, proof);
    for (size_t i = 0; i < proof->steps.count; i++) {
        add_step(&text, proof, &proof->steps.step[i]);
        if (text.length >= PRINT_BYTES) {
            KAURI_TRY(flush(&text, digester, output, error));
            KAURI_TRY(kauri_task_look(task, 1, error));
        }
    }
    KAURI_TRY(flush(&text, digester, output, error));
    kauri_string_add(&text, "end %016" PRIx64 "\n", kauri_digester_result(digester));
    KAURI_TRY(flush(&text, digester, output, error));
cleanup:
    kauri_digester_free(digester);
    kauri_string_clear(&text);
    return status;
}
