// kauri-mpi campaign: rank 0 coordinates a campaign, and the other ranks search for it.
#include "cli/mpi/mpi_commands.h"

#include "cli/campaign/campaign_run.h"
#include "cli/campaign/campaign_view.h"
#include "cli/mpi/mpi_run.h"
#include "cli/run.h"
#include "solver/mpi/team_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Between two looks for letters.
#define PAUSE_SECONDS 1e-3

static void pause_shortly(void)
{
    const struct timespec time = {.tv_nsec = (long)(PAUSE_SECONDS * 1e9)};
    (void)nanosleep(&time, NULL);
}

// ------------------------------------------------------------------------------------ other ranks

struct rank_link {
    struct kauri_team_mpi *mpi;
    const struct kauri_progress *progress;
    bool told; // rank 0, that a signal has come
};

// An empty letter dismisses the rank, which asks for that after a signal.
static bool receive_lines(void *context, struct kauri_string *unread)
{
    struct rank_link *link = context;
    unsigned rank = 0;
    while (!kauri_letter_arrived(link->mpi, &rank)) {
        if (kauri_progress_cancelled(link->progress) && !link->told) {
            char text[64];
            const int size = snprintf(text, sizeof text, KAURI_CREW_FAILED "%d interrupted\n",
                                      (int)KAURI_INTERRUPTED);
            kauri_letter_send(link->mpi, 0, text, (size_t)size);
            link->told = true;
        }
        pause_shortly();
    }
    return kauri_letter_receive(link->mpi, rank, unread) > 0;
}

static bool send_lines(void *context, const char *text, size_t size)
{
    const struct rank_link *link = context;
    kauri_letter_send(link->mpi, 0, text, size);
    return true;
}

// While a rank has a job, no letter comes but the one that dismisses it.
static bool is_stopped(void *context)
{
    const struct rank_link *link = context;
    unsigned rank = 0;
    return kauri_progress_cancelled(link->progress) || kauri_letter_arrived(link->mpi, &rank);
}

static void work(const struct kauri_command_run *run, const struct kauri_searcher_options *searcher)
{
    struct rank_link link = {.mpi = run->team, .progress = &run->view.progress};
    const struct kauri_crew_link given = {
        .context = &link, .receive = receive_lines, .send = send_lines, .is_stopped = is_stopped};
    kauri_crew_work(&given, searcher);
}

// ----------------------------------------------------------------------------------------- rank 0

// Worker n is rank n + 1.
struct rank_crew {
    struct kauri_team_mpi *mpi;
    const struct kauri_progress *progress;
    unsigned ranks;
    struct kauri_string *unread; // by worker
    size_t *read;
};

static void send_to(void *context, unsigned number, const char *lines)
{
    const struct rank_crew *crew = context;
    kauri_letter_send(crew->mpi, number + 1, lines, strlen(lines));
}

static enum kauri_crew_event next(void *context, double seconds, unsigned *number,
                                  const char **text)
{
    const struct rank_crew *crew = context;
    const double end = kauri_clock_seconds() + seconds;
    unsigned rank = 0;
    for (;;) {
        for (unsigned i = 0; i + 1 < crew->ranks; i++) {
            *text = kauri_crew_line(&crew->unread[i], &crew->read[i]);
            if (*text != NULL) {
                *number = i;
                return KAURI_CREW_LINE;
            }
        }
        if (kauri_letter_arrived(crew->mpi, &rank)) {
            (void)kauri_letter_receive(crew->mpi, rank, &crew->unread[rank - 1]);
        } else if (kauri_clock_seconds() >= end || kauri_progress_cancelled(crew->progress)) {
            return KAURI_CREW_NOTHING;
        } else {
            pause_shortly();
        }
    }
}

static void dismiss(void *context)
{
    const struct rank_crew *crew = context;
    for (unsigned rank = 1; rank < crew->ranks; rank++) {
        kauri_letter_send(crew->mpi, rank, "", 0);
    }
}

static enum kauri_status coordinate(struct kauri_command_run *run,
                                    struct kauri_campaign_folder *campaign,
                                    const struct kauri_campaign_settings *settings,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_tally tally;
    struct rank_crew ranks = {.mpi = run->team,
                              .progress = &run->view.progress,
                              .ranks = kauri_team_mpi_team(run->team)->ranks,
                              .unread = calloc(settings->workers, sizeof *ranks.unread),
                              .read = calloc(settings->workers, sizeof *ranks.read)};
    const struct kauri_crew crew = {
        .context = &ranks, .send = send_to, .next = next, .dismiss = dismiss};
    if (ranks.unread == NULL || ranks.read == NULL) {
        dismiss(&ranks);
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the ranks");
        goto cleanup;
    }
    status = kauri_campaign_run(campaign, settings, &crew, &run->view, &tally, error);
    if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
        struct kauri_error failed;
        if (kauri_campaign_report(campaign, &tally, run, &failed) != KAURI_OK) {
            *error = failed;
            status = failed.status;
        }
    }
cleanup:
    for (unsigned i = 0; ranks.unread != NULL && i < settings->workers; i++) {
        kauri_string_clear(&ranks.unread[i]);
    }
    free(ranks.unread);
    free(ranks.read);
    return status;
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
    KAURI_TRY(kauri_team_status(team, status, error));
    if (team->rank != 0) {
        status = kauri_campaign_folder_open(path, KAURI_CAMPAIGN_READ, campaign, error);
    }
    status = kauri_team_status(team, status, error);
cleanup:
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = kauri_team_mpi_team(run->team);
    struct kauri_campaign_folder campaign = {.folder = NULL};
    struct kauri_searcher_options searcher;
    if (team->ranks < 2) {
        return kauri_fail(error, KAURI_USAGE,
                          "a campaign takes two ranks at least, one of which coordinates: mpirun "
                          "-np R kauri-mpi campaign, or kauri campaign");
    }
    const struct kauri_campaign_settings settings =
        kauri_campaign_settings_of(run, team->ranks - 1, kauri_team_mpi_ranks_here(run->team));
    KAURI_TRY(open_campaign(run, &campaign, error));
    status = kauri_campaign_searcher(&campaign, &settings, &searcher, error);
    KAURI_TRY(kauri_team_status(team, status, error));
    if (team->rank == 0) {
        status = coordinate(run, &campaign, &settings, error);
    } else {
        searcher.number = team->rank;
        searcher.seed += team->rank - 1;
        work(run, &searcher);
    }
cleanup:
    kauri_campaign_folder_close(&campaign);
    return status;
}

const struct kauri_command kauri_mpi_command_campaign = {
    .name = "campaign",
    .summary = "answer hard questions by many searches on many machines",
    .text =
        "Goes on with a campaign that `kauri campaign FOLDER --ask` began (docs/CAMPAIGN.md), in a "
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
    .documents = "CAMPAIGN.md JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    .settings_bytes = sizeof(struct kauri_campaign_options),
    .defaults = &(const struct kauri_campaign_options)KAURI_CAMPAIGN_OPTIONS_DEFAULT,
    .run = run,
};
