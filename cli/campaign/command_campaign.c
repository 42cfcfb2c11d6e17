// kauri campaign: hard questions answered by many jobs, each with a proof of its own.
#include "cli/commands.h"

#include "cli/campaign/campaign_exchange.h"
#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_options.h"
#include "cli/campaign/campaign_processes.h"
#include "cli/campaign/campaign_view.h"
#include "cli/position_argument.h"
#include "common/size.h"
#include "rules/value.h"

#include <stdlib.h>
#include <string.h>

enum {
    EXPORT_MAX = 1000000,
    QUESTION_MAX = 3 * KAURI_SEEDS_MAX + 1, // no value is greater
};

struct campaign_options {
    struct kauri_campaign_options run;
    const char *ask, *at_least;
    bool status, import;
    uint64_t count; // of jobs to be exported; 0: not given
    uint64_t workers;
};

// The value that is asked for: a number, or the least value with which the player to move wins or
// draws under the standard rules, with the score of the position.
static enum kauri_status read_question(const struct campaign_options *options,
                                       struct kauri_position *position, int *x,
                                       struct kauri_error *error)
{
    uint64_t number = 0;
    const char *text = options->at_least;
    if (kauri_position_argument_read(options->ask, position, error) != KAURI_OK) {
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

static enum kauri_status search(struct kauri_campaign_folder *campaign,
                                struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct campaign_options *options = run->settings;
    struct kauri_campaign_tally tally;
    struct kauri_searcher_options searcher;
    struct kauri_campaign_processes *processes = calloc(1, sizeof *processes);
    struct kauri_crew crew;
    const unsigned workers = (unsigned)options->workers;
    const struct kauri_campaign_settings settings =
        kauri_campaign_settings_of(run, workers, workers);
    if (processes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the workers");
    }
    KAURI_TRY(kauri_campaign_prepare(campaign, run, error));
    KAURI_TRY(kauri_campaign_searcher(campaign, &settings, &searcher, error));
    KAURI_TRY(
        kauri_campaign_processes_start(processes, &searcher, campaign, workers, &crew, error));
    status = kauri_campaign_run(campaign, &settings, &crew, &run->view, &tally, error);
    kauri_campaign_processes_end(processes);
    if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
        struct kauri_error failed;
        if (kauri_campaign_report(campaign, &tally, run, &failed) != KAURI_OK) {
            *error = failed;
            status = failed.status;
        }
    }
cleanup:
    kauri_campaign_processes_end(processes);
    free(processes);
    return status;
}

static enum kauri_status import(struct kauri_campaign_folder *campaign,
                                struct kauri_command_run *run, struct kauri_error *error)
{
    struct kauri_error failed;
    unsigned taken = 0;
    const enum kauri_status status = kauri_campaign_import_all(
        campaign, run->arguments + 1, (unsigned)run->argument_count - 1, &taken, error);
    if (status != KAURI_RESOURCE &&
        kauri_campaign_report(campaign, NULL, run, &failed) != KAURI_OK) {
        *error = failed;
        return failed.status;
    }
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct campaign_options *options = run->settings;
    struct kauri_campaign_folder campaign = {.folder = NULL};
    struct kauri_position position;
    int x = 0;
    if (options->import != (run->argument_count > 1)) {
        return kauri_fail(error, KAURI_USAGE,
                          options->import ? "--import needs FOLDER and FILE..."
                                          : "campaign takes one FOLDER; --import takes proofs");
    }
    if (options->ask != NULL) {
        KAURI_TRY(read_question(options, &position, &x, error));
    }
    // --status reads the frontier only, without the lock.
    KAURI_TRY(kauri_campaign_folder_open(run->arguments[0],
                                         options->status        ? KAURI_CAMPAIGN_READ
                                         : options->ask != NULL ? KAURI_CAMPAIGN_MAKE
                                                                : KAURI_CAMPAIGN_WRITE,
                                         &campaign, error));
    if (options->ask != NULL) {
        KAURI_TRY(ask(&campaign, &position, x, error));
    }
    if (options->status || options->ask != NULL) {
        status = kauri_campaign_report(&campaign, NULL, run, error);
    } else if (options->count > 0) {
        status =
            kauri_campaign_export(&campaign, (unsigned)options->count, options->run.budget, error);
    } else if (options->import) {
        status = import(&campaign, run, error);
    } else {
        status = search(&campaign, run, error);
    }
cleanup:
    kauri_campaign_folder_close(&campaign);
    return status;
}

const struct kauri_command kauri_command_campaign = {
    .name = "campaign",
    .group = "Ask about positions",
    .summary = "answer hard questions by many searches, each with a proof",
    .text =
        "Answers hard questions \"is r >= X?\" about positions by many searches, whose results are "
        "kept in FOLDER: each answer has a proof of its own, which cites those of the questions "
        "after the moves, and the file `frontier` says what is open (docs/CAMPAIGN.md). Questions "
        "are asked with --ask. Without it, --status, --export or --import, worker processes search "
        "until all are answered, until a limit is reached, or until Ctrl-C; the same command goes "
        "on from there. No tables are used, so that the proofs rest on the rules alone.\n\n"
        "Each job may expand as many positions as --budget says. A question that stays open is "
        "split into those after its moves. Every worker keeps what it found out as long as it "
        "runs. Every proof is checked before anything rests on it, and all of them are when a run "
        "begins.\n\n" KAURI_POSITION_ARGUMENT_TEXT,
    .arguments = "FOLDER [FILE...]",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("ask", "POSITION", "ask about a position; makes FOLDER",
                         KAURI_STORED(struct campaign_options, ask),
                         .excludes = "status export import", .needs = "at-least"),
            KAURI_OPTION("at-least", "X", "of --ask: the number, or win or draw",
                         KAURI_STORED(struct campaign_options, at_least), .needs = "ask"),
            KAURI_OPTION("status", NULL, "print what is open and proven",
                         KAURI_STORED(struct campaign_options, status),
                         .excludes = "export import"),
            KAURI_OPTION("export", "K", "print the next K jobs as search commands",
                         KAURI_STORED(struct campaign_options, count), .excludes = "import",
                         .low = 1, .high = EXPORT_MAX),
            KAURI_OPTION("import", NULL, "take in the proofs FILE...",
                         KAURI_STORED(struct campaign_options, import)),
            KAURI_OPTION("workers", "W", "worker processes, 1 to 256 (default 1)",
                         KAURI_STORED(struct campaign_options, workers), .low = 1,
                         .high = KAURI_CAMPAIGN_WORKERS_MAX),
            KAURI_CAMPAIGN_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"ask who wins the start position of a small board",
                  "kauri campaign duel --at-least win --ask '2+1,2+1/2+1,2+1 S'"},
                 {"search for ten seconds, with two worker processes",
                  "kauri campaign duel --workers 2 --time 10"},
                 {"what is proven, and what is open", "kauri campaign duel --status"}},
    .related = "opening search check-proof",
    .documents = "CAMPAIGN.md SEARCH.md PROOF.md JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct campaign_options, .run = KAURI_CAMPAIGN_OPTIONS_DEFAULT, .workers = 1),
    .run = run,
};
