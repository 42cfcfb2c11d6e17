#include "cli/campaign/campaign_view.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *root_of(const struct kauri_campaign_frontier *frontier,
                                   const struct kauri_campaign_root *root)
{
    const struct kauri_campaign_question *question = &frontier->questions[root->question];
    const bool answered = question->state == KAURI_CAMPAIGN_ANSWERED;
    const struct kauri_bounds r = kauri_campaign_root_bounds(frontier, root);
    struct json_object *object = json_object_new_object();
    struct json_object *efforts = NULL;
    if (!answered) {
        efforts = json_object_new_object();
        kauri_json_add(efforts, "yes", json_object_new_int64(question->efforts.phi));
        kauri_json_add(efforts, "no", json_object_new_int64(question->efforts.delta));
    }
    kauri_json_add(object, "position", kauri_json_position(&root->position));
    kauri_json_add(object, "x", json_object_new_int(root->x));
    kauri_json_add(object, "answer",
                   answered ? json_object_new_string(question->yes ? "yes" : "no") : NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(r.low, r.high));
    kauri_json_add(object, "proof",
                   answered ? kauri_json_digest(frontier->bounds[question->bound].digest) : NULL);
    kauri_json_add(object, "efforts", efforts);
    return object;
}

static struct json_object *tally_of(const struct kauri_campaign_tally *tally)
{
    if (tally == NULL) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "jobs", json_object_new_int64((int64_t)tally->jobs));
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)tally->positions));
    kauri_json_add(object, "workers_lost", json_object_new_int64(tally->lost));
    kauri_json_add(object, "seconds", kauri_json_seconds(tally->seconds));
    return object;
}

void kauri_campaign_json(struct kauri_string *out, const struct kauri_campaign_view *view)
{
    const struct kauri_campaign_frontier *frontier = view->campaign->frontier;
    struct json_object *object = json_object_new_object();
    struct json_object *roots = json_object_new_array();
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        (void)json_object_array_add(roots, root_of(frontier, &frontier->roots[i]));
    }
    kauri_json_add(object, "roots", roots);
    kauri_json_add(object, "questions", json_object_new_int64(frontier->question_count));
    kauri_json_add(object, "answered", json_object_new_int64(view->done));
    kauri_json_add(object, "open", json_object_new_int64(view->leaves));
    kauri_json_add(object, "proofs", json_object_new_int64(frontier->bound_count));
    kauri_json_add(object, "bytes", json_object_new_int64((int64_t)view->bytes));
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)view->positions));
    kauri_json_add(object, "run", tally_of(view->tally));
    kauri_json_write(out, object);
}
