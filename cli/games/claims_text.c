#include "cli/games/claims_view.h"
#include "cli/text_table.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 3, FIELD = 13 };

static void print_field(const char *name, const char *words)
{
    if (words[0] != '\0') {
        printf("%*s%-*s", INDENT, "", FIELD - INDENT, name);
        kauri_print_words(words, FIELD, FIELD);
    }
}

// The notes, each as a field.
static void print_notes(const char *notes)
{
    char note[1024];
    while (*notes != '\0') {
        const size_t bytes = strcspn(notes, "\n");
        (void)snprintf(note, sizeof note, "%.*s", (int)bytes, notes);
        print_field("evidence", note);
        notes += bytes + 1;
    }
}

const char *kauri_claims_format_r(const struct kauri_claim *claim, char text[KAURI_CLAIMS_R_BYTES])
{
    if (kauri_bounds_exact(claim->r)) {
        (void)snprintf(text, KAURI_CLAIMS_R_BYTES, "r = %d", claim->r.low);
    } else {
        (void)snprintf(text, KAURI_CLAIMS_R_BYTES, "r from %d to %d", claim->r.low, claim->r.high);
    }
    return text;
}

void kauri_claims_add_table(struct kauri_string *text, const struct kauri_claim *claim)
{
    for (size_t c = 0; c < claim->column_count; c++) {
        kauri_string_add(text, "%s%s", claim->columns[c].head,
                         c + 1 < claim->column_count ? "\t" : "\n");
    }
    kauri_string_add(text, "%s", kauri_string_text(&claim->table));
}

static bool has_breaks(const struct kauri_claim *claim)
{
    bool found = false;
    for (size_t c = 0; c < claim->column_count; c++) {
        found = found || claim->columns[c].breaks;
    }
    return found;
}

// Rows that take several lines, each cell after its head.
static void print_records(const struct kauri_claim *claim)
{
    const char *at = kauri_string_text(&claim->table);
    while (*at != '\0') {
        struct kauri_string line = {.bytes = NULL};
        int indent = INDENT;
        for (size_t c = 0; c < claim->column_count; c++) {
            const int bytes = (int)strcspn(at, "\t\n");
            const bool last = c + 1 == claim->column_count;
            kauri_string_add(&line, "%s%s: %.*s", line.length == 0 ? "" : "; ",
                             claim->columns[c].head, bytes, at);
            if (last || claim->columns[c + 1].breaks) {
                printf("%*s", indent, "");
                kauri_print_words(kauri_string_text(&line), INDENT + 4, indent);
                kauri_string_clear(&line);
                indent = INDENT + 2;
            }
            at += bytes + 1;
        }
        kauri_string_clear(&line);
    }
}

static void print_claim_table(const struct kauri_claim *claim)
{
    if (claim->table.length == 0) {
        return;
    }
    printf("\n");
    if (has_breaks(claim)) {
        print_records(claim);
        return;
    }
    struct kauri_string text = {.bytes = NULL};
    kauri_claims_add_table(&text, claim);
    kauri_print_table(kauri_string_text(&text), INDENT);
    kauri_string_clear(&text);
}

static void print_claim(const struct kauri_claim *claim)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    char r[KAURI_CLAIMS_R_BYTES];
    printf("\n%s. ", claim->id);
    kauri_print_words(claim->claim, INDENT, INDENT);
    print_field("verdict", kauri_verdict_name(claim->verdict));
    print_field("reading", kauri_string_text(&claim->reading));
    if (claim->position_given) {
        print_field("position", kauri_position_format(&claim->position, text));
    }
    if (claim->r_given) {
        print_field("value", kauri_claims_format_r(claim, r));
    }
    print_field("line", kauri_string_text(&claim->line));
    print_notes(kauri_string_text(&claim->notes));
    print_field("used", kauri_string_text(&claim->used));
    print_claim_table(claim);
}

void kauri_claims_print(const struct kauri_claims *claims)
{
    printf("The claims of the article on Kauri (Mancala World) about its games\n\n");
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        const struct kauri_claim *claim = &claims->claim[i];
        printf("%s. %-10s ", claim->id, kauri_verdict_name(claim->verdict));
        kauri_print_words(claim->claim, 14, 14);
    }
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        print_claim(&claims->claim[i]);
    }
}
