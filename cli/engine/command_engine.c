// kauri engine: plays for other programs.
#include "cli/commands.h"
#include "cli/engine/engine_session.h"
#include "cli/memory_share.h"
#include "cli/tables/open_tables.h"
#include "queries/engine/strength.h"

#include <signal.h>

struct engine_options {
    enum { PLAYER_ENGINE, PLAYER_ADVICE } player;
    uint64_t memory;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct engine_options *options = run->settings;
    const uint64_t cache = kauri_memory_for_tables(options->memory);
    struct kauri_engine_session session = {
        .view = &run->view,
        .lines = 1,
        .strength = KAURI_STRENGTH_MOST,
        .seed = 1,
        .use_advice = options->player == PLAYER_ADVICE,
    };
    KAURI_TRY(kauri_run_open_tables(run, cache, error));
    session.tables = run->tables;
    session.memory = options->memory - (run->tables != NULL ? cache : 0);
    // If the reader goes away, printing fails, and the dialogue ends.
    (void)signal(SIGPIPE, SIG_IGN);
    KAURI_TRY(kauri_engine_session_begin(&session, error));
    KAURI_TRY(kauri_engine_session_run(&session, error));
cleanup:
    kauri_engine_session_free(&session);
    return status;
}

const struct kauri_command kauri_command_engine = {
    .name = "engine",
    .group = "Work with other programs",
    .summary = "play for other programs, in a line protocol",
    .text =
        "Reads commands from standard input, one a line, and answers them on standard output, in "
        "the manner of UCI: position, go, stop, info lines and bestmove. docs/ENGINE.md describes "
        "the protocol; scripts/match lets two programs that speak it play against each other. "
        "kauri play is the same opponent for people." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_ENGINE_MEMORY_OPTION(struct engine_options, memory),
            KAURI_OPTION("player", "PLAYER", "engine (default) or advice (proofs and a guess)",
                         KAURI_STORED(struct engine_options, player), .choices = "engine advice"),
            KAURI_OPTIONS_END,
        },
    .examples = {{"the best move at the start, after a tenth of a second",
                  "printf 'position start\\ngo movetime 100\\n' | kauri engine"}},
    .related = "play analyse",
    .documents = "ENGINE.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct engine_options, .memory = KAURI_ENGINE_MEMORY_DEFAULT),
    .run = run,
};
