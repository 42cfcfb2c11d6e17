#include "cli/games/claims_view.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"

#include <string.h>

enum { INDENT = 3, FIELD = 23, COLUMNS_MAX = 16 };

static void add_name(struct kauri_string *out, const char *name)
{
    for (; *name != '\0'; name++) {
        kauri_string_add(out, "%c", *name == '_' ? ' ' : *name);
    }
}

static void add_field(struct kauri_string *out, const char *name, const char *words)
{
    kauri_string_add_left(out, "", INDENT);
    add_name(out, name);
    kauri_string_add_left(out, "", FIELD - INDENT - strlen(name));
    kauri_string_add_words(out, words, FIELD, FIELD, kauri_text_columns());
}

static void add_facts(struct kauri_string *out, const struct kauri_facts *facts)
{
    struct kauri_string words = {.bytes = NULL};
    for (size_t i = 0; i < facts->count; i++) {
        kauri_string_cut(&words, 0);
        kauri_fact_write(&facts->fact[i], &words);
        add_field(out, facts->fact[i].name, kauri_string_text(&words));
    }
    out->failed = out->failed || words.failed;
    kauri_string_clear(&words);
}

// Numbers stand on the right. The last column is left out where it makes the table too wide.
static void add_table(struct kauri_string *out, const struct kauri_finding *finding)
{
    const struct kauri_facts *table = &finding->table;
    const size_t columns = table->count / finding->rows;
    struct kauri_string rows = {.bytes = NULL};
    int least[COLUMNS_MAX];
    for (size_t c = 0; c < columns; c++) {
        least[c] = table->fact[c].kind == KAURI_FACT_NUMBER ? 1 : -1;
        add_name(&rows, table->fact[c].name);
        kauri_string_add_text(&rows, c + 1 < columns ? "\t" : "\n");
    }
    for (size_t i = 0; i < table->count; i++) {
        kauri_fact_write(&table->fact[i], &rows);
        kauri_string_add_text(&rows, (i + 1) % columns != 0 ? "\t" : "\n");
    }
    kauri_string_add_text(out, "\n");
    kauri_string_add_columns(out, kauri_string_text(&rows), least, kauri_text_columns());
    out->failed = out->failed || rows.failed;
    kauri_string_clear(&rows);
}

void kauri_claims_add_text(struct kauri_string *out, const struct kauri_finding *findings)
{
    const int columns = kauri_text_columns();
    kauri_string_add_words(out,
                           "Claims of the article on Kauri (Mancala World) about its example games",
                           0, 0, columns);
    kauri_string_add_text(out, "\n");
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        kauri_string_add(out, "%u. %-10s ", i + 1, kauri_verdict_name(findings[i].verdict));
        kauri_string_add_words(out, findings[i].claim->sentence, 14, 14, columns);
    }
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const struct kauri_finding *finding = &findings[i];
        kauri_string_add(out, "\n%u. ", i + 1);
        kauri_string_add_words(out, finding->claim->sentence, INDENT, INDENT, columns);
        if (finding->claim->quote != NULL) {
            add_field(out, "article", finding->claim->quote);
        }
        add_field(out, "reading", finding->claim->reading);
        add_field(out, "verdict", kauri_verdict_name(finding->verdict));
        add_facts(out, &finding->facts);
        if (finding->rows > 0) {
            add_table(out, finding);
        }
    }
}
