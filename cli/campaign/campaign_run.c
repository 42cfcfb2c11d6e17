#include "cli/campaign/campaign_run.h"

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_proofs.h"
#include "cli/memory_share.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/search_view.h"
#include "queries/answers/value_words.h"
#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/searcher.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FACTS_MAX = 64, // most proofs of separate bounds after each job
};

#define SHOW_SECONDS 0.25
#define SAVE_SECONDS 1.0
#define STOP_SECONDS 5.0 // time of a stopped job for its proof

static const uint64_t memory_default = UINT64_C(2) << 30;

struct campaign_run {
    struct kauri_campaign_folder *campaign;
    struct kauri_command_run *command;
    struct kauri_searcher_tally tally;
    struct kauri_progress progress; // of the searcher
    struct kauri_status_line line;
    double started;
    double saved;               // when the frontier was saved
    uint32_t bounds, questions; // size of the frontier when it was saved
    uint64_t jobs;              // jobs that had ended when it was saved
};

// ---------------------------------------------------------------------------------- before a run

// Checks the proofs of the folder, unless they are trusted, and saves the frontier if it gets
// bounds from them.
static enum kauri_status check_proofs(const struct kauri_campaign_folder *campaign,
                                      struct kauri_command_run *run, struct kauri_error *error)
{
    const struct kauri_campaign_options *options = run->settings;
    enum kauri_status status = KAURI_OK;
    bool news = false;
    struct kauri_proof_check_options checking = {.threads = kauri_loop_threads(),
                                                 .progress = &run->view.progress};
    if (options->trust) {
        return kauri_campaign_check_heads(campaign, error);
    }
    KAURI_PASS(kauri_threads_start(checking.threads, error));
    status = kauri_checked_proofs_read(options->checked, &checking.checked, error);
    if (status == KAURI_OK) {
        status = kauri_campaign_check_all(campaign, &checking, &news, error);
    }
    kauri_progress_view_clear(&run->view);
    status = kauri_checked_proofs_finish(checking.checked, status, error);
    return status == KAURI_OK && news ? kauri_campaign_folder_save(campaign, error) : status;
}

// -------------------------------------------------------------------------------------- progress

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

// Shows how far the run is, with so many positions expanded.
static void show(struct campaign_run *run, uint64_t done)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    char text[160];
    const double seconds = kauri_clock_seconds() - run->started;
    const struct kauri_campaign_frontier *frontier = run->campaign->frontier;
    const struct kauri_campaign_question *root = open_root(frontier);
    if (run->command->quiet || !kauri_status_line_is_due(&run->line)) {
        return;
    }
    (void)snprintf(text, sizeof text,
                   "%.0f s, %s positions, %.2f M/s, %" PRIu64 " jobs done, %" PRIu32
                   " proofs, r>=%+d %" PRIu32 ":%" PRIu32,
                   seconds, kauri_format_count(done, count),
                   seconds > 0 ? (double)done / seconds / 1e6 : 0.0, run->tally.jobs,
                   frontier->bound_count, root->x, root->efforts.phi, root->efforts.delta);
    kauri_status_line_show(&run->line, text);
}

static void note(void *context, const struct kauri_progress_report *report)
{
    show(context, report->done);
}

// Returns whether to stop: by a signal, or because the time is over.
static bool must_stop(void *context)
{
    const struct campaign_run *run = context;
    const struct kauri_campaign_options *options = run->command->settings;
    return kauri_progress_cancelled(&run->command->view.progress) ||
           kauri_clock_seconds() - run->started >= (double)options->seconds;
}

// ------------------------------------------------------------------------------------------- jobs

static enum kauri_status found(void *context, const struct kauri_position *position,
                               struct kauri_bounds r, uint64_t digest, struct kauri_error *error)
{
    const struct campaign_run *run = context;
    return kauri_campaign_accept(run->campaign, position, r, digest, error);
}

static enum kauri_status save(struct campaign_run *run, struct kauri_error *error)
{
    const struct kauri_campaign_frontier *frontier = run->campaign->frontier;
    const bool changed = run->tally.jobs > run->jobs;
    const enum kauri_status status =
        changed ? kauri_campaign_folder_save(run->campaign, error) : KAURI_OK;
    run->saved = kauri_clock_seconds();
    run->bounds = frontier->bound_count;
    run->questions = frontier->question_count;
    run->jobs = run->tally.jobs;
    return status;
}

// Returns whether to save the frontier after a job. Proofs and splits are saved at once, efforts at
// most once per second, because small jobs may end all the time.
static bool is_worth_saving(const struct campaign_run *run)
{
    const struct kauri_campaign_frontier *frontier = run->campaign->frontier;
    return frontier->bound_count > run->bounds || frontier->question_count > run->questions ||
           kauri_clock_seconds() - run->saved >= SAVE_SECONDS;
}

static enum kauri_status make_searcher(struct campaign_run *run, const char *proof,
                                       struct kauri_searcher **searcher, struct kauri_error *error)
{
    const struct kauri_campaign_options *options = run->command->settings;
    const uint64_t maximum = kauri_memory_usable();
    const struct kauri_searcher_options made = {
        .frontier = run->campaign->frontier,
        .memory = options->memory != 0       ? options->memory
                  : maximum < memory_default ? maximum
                                             : memory_default,
        .threads = kauri_run_threads(run->command),
        .seed = options->seed,
        .budget = options->budget,
        .nodes = options->nodes,
        .fact_work = options->fact_nodes,
        .fact_most = FACTS_MAX,
        .stop_seconds = STOP_SECONDS,
        .proof = proof,
        .found = found,
        .context = run,
        .progress = &run->progress,
    };
    const uint64_t least = kauri_searcher_least(made.frontier, made.threads);
    if (made.memory < least) {
        return kauri_memory_too_little(least, made.threads, error);
    }
    KAURI_PASS(kauri_threads_start(made.threads, error));
    return kauri_searcher_new(&made, searcher, error);
}

static enum kauri_status do_jobs(struct campaign_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_searcher *searcher = NULL;
    char *proof = kauri_folder_join(run->campaign->folder, kauri_campaign_unchecked);
    if (proof == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    KAURI_TRY(make_searcher(run, proof, &searcher, error));
    for (bool any = true; any && !must_stop(run);) {
        KAURI_TRY(kauri_searcher_do_job(searcher, &run->tally, &any, error));
        show(run, run->tally.positions);
        if (is_worth_saving(run)) {
            KAURI_TRY(save(run, error));
        }
    }
cleanup:
    kauri_searcher_free(searcher);
    free(proof);
    return status;
}

// ------------------------------------------------------------------------------------- the state

// The state of a campaign as it is printed. Its frontier has been evaluated.
struct view {
    const struct kauri_campaign_folder *campaign;
    const struct kauri_searcher_tally *ended; // what a run has done that has just ended, or NULL
    double seconds;                           // duration of that run
    bool checked;                             // this command has checked the proofs, step by step
    uint32_t answered;                        // roots that are answered
    uint32_t leaves;                          // open questions that were not split
    uint32_t done;                            // questions that are answered
    uint64_t positions;                       // positions expanded by all jobs
    uint64_t bytes;                           // size of all proofs
};

static struct view view_of(const struct kauri_campaign_folder *campaign)
{
    const struct kauri_campaign_frontier *frontier = campaign->frontier;
    struct view view = {.campaign = campaign, .bytes = kauri_campaign_proof_bytes(campaign)};
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        view.answered +=
            frontier->questions[frontier->roots[i].question].state == KAURI_CAMPAIGN_ANSWERED;
    }
    for (uint32_t i = 0; i < frontier->question_count; i++) {
        const struct kauri_campaign_question *question = &frontier->questions[i];
        view.leaves += question->state == KAURI_CAMPAIGN_LEAF;
        view.done += question->state == KAURI_CAMPAIGN_ANSWERED;
        view.positions += question->positions;
    }
    return view;
}

// The bounds that are proven about a root.
static struct kauri_bounds root_bounds(const struct kauri_campaign_frontier *frontier,
                                       const struct kauri_campaign_root *root)
{
    return frontier->places[frontier->questions[root->question].place].r;
}

static void add_root(struct kauri_string *out, const struct kauri_campaign_frontier *frontier,
                     const struct kauri_campaign_root *root)
{
    const struct kauri_campaign_question *question = &frontier->questions[root->question];
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(out, "\n%s\nIs r >= %d? ", kauri_position_format(&root->position, text),
                     root->x);
    if (question->state == KAURI_CAMPAIGN_ANSWERED) {
        const struct kauri_bounds r = root_bounds(frontier, root);
        kauri_string_add(out, "%s, by %016" PRIx64 ".proof\n", question->yes ? "Yes" : "No",
                         frontier->bounds[question->bound].digest);
        kauri_text_results(out, &root->position, r.low, r.high);
        return;
    }
    if (question->efforts.phi == KAURI_EFFORT_MAX || question->efforts.delta == KAURI_EFFORT_MAX) {
        kauri_string_add(out, "Open: as good as answered with %s, but for proofs\n",
                         question->efforts.phi < question->efforts.delta ? "yes" : "no");
        return;
    }
    char prove[KAURI_SIZE_TEXT_BYTES];
    char refute[KAURI_SIZE_TEXT_BYTES];
    const uint32_t phi = question->efforts.phi;
    const uint32_t delta = question->efforts.delta;
    kauri_string_add(out, "Open: effort %s to prove it, %s to refute it, ratio %.1f\n",
                     kauri_format_count(phi, prove), kauri_format_count(delta, refute),
                     phi < delta ? (double)delta / phi : (double)phi / delta);
}

static void add_text(struct kauri_string *out, const struct view *view)
{
    const struct kauri_campaign_frontier *frontier = view->campaign->frontier;
    char count[KAURI_SIZE_TEXT_BYTES];
    char size[KAURI_SIZE_TEXT_BYTES];
    const bool trusting = !view->checked && frontier->bound_count > 0;
    kauri_string_add_foreign(out, view->campaign->path);
    kauri_string_add(out, ": %" PRIu32 " of %" PRIu32 " question%s answered%s\n", view->answered,
                     frontier->root_count, kauri_plural(frontier->root_count),
                     trusting ? ", according to the frontier" : "");
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        add_root(out, frontier, &frontier->roots[i]);
    }
    kauri_string_fit(out, 0, kauri_terminal_columns(stdout));
    kauri_string_add(out, "\nFrontier:   %" PRIu32 " question%s, ", frontier->question_count,
                     kauri_plural(frontier->question_count));
    kauri_string_add(out, "%" PRIu32 " answered, %" PRIu32 " split, %" PRIu32 " open\n", view->done,
                     frontier->question_count - view->done - view->leaves, view->leaves);
    kauri_string_add(out, "Proofs:     %" PRIu32 ", %s%s\n", frontier->bound_count,
                     kauri_format_size(view->bytes, size),
                     trusting ? ", not checked now (kauri check-proof checks them)" : "");
    kauri_string_add(out, "Searched:   %s position%s\n", kauri_format_count(view->positions, count),
                     kauri_plural(view->positions));
    if (view->ended != NULL) {
        const uint64_t positions = view->ended->positions;
        const uint64_t jobs = view->ended->jobs;
        kauri_string_add(out, "This run:   %s position%s in %.1f s, %" PRIu64 " job%s\n",
                         kauri_format_count(positions, count), kauri_plural(positions),
                         view->seconds, jobs, kauri_plural(jobs));
    }
}

void kauri_campaign_json_add_state(struct kauri_json *json, bool proven, uint64_t digest,
                                   struct kauri_efforts efforts)
{
    kauri_json_add_digest(json, "proof", proven ? &digest : NULL);
    kauri_json_add_efforts(json, !proven && efforts.phi + efforts.delta > 0, NULL, efforts.phi,
                           efforts.delta);
}

// The object Root:
//     position: position
//     x: int
//     answer: "yes" | "no" | null
//     bounds: pair
//     proof: digest | null - of the answer
//     efforts: Efforts | null
static void add_json_root(struct kauri_json *json, const struct kauri_campaign_frontier *frontier,
                          const struct kauri_campaign_root *root)
{
    const struct kauri_campaign_question *question = &frontier->questions[root->question];
    const bool answered = question->state == KAURI_CAMPAIGN_ANSWERED;
    const struct kauri_bounds r = root_bounds(frontier, root);
    kauri_json_begin_object(json, NULL);
    kauri_json_add_position(json, "position", &root->position);
    kauri_json_add_int(json, "x", root->x);
    kauri_json_add_text(json, "answer", !answered ? NULL : question->yes ? "yes" : "no");
    kauri_json_add_pair(json, "bounds", r.low, r.high);
    kauri_campaign_json_add_state(
        json, answered, answered ? frontier->bounds[question->bound].digest : 0, question->efforts);
    kauri_json_end(json);
}

// The object Campaign:
//     roots: Root[] - the questions that were asked, in their order
//     questions, answered, open: int - of the frontier; `open` are neither answered nor split
//     proofs, bytes: int - proofs that the frontier refers to, and their size
//     checked: bool - the proofs were checked; otherwise only their first lines were read
//     nodes: int - positions that all jobs have expanded
//     run: CampaignRun | null - a run that has ended
//
// The object CampaignRun:
//     jobs, nodes: int - completed jobs, and positions that they expanded
//     seconds: number
static void add_json(struct kauri_string *out, const struct view *view)
{
    const struct kauri_campaign_frontier *frontier = view->campaign->frontier;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_array(&json, "roots");
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        add_json_root(&json, frontier, &frontier->roots[i]);
    }
    kauri_json_end(&json);
    kauri_json_add_uint(&json, "questions", frontier->question_count);
    kauri_json_add_uint(&json, "answered", view->done);
    kauri_json_add_uint(&json, "open", view->leaves);
    kauri_json_add_uint(&json, "proofs", frontier->bound_count);
    kauri_json_add_uint(&json, "bytes", view->bytes);
    kauri_json_add_bool(&json, "checked", view->checked);
    kauri_json_add_uint(&json, "nodes", view->positions);
    if (view->ended != NULL) {
        kauri_json_begin_object(&json, "run");
        kauri_json_add_uint(&json, "jobs", view->ended->jobs);
        kauri_json_add_uint(&json, "nodes", view->ended->positions);
        kauri_json_add_seconds(&json, "seconds", view->seconds);
        kauri_json_end(&json);
    } else {
        kauri_json_add_null(&json, "run");
    }
    kauri_json_end(&json);
}

// Adds the state of the campaign to its output. `ended` is NULL, or what a run has done that has
// ended, which checked all proofs unless it was told to trust them.
static enum kauri_status report(const struct kauri_campaign_folder *campaign,
                                const struct kauri_searcher_tally *ended, double seconds,
                                struct kauri_command_run *run, struct kauri_error *error)
{
    const struct kauri_campaign_options *options = run->settings;
    KAURI_PASS(kauri_campaign_evaluate(campaign->frontier, error));
    struct view view = view_of(campaign);
    view.ended = ended;
    view.seconds = seconds;
    view.checked = ended != NULL && !options->trust;
    (run->json ? add_json : add_text)(&run->out, &view);
    return KAURI_OK;
}

enum kauri_status kauri_campaign_report(const struct kauri_campaign_folder *campaign,
                                        struct kauri_command_run *run, struct kauri_error *error)
{
    KAURI_PASS(kauri_campaign_check_heads(campaign, error));
    return report(campaign, NULL, 0, run, error);
}

// -------------------------------------------------------------------------------------- the run

enum kauri_status kauri_campaign_run(struct kauri_campaign_folder *campaign,
                                     struct kauri_command_run *command, struct kauri_error *error)
{
    KAURI_PASS(check_proofs(campaign, command, error));
    struct campaign_run run = {.campaign = campaign,
                               .command = command,
                               .started = kauri_clock_seconds(),
                               .bounds = campaign->frontier->bound_count,
                               .questions = campaign->frontier->question_count};
    run.progress = (struct kauri_progress){.report = note, .cancelled = must_stop, .context = &run};
    kauri_status_line_begin(&run.line, SHOW_SECONDS);
    const enum kauri_status status = do_jobs(&run, error);
    kauri_status_line_clear(&run.line);
    KAURI_PASS(status);
    KAURI_PASS(save(&run, error));
    KAURI_PASS(report(campaign, &run.tally, kauri_clock_seconds() - run.started, command, error));
    if (kauri_progress_cancelled(&command->view.progress)) {
        char count[KAURI_SIZE_TEXT_BYTES];
        const uint64_t positions = run.tally.positions;
        return kauri_fail(error, KAURI_INTERRUPTED,
                          "interrupted after %s position%s; all that was found out is kept",
                          kauri_format_count(positions, count), kauri_plural(positions));
    }
    return KAURI_OK;
}
