#include "cli/tables/verify_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *count(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

static struct json_object *value_pair(int32_t r, int32_t dtc)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "r", json_object_new_int(r));
    kauri_json_add(object, "dtc", json_object_new_int(dtc));
    return object;
}

static struct json_object *work_of(const struct kauri_verify_work *work)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "decoded", count(work->decoded));
    kauri_json_add(object, "derived", count(work->derived));
    kauri_json_add(object, "layer_decoded", count(work->layer_decoded));
    kauri_json_add(object, "layer_derived", count(work->layer_derived));
    return object;
}

static void add_layer(struct json_object *object, unsigned seeds,
                      const struct kauri_verify_result *result, bool sound)
{
    struct json_object *first = NULL;
    if (result->wrong > 0) {
        first = json_object_new_object();
        kauri_json_add(first, "position", kauri_json_position(&result->first_wrong));
        kauri_json_add(first, "stored", value_pair(result->stored_r, result->stored_dtc));
        kauri_json_add(first, "right", value_pair(result->correct_r, result->correct_dtc));
    }
    kauri_json_add(object, "seeds", json_object_new_int((int32_t)seeds));
    kauri_json_add(object, "sound", json_object_new_boolean(sound));
    kauri_json_add(object, "checked", count(result->checked));
    kauri_json_add(object, "wrong", count(result->wrong));
    kauri_json_add(object, "first_wrong", first);
    kauri_json_add(object, "digest_of_all",
                   result->has_digest ? kauri_json_digest(result->digest) : NULL);
    kauri_json_add(object, "work", result->work.decoded > 0 ? work_of(&result->work) : NULL);
    kauri_json_add(object, "seconds", kauri_json_seconds(result->seconds));
}

static struct json_object *layer_of(unsigned seeds, const struct kauri_verify_result *result,
                                    bool sound)
{
    struct json_object *object = json_object_new_object();
    add_layer(object, seeds, result, sound);
    return object;
}

void kauri_json_verify(struct kauri_string *out, const char *folder,
                       const struct kauri_verify_report *report, const struct kauri_error *fault)
{
    struct json_object *object = json_object_new_object();
    struct json_object *layers = json_object_new_array();
    bool proven = report->sample == 0 && report->count == report->last + 1 && fault == NULL;
    for (unsigned seeds = 0; seeds < report->count; seeds++) {
        proven = proven && report->sound[seeds];
        (void)json_object_array_add(layers,
                                    layer_of(seeds, &report->layers[seeds], report->sound[seeds]));
    }
    kauri_json_add(object, "tables", kauri_json_foreign_text(folder));
    kauri_json_add(object, "sample", report->sample == 0 ? NULL : count(report->sample));
    kauri_json_add(object, "proven", json_object_new_boolean(proven));
    kauri_json_add(object, "layers", layers);
    kauri_json_add(object, "fault", fault == NULL ? NULL : kauri_json_foreign_text(fault->message));
    kauri_json_write(out, object);
}

void kauri_json_verify_division(struct kauri_string *out, const char *folder, unsigned seeds,
                                const struct kauri_verify_division *division,
                                const struct kauri_verify_result *result,
                                const struct kauri_error *fault)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "tables", kauri_json_foreign_text(folder));
    kauri_json_add(object, "part", division->part > 0 ? count(division->part) : NULL);
    kauri_json_add(object, "parts", division->parts > 0 ? count(division->parts) : NULL);
    kauri_json_add(object, "result",
                   division->file == NULL ? NULL : kauri_json_foreign_text(division->file));
    add_layer(object, seeds, result, fault == NULL);
    kauri_json_add(object, "fault", fault == NULL ? NULL : kauri_json_foreign_text(fault->message));
    kauri_json_write(out, object);
}
