#include "cli/tables/verify_checksums.h"

#include "cli/fitted_text.h"
#include "cli/tables/missing_layer.h"
#include "cli/text_table.h"
#include "common/size.h"
#include "db/checksums.h"

#include <stdio.h>

struct checked_table {
    unsigned seeds;
    bool intact;
    uint64_t bytes; // of the file; 0 if it could not be opened
    double seconds;
};

static const struct kauri_field fields[] = {
    {"seeds", NULL, 0, KAURI_UNSIGNED(struct checked_table, seeds)},
    {"intact", NULL, 0, KAURI_BOOL(struct checked_table, intact)},
    {"bytes", NULL, 0, KAURI_SIZE(struct checked_table, bytes)},
    {"seconds", NULL, 0, KAURI_SECONDS(struct checked_table, seconds)},
};

// The tables that were checked, ascending by seeds.
struct checked_tables {
    unsigned count;
    struct checked_table tables[KAURI_SEEDS_MAX + 1];
};

// Opening a table checks what is not in its groups, so that this belongs to the time.
static enum kauri_status check_table(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_progress *progress,
                                     struct checked_tables *checked, struct kauri_error *error)
{
    const struct kauri_tablebase_layer *layer = NULL;
    const double began = kauri_clock_seconds();
    struct checked_table *table = &checked->tables[checked->count];
    *table = (struct checked_table){.seeds = seeds};
    enum kauri_status status = kauri_tablebase_layer(tables, seeds, &layer, error);
    if (status == KAURI_OK) {
        table->bytes = kauri_reader_file_bytes(layer->reader);
        status = kauri_checksums_check(layer->reader, progress, error);
    }
    table->seconds = kauri_clock_seconds() - began;
    table->intact = status == KAURI_OK;
    checked->count += status == KAURI_OK || status == KAURI_CORRUPT;
    return status;
}

static void print_table(const struct checked_table *table)
{
    char bytes[KAURI_SIZE_TEXT_BYTES];
    kauri_print_fitted("layer %u: %s read, intact, %.2f s\n", table->seeds,
                       kauri_format_size(table->bytes, bytes), table->seconds);
    (void)fflush(stdout);
}

static void print_verdict(const struct checked_tables *checked)
{
    char text[KAURI_SIZE_TEXT_BYTES];
    uint64_t bytes = 0;
    double seconds = 0;
    for (unsigned i = 0; i < checked->count; i++) {
        bytes += checked->tables[i].bytes;
        seconds += checked->tables[i].seconds;
    }
    kauri_print_fitted(
        "Every byte of %u table%s is as it was written: %s in %.2f s. Without --checksums, "
        "verify proves the values.\n",
        checked->count, checked->count == 1 ? "" : "s", kauri_format_size(bytes, text), seconds);
}

// `fault` is the reason why the check ended early, or the fault that it found; NULL if there is
// none.
static void add_json(struct kauri_string *out, const char *folder,
                     const struct checked_tables *checked, const struct kauri_error *fault)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", folder);
    kauri_json_add_bool(&json, "intact", fault == NULL);
    kauri_json_begin_array(&json, "layers");
    for (unsigned i = 0; i < checked->count; i++) {
        kauri_json_begin_object(&json, NULL);
        kauri_answer_json(&json, KAURI_FIELDS(fields), &checked->tables[i]);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_add_foreign(&json, "fault", fault == NULL ? NULL : fault->message);
    kauri_json_end(&json);
}

enum kauri_status kauri_verify_checksums(struct kauri_command_run *run, uint64_t seeds,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = run->tables;
    struct checked_tables checked = {.count = 0};
    const unsigned count = kauri_tablebase_layer_count(tables);
    if (seeds != UINT64_MAX && seeds >= count) {
        return kauri_missing_layer(tables, count, error);
    }
    const unsigned last = seeds == UINT64_MAX ? KAURI_SEEDS_MAX : (unsigned)seeds;
    for (unsigned n = 0; n <= last && status == KAURI_OK; n++) {
        if (!kauri_tablebase_has(tables, n)) {
            continue;
        }
        status = check_table(tables, n, &run->view.progress, &checked, error);
        kauri_progress_view_clear(&run->view);
        if (status == KAURI_OK && !run->json) {
            print_table(&checked.tables[checked.count - 1]);
        }
    }
    if (run->json) {
        add_json(&run->out, kauri_tablebase_folder(tables), &checked,
                 status == KAURI_OK ? NULL : error);
    } else if (status == KAURI_OK) {
        print_verdict(&checked);
    }
    return status;
}
