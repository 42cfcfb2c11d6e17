#include "cli/claims_view.h"
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

static void format_r(const struct kauri_claim *claim, char text[48])
{
    if (kauri_bounds_exact(claim->r)) {
        (void)snprintf(text, 48, "r = %d", claim->r.low);
    } else {
        (void)snprintf(text, 48, "r from %d to %d", claim->r.low, claim->r.high);
    }
}

static void print_claim(const struct kauri_claim *claim)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    char r[48];
    printf("\n%s. ", claim->id);
    kauri_print_words(claim->claim, INDENT, INDENT);
    print_field("verdict", kauri_verdict_name(claim->verdict));
    print_field("reading", kauri_string_text(&claim->reading));
    if (claim->position_given) {
        print_field("position", kauri_position_format(&claim->position, text));
    }
    if (claim->r_given) {
        format_r(claim, r);
        print_field("value", r);
    }
    print_field("line", kauri_string_text(&claim->line));
    print_notes(kauri_string_text(&claim->notes));
    print_field("used", kauri_string_text(&claim->used));
    if (claim->table.length > 0) {
        printf("\n");
        kauri_print_table(kauri_string_text(&claim->table), INDENT);
    }
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

static void print_item(const char *name, const char *words)
{
    if (words[0] != '\0') {
        printf("- **%s:** %s\n", name, words);
    }
}

static void print_claim_markdown(const struct kauri_claim *claim)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    char r[48];
    printf("\n## %s. %s\n\n", claim->id, claim->claim);
    print_item("Verdict", kauri_verdict_name(claim->verdict));
    print_item("Reading", kauri_string_text(&claim->reading));
    if (claim->position_given) {
        printf("- **Position:** `%s`\n", kauri_position_format(&claim->position, text));
    }
    if (claim->r_given) {
        format_r(claim, r);
        printf("- **Value:** %s\n", r);
    }
    print_item("Line", kauri_string_text(&claim->line));
    const char *notes = kauri_string_text(&claim->notes);
    while (*notes != '\0') {
        const size_t bytes = strcspn(notes, "\n");
        printf("- **Evidence:** %.*s\n", (int)bytes, notes);
        notes += bytes + 1;
    }
    print_item("Used", kauri_string_text(&claim->used));
    if (claim->table.length > 0) {
        printf("\n");
        kauri_print_table_markdown(kauri_string_text(&claim->table));
    }
}

void kauri_claims_print_markdown(const struct kauri_claims *claims, const char *command)
{
    printf(
        "# The article's claims, checked\n\n"
        "The article on Kauri in Mancala World makes claims about its example games. Here is "
        "what the program finds about each; it reads them from the article's own words and "
        "computes every verdict. r and the rules are explained in [RULES.md](RULES.md), the "
        "search in [SEARCH.md](SEARCH.md).\n\n"
        "This file is written by\n\n    %s\n\n"
        "on tables that `kauri solve` made and `kauri verify` proved. Without `--nodes`, a limit "
        "in time ends the searches, and what stays undecided may differ from run to run.\n\n"
        "| | claim | verdict |\n|---|---|---|\n",
        command);
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        const struct kauri_claim *claim = &claims->claim[i];
        printf("| %s | %s | %s |\n", claim->id, claim->claim, kauri_verdict_name(claim->verdict));
    }
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        print_claim_markdown(&claims->claim[i]);
    }
}
