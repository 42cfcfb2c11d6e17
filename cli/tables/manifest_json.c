#include "cli/tables/manifest_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *file_object(const struct kauri_manifest_file *file)
{
    static const char *const states[] = {[KAURI_MANIFEST_SAME] = "same",
                                         [KAURI_MANIFEST_SAME_ENTRIES] = "same_entries",
                                         [KAURI_MANIFEST_DIFFERS] = "differs",
                                         [KAURI_MANIFEST_MISSING] = "missing",
                                         [KAURI_MANIFEST_DAMAGED] = "damaged"};
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "file", json_object_new_string(file->name));
    kauri_json_add(object, "seeds", json_object_new_int((int32_t)file->seeds));
    kauri_json_add(object, "state", json_object_new_string(states[file->state]));
    kauri_json_add(object, "sha256",
                   file->sum[0] == '\0' ? NULL : json_object_new_string(file->sum));
    kauri_json_add(
        object, "fault",
        file->state == KAURI_MANIFEST_SAME ? NULL : kauri_json_foreign_text(file->fault.message));
    return object;
}

void kauri_json_manifest(struct kauri_string *out, const char *folder, const char *manifest,
                         const struct kauri_manifest_report *report,
                         const struct kauri_error *fault)
{
    struct json_object *object = json_object_new_object();
    struct json_object *files = json_object_new_array();
    for (size_t i = 0; i < report->count; i++) {
        (void)json_object_array_add(files, file_object(&report->files[i]));
    }
    kauri_json_add(object, "tables", kauri_json_foreign_text(folder));
    kauri_json_add(object, "manifest", kauri_json_foreign_text(manifest));
    kauri_json_add(object, "same", json_object_new_boolean(fault == NULL));
    kauri_json_add(object, "files", files);
    kauri_json_add(object, "fault", fault == NULL ? NULL : kauri_json_foreign_text(fault->message));
    kauri_json_write(out, object);
}
