// kauri claims: checks the claims of the article on Kauri.
#include "cli/commands.h"
#include "cli/games/claims_view.h"
#include "cli/memory_share.h"
#include "cli/tables/open_tables.h"
#include "cli/threads.h"
#include "studies/article/claims.h"

enum { SECONDS = 40, SECONDS_MAX = 86400 };

struct claims_settings {
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes;
};

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
    const struct kauri_claims_request request = {.text = kauri_article_text,
                                                 .tables = run->tables,
                                                 .effort = &effort,
                                                 .threads = run->threads};
    status = kauri_claims_check(&request, kauri_claims, KAURI_CLAIMS, findings, error);
    if (status != KAURI_OK) {
        kauri_open_tables_advise(run->folder, run->tables, &start, error);
        goto cleanup;
    }
    (run->json ? kauri_claims_add_json : kauri_claims_add_text)(&run->out, findings);
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
        "left. Claims that need more time stay undecided, and the exit status is 0 all the same; "
        "it is 8 after an interruption (Ctrl-C)." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_JSON_OPTION,
            KAURI_SEARCH_MEMORY_OPTION(struct claims_settings, memory),
            {.name = "time",
             .argument = "SECONDS",
             .help = "seconds for searching and reading (default 40)",
             KAURI_STORED(struct claims_settings, seconds),
             .high = SECONDS_MAX},
            KAURI_SEARCH_NODES_OPTION(struct claims_settings, nodes),
            {.name = NULL},
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
