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

static void add_field(struct kauri_string *out, const char *name, const char *words)
{
    kauri_string_add(out, "   %-20s%s\n", name, words);
}

// Writes the names of facts, which are those of the JSON, with blanks.
static void spell_names(struct kauri_string *text)
{
    for (size_t i = 0; i < text->length; i++) {
        text->bytes[i] = (char)(text->bytes[i] == '_' ? ' ' : text->bytes[i]);
    }
}

// The last column is left out where it makes the table too wide.
static void add_table(struct kauri_string *out, const struct kauri_facts *table)
{
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_field fields[KAURI_ANSWER_COLUMNS_MAX] = {{.heading = NULL}};
    const char *heads = kauri_string_text(&table->heads);
    size_t columns = 0;
    for (const char *at = heads; at != NULL; at = strchr(at + 1, '\t')) {
        fields[columns++].heading = "";
    }
    fields[columns - 1].optional = 1;
    kauri_string_add(&rows, "%s\n%s", heads, kauri_string_text(&table->text));
    spell_names(&rows);
    kauri_string_add_text(out, "\n");
    kauri_answer_table(out, &rows, fields, columns, 0, kauri_text_columns());
}

static void add_text(struct kauri_string *out, const struct kauri_finding *findings)
{
    kauri_string_add_text(
        out, "Claims of the article on Kauri (Mancala World) about its example games\n\n");
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        kauri_string_add(out, "%u. %-10s %s\n", i + 1, kauri_verdict_name(findings[i].verdict),
                         findings[i].claim->sentence);
    }
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const struct kauri_finding *finding = &findings[i];
        kauri_string_add(out, "\n%u. %s\n", i + 1, finding->claim->sentence);
        if (finding->claim->quote != NULL) {
            add_field(out, "article", finding->claim->quote);
        }
        add_field(out, "reading", finding->claim->reading);
        add_field(out, "verdict", kauri_verdict_name(finding->verdict));
        kauri_string_add_text(out, kauri_string_text(&finding->facts.text));
        if (finding->table.rows > 0) {
            add_table(out, &finding->table);
        }
    }
    spell_names(out);
    kauri_string_fit(out, 0, kauri_text_columns());
}

static void add_json(struct kauri_string *out, const struct kauri_finding *findings)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_array(&json, "claims");
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const struct kauri_finding *finding = &findings[i];
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_letter(&json, "id", (char)('1' + i));
        kauri_json_add_text(&json, "claim", finding->claim->sentence);
        kauri_json_add_text(&json, "quote", finding->claim->quote);
        kauri_json_add_text(&json, "reading", finding->claim->reading);
        kauri_json_add_text(&json, "verdict", kauri_verdict_name(finding->verdict));
        kauri_json_add_json(&json, "evidence", kauri_string_text(&finding->facts.json));
        kauri_json_add_json(&json, "table", kauri_string_text(&finding->table.json));
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct claims_settings *settings = run->settings;
    struct kauri_finding findings[KAURI_CLAIMS] = {{.claim = NULL}};
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
