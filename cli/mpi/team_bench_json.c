#include "cli/mpi/team_bench_view.h"

#include "cli/base_json.h"

#include <json-c/json.h>
#include <stdio.h>

static struct json_object *count(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

// NULL: the times are null.
static void add_times(struct json_object *object, const char *prefix,
                      const struct kauri_team_bench_times *times)
{
    static const char *const names[] = {"seconds",         "captures_seconds", "rounds_seconds",
                                        "waiting_seconds", "writing_seconds",  "processor_seconds"};
    const double seconds[] = {
        times != NULL ? times->elapsed : 0, times != NULL ? times->captures : 0,
        times != NULL ? times->rounds : 0,  times != NULL ? times->waiting : 0,
        times != NULL ? times->writing : 0, times != NULL ? times->processor : 0};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "%s%s", prefix, names[i]);
        kauri_json_add(object, name, times != NULL ? kauri_json_seconds(seconds[i]) : NULL);
    }
}

void kauri_team_bench_json(struct kauri_string *out, const struct kauri_team_bench_options *options,
                           const char *library, const struct kauri_team_bench_layer *layers)
{
    const unsigned ranks = options->team->ranks;
    for (unsigned seeds = options->first; seeds <= options->last; seeds++) {
        const struct kauri_team_bench_layer *layer = &layers[seeds - options->first];
        const bool alone = options->alone > 0;
        struct json_object *object = json_object_new_object();
        kauri_json_add(object, "holes", count(layer->layer.shape.holes));
        kauri_json_add(object, "cowries", count(layer->layer.shape.cowries));
        kauri_json_add(object, "seeds", count(layer->layer.seeds));
        kauri_json_add(object, "positions", count(layer->layer.positions));
        kauri_json_add(object, "version", json_object_new_string(KAURI_VERSION));
        kauri_json_add(object, "mpi", json_object_new_string(library));
        kauri_json_add(object, "ranks", count(ranks));
        kauri_json_add(object, "threads", count(options->threads));
        kauri_json_add(object, "rounds", count(layer->rounds));
        kauri_json_add(object, "list_bytes", count(layer->list_bytes));
        kauri_json_add(object, "capture_bytes", count(layer->capture_bytes));
        kauri_json_add(object, "page_bytes", count(layer->page_bytes));
        kauri_json_add(object, "messages", count(layer->messages));
        kauri_json_add(object, "touched_words", count(layer->touched_words));
        kauri_json_add(object, "busiest_words", count(layer->busiest_words));
        kauri_json_add(object, "balance", kauri_json_real(kauri_team_bench_balance(layer, ranks)));
        add_times(object, "", &layer->team);
        kauri_json_add(object, "packing_seconds", kauri_json_seconds(layer->team.packing));
        kauri_json_add(object, "base_memory", count(layer->base_memory));
        kauri_json_add(object, "peak_memory", count(layer->peak_memory));
        add_times(object, "alone_", alone ? &layer->alone : NULL);
        kauri_json_write(out, object);
    }
}
