// kauri claims: checks the claims of the article on Kauri.
#include "cli/command.h"
#include "cli/games/claims_view.h"
#include "cli/memory_share.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/tables/open_tables.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "studies/article/claims.h"

#include <stdio.h>

enum { CACHE_BYTES = 64 << 20, SECONDS = 40, SECONDS_MAX = 86400 };

struct claims_settings {
    const char *folder;
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes;
    bool no_tables;
    bool json;
    bool markdown;
};

static enum kauri_status check(const struct claims_settings *settings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_claims claims = {0};
    struct kauri_progress_view view;
    kauri_progress_view_begin(&view, true); // signals only
    struct kauri_effort effort = {.memory = settings->memory,
                                  .seconds = (double)settings->seconds,
                                  .seconds_each = (double)settings->seconds,
                                  .nodes = settings->nodes,
                                  .threads = kauri_threads_for_search(settings->nodes),
                                  .progress = &view.progress};
    KAURI_TRY(kauri_open_tables_if_any(settings->folder, settings->no_tables, CACHE_BYTES, &tables,
                                       error));
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    if (settings->seconds > 0) {
        KAURI_TRY(kauri_memory_try_search(settings->memory, false, &start, error));
    }
    const struct kauri_claims_request request = {
        .tables = tables, .effort = &effort, .threads = kauri_loop_threads()};
    KAURI_TRY(kauri_threads_start(request.threads, error));
    status = kauri_claims_check(&request, &claims, error);
    if (status != KAURI_OK) {
        kauri_open_tables_advise(settings->folder, tables, &start, error);
        goto cleanup;
    }
    if (settings->json) {
        KAURI_TRY(kauri_claims_print_json(&claims, error));
    } else if (settings->markdown) {
        char nodes[40] = "";
        if (settings->nodes > 0) {
            (void)snprintf(nodes, sizeof nodes, " --nodes %llu",
                           (unsigned long long)settings->nodes);
        }
        char command[128];
        (void)snprintf(command, sizeof command, "kauri claims%s --time %llu%s --markdown",
                       tables != NULL ? " --tables tables" : "",
                       (unsigned long long)settings->seconds, nodes);
        KAURI_TRY(kauri_claims_print_markdown(
            &claims, command, tables != NULL ? kauri_tablebase_layer_count(tables) : 0, error));
    } else {
        KAURI_TRY(kauri_claims_print(&claims, settings->seconds, error));
    }
    if (effort.interrupted) {
        status = kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted: claims that needed more time are undecided");
    }
cleanup:
    kauri_claims_clear(&claims);
    kauri_tablebase_close(tables);
    return status;
}

int kauri_command_claims(int argc, char **argv)
{
    struct claims_settings settings = {.memory = 512 << 20, .seconds = SECONDS};
    struct kauri_error error;
    struct kauri_arguments arguments;
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&settings.folder),
        KAURI_OPTION_NO_TABLES(&settings.no_tables),
        KAURI_OPTION_JSON(&settings.json),
        {.name = "markdown",
         .help = "print the text of docs/CLAIMS.md",
         .flag = &settings.markdown},
        KAURI_OPTION_SEARCH_MEMORY(&settings.memory),
        {.name = "time",
         .argument = "SECONDS",
         .help = "seconds for searching and reading (default 40)",
         .number = &settings.seconds,
         .high = SECONDS_MAX},
        KAURI_OPTION_SEARCH_NODES(&settings.nodes),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = "Checks what the article on Kauri claims about the end of game 4, about the "
                "tie-breaker\nand about good and bad moves. Every verdict is computed: from the "
                "rules, the tables, and\nsearch above them. Without tables some claims stay "
                "undecided.\n\n"
                "For claim 7 the tables are read from layer 0 on, in at most half of the time that "
                "is\nleft; layers that are not reached are named as not checked. Claims that need "
                "more time\nstay undecided, and the exit status is 0 all the same; it is 8 after "
                "an interruption\n(Ctrl-C).\n" KAURI_OPEN_TABLES_TEXT,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    if (settings.json && settings.markdown) {
        (void)kauri_fail(&error, KAURI_USAGE, "--json and --markdown exclude each other");
        return kauri_report_error(&error);
    }
    return check(&settings, &error) == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
