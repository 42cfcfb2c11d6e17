#include "cli/tables/layers_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>
#include <stdio.h>

static struct json_object *number(int64_t value)
{
    return json_object_new_int64(value);
}

static struct json_object *numbers(const uint64_t *counts, unsigned last)
{
    struct json_object *array = json_object_new_array();
    for (unsigned i = 0; i <= last; i++) {
        (void)json_object_array_add(array, number((int64_t)counts[i]));
    }
    return array;
}

static void add_figures(struct json_object *object, const struct kauri_layer_summary *layer)
{
    const struct kauri_layer_figures *figures = layer->figures;
    struct json_object *distances = json_object_new_object();
    struct json_object *longest = NULL;
    struct kauri_position position;
    kauri_json_add(distances, "won", numbers(figures->won, figures->max_dtc));
    kauri_json_add(distances, "lost", numbers(figures->lost, figures->max_dtc));
    kauri_json_add(object, "distances", distances);
    if (figures->longest_r != 0 &&
        kauri_position_at(layer->info->holes, layer->info->cowries, layer->info->seeds,
                          figures->longest, &position, NULL) == KAURI_OK) {
        const uint32_t dtc = figures->max_dtc;
        longest = json_object_new_object();
        kauri_json_add(longest, "position", kauri_json_position(&position));
        kauri_json_add_value(longest, &figures->longest_r, &dtc);
    }
    kauri_json_add(object, "longest", longest);
    kauri_json_add(object, "unlimited", number((int64_t)figures->unlimited));
    kauri_json_add(object, "zugzwangs", number((int64_t)figures->zugzwangs));
}

static struct json_object *summary(const struct kauri_layer_summary *layer)
{
    struct json_object *object = json_object_new_object();
    struct json_object *counts = json_object_new_object();
    for (uint32_t i = 0; i < layer->certificate->count_count; i++) {
        char value[16];
        (void)snprintf(value, sizeof value, "%d", layer->certificate->counts[i].value);
        kauri_json_add(counts, value, number((int64_t)layer->certificate->counts[i].count));
    }
    kauri_json_add(object, "seeds", number(layer->info->seeds));
    kauri_json_add(object, "positions", number((int64_t)layer->info->positions));
    kauri_json_add(object, "r", counts);
    kauri_json_add(object, "max_dtc", number(layer->max_dtc));
    if (layer->figures != NULL) {
        add_figures(object, layer);
    }
    return object;
}

static struct json_object *board(const struct kauri_layer_summary *layers, size_t count)
{
    struct json_object *object = json_object_new_object();
    if (count > 0) {
        kauri_json_add(object, "holes", number(layers[0].info->holes));
        kauri_json_add(object, "cowries", number(layers[0].info->cowries));
        kauri_json_add(object, "rules", json_object_new_string(layers[0].info->rules));
    }
    return object;
}

void kauri_json_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed)
{
    struct json_object *object = board(layers, count);
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < count; i++) {
        struct json_object *layer = summary(&layers[i]);
        if (with_speed) {
            const bool timed = layers[i].timed;
            kauri_json_add(layer, "seconds", timed ? kauri_json_seconds(layers[i].seconds) : NULL);
            kauri_json_add(layer, "positions_per_second",
                           timed ? number((int64_t)kauri_layer_speed(&layers[i])) : NULL);
        }
        (void)json_object_array_add(array, layer);
    }
    kauri_json_add(object, "layers", array);
    kauri_json_write(out, object);
}

struct json_object *kauri_json_info_object(const char *folder,
                                           const struct kauri_layer_summary *layers, size_t count)
{
    struct json_object *object = board(layers, count);
    struct json_object *array = json_object_new_array();
    if (folder != NULL) {
        kauri_json_add(object, "tables", kauri_json_foreign_text(folder));
    }
    for (size_t i = 0; i < count; i++) {
        struct json_object *layer = json_object_new_object();
        kauri_json_add(layer, "seeds", number(layers[i].info->seeds));
        kauri_json_add(layer, "positions", number((int64_t)layers[i].info->positions));
        if (folder != NULL) {
            kauri_json_add(layer, "file", kauri_json_foreign_text(layers[i].path));
        }
        kauri_json_add(layer, "bytes", number((int64_t)layers[i].file_bytes));
        kauri_json_add(layer, "digest", kauri_json_digest(layers[i].certificate->digest));
        kauri_json_add(layer, "program", json_object_new_string(layers[i].info->program));
        (void)json_object_array_add(array, layer);
    }
    kauri_json_add(object, "layers", array);
    return object;
}

void kauri_json_info(struct kauri_string *out, const char *folder,
                     const struct kauri_layer_summary *layers, size_t count)
{
    kauri_json_write(out, kauri_json_info_object(folder, layers, count));
}
