#include "cli/bench/bench_forms_view.h"

#include "cli/bench/bench_parts_json.h"
#include "cli/parts_json.h"
#include "indexer/convention.h"

#include <json-c/json.h>

static struct json_object *count(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

static struct json_object *column(const struct kauri_bench_form_result *form, unsigned c)
{
    const struct kauri_bench_form_column *measured = &form->columns[c];
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "page_entries", count(form->form.packed.page_entries[c]));
    kauri_json_add(object, "dictionary_bytes", count(measured->dictionary_bytes));
    kauri_json_add(object, "bits_per_position", kauri_json_real(measured->bits));
    kauri_json_add(object, "page_median_microseconds", kauri_json_real(measured->page_median));
    kauri_json_add(object, "page_99_microseconds", kauri_json_real(measured->page_99));
    kauri_json_add(object, "entry_median_microseconds", kauri_json_real(measured->entry_median));
    kauri_json_add(object, "entry_99_microseconds", kauri_json_real(measured->entry_99));
    return object;
}

void kauri_bench_forms_json(const struct kauri_bench_forms *result)
{
    const struct kauri_layer *layer = &result->layer;
    struct json_object *object = kauri_bench_layer_json(layer, "entries", result->entries);
    struct json_object *forms = json_object_new_array();
    kauri_json_add(object, "load", kauri_bench_load_json(result->load));
    for (unsigned i = 0; i < result->count; i++) {
        const struct kauri_bench_form_result *form = &result->results[i];
        struct json_object *one = json_object_new_object();
        kauri_json_add(one, "name",
                       form->form.name[0] != '\0' ? json_object_new_string(form->form.name) : NULL);
        kauri_json_add(one, "level", count((uint64_t)form->form.packed.level));
        kauri_json_add(one, "sample_entries", count(form->entries));
        kauri_json_add(one, "sample_stretches", count(form->stretches));
        kauri_json_add(one, KAURI_COLUMN_R_NAME, column(form, KAURI_COLUMN_R));
        kauri_json_add(one, KAURI_COLUMN_DTC_NAME, column(form, KAURI_COLUMN_DTC));
        kauri_json_add(one, "index_bits_per_position", kauri_json_real(form->index_bits));
        kauri_json_add(one, "bits_per_position", kauri_json_real(form->bits));
        kauri_json_add(one, "encode_nanoseconds_per_position", kauri_json_real(form->encode_ns));
        (void)json_object_array_add(forms, one);
    }
    kauri_json_add(object, "forms", forms);
    kauri_json_print(object);
}
