#include "verify/proof_print.h"

#include "common/digest.h"
#include "indexer/convention.h"
#include "rules/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
