#include "cli/tables/checksums_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

void kauri_json_checksums(struct kauri_string *out, const char *folder,
                          const struct kauri_checked_tables *checked,
                          const struct kauri_error *fault)
{
    struct json_object *object = json_object_new_object();
    struct json_object *layers = json_object_new_array();
    for (unsigned i = 0; i < checked->count; i++) {
        const struct kauri_checked_table *table = &checked->tables[i];
        struct json_object *layer = json_object_new_object();
        kauri_json_add(layer, "seeds", json_object_new_int((int32_t)table->seeds));
        kauri_json_add(layer, "intact", json_object_new_boolean(table->intact));
        kauri_json_add(layer, "bytes", json_object_new_int64((int64_t)table->bytes));
        kauri_json_add(layer, "seconds", kauri_json_seconds(table->seconds));
        (void)json_object_array_add(layers, layer);
    }
    kauri_json_add(object, "tables", kauri_json_foreign_text(folder));
    kauri_json_add(object, "intact", json_object_new_boolean(fault == NULL));
    kauri_json_add(object, "layers", layers);
    kauri_json_add(object, "fault", fault == NULL ? NULL : kauri_json_foreign_text(fault->message));
    kauri_json_write(out, object);
}
