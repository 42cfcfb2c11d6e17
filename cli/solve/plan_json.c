#include "cli/solve/plan_layers.h"

#include "cli/print_text.h"
#include "common/json.h"

// Adds a number, or null where it is not known. UINT64_MAX stands for a number that is greater than
// this type can hold.
static void add_count(struct kauri_json *json, const char *name, bool known, uint64_t value)
{
    if (known && value != UINT64_MAX) {
        kauri_json_add_uint(json, name, value);
    } else {
        kauri_json_add_null(json, name);
    }
}

static void add_real(struct kauri_json *json, const char *name, bool known, double value)
{
    if (known) {
        kauri_json_add_real(json, name, value);
    } else {
        kauri_json_add_null(json, name);
    }
}

static void add_disk(struct kauri_json *json, const char *name, bool known,
                     const struct kauri_disk_phases *disk)
{
    if (!known) {
        kauri_json_add_null(json, name);
        return;
    }
    kauri_json_begin_object(json, name);
    add_count(json, "captures", true, disk->captures);
    add_count(json, "rounds", true, disk->rounds);
    add_count(json, "writing", true, disk->writing);
    kauri_json_end(json);
}

static void add_layer(struct kauri_json *json, const struct kauri_plan_options *options,
                      const struct kauri_plan *plan, unsigned seeds)
{
    const struct kauri_prediction *layer = &plan->fit.layers[seeds];
    const bool fits = layer->fits;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "seeds", seeds);
    kauri_json_add_bool(json, "finished", plan->there[seeds]);
    if (!plan->there[seeds]) {
        add_count(json, "positions", true, layer->positions);
        add_count(json, "blocks", true, layer->blocks);
        kauri_json_add_bool(json, "fits", fits);
        add_count(json, "in_core_memory", true, plan->in_core_memory[seeds]);
        add_count(json, "least_memory", true, layer->least_memory);
        add_count(json, "missing_memory", true, fits ? 0 : layer->least_memory - layer->limit);
        add_count(json, "memory", fits, layer->memory);
        add_count(json, "blocks_in_memory", fits, layer->resident);
        add_count(json, "table_bytes", true, layer->table_bytes);
        add_count(json, "work_bytes", fits, layer->work_bytes);
        add_disk(json, "disk_phases", fits, &layer->disk);
        add_disk(json, "disk_phases_least", fits, &layer->disk_least);
        add_real(json, "seconds", fits && options->time, plan->seconds[seeds]);
    }
    kauri_json_end(json);
}

void kauri_plan_json(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_uint(&json, "holes", options->shape.holes);
    kauri_json_add_uint(&json, "cowries", options->shape.cowries);
    kauri_json_add_uint(&json, "threads", options->solve.threads);
    add_count(&json, "memory_limit", options->solve.memory > 0, options->solve.memory);
    add_count(&json, "disk", true, plan->fit.disk_roomy);
    add_count(&json, "disk_least", true, plan->fit.disk);
    add_count(&json, "disk_free", true, plan->fit.disk_free);
    kauri_json_add_bool(&json, "disk_fits", plan->fit.disk_fits);
    add_count(&json, "work_disk", true, plan->fit.work_roomy);
    add_count(&json, "work_disk_least", true, plan->fit.work);
    add_count(&json, "work_free", true, plan->fit.work_free);
    kauri_json_add_bool(&json, "work_fits", plan->fit.work_fits);
    if (options->time) {
        kauri_json_begin_object(&json, "measured");
        kauri_json_add_uint(&json, "seeds", plan->measured_layer);
        add_count(&json, "positions", true, plan->measured_positions);
        kauri_json_add_real(&json, "seconds", plan->measured_seconds);
        const double disk = plan->disk_bytes_per_second; // 0: not known
        add_count(&json, "disk_bytes_per_second", disk > 0, disk > 0 ? (uint64_t)disk : 0);
        kauri_json_end(&json);
    } else {
        kauri_json_add_null(&json, "measured");
    }
    kauri_json_begin_array(&json, "layers");
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        add_layer(&json, options, plan, seeds);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
    (void)kauri_print_text(&out, NULL);
}
