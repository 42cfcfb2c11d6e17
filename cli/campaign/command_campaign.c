// kauri campaign: hard questions answered by many jobs, each with a proof of its own.
#include "cli/commands.h"

#include "cli/campaign/campaign_exchange.h"
#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_options.h"
#include "cli/campaign/campaign_processes.h"
#include "cli/campaign/campaign_view.h"
#include "cli/lookup/position_argument.h"
#include "cli/options.h"
#include "common/size.h"
#include "rules/value.h"

#include <stdlib.h>
#include <string.h>

enum {
    EXPORT_MAX = 1000000,
    QUESTION_MAX = 3 * KAURI_SEEDS_MAX + 1, // no value is greater
};

struct campaign_options {
    const char *ask, *at_least;
    bool status, import;
    uint64_t count; // of jobs to be exported; 0: not given
    uint64_t workers;
    struct kauri_campaign_options run;
};

static const char campaign_help[] =
    "Answers hard questions \"is r >= X?\" about positions by many searches, whose results are\n"
    "kept in FOLDER: each answer has a proof of its own, which cites those of the questions\n"
    "after the moves, and the file `frontier` says what is open (docs/CAMPAIGN.md). Questions\n"
    "are asked with --ask. Without it, --status, --export or --import, worker processes search\n"
    "until all are answered, until a limit is reached, or until Ctrl-C; the same command goes\n"
    "on from there. No tables are used, so that the proofs rest on the rules alone.\n\n"
    "Each job may expand as many positions as --budget says. A question that stays open is\n"
    "split into those after its moves. Every worker keeps what it found out as long as it\n"
    "runs. Every proof is checked before anything rests on it, and all of them are when a run\n"
    "begins.\n\n" KAURI_POSITION_ARGUMENT_TEXT "\n";

// The value that is asked for: a number, or the least value with which the player to move wins or
// draws under the standard rules, with the score of the position.
static enum kauri_status read_question(const struct campaign_options *options,
                                       struct kauri_position *position, int *x,
                                       struct kauri_error *error)
{
    uint64_t number = 0;
    const char *text = options->at_least;
    if (kauri_position_parse(options->ask, position, error) != KAURI_OK) {
        kauri_position_argument_advise(options->ask, error);
        return error->status;
    }
    const unsigned seeds = kauri_seeds(position);
    const bool win = strcmp(text, "win") == 0;
    const bool negative = text[0] == '-';
    if (win || strcmp(text, "draw") == 0) {
        const enum kauri_result least = win ? KAURI_WIN : KAURI_DRAW;
        *x = -QUESTION_MAX;
        while (*x < QUESTION_MAX && (!kauri_question_possible(*x, seeds) ||
                                     kauri_standard_result(position, *x) < least)) {
            ++*x;
        }
    } else if (kauri_parse_number(text + (negative || text[0] == '+'), 0, QUESTION_MAX, &number)) {
        *x = negative ? -(int)number : (int)number;
    } else {
        return kauri_fail(error, KAURI_USAGE,
                          "--at-least takes win, draw or a whole number from -%d to %d, not "
                          "'%.80s'",
                          QUESTION_MAX, QUESTION_MAX, text);
    }
    // Before a folder is made for it.
    return kauri_question_is_trivial(position, kauri_question_least(*x, seeds))
               ? kauri_fail(error, KAURI_USAGE, "the rules alone answer whether r >= %d", *x)
               : KAURI_OK;
}

static enum kauri_status ask(struct kauri_campaign_folder *campaign,
                             const struct kauri_position *position, int x,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_campaign_add_root(campaign->frontier, position, x, error));
    KAURI_TRY(kauri_campaign_settle(campaign->frontier, error));
    status = kauri_campaign_folder_save(campaign, error);
cleanup:
    return status;
}

static enum kauri_status run(const struct campaign_options *options,
                             struct kauri_campaign_folder *campaign, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_progress_view view;
    struct kauri_campaign_tally tally;
    struct kauri_searcher_options searcher;
    struct kauri_campaign_processes *processes = calloc(1, sizeof *processes);
    struct kauri_crew crew;
    const unsigned workers = (unsigned)options->workers;
    const struct kauri_campaign_settings settings =
        kauri_campaign_settings_of(&options->run, workers, workers);
    if (processes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the workers");
    }
    kauri_progress_view_begin(&view, options->run.quiet);
    KAURI_TRY(kauri_campaign_prepare(campaign, &options->run, &view, error));
    KAURI_TRY(kauri_campaign_searcher(campaign, &settings, &searcher, error));
    KAURI_TRY(
        kauri_campaign_processes_start(processes, &searcher, campaign, workers, &crew, error));
    status = kauri_campaign_run(campaign, &settings, &crew, &view, &tally, error);
    kauri_campaign_processes_end(processes);
    if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
        struct kauri_error failed;
        if (kauri_campaign_report(campaign, &tally, options->run.json, &failed) != KAURI_OK) {
            *error = failed;
            status = failed.status;
        }
    }
cleanup:
    kauri_campaign_processes_end(processes);
    free(processes);
    return status;
}

// Reads the frontier only, without the lock.
static enum kauri_status show(const struct campaign_options *options, const char *path,
                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_folder campaign;
    KAURI_TRY(kauri_campaign_folder_open(path, KAURI_CAMPAIGN_READ, &campaign, error));
    status = kauri_campaign_report(&campaign, NULL, options->run.json, error);
cleanup:
    kauri_campaign_folder_close(&campaign);
    return status;
}

static enum kauri_status change(const struct campaign_options *options, const char *path,
                                char *const *files, unsigned file_count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_folder campaign;
    struct kauri_error failed;
    struct kauri_position position;
    unsigned taken = 0;
    int x = 0;
    if (options->ask != NULL && read_question(options, &position, &x, error) != KAURI_OK) {
        return error->status;
    }
    KAURI_TRY(kauri_campaign_folder_open(
        path, options->ask != NULL ? KAURI_CAMPAIGN_MAKE : KAURI_CAMPAIGN_WRITE, &campaign, error));
    if (options->ask != NULL) {
        KAURI_TRY(ask(&campaign, &position, x, error));
        status = kauri_campaign_report(&campaign, NULL, options->run.json, error);
    } else if (options->count > 0) {
        status =
            kauri_campaign_export(&campaign, (unsigned)options->count, options->run.budget, error);
    } else if (options->import) {
        status = kauri_campaign_import_all(&campaign, files, file_count, &taken, error);
        if (status != KAURI_RESOURCE &&
            kauri_campaign_report(&campaign, NULL, options->run.json, &failed) != KAURI_OK) {
            *error = failed;
            status = failed.status;
        }
    } else {
        status = run(options, &campaign, error);
    }
cleanup:
    kauri_campaign_folder_close(&campaign);
    return status;
}

// Options that exclude each other.
static enum kauri_status check_options(const struct campaign_options *options, int arguments,
                                       struct kauri_error *error)
{
    const int actions =
        (options->ask != NULL) + options->status + (options->count > 0) + options->import;
    if ((options->ask == NULL) != (options->at_least == NULL)) {
        return kauri_fail(error, KAURI_USAGE, "--ask and --at-least belong together");
    }
    if (actions > 1) {
        return kauri_fail(error, KAURI_USAGE,
                          "--ask, --status, --export and --import exclude each other");
    }
    if (options->import != (arguments > 1)) {
        return kauri_fail(error, KAURI_USAGE,
                          options->import ? "--import needs FOLDER and FILE..."
                                          : "campaign takes one FOLDER; --import takes proofs");
    }
    return KAURI_OK;
}

int kauri_command_campaign(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct campaign_options options = {.workers = 1, .run = KAURI_CAMPAIGN_OPTIONS_DEFAULT};
    const struct kauri_option described[] = {
        {.name = "ask",
         .argument = "POSITION",
         .help = "ask about a position; makes FOLDER",
         .text = &options.ask},
        {.name = "at-least",
         .argument = "X",
         .help = "of --ask: the number, or win or draw",
         .text = &options.at_least},
        {.name = "status", .help = "print what is open and proven", .flag = &options.status},
        {.name = "export",
         .argument = "K",
         .help = "print the next K jobs as search commands",
         .number = &options.count,
         .low = 1,
         .high = EXPORT_MAX},
        {.name = "import", .help = "take in the proofs FILE...", .flag = &options.import},
        {.name = "workers",
         .argument = "W",
         .help = "worker processes, 1 to 256 (default 1)",
         .number = &options.workers,
         .low = 1,
         .high = KAURI_CAMPAIGN_WORKERS_MAX},
        KAURI_CAMPAIGN_OPTIONS(options.run),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "FOLDER [FILE...]",
        .text = campaign_help,
        .options = described,
        .option_count = sizeof described / sizeof described[0],
        .arguments_min = 1,
        .arguments_max = INT32_MAX,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        return KAURI_OK;
    }
    KAURI_TRY(check_options(&options, arguments.count, &error));
    status = options.status ? show(&options, arguments.values[0], &error)
                            : change(&options, arguments.values[0], arguments.values + 1,
                                     (unsigned)arguments.count - 1, &error);
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
