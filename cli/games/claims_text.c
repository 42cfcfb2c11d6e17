#include "cli/games/claims_view.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "rules/notation.h"
#include "studies/article/claim_table.h"
#include "studies/article/claim_text.h"

#include <stdio.h>

enum { INDENT = 3, FIELD = 13 };

static void print_field(const char *name, const char *words)
{
    if (words[0] != '\0') {
        printf("%*s%-*s", INDENT, "", FIELD - INDENT, name);
        kauri_print_words(words, FIELD, FIELD);
    }
}

enum kauri_status kauri_claims_add_table(struct kauri_string *text, const struct kauri_claim *claim,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_claim_column *columns;
    const size_t count = kauri_claim_columns(claim, &columns);
    const size_t rows = kauri_claim_rows(claim);
    for (size_t c = 0; rows > 0 && c < count; c++) {
        kauri_string_add(text, "%s%s", columns[c].head, c + 1 < count ? "\t" : "\n");
    }
    for (size_t row = 0; row < rows; row++) {
        for (size_t c = 0; c < count; c++) {
            struct kauri_cell cell;
            KAURI_TRY(kauri_claim_cell(claim, row, c, &cell, error));
            kauri_cell_add(text, &cell);
            kauri_string_add(text, "%s", c + 1 < count ? "\t" : "\n");
        }
    }
    KAURI_TRY(kauri_string_check(text, error));
cleanup:
    return status;
}

// A row that takes several lines, each cell after its head.
static enum kauri_status print_row(const struct kauri_claim *claim, size_t row,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_claim_column *columns;
    const size_t count = kauri_claim_columns(claim, &columns);
    struct kauri_string line = {.bytes = NULL};
    int indent = INDENT;
    for (size_t c = 0; c < count; c++) {
        struct kauri_cell cell;
        KAURI_TRY(kauri_claim_cell(claim, row, c, &cell, error));
        kauri_string_add(&line, "%s%s: ", line.length == 0 ? "" : "; ", columns[c].head);
        kauri_cell_add(&line, &cell);
        if (c + 1 == count || columns[c + 1].breaks) {
            KAURI_TRY(kauri_string_check(&line, error));
            printf("%*s", indent, "");
            kauri_print_words(kauri_string_text(&line), INDENT + 4, indent);
            kauri_string_clear(&line);
            indent = INDENT + 2;
        }
    }
cleanup:
    kauri_string_clear(&line);
    return status;
}

static bool has_breaks(const struct kauri_claim *claim)
{
    const struct kauri_claim_column *columns;
    const size_t count = kauri_claim_columns(claim, &columns);
    bool found = false;
    for (size_t c = 0; c < count; c++) {
        found = found || columns[c].breaks;
    }
    return found;
}

static enum kauri_status print_claim_table(const struct kauri_claim *claim,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string text = {.bytes = NULL};
    const size_t rows = kauri_claim_rows(claim);
    if (rows == 0) {
        return KAURI_OK;
    }
    printf("\n");
    if (!has_breaks(claim)) {
        KAURI_TRY(kauri_claims_add_table(&text, claim, error));
        kauri_print_table(kauri_string_text(&text), INDENT);
        goto cleanup;
    }
    for (size_t row = 0; row < rows; row++) {
        KAURI_TRY(print_row(claim, row, error));
    }
cleanup:
    kauri_string_clear(&text);
    return status;
}

static enum kauri_status print_claim(const struct kauri_claim *claim, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char position[KAURI_POSITION_TEXT_BYTES];
    struct kauri_claim_text text;
    KAURI_TRY(kauri_claim_text_make(claim, &text, error));
    printf("\n%s. ", kauri_claim_number(claim->id));
    kauri_print_words(kauri_claim_sentence(claim->id), INDENT, INDENT);
    print_field("verdict", kauri_verdict_name(claim->verdict));
    print_field("reading", kauri_string_text(&text.reading));
    if (claim->position_given) {
        print_field("position", kauri_position_format(&claim->position, position));
    }
    print_field("value", kauri_string_text(&text.value));
    print_field("line", kauri_string_text(&text.line));
    for (size_t i = 0; i < text.note_count; i++) {
        print_field("evidence", kauri_string_text(&text.note[i]));
    }
    print_field("used", kauri_string_text(&text.used));
    KAURI_TRY(print_claim_table(claim, error));
cleanup:
    kauri_claim_text_clear(&text);
    return status;
}

// Says how to have layers checked that the time did not suffice for.
static void print_remedy(const struct kauri_claim_draws *draws, uint64_t seconds)
{
    if (draws->out_of_time) {
        char line[160];
        (void)snprintf(line, sizeof line,
                       "Claim 7: the time did not suffice for %u of %u layers; give more with "
                       "--time (now %llu).",
                       draws->layers - draws->count, draws->layers, (unsigned long long)seconds);
        printf("\n");
        kauri_print_words(line, 0, 0);
    }
}

enum kauri_status kauri_claims_print(const struct kauri_claims *claims, uint64_t seconds,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    kauri_print_fitted(
        "Claims of the article on Kauri (Mancala World) about its example games\n\n");
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        printf("%s. %-10s ", kauri_claim_number((enum kauri_claim_id)id),
               kauri_verdict_name(claims->claim[id].verdict));
        kauri_print_words(kauri_claim_sentence((enum kauri_claim_id)id), 14, 14);
    }
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        KAURI_TRY(print_claim(&claims->claim[id], error));
    }
    print_remedy(&claims->claim[KAURI_CLAIM_NO_DRAWS].draws, seconds);
cleanup:
    return status;
}
