// kauri claims: checks the claims of the article on Kauri.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "games/claims/claims.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"

#include <stdio.h>
#include <string.h>

// INDENT and LABELS are in columns.
enum { SECONDS = 40, SECONDS_MAX = 86400, INDENT = 3, LABELS = 20 };

struct claims_settings {
    uint64_t memory, seconds, nodes;
};

static const struct kauri_field claim_fields[] = {
    {"claim", NULL, 0, KAURI_TEXT(struct kauri_claim, sentence)},
    {"quote", "article", 0, KAURI_TEXT(struct kauri_claim, quote)},
    {"reading", KAURI_NAME, 0, KAURI_TEXT(struct kauri_claim, reading)},
};

// Describes a row of facts, and returns how many it has. A table that is too wide does without its
// last columns.
static size_t describe(const struct kauri_facts *facts,
                       struct kauri_field fields[KAURI_ANSWER_COLUMNS_MAX])
{
    static const struct kauri_field kinds[] = {
        [KAURI_FACT_NUMBER] = {KAURI_COUNT(struct kauri_fact, number)},
        [KAURI_FACT_BOUNDS] = {KAURI_BOUNDS(struct kauri_fact, bounds)},
        [KAURI_FACT_ANSWER] = {KAURI_ANSWER(struct kauri_fact, answer)},
        [KAURI_FACT_WORDS] = {KAURI_TEXT(struct kauri_fact, words)},
    };
    const size_t count = facts->rows > 0 ? facts->count / facts->rows : 0;
    for (size_t i = 0; i < count; i++) {
        fields[i] = kinds[facts->facts[i].kind];
        fields[i].name = facts->facts[i].name;
        fields[i].heading = KAURI_NAME;
        fields[i].offset += i * sizeof *facts->facts;
        fields[i].optional = (unsigned)i;
    }
    return count;
}

static void add_text(struct kauri_string *out, const struct kauri_finding *findings)
{
    struct kauri_field fields[KAURI_ANSWER_COLUMNS_MAX];
    kauri_string_add_text(out, "Claims of the article on Kauri (Mancala World)\n\n");
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const char *sentence = findings[i].claim->sentence, *scope = findings[i].scope;
        const int length = (int)strlen(sentence) - 1; // without the full stop
        kauri_string_add(out, "%2u. %-10s %.*s%s%s%s.\n", i + 1,
                         kauri_verdict_name(findings[i].verdict), length, sentence,
                         scope[0] != '\0' ? " (" : "", scope, scope[0] != '\0' ? ")" : "");
    }
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const struct kauri_finding *finding = &findings[i];
        const struct kauri_facts *table = &finding->table;
        size_t count = describe(&finding->evidence, fields);
        kauri_string_add(out, "\n%u. %s\n", i + 1, finding->claim->sentence);
        kauri_answer_list(out, KAURI_FIELDS(claim_fields), finding->claim, INDENT, LABELS);
        kauri_string_add(out, "   verdict             %s\n", kauri_verdict_name(finding->verdict));
        if (finding->scope[0] != '\0') {
            kauri_string_add(out, "   scope               %s\n", finding->scope);
        }
        kauri_answer_list(out, fields, count, finding->evidence.facts, INDENT, LABELS);
        if (table->rows > 0) {
            count = describe(table, fields);
            kauri_string_add_text(out, "\n");
            kauri_answer_records(out, fields, count, table->facts, count * sizeof *table->facts,
                                 table->rows, kauri_text_columns());
        }
    }
    kauri_string_fit(out, 0, kauri_text_columns());
}

// The object Claims:
//     claims: Claim[] - ten, in the order of the article
//
// The object Claim:
//     id: text - `1` to `10`
//     claim: text - the claim as a short sentence
//     quote: text | null - the article's words; null for signs
//     reading: text - how the claim is interpreted
//     verdict: "confirmed" | "refuted" | "in part" | "undecided"
//     scope: text | null - how far the verdict reaches, or on which reading it rests
//     evidence: Evidence - the findings
//     table: (ClaimNumbering | ClaimPly | ClaimReading | ClaimEnding | ClaimLayer | ClaimMark |
//         ClaimResult)[] - of claims 3 to 8 and 10, in this order; otherwise empty
//
// The object Evidence:
//     the rest: only for the claims with the numbers given
//     position: position - 1 to 6 and 9: the position that decides the claim
//     r: pair - 1, 2 and 4: of that position
//     line: text - 1 to 5: moves from there: best play, the article's numbers, or the line of the
//         note
//     net: pair - 1 and 2: part of an exact `r`
//     cowrie_phase: "won" | "drawn" | "lost" - 1 and 2: the other part
//     plies, searched_plies: int - 1 and 2: plies of the line, and those found by the search
//     last: position - 1 to 3: the position after the line
//     end: text - 1 and 2: why the line ends there
//     results: text - 1 and 2: the results that `r` allows: `South draws`
//     numbers: int - 3 and 4: numbers in the article
//     legal: int - 3: the numbers that can be played
//     stuck: bool - 3: the player to move then has no move
//     readings, readings_legal: int - 3: places with numberings that were tried; those by which
//         all numbers are legal
//     plies_left: int | null - 4: plies to the end with best play
//     keeping_result, keeping_distance: int - 4: plies of the article that keep it
//     forced: int - 5: readings of the note that are forced, as in *ClaimReading*
//     endings, endings_lost: int - 6: final positions of the forced readings, and those lost for
//         the player of the line
//     layers: int - 7: layers that the tables hold
//     draws: int - 7: positions without a winner in them
//     right, wrong: int - 8 and 10: marks, or results
//     undecided: int - 8: marks
//     options: int - 9: sequences of moves until the opponent can move, counted up to 100,000
//     seeds_in_tables: pair - 1, 2, 4, 6 and 8: the tables that were used
//     searched_positions: int - 1, 2 and 8: by searches
static void add_json(struct kauri_string *out, const struct kauri_finding *findings)
{
    struct kauri_field fields[KAURI_ANSWER_COLUMNS_MAX];
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_array(&json, "claims");
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const struct kauri_finding *finding = &findings[i];
        const struct kauri_facts *table = &finding->table;
        kauri_json_begin_object(&json, NULL);
        char id[12];
        (void)snprintf(id, sizeof id, "%u", i + 1);
        kauri_json_add_text(&json, "id", id);
        kauri_answer_json(&json, KAURI_FIELDS(claim_fields), finding->claim);
        kauri_json_add_text(&json, "verdict", kauri_verdict_name(finding->verdict));
        kauri_json_add_text(&json, "scope", finding->scope[0] != '\0' ? finding->scope : NULL);
        size_t count = describe(&finding->evidence, fields);
        kauri_answer_object(&json, "evidence", fields, count, finding->evidence.facts);
        count = describe(table, fields);
        kauri_answer_array(&json, "table", fields, count, table->facts,
                           count * sizeof *table->facts, table->rows);
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
                                  .nodes = settings->nodes,
                                  .threads = kauri_threads_for_search(settings->nodes),
                                  .progress = &run->view.progress};
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    if (settings->seconds > 0) {
        KAURI_TRY(kauri_memory_try_search(settings->memory, false, &start, error));
    }
    const struct kauri_inquiry inquiry = {kauri_article_text, run->tables, &effort};
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
        "Checks what the article on Kauri claims about the end of game 4, about the tie-breaker, "
        "about good and bad moves, and about the results of the games. Every verdict is computed: "
        "from the rules, the tables, and search above them. Without tables or time some claims "
        "stay undecided.\n\n"
        "A claim is \"in part\" right if the words in parentheses say which part is.\n\n"
        "Claims that need more time stay undecided, and the exit status is still 0; it is 8 after "
        "an interruption (Ctrl-C).\n\n"
        "A table that is too wide is printed without its last columns; --json has all of "
        "them." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_JSON_OPTION,
            KAURI_SEARCH_MEMORY_OPTION(struct claims_settings, memory),
            KAURI_OPTION("time", "SECONDS", "seconds for searching (default 40)",
                         KAURI_STORED(struct claims_settings, seconds), .high = SECONDS_MAX),
            KAURI_SEARCH_NODES_OPTION(struct claims_settings, nodes),
            KAURI_OPTIONS_END,
        },
    .examples = {{"check them, searching for at most ten seconds",
                  "kauri claims --tables tables --time 10"}},
    .related = "annotate search",
    .documents = "results/CLAIMS.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    .cache_bytes = 64U << 20,
    KAURI_SETTINGS(struct claims_settings, .memory = 512U << 20, .seconds = SECONDS),
    .run = run,
};
