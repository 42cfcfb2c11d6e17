#include "cli/campaign/campaign_run.h"

#include "cli/campaign/campaign_proofs.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/coordinator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FACTS_MOST = 64, // after each job
    LOST_MOST = 3,   // workers in turn, without a job that ended in between
    MEBIBYTE = 1 << 20,
};

#define WAIT_SECONDS 0.25
#define SAVE_SECONDS 1.0

struct campaign_run {
    struct kauri_campaign_folder *campaign;
    const struct kauri_campaign_settings *settings;
    struct kauri_progress_view *view;
    struct kauri_campaign_tally *tally;
    const struct kauri_crew *crew;
    struct kauri_coordinator *coordinator;
    struct kauri_status_line line;
    double started;
    double saved;               // time
    uint32_t bounds, questions; // of the frontier when it was saved
    bool stopping;
    bool interrupted; // by a signal to a worker
    unsigned lost;    // in turn
};

// The greatest number of seeds of a position of the frontier.
static unsigned most_seeds(const struct kauri_campaign_frontier *frontier)
{
    unsigned seeds = 0;
    for (uint32_t i = 0; i < frontier->place_count; i++) {
        seeds = frontier->places[i].seeds > seeds ? frontier->places[i].seeds : seeds;
    }
    return seeds;
}

enum kauri_status kauri_campaign_searcher(const struct kauri_campaign_folder *campaign,
                                          const struct kauri_campaign_settings *settings,
                                          struct kauri_searcher_options *searcher,
                                          struct kauri_error *error)
{
    const struct kauri_shape shape = campaign->frontier->shape;
    const unsigned seeds = most_seeds(campaign->frontier);
    const uint64_t least = kauri_searcher_least(shape, seeds, settings->threads);
    *searcher = (struct kauri_searcher_options){.shape = shape,
                                                .seeds = seeds,
                                                .memory = settings->memory,
                                                .threads = settings->threads,
                                                .seed = settings->seed,
                                                .folder = campaign->path,
                                                .fact_work = settings->fact_work,
                                                .fact_most = FACTS_MOST};
    return settings->memory >= least
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE,
                            "too little memory: each worker needs at least %lluM (--memory)%s",
                            (unsigned long long)((least + MEBIBYTE - 1) / MEBIBYTE),
                            settings->threads > 1 ? " with so many threads" : "");
}

static enum kauri_status accept(void *context, const struct kauri_campaign_line *line,
                                struct kauri_error *error)
{
    const struct campaign_run *run = context;
    return kauri_campaign_accept(run->campaign, line, error);
}

// -------------------------------------------------------------------------------------- progress

// Positions of this run, those of jobs at work included.
static uint64_t positions(const struct campaign_run *run)
{
    uint64_t sum = run->coordinator->positions;
    for (unsigned i = 0; i < run->settings->workers; i++) {
        const struct kauri_coordinator_worker *worker = &run->coordinator->workers[i];
        sum += worker->question != KAURI_CAMPAIGN_NONE ? worker->at : 0;
    }
    return sum;
}

// The first root that is open, or the last one.
static const struct kauri_campaign_question *
open_root(const struct kauri_campaign_frontier *frontier)
{
    uint32_t i = 0;
    while (i + 1 < frontier->root_count &&
           frontier->questions[frontier->roots[i].question].state == KAURI_CAMPAIGN_ANSWERED) {
        i++;
    }
    return &frontier->questions[frontier->roots[i].question];
}

static void show(struct campaign_run *run)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    char text[160];
    const double seconds = kauri_clock_seconds() - run->started;
    const uint64_t done = positions(run);
    const struct kauri_campaign_frontier *frontier = run->campaign->frontier;
    const struct kauri_campaign_question *root = open_root(frontier);
    if (run->view->quiet || !kauri_status_line_is_due(&run->line)) {
        return;
    }
    (void)snprintf(
        text, sizeof text,
        "%.0f s, %s positions, %.2f M/s, %u at work, %" PRIu64 " jobs done, %" PRIu32
        " proofs, r>=%+d %" PRIu32 ":%" PRIu32 "%s",
        seconds, kauri_format_count(done, count), seconds > 0 ? (double)done / seconds / 1e6 : 0.0,
        kauri_coordinator_busy(run->coordinator), run->coordinator->jobs, frontier->bound_count,
        root->x, root->efforts.phi, root->efforts.delta, run->stopping ? ", stopping" : "");
    kauri_status_line_show(&run->line, text);
}

// ------------------------------------------------------------------------------------------- jobs

// Gives jobs to all workers that can have one.
static enum kauri_status hand_out(struct campaign_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string lines = {.bytes = NULL};
    uint32_t worker = 0;
    while (worker != KAURI_CAMPAIGN_NONE) {
        kauri_string_clear(&lines);
        KAURI_TRY(kauri_coordinator_next(run->coordinator, &worker, &lines, error));
        KAURI_TRY(kauri_string_check(&lines, error));
        if (worker != KAURI_CAMPAIGN_NONE) {
            run->crew->send(run->crew->context, worker, kauri_string_text(&lines));
        }
    }
cleanup:
    kauri_string_clear(&lines);
    return status;
}

static enum kauri_status save(struct campaign_run *run, struct kauri_error *error)
{
    const struct kauri_campaign_frontier *frontier = run->campaign->frontier;
    const enum kauri_status status =
        run->coordinator->changed ? kauri_campaign_folder_save(run->campaign, error) : KAURI_OK;
    run->coordinator->changed = run->coordinator->changed && status != KAURI_OK;
    run->saved = kauri_clock_seconds();
    run->bounds = frontier->bound_count;
    run->questions = frontier->question_count;
    return status;
}

// Whether to save the frontier after a job. Proofs and splits are saved at once, efforts at most
// once per second, because jobs of many workers may end all the time.
static bool is_worth_saving(const struct campaign_run *run)
{
    const struct kauri_campaign_frontier *frontier = run->campaign->frontier;
    return frontier->bound_count > run->bounds || frontier->question_count > run->questions ||
           kauri_clock_seconds() - run->saved >= SAVE_SECONDS;
}

static void stop(struct campaign_run *run)
{
    if (!run->stopping) {
        run->stopping = true;
        run->crew->dismiss(run->crew->context);
    }
}

static enum kauri_status take_line(struct campaign_run *run, unsigned worker, const char *text,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_line line;
    const uint64_t jobs = run->coordinator->jobs;
    if (strncmp(text, KAURI_CREW_FAILED, strlen(KAURI_CREW_FAILED)) == 0) {
        char *message = NULL;
        const long number = strtol(text + strlen(KAURI_CREW_FAILED), &message, 10);
        if (number == KAURI_INTERRUPTED) { // a rank, by a signal that it alone received
            run->interrupted = true;
            stop(run);
            return KAURI_OK;
        }
        return kauri_fail(error, number > 0 ? (enum kauri_status)number : KAURI_INTERNAL, "%s",
                          message + (*message == ' '));
    }
    status = kauri_campaign_line_read(text, &line, error);
    if (status != KAURI_OK) {
        return kauri_fail(error, KAURI_INTERNAL, "worker %u sent a line that cannot be read",
                          worker);
    }
    KAURI_TRY(kauri_coordinator_take(run->coordinator, worker, &line, error));
    if (run->coordinator->jobs > jobs) {
        run->lost = 0;
        status = is_worth_saving(run) ? save(run, error) : KAURI_OK;
    }
cleanup:
    return status;
}

// Starts a lost worker again, unless that happens again and again.
static enum kauri_status replace(struct campaign_run *run, unsigned worker, const char *how,
                                 struct kauri_error *error)
{
    const bool busy = run->coordinator->workers[worker].question != KAURI_CAMPAIGN_NONE;
    kauri_coordinator_lose(run->coordinator, worker);
    if (run->stopping || run->crew->restart == NULL) {
        return KAURI_OK;
    }
    run->tally->lost++;
    if (++run->lost > LOST_MOST) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "worker %u %s, as did the %d before it; fewer workers or less memory for "
                          "each may help (--workers, --memory)",
                          worker, how, LOST_MOST);
    }
    kauri_status_line_clear(&run->line);
    kauri_progress_view_say(run->view, "worker %u %s; it is started again%s", worker, how,
                            busy ? ", and its job is lost" : "");
    return run->crew->restart(run->crew->context, worker, error);
}

// One turn of the main loop: hands out jobs, waits for an event, and handles it. Sets *over if no
// worker is busy.
static enum kauri_status step(struct campaign_run *run, bool *over, struct kauri_error *error)
{
    unsigned worker = 0;
    const char *text = NULL;
    enum kauri_status status = KAURI_OK;
    if (!run->stopping && (kauri_progress_cancelled(&run->view->progress) ||
                           kauri_clock_seconds() - run->started >= run->settings->seconds)) {
        stop(run);
    }
    if (!run->stopping) {
        KAURI_TRY(hand_out(run, error));
    }
    *over = kauri_coordinator_busy(run->coordinator) == 0;
    if (*over) {
        return KAURI_OK;
    }
    switch (run->crew->next(run->crew->context, WAIT_SECONDS, &worker, &text)) {
    case KAURI_CREW_LINE:
        status = take_line(run, worker, text, error);
        break;
    case KAURI_CREW_LOST:
        status = replace(run, worker, text, error);
        break;
    default:
        break;
    }
    show(run);
cleanup:
    return status;
}

enum kauri_status kauri_campaign_run(struct kauri_campaign_folder *campaign,
                                     const struct kauri_campaign_settings *settings,
                                     const struct kauri_crew *crew,
                                     struct kauri_progress_view *view,
                                     struct kauri_campaign_tally *tally, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *tally = (struct kauri_campaign_tally){.jobs = 0};
    struct campaign_run run = {.campaign = campaign,
                               .settings = settings,
                               .crew = crew,
                               .view = view,
                               .tally = tally,
                               .started = kauri_clock_seconds(),
                               .bounds = campaign->frontier->bound_count,
                               .questions = campaign->frontier->question_count};
    const struct kauri_coordinator_options options = {.workers = settings->workers,
                                                      .budget = settings->budget,
                                                      .nodes = settings->nodes,
                                                      .accept = accept,
                                                      .context = &run};
    KAURI_TRY(kauri_coordinator_new(&options, campaign->frontier, &run.coordinator, error));
    kauri_status_line_begin(&run.line, WAIT_SECONDS);
    for (bool over = false; status == KAURI_OK && !over;) {
        status = step(&run, &over, error);
    }
    stop(&run);
    kauri_status_line_clear(&run.line);
    KAURI_TRY(status);
    KAURI_TRY(save(&run, error));
    tally->jobs = run.coordinator->jobs;
    tally->positions = run.coordinator->positions;
    tally->seconds = kauri_clock_seconds() - run.started;
    if (run.interrupted || kauri_progress_cancelled(&view->progress)) {
        char count[KAURI_SIZE_TEXT_BYTES];
        status = kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted after %s position%s; all that was found out is kept",
                            kauri_format_count(tally->positions, count),
                            tally->positions == 1 ? "" : "s");
    }
cleanup:
    kauri_coordinator_free(run.coordinator);
    return status;
}

static const uint64_t memory_default = UINT64_C(2) << 30;

struct kauri_campaign_settings kauri_campaign_settings_of(const struct kauri_command_run *run,
                                                          unsigned workers, unsigned here)
{
    const struct kauri_campaign_options *options = run->settings;
    const unsigned share = kauri_loop_threads() / here;
    const uint64_t available = kauri_memory_available();
    const uint64_t most = (available - available / 10) / here;
    return (struct kauri_campaign_settings){
        .workers = workers,
        .threads = run->threads_given != 0 ? (unsigned)run->threads_given
                   : share > 0             ? share
                                           : 1,
        .memory = options->memory != 0    ? options->memory
                  : most < memory_default ? most
                                          : memory_default,
        .seed = options->seed,
        .budget = options->budget,
        .nodes = options->nodes,
        .seconds = (double)options->seconds,
        .fact_work = options->fact_nodes,
    };
}

enum kauri_status kauri_campaign_prepare(const struct kauri_campaign_folder *campaign,
                                         struct kauri_command_run *run, struct kauri_error *error)
{
    const struct kauri_campaign_options *options = run->settings;
    enum kauri_status status = KAURI_OK;
    bool news = false;
    const unsigned threads = options->trust ? 0 : kauri_loop_threads();
    KAURI_TRY(kauri_threads_start(threads, error));
    status = kauri_campaign_check_all(campaign, threads, &run->view.progress, &news, error);
    kauri_progress_view_clear(&run->view);
    KAURI_TRY(status);
    status = news ? kauri_campaign_folder_save(campaign, error) : KAURI_OK;
cleanup:
    return status;
}
