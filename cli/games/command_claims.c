// kauri claims: checks the claims of the article on Kauri.
#include "cli/commands.h"
#include "cli/fitted_text.h"
#include "cli/memory_share.h"
#include "cli/tables/open_tables.h"
#include "cli/text_table.h"
#include "cli/threads.h"
#include "common/json.h"
#include "studies/article/claims.h"

#include <string.h>

enum { SECONDS = 40, SECONDS_MAX = 86400 };

struct claims_settings {
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes;
};

enum { INDENT = 3, FIELD = 23 };

// Adds the name of a fact, with blanks for its underscores.
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

// The last column is left out where it makes the table too wide.
static void add_table(struct kauri_string *out, const struct kauri_finding *finding)
{
    const struct kauri_facts *table = &finding->table;
    const size_t columns = table->count / finding->rows;
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_field fields[KAURI_ANSWER_COLUMNS_MAX];
    for (size_t c = 0; c < columns; c++) {
        fields[c] = (struct kauri_field){.heading = "", .optional = c + 1 == columns};
        add_name(&rows, table->fact[c].name);
        kauri_string_add_text(&rows, c + 1 < columns ? "\t" : "\n");
    }
    for (size_t i = 0; i < table->count; i++) {
        kauri_string_add_text(&rows, table->fact[i].words);
        kauri_string_add_text(&rows, (i + 1) % columns != 0 ? "\t" : "\n");
    }
    kauri_string_add_text(out, "\n");
    kauri_answer_table(out, &rows, fields, columns, 0, kauri_text_columns());
}

static void add_text(struct kauri_string *out, const struct kauri_finding *findings)
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
        for (size_t f = 0; f < finding->facts.count; f++) {
            add_field(out, finding->facts.fact[f].name, finding->facts.fact[f].words);
        }
        if (finding->rows > 0) {
            add_table(out, finding);
        }
    }
}

static void add_fact(struct kauri_json *json, const struct kauri_fact *fact)
{
    switch (fact->kind) {
    case KAURI_FACT_NUMBER:
        kauri_json_add_int(json, fact->name, fact->low);
        break;
    case KAURI_FACT_BOUNDS:
        kauri_json_add_pair(json, fact->name, fact->low, fact->high);
        break;
    case KAURI_FACT_ANSWER:
        if (fact->low == KAURI_VERDICT_UNDECIDED) {
            kauri_json_add_null(json, fact->name);
        } else {
            kauri_json_add_bool(json, fact->name, fact->low != 0);
        }
        break;
    case KAURI_FACT_WORDS:
        kauri_json_add_text(json, fact->name, fact->words);
        break;
    }
}

// Adds an object of `count` facts.
static void add_object(struct kauri_json *json, const char *name, const struct kauri_fact *facts,
                       size_t count)
{
    kauri_json_begin_object(json, name);
    for (size_t i = 0; i < count; i++) {
        add_fact(json, &facts[i]);
    }
    kauri_json_end(json);
}

static void add_json(struct kauri_string *out, const struct kauri_finding *findings)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_array(&json, "claims");
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const struct kauri_finding *finding = &findings[i];
        const size_t columns = finding->rows > 0 ? finding->table.count / finding->rows : 0;
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_letter(&json, "id", (char)('1' + i));
        kauri_json_add_text(&json, "claim", finding->claim->sentence);
        kauri_json_add_text(&json, "quote", finding->claim->quote);
        kauri_json_add_text(&json, "reading", finding->claim->reading);
        kauri_json_add_text(&json, "verdict", kauri_verdict_name(finding->verdict));
        add_object(&json, "evidence", finding->facts.fact, finding->facts.count);
        kauri_json_begin_array(&json, "table");
        for (size_t row = 0; row < finding->rows; row++) {
            add_object(&json, NULL, finding->table.fact + row * columns, columns);
        }
        kauri_json_end(&json);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct claims_settings *settings = run->settings;
    struct kauri_finding findings[KAURI_CLAIMS] = {{.rows = 0}};
    struct kauri_effort effort = {.memory = settings->memory,
                                  .seconds = (double)settings->seconds,
                                  .seconds_each = (double)settings->seconds,
                                  .nodes = settings->nodes,
                                  .threads = kauri_threads_for_search(settings->nodes),
                                  .progress = &run->view.progress};
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    if (settings->seconds > 0) {
        KAURI_TRY(kauri_memory_try_search(settings->memory, false, &start, error));
    }
    KAURI_TRY(kauri_run_try_threads(run, error));
    struct kauri_inquiry inquiry = {.text = kauri_article_text,
                                    .tables = run->tables,
                                    .effort = &effort,
                                    .threads = run->threads};
    status = kauri_claims_check(&inquiry, kauri_claims, KAURI_CLAIMS, findings, error);
    if (status != KAURI_OK) {
        kauri_open_tables_advise(run->folder, run->tables, &start, error);
        goto cleanup;
    }
    (run->json ? add_json : add_text)(&run->out, findings);
    if (effort.interrupted) {
        status = kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted: claims that needed more time are undecided");
    }
cleanup:
    kauri_findings_clear(findings, KAURI_CLAIMS);
    return status;
}

const struct kauri_command kauri_command_claims = {
    .name = "claims",
    .group = "Prove",
    .summary = "check the claims of the article on Kauri",
    .text =
        "Checks what the article on Kauri claims about the end of game 4, about the tie-breaker "
        "and about good and bad moves. Every verdict is computed: from the rules, the tables, and "
        "search above them. Without tables some claims stay undecided.\n\n"
        "For claim 7 the tables are read from layer 0 on, in at most half of the time that is "
        "left. Claims that need more time stay undecided, and the exit status is still 0; it is 8 "
        "after an interruption (Ctrl-C)." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_JSON_OPTION,
            KAURI_SEARCH_MEMORY_OPTION(struct claims_settings, memory),
            KAURI_OPTION("time", "SECONDS", "seconds for searching and reading (default 40)",
                         KAURI_STORED(struct claims_settings, seconds), .high = SECONDS_MAX),
            KAURI_SEARCH_NODES_OPTION(struct claims_settings, nodes),
            KAURI_OPTIONS_END,
        },
    .examples = {{"check them, searching for five seconds",
                  "kauri claims --tables tables --time 5"}},
    .related = "annotate search",
    .documents = "CLAIMS.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    .cache_bytes = 64U << 20,
    KAURI_SETTINGS(struct claims_settings, .memory = 512U << 20, .seconds = SECONDS),
    .run = run,
};
