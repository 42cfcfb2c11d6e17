#include "verify/proof_check.h"

#include "common/digest.h"
#include "db/checksums.h"
#include "indexer/convention.h"
#include "rules/notation.h"
#include "tablebase/tablebase.h"
#include "verify/proof_text.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const char *path;
    struct kauri_tablebase *tables;
    struct kauri_proof_text text;
    unsigned seeds; // at the root
};

// The value that the prover can secure at a position (docs/PROOF.md, section 2).
struct sure {
    int bound;                           // by the number of seeds, a table or a citation
    const struct kauri_proof_step *step; // or NULL
};

static enum kauri_status find_sure(struct check *check, const struct kauri_position *position,
                                   enum kauri_step_kind kind, struct sure *sure,
                                   struct kauri_error *error)
{
    const unsigned seeds = kauri_seeds(position);
    const struct kauri_step_key key = kauri_step_key_of(position, kind);
    const struct kauri_cited_statement *cited = kauri_citations_find(&check->text.citations, key);
    sure->bound = cited != NULL ? cited->value : -(3 * (int)seeds + 1);
    sure->step = kauri_steps_find(&check->text.steps, key);
    if (seeds < check->text.tables) {
        struct kauri_value stored;
        const enum kauri_status status = kauri_probe_value(check->tables, position, &stored, error);
        if (status != KAURI_OK) {
            return status;
        }
        const int r = kind == KAURI_STEP_OWN ? stored.r : -stored.r;
        sure->bound = r > sure->bound ? r : sure->bound;
    }
    return KAURI_OK;
}

static enum kauri_status refuse(const struct check *check, const struct kauri_proof_step *step,
                                const char *why, struct kauri_error *error)
{
    char place[KAURI_PLACE_BYTES];
    return kauri_fail(error, KAURI_WRONG, "%s, %s: %s", check->path,
                      kauri_proof_text_place(&check->text, step, place), why);
}

// Checks one move of a step: three times the prover's net captures, plus the value that the prover
// can secure after the move, must be at least the value of the step.
static enum kauri_status check_move(struct check *check, const struct kauri_proof_step *step,
                                    const struct kauri_position *position, int hole,
                                    struct kauri_error *error)
{
    struct kauri_position after = *position;
    struct sure sure;
    const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
    const struct kauri_capture captured = kauri_play(&after, hole);
    const int net = (int)captured.own - (int)captured.opponent;
    const int gain = own ? 3 * net : -3 * net;
    const bool quiet = captured.own + captured.opponent == 0;
    const enum kauri_status status =
        find_sure(check, &after, own ? KAURI_STEP_OPPONENT : KAURI_STEP_OWN, &sure, error);
    if (status != KAURI_OK || gain + sure.bound >= step->value) {
        return status;
    }
    const char *why = NULL;
    if (sure.step == NULL) {
        why = "the proof has no step for the position after it, and too little is sure there";
    } else if (gain + sure.step->value < step->value) {
        why = "the step after it promises too little";
    } else if (quiet && step->value > 0 && sure.step->rank >= step->rank) {
        why = "the rank does not fall";
    } else {
        return KAURI_OK;
    }
    char place[KAURI_PLACE_BYTES];
    return kauri_fail(error, KAURI_WRONG, "%s, %s: move %c does not hold the value %d: %s",
                      check->path, kauri_proof_text_place(&check->text, step, place),
                      kauri_move_letter(KAURI_SOUTH, hole), step->value, why);
}

static enum kauri_status check_step(struct check *check, const struct kauri_proof_step *step,
                                    struct kauri_error *error)
{
    const struct kauri_position position = kauri_step_key_position(step->key, check->text.holes);
    const unsigned seeds = kauri_seeds(&position);
    const int bound = 3 * (int)seeds + 1;
    if (seeds > check->seeds) {
        return refuse(check, step, "more seeds than at the root", error);
    }
    if (step->value < -bound || step->value > bound) {
        return refuse(check, step, "no position with so many seeds has that value", error);
    }
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const bool passes = moves.count == 0 && seeds > 0;
    if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN) {
        bool legal = passes && step->hole == KAURI_MOVE_PASS;
        for (unsigned i = 0; i < moves.count; i++) {
            legal = legal || moves.hole[i] == step->hole;
        }
        return legal ? check_move(check, step, &position, step->hole, error)
                     : refuse(check, step, "the move is not legal", error);
    }
    enum kauri_status status =
        passes ? check_move(check, step, &position, KAURI_MOVE_PASS, error) : KAURI_OK;
    for (unsigned i = 0; status == KAURI_OK && i < moves.count; i++) {
        status = check_move(check, step, &position, moves.hole[i], error);
    }
    // Without moves and seeds, the opponent has lost the cowrie phase, so the prover gets +1.
    return status;
}

static enum kauri_status check_table(struct check *check,
                                     const struct kauri_proof_check_options *options, unsigned n,
                                     struct kauri_proof_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    if (check->tables == NULL || !kauri_tablebase_has(check->tables, n)) {
        result->missing_layer = (int)n;
        return kauri_fail(error, KAURI_MISSING,
                          "%s rests on the table of layer %u with digest %016llx, which is not "
                          "there",
                          check->path, n, (unsigned long long)check->text.digest[n]);
    }
    KAURI_TRY(kauri_tablebase_layer(check->tables, n, &layer, error));
    const struct kauri_reader *reader = layer->reader;
    const uint64_t digest = kauri_reader_certificate(reader)->digest;
    if (digest != check->text.digest[n]) {
        return kauri_fail(error, KAURI_WRONG,
                          "%s was made with another table of layer %u: digest %016llx, that of "
                          "%s is %016llx",
                          check->path, n, (unsigned long long)check->text.digest[n],
                          kauri_reader_path(reader), (unsigned long long)digest);
    }
    // In a table with entries for all positions, the same bytes could belong to other positions
    // (docs/PROOF.md, section 5).
    if (!layer->derives) {
        return kauri_fail(error, KAURI_WRONG,
                          "%s has an entry for every position, and proofs do not rest on such "
                          "tables; pack the tables and search again",
                          kauri_reader_path(reader));
    }
    if (!options->trust_tables) {
        status = kauri_table_digest_check(reader,
                                          kauri_tablebase_threads(check->tables, options->threads),
                                          options->progress, error);
    }
cleanup:
    return status;
}

static enum kauri_status check_bound(struct check *check, enum kauri_step_kind kind, int wanted,
                                     const char *name, struct kauri_error *error)
{
    struct sure sure;
    const enum kauri_status status = find_sure(check, &check->text.root, kind, &sure, error);
    if (status != KAURI_OK || sure.bound >= wanted ||
        (sure.step != NULL && sure.step->value >= wanted)) {
        return status;
    }
    return kauri_fail(error, KAURI_WRONG, "%s, line %llu: nothing proves the %s bound", check->path,
                      (unsigned long long)check->text.bounds_line, name);
}

enum kauri_status kauri_proof_check(const char *path, struct kauri_tablebase *tables,
                                    const struct kauri_proof_check_options *options,
                                    struct kauri_proof_result *result, struct kauri_error *error)
{
    static const struct kauri_proof_check_options defaults;
    enum kauri_status status = KAURI_OK;
    struct check check = {.path = path, .tables = tables};
    *result = (struct kauri_proof_result){.missing_layer = -1};
    KAURI_TRY(kauri_proof_text_read(path, &check.text, error));
    check.seeds = kauri_seeds(&check.text.root);
    options = options != NULL ? options : &defaults;
    if (check.text.citations.count > 0 && options->citations == NULL) {
        status = kauri_fail(error, KAURI_WRONG, "%s rests on other proofs, which it cites", path);
        goto cleanup;
    }
    if (tables != NULL && check.text.tables > 0) {
        KAURI_TRY(kauri_tablebase_fits(tables, &check.text.root, error));
    }
    for (unsigned n = 0; n < check.text.tables; n++) {
        KAURI_TRY(check_table(&check, options, n, result, error));
    }
    for (size_t i = 0; i < check.text.steps.count; i++) {
        KAURI_TRY(check_step(&check, &check.text.steps.step[i], error));
    }
    KAURI_TRY(check_bound(&check, KAURI_STEP_OWN, check.text.low, "lower", error));
    KAURI_TRY(check_bound(&check, KAURI_STEP_OPPONENT, -check.text.high, "upper", error));
    // Checked last, so that the message names a false statement rather than the digest.
    if (!check.text.unchanged) { // the text form
        status = kauri_fail(error, KAURI_WRONG,
                            "%s, line %llu: the digest is not that of the lines before it: the "
                            "proof was changed",
                            path, (unsigned long long)check.text.end_line);
        goto cleanup;
    }
    if (options->text != NULL) {
        KAURI_TRY(kauri_proof_print(&check.text, options->text, error));
    }
    *result = (struct kauri_proof_result){.position = check.text.root,
                                          .low = check.text.low,
                                          .high = check.text.high,
                                          .steps = check.text.steps.count,
                                          .stated = check.text.stated,
                                          .tables = check.text.tables,
                                          .missing_layer = -1};
    memcpy(result->digest, check.text.digest, sizeof result->digest);
    if (options->citations != NULL) {
        *options->citations = check.text.citations;
        check.text.citations = (struct kauri_proof_citations){.count = 0};
    }
cleanup:
    kauri_proof_text_clear(&check.text);
    return status;
}

enum {
    BUFFER_BYTES = 1 << 16,
    LINE_BYTES = KAURI_POSITION_TEXT_BYTES + 64,
};

struct proof_printer {
    struct kauri_output *output;
    struct kauri_digester *digester; // of what is flushed
    char *buffer;
    size_t filled;
};

static enum kauri_status flush(struct proof_printer *printer, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_output_write(printer->output, printer->buffer, printer->filled, error);
    kauri_digester_add(printer->digester, printer->buffer, printer->filled);
    printer->filled = 0;
    return status;
}

static enum kauri_status put_text(struct proof_printer *printer, struct kauri_error *error,
                                  const char *format, ...) __attribute__((format(printf, 3, 4)));

static enum kauri_status put_text(struct proof_printer *printer, struct kauri_error *error,
                                  const char *format, ...)
{
    if (printer->filled + LINE_BYTES > BUFFER_BYTES) {
        const enum kauri_status status = flush(printer, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(printer->buffer + printer->filled, LINE_BYTES, format, arguments);
    va_end(arguments);
    if (bytes < 0 || bytes >= LINE_BYTES) {
        return kauri_fail(error, KAURI_INTERNAL, "a line of the proof is too long");
    }
    printer->filled += (size_t)bytes;
    return KAURI_OK;
}

static const char *kind_name(struct kauri_step_key key)
{
    return kauri_step_key_kind(key) == KAURI_STEP_OWN ? "own" : "opp";
}

// Writes the two rows of the position of a key, and returns `text`.
static const char *format_rows(const struct kauri_proof_text *proof, struct kauri_step_key key,
                               char text[KAURI_POSITION_TEXT_BYTES])
{
    const struct kauri_position position = kauri_step_key_position(key, proof->holes);
    (void)kauri_position_format(&position, text);
    text[strcspn(text, " ")] = '\0';
    return text;
}

static enum kauri_status put_head(struct proof_printer *printer,
                                  const struct kauri_proof_text *proof, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char text[KAURI_POSITION_TEXT_BYTES];
    KAURI_TRY(put_text(printer, error, "kauri-proof 2\nrules %s\n", KAURI_RULES_IDENTITY));
    KAURI_TRY(put_text(printer, error, "board %u %u\n", proof->holes, proof->cowries));
    KAURI_TRY(put_text(printer, error, "root %s\n", kauri_position_format(&proof->root, text)));
    KAURI_TRY(put_text(printer, error, "bounds %d %d\n", proof->low, proof->high));
    for (unsigned n = 0; n < proof->tables; n++) {
        KAURI_TRY(put_text(printer, error, "table %u %016llx\n", n,
                           (unsigned long long)proof->digest[n]));
    }
    for (size_t i = 0; i < proof->citations.count; i++) {
        const struct kauri_cited_statement *cited = &proof->citations.statement[i];
        KAURI_TRY(put_text(printer, error, "cite %s %s %d %016llx\n", kind_name(cited->key),
                           format_rows(proof, cited->key, text), cited->value,
                           (unsigned long long)cited->digest));
    }
    KAURI_TRY(put_text(printer, error, "claims %zu\n", proof->steps.count));
cleanup:
    return status;
}

static enum kauri_status put_step(struct proof_printer *printer,
                                  const struct kauri_proof_text *proof,
                                  const struct kauri_proof_step *step, struct kauri_error *error)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    const char *kind = kind_name(step->key);
    const char *rows = format_rows(proof, step->key, text);
    return kauri_step_key_kind(step->key) == KAURI_STEP_OPPONENT
               ? put_text(printer, error, "%s %s %d %u\n", kind, rows, step->value, step->rank)
               : put_text(printer, error, "%s %s %d %u %c\n", kind, rows, step->value, step->rank,
                          kauri_move_letter(KAURI_SOUTH, step->hole));
}

enum kauri_status kauri_proof_print(const struct kauri_proof_text *proof,
                                    struct kauri_output *output, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct proof_printer printer = {.output = output, .buffer = malloc(BUFFER_BYTES)};
    if (printer.buffer == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    KAURI_TRY(kauri_digester_new(&printer.digester, error));
    KAURI_TRY(put_head(&printer, proof, error));
    for (size_t i = 0; i < proof->steps.count; i++) {
        KAURI_TRY(put_step(&printer, proof, &proof->steps.step[i], error));
    }
    KAURI_TRY(flush(&printer, error));
    KAURI_TRY(put_text(&printer, error, "end %016llx\n",
                       (unsigned long long)kauri_digester_result(printer.digester)));
    KAURI_TRY(flush(&printer, error));
cleanup:
    kauri_digester_free(printer.digester);
    free(printer.buffer);
    return status;
}
