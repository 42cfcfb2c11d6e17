// kauri engine: plays for other programs.
#include "cli/command.h"
#include "cli/engine/engine_session.h"
#include "cli/memory_share.h"
#include "cli/options.h"
#include "cli/tables/open_tables.h"
#include "queries/engine/strength.h"

#include <signal.h>
#include <string.h>

static const char *const help =
    "Reads commands from standard input, one a line, and answers them on standard output, in the\n"
    "manner of UCI: position, go, stop, info lines and bestmove. docs/ENGINE.md describes the\n"
    "protocol; scripts/match lets two programs that speak it play against each other.\n"
    "kauri play is the same opponent for people.\n" KAURI_OPEN_TABLES_TEXT;

struct engine_options {
    const char *folder, *player;
    uint64_t memory;
    bool no_tables;
};

static enum kauri_status run(const struct engine_options *options, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_progress_view view;
    struct kauri_engine_session session = {
        .view = &view,
        .lines = 1,
        .strength = KAURI_STRENGTH_MOST,
        .seed = 1,
    };
    if (strcmp(options->player, "engine") != 0 && strcmp(options->player, "advice") != 0) {
        return kauri_fail(error, KAURI_USAGE, "--player takes engine or advice, not '%.80s'",
                          options->player);
    }
    const uint64_t cache = kauri_memory_for_tables(options->memory);
    KAURI_TRY(kauri_open_tables_if_any(options->folder, options->no_tables, cache, &tables, error));
    session.use_advice = options->player[0] == 'a';
    session.tables = tables;
    session.memory = options->memory - (tables != NULL ? cache : 0);
    // If the reader goes away, printing fails, and the dialogue ends.
    (void)signal(SIGPIPE, SIG_IGN);
    kauri_progress_view_begin(&view, true);
    KAURI_TRY(kauri_engine_session_begin(&session, error));
    KAURI_TRY(kauri_engine_session_run(&session, error));
cleanup:
    kauri_engine_session_free(&session);
    kauri_tablebase_close(tables);
    return status;
}

int kauri_command_engine(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct engine_options engine = {.player = "engine", .memory = 256U << 20};
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&engine.folder),
        KAURI_OPTION_NO_TABLES(&engine.no_tables),
        {.name = "memory",
         .argument = "SIZE",
         .help = "memory of search and tables (default 256M)",
         .size = &engine.memory},
        {.name = "player",
         .argument = "PLAYER",
         .help = "engine (default) or advice (proofs and a guess)",
         .choices = "engine advice",
         .text = &engine.player},
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    return run(&engine, &error) == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
