// kauri-mpi campaign: rank 0 coordinates a campaign, and the other ranks search for it.
#include "cli/mpi/mpi_run.h"

#include "cli/campaign/campaign_run.h"
#include "cli/run.h"
#include "solver/cluster/mpi/team_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Time between two looks for letters.
#define PAUSE_SECONDS 1e-3

// Begins the letter of a rank that has failed; then the number of the status and the message.
#define FAILED "failed "

static void pause_shortly(void)
{
    const struct timespec time = {.tv_nsec = (long)(PAUSE_SECONDS * 1e9)};
    (void)nanosleep(&time, NULL);
}

// ------------------------------------------------------------------------------------ other ranks

struct search_rank {
    struct kauri_team_mpi *mpi;
    const struct kauri_progress *progress; // progress of the command
};

static void send_line(void *context, const struct kauri_campaign_line *line)
{
    const struct search_rank *rank = context;
    struct kauri_string text = {.bytes = NULL};
    kauri_campaign_line_write(line, &text);
    kauri_letter_send(rank->mpi, 0, kauri_string_text(&text), text.length);
    kauri_string_clear(&text);
}

static void send_failure(const struct search_rank *rank, int status, const char *message)
{
    char text[KAURI_ERROR_MESSAGE_BYTES + 32];
    const int size = snprintf(text, sizeof text, FAILED "%d %s\n", status, message);
    kauri_letter_send(rank->mpi, 0, text, (size_t)size);
}

// Returns whether to stop: after a signal, or when a letter has arrived, which can only dismiss the
// rank while it has a job.
static bool is_stopped(void *context)
{
    const struct search_rank *rank = context;
    unsigned from = 0;
    return kauri_progress_cancelled(rank->progress) || kauri_letter_arrived(rank->mpi, &from);
}

// Carries out jobs until an empty letter dismisses the rank, which asks for that after a signal.
static void work(const struct search_rank *rank, struct kauri_searcher *searcher)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    bool said = false; // a signal has been reported
    for (struct kauri_string lines = {.bytes = NULL};; kauri_string_clear(&lines)) {
        unsigned from = 0;
        while (!kauri_letter_arrived(rank->mpi, &from)) {
            if (kauri_progress_cancelled(rank->progress) && !said) {
                send_failure(rank, KAURI_INTERRUPTED, "interrupted");
                said = true;
            }
            pause_shortly();
        }
        if (kauri_letter_receive(rank->mpi, from, &lines) == 0) {
            kauri_string_clear(&lines);
            return;
        }
        if (status == KAURI_OK) {
            status = kauri_searcher_take(searcher, kauri_string_text(&lines), &error);
            if (status != KAURI_OK) {
                send_failure(rank, (int)status, error.message);
            }
        }
    }
}

// ----------------------------------------------------------------------------------------- rank 0

// Sends lines to a worker; worker n is rank n + 1.
static enum kauri_status give(void *context, struct kauri_campaign_run *run, unsigned worker,
                              const char *lines, struct kauri_error *error)
{
    (void)run;
    (void)error;
    kauri_letter_send(context, worker + 1, lines, strlen(lines));
    return KAURI_OK;
}

static enum kauri_status take_line(struct kauri_campaign_run *run, unsigned worker,
                                   const char *text, struct kauri_error *error)
{
    struct kauri_campaign_line line;
    if (strncmp(text, FAILED, strlen(FAILED)) == 0) {
        char *message = NULL;
        const long number = strtol(text + strlen(FAILED), &message, 10);
        return kauri_fail(error, number > 0 ? (enum kauri_status)number : KAURI_INTERNAL, "%s",
                          message + (*message == ' '));
    }
    if (kauri_campaign_line_read(text, &line, error) != KAURI_OK) {
        return kauri_fail(error, KAURI_INTERNAL, "worker %u sent a line that cannot be read",
                          worker);
    }
    return kauri_campaign_take(run, worker, &line, error);
}

// Processes one letter, which has whole lines.
static enum kauri_status receive(void *context, struct kauri_campaign_run *run, double seconds,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double end = kauri_clock_seconds() + seconds;
    struct kauri_string letter = {.bytes = NULL};
    unsigned rank = 0;
    char *rest = NULL;
    while (!kauri_letter_arrived(context, &rank)) {
        if (kauri_clock_seconds() >= end) {
            return KAURI_OK;
        }
        pause_shortly();
    }
    (void)kauri_letter_receive(context, rank, &letter);
    KAURI_TRY(kauri_string_check(&letter, error));
    for (char *text = strtok_r(letter.bytes, "\n", &rest); text != NULL;
         text = strtok_r(NULL, "\n", &rest)) {
        KAURI_TRY(take_line(run, rank - 1, text, error));
    }
cleanup:
    kauri_string_clear(&letter);
    return status;
}

static void dismiss(void *context)
{
    const unsigned ranks = kauri_team_mpi_team(context)->ranks;
    for (unsigned rank = 1; rank < ranks; rank++) {
        kauri_letter_send(context, rank, "", 0);
    }
}

// ------------------------------------------------------------------------------------- all ranks

// Opens the campaign: rank 0 to write, and when it has checked the proofs, the others to read.
static enum kauri_status open_campaign(struct kauri_command_run *run,
                                       struct kauri_campaign_folder *campaign,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = kauri_team_mpi_team(run->team);
    const char *path = run->arguments[0];
    if (team->rank == 0) {
        status = kauri_campaign_folder_open(path, KAURI_CAMPAIGN_WRITE, campaign, error);
        if (status == KAURI_OK) {
            status = kauri_campaign_prepare(campaign, run, error);
        }
    }
    KAURI_PASS(kauri_team_status(team, status, error));
    if (team->rank != 0) {
        status = kauri_campaign_folder_open(path, KAURI_CAMPAIGN_READ, campaign, error);
    }
    return kauri_team_status(team, status, error);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = kauri_team_mpi_team(run->team);
    struct kauri_campaign_folder campaign = {.folder = NULL};
    struct kauri_searcher *searcher = NULL;
    struct search_rank rank = {.mpi = run->team, .progress = &run->view.progress};
    const struct kauri_progress progress = {.cancelled = is_stopped, .context = &rank};
    struct kauri_searcher_options options = {
        .number = team->rank, .send = send_line, .context = &rank, .progress = &progress};
    const struct kauri_campaign_workers workers = {.count = team->ranks - 1,
                                                   .context = run->team,
                                                   .give = give,
                                                   .receive = receive,
                                                   .dismiss = dismiss};
    if (team->ranks < 2) {
        return kauri_fail(error, KAURI_USAGE,
                          "a campaign takes two ranks at least, one of which coordinates: mpirun "
                          "-np R kauri-mpi campaign, or kauri campaign");
    }
    KAURI_TRY(open_campaign(run, &campaign, error));
    if (team->rank != 0) {
        const unsigned here = kauri_team_mpi_ranks_here(run->team);
        status = kauri_campaign_searcher(&campaign, run, here, &options, &searcher, error);
    }
    KAURI_TRY(kauri_team_status(team, status, error));
    if (team->rank == 0) {
        status = kauri_campaign_run(&campaign, run, &workers, error);
    } else {
        work(&rank, searcher);
    }
cleanup:
    kauri_searcher_free(searcher);
    kauri_campaign_folder_close(&campaign);
    return status;
}

const struct kauri_command kauri_command_mpi_campaign = {
    .name = "campaign",
    .summary = "answer hard questions by many searches on many machines",
    .text =
        "Goes on with a campaign that `kauri campaign FOLDER --ask` began "
        "(docs/reference/CAMPAIGN.md), in a "
        "folder that all ranks see. Rank 0 coordinates and checks the proofs, the others search; "
        "--memory and --threads hold for each of them.\n\n"
        "SIGINT, SIGTERM, SIGHUP and SIGUSR1, sent to any rank, stop all of them, and what they "
        "found out is kept. If a rank dies, MPI ends the others, and the jobs at work are lost. "
        "The same command goes on from there.",
    .arguments = "FOLDER",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_CAMPAIGN_OPTIONS,
            {.name = NULL},
        },
    .examples = {{"go on with a campaign: one process coordinates, the other two search",
                  "mpirun -np 3 kauri-mpi campaign campaign --time 10"}},
    .related = "solve",
    .documents = "reference/CAMPAIGN.md reference/JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    .settings_bytes = sizeof(struct kauri_campaign_options),
    .defaults = &(const struct kauri_campaign_options)KAURI_CAMPAIGN_OPTIONS_DEFAULT,
    .run = run,
};
