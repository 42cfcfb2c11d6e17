#include "cli/campaign/campaign_view.h"

#include "cli/campaign/campaign_proofs.h"
#include "cli/parts_json.h"
#include "cli/search/search_view.h"
#include "common/size.h"
#include "queries/campaign/campaign_choice.h"

#include <inttypes.h>

// The state of a campaign, whose frontier was evaluated (queries/campaign/campaign_choice.h).
struct view {
    const struct kauri_campaign_folder *campaign;
    const struct kauri_campaign_tally *tally; // of a run that has just ended, or NULL
    uint32_t answered;                        // roots
    uint32_t leaves;                          // open questions that were not split
    uint32_t done;                            // questions that are answered
    uint64_t positions;                       // expanded by all jobs
    uint64_t bytes;                           // of all proofs
};

// Counts.
static struct view view_of(const struct kauri_campaign_folder *campaign,
                           const struct kauri_campaign_tally *tally)
{
    const struct kauri_campaign_frontier *frontier = campaign->frontier;
    struct view view = {
        .campaign = campaign, .tally = tally, .bytes = kauri_campaign_proof_bytes(campaign)};
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

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
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
    if (question->efforts.phi == KAURI_EFFORT_MOST ||
        question->efforts.delta == KAURI_EFFORT_MOST) {
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
    kauri_string_add(out, "%s: %" PRIu32 " of %" PRIu32 " question%s answered\n",
                     view->campaign->path, view->answered, frontier->root_count,
                     plural(frontier->root_count));
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        add_root(out, frontier, &frontier->roots[i]);
    }
    kauri_string_add(out, "\nFrontier:   %" PRIu32 " question%s, ", frontier->question_count,
                     plural(frontier->question_count));
    kauri_string_add(out, "%" PRIu32 " answered, %" PRIu32 " split, %" PRIu32 " open\n", view->done,
                     frontier->question_count - view->done - view->leaves, view->leaves);
    kauri_string_add(out, "Proofs:     %" PRIu32 ", %s\n", frontier->bound_count,
                     kauri_format_size(view->bytes, size));
    kauri_string_add(out, "Searched:   %s position%s\n", kauri_format_count(view->positions, count),
                     plural(view->positions));
    if (view->tally != NULL) {
        kauri_string_add(out, "This run:   %s position%s in %.1f s, %" PRIu64 " job%s\n",
                         kauri_format_count(view->tally->positions, count),
                         plural(view->tally->positions), view->tally->seconds, view->tally->jobs,
                         plural(view->tally->jobs));
    }
}

void kauri_campaign_json_add_state(struct kauri_json *json, bool proven, uint64_t digest,
                                   struct kauri_efforts efforts)
{
    if (proven) {
        kauri_json_add_digest(json, "proof", digest);
    } else {
        kauri_json_add_null(json, "proof");
    }
    if (proven || efforts.phi + efforts.delta == 0) {
        kauri_json_add_null(json, "efforts");
        return;
    }
    kauri_json_begin_object(json, "efforts");
    kauri_json_add_uint(json, "yes", efforts.phi);
    kauri_json_add_uint(json, "no", efforts.delta);
    kauri_json_end(json);
}

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

static void add_json(struct kauri_string *out, const struct view *view)
{
    const struct kauri_campaign_frontier *frontier = view->campaign->frontier;
    const struct kauri_campaign_tally *tally = view->tally;
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
    kauri_json_add_uint(&json, "nodes", view->positions);
    if (tally != NULL) {
        kauri_json_begin_object(&json, "run");
        kauri_json_add_uint(&json, "jobs", tally->jobs);
        kauri_json_add_uint(&json, "nodes", tally->positions);
        kauri_json_add_uint(&json, "workers_lost", tally->lost);
        kauri_json_add_seconds(&json, "seconds", tally->seconds);
        kauri_json_end(&json);
    } else {
        kauri_json_add_null(&json, "run");
    }
    kauri_json_end(&json);
}

enum kauri_status kauri_campaign_report(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_campaign_tally *tally,
                                        struct kauri_command_run *run, struct kauri_error *error)
{
    const enum kauri_status status = kauri_campaign_evaluate(campaign->frontier, error);
    if (status == KAURI_OK) {
        const struct view view = view_of(campaign, tally);
        (run->json ? add_json : add_text)(&run->out, &view);
    }
    return status;
}
