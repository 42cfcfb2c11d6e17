// kauri campaign: hard questions answered by many jobs, each with a proof of its own.
#include "cli/commands.h"

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_run.h"
#include "cli/position_argument.h"
#include "cli/print_text.h"
#include "common/size.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "rules/value.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    SECONDS_MAX = 100000000,
    BUDGET_DEFAULT = 100000000,
    FACT_NODES_DEFAULT = 100000,
};

static enum kauri_status read_question(const struct kauri_campaign_options *options,
                                       struct kauri_position *position, int *x,
                                       struct kauri_error *error)
{
    KAURI_PASS(kauri_position_argument_read(options->ask, position, error));
    KAURI_PASS(kauri_question_read("--at-least", options->at_least, position, x, error));
    // Checked before a folder is made for the question.
    return kauri_question_is_trivial(position, kauri_question_least(*x, kauri_seeds(position)))
               ? kauri_fail(error, KAURI_USAGE, "the rules alone answer whether r >= %d", *x)
               : KAURI_OK;
}

static enum kauri_status ask(struct kauri_campaign_folder *campaign,
                             const struct kauri_position *position, int x,
                             struct kauri_error *error)
{
    KAURI_PASS(kauri_campaign_add_root(campaign->frontier, position, x, error));
    KAURI_PASS(kauri_campaign_settle(campaign->frontier, error));
    return kauri_campaign_folder_save(campaign, error);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_campaign_options *options = run->settings;
    struct kauri_campaign_folder campaign = {.folder = NULL};
    struct kauri_position position;
    int x = 0;
    if (options->ask != NULL) {
        KAURI_TRY(read_question(options, &position, &x, error));
    }
    // --status only reads the frontier, without the lock.
    KAURI_TRY(kauri_campaign_folder_open(run->arguments[0],
                                         options->status        ? KAURI_CAMPAIGN_READ
                                         : options->ask != NULL ? KAURI_CAMPAIGN_MAKE
                                                                : KAURI_CAMPAIGN_WRITE,
                                         &campaign, error));
    if (options->ask != NULL) {
        KAURI_TRY(ask(&campaign, &position, x, error));
    }
    if (options->status || options->ask != NULL) {
        status = kauri_campaign_report(&campaign, run, error);
    } else {
        status = kauri_campaign_run(&campaign, run, error);
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
        "Answers hard questions \"is r >= X?\" about positions with many searches, whose results "
        "are kept in FOLDER: each answer has its own proof, which cites those of the questions "
        "after the moves, and the file `frontier` lists what is open (docs/reference/CAMPAIGN.md). "
        "--ask "
        "adds a question. Without --ask and --status, it searches until all "
        "questions are answered, until a limit is reached, or until Ctrl-C; the same command "
        "continues from there. No tables are used, so the proofs rest on the rules alone.\n\n"
        "Each job may expand --budget positions. A question that stays open is split into those "
        "after its moves. Results are kept in memory while the command runs. A new proof is "
        "checked before anything rests on it, and all of them are checked when a run begins. "
        "Proofs from elsewhere are taken in then, too: copy them into FOLDER. --status and --ask "
        "check of each proof only that it is there and says what the frontier "
        "says.\n\n" KAURI_POSITION_ARGUMENT_TEXT,
    .arguments = "FOLDER",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("ask", "POSITION", "ask about a position; creates FOLDER",
                         KAURI_STORED(struct kauri_campaign_options, ask), .excludes = "status",
                         .needs = "at-least"),
            KAURI_OPTION("at-least", "X", "for --ask: net+K, net-K, win, draw, or a number as r",
                         KAURI_STORED(struct kauri_campaign_options, at_least), .needs = "ask"),
            KAURI_OPTION("status", NULL, "print what is open and proven",
                         KAURI_STORED(struct kauri_campaign_options, status)),
            KAURI_OPTION("threads", "T", "of the search (default: all processors)",
                         KAURI_STORED_IN_RUN(threads_given), .low = 1, .high = KAURI_THREADS_MAX),
            KAURI_OPTION("memory", "SIZE", "of the search (default: 2G, or less if less is free)",
                         KAURI_STORED(struct kauri_campaign_options, memory), .is_size = true),
            KAURI_OPTION("budget", "N", "positions of a job (default 100000000)",
                         KAURI_STORED(struct kauri_campaign_options, budget), .low = 1,
                         .high = INT64_MAX),
            KAURI_OPTION("fact-nodes", "N", "record bounds that cost N positions (default 100000)",
                         KAURI_STORED(struct kauri_campaign_options, fact_nodes), .low = 1,
                         .high = INT64_MAX),
            KAURI_OPTION("time", "SECONDS", "stop after this many seconds (default: no limit)",
                         KAURI_STORED(struct kauri_campaign_options, seconds), .unit = "seconds",
                         .low = 1, .high = SECONDS_MAX),
            KAURI_OPTION("nodes", "N", "stop after N positions in all (default: no limit)",
                         KAURI_STORED(struct kauri_campaign_options, nodes), .low = 1,
                         .high = INT64_MAX),
            KAURI_SEED_OPTION(struct kauri_campaign_options, seed),
            KAURI_OPTION("trust-proofs", NULL, "do not check the existing proofs again",
                         KAURI_STORED(struct kauri_campaign_options, trust), .excludes = "checked"),
            KAURI_OPTION("checked", "LIST",
                         "check only proofs that LIST does not have (check-proof)",
                         KAURI_STORED(struct kauri_campaign_options, checked)),
            KAURI_QUIET_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"ask who wins the start position of a small board",
                  "kauri campaign duel --at-least win --ask '2+1,2+1/2+1,2+1 S'"},
                 {"search for ten seconds", "kauri campaign duel --time 10"},
                 {"what is proven, and what is open", "kauri campaign duel --status"}},
    .related = "opening search check-proof",
    .documents = "reference/CAMPAIGN.md reference/SEARCH.md reference/PROOF.md reference/JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct kauri_campaign_options, .budget = BUDGET_DEFAULT,
                   .fact_nodes = FACT_NODES_DEFAULT, .seconds = SECONDS_MAX),
    .run = run,
};
