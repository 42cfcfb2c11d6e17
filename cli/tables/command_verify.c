// kauri verify: checks the equations of the tables at every position.
#include "cli/commands.h"
#include "cli/fitted_text.h"
#include "cli/output_file.h"
#include "cli/run.h"
#include "cli/solve/solve_choice.h"
#include "cli/tables/divided_verify.h"
#include "cli/tables/manifest.h"
#include "cli/tables/open_tables.h"
#include "cli/text_table.h"
#include "common/size.h"
#include "db/checksums.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct checked_table {
    unsigned seeds;
    bool intact;
    uint64_t bytes; // of the file; 0 if it could not be opened
    double seconds;
};

static const struct kauri_field checked_fields[] = {
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

static void print_intact(const struct checked_tables *checked)
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
static void add_checksums_json(struct kauri_string *out, const char *folder,
                               const struct checked_tables *checked,
                               const struct kauri_error *fault)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", folder);
    kauri_json_add_bool(&json, "intact", fault == NULL);
    kauri_json_begin_array(&json, "layers");
    for (unsigned i = 0; i < checked->count; i++) {
        kauri_json_begin_object(&json, NULL);
        kauri_answer_json(&json, KAURI_FIELDS(checked_fields), &checked->tables[i]);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_add_foreign(&json, "fault", fault == NULL ? NULL : fault->message);
    kauri_json_end(&json);
}

// Checks layers 0 to `seeds`, or if that is UINT64_MAX all layers that are there, and prints text
// or JSON (docs/JSON.md). Errors: KAURI_MISSING with advice for a layer up to `seeds` that is not
// there; those of kauri_tablebase_layer and kauri_checksums_check.
static enum kauri_status verify_checksums(struct kauri_command_run *run, uint64_t seeds,
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
        add_checksums_json(&run->out, kauri_tablebase_folder(tables), &checked,
                           status == KAURI_OK ? NULL : error);
    } else if (status == KAURI_OK) {
        print_intact(&checked);
    }
    return status;
}

// For --sample: the successors of neighbouring positions lie in a few dozen pages.
#define CACHE_BYTES (256ULL << 20)

// Layers 0, 1, 2, ... as they were checked. A layer whose check could not be finished is not among
// them.
struct report {
    unsigned last;   // the layer up to which tables are checked
    uint64_t sample; // positions checked in each layer; 0: all
    unsigned count;  // number of layers checked so far
    struct kauri_verify_result layers[KAURI_SEEDS_MAX + 1];
    bool sound[KAURI_SEEDS_MAX + 1]; // no fault was found
};

struct verify {
    uint64_t seeds; // UINT64_MAX: all
    uint64_t memory;
    const char *manifest;
    const char *part;
    bool checksums, adds;
    struct kauri_divided_verify divided;
    struct report report;
};

// Layers 0..last must all be there, because the proof of a layer rests on the layers below it.
static enum kauri_status last_layer(const struct kauri_tablebase *tables, uint64_t wanted,
                                    unsigned *last, struct kauri_error *error)
{
    const unsigned count = kauri_tablebase_layer_count(tables);
    if (count == 0 || (wanted != UINT64_MAX && wanted >= count)) {
        return kauri_missing_layer(tables, count, error);
    }
    *last = wanted == UINT64_MAX ? count - 1 : (unsigned)wanted;
    return KAURI_OK;
}

// Without --seeds all tables are to be checked: tables above a missing layer are an error.
static enum kauri_status check_gap(const struct kauri_tablebase *tables, unsigned last,
                                   struct kauri_error *error)
{
    for (unsigned seeds = last + 2; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (kauri_tablebase_has(tables, seeds)) {
            struct kauri_error missing;
            (void)kauri_missing_layer(tables, last + 1, &missing);
            return kauri_fail(error, KAURI_MISSING, "no layer above %u was checked: %s", last,
                              missing.message);
        }
    }
    return KAURI_OK;
}

// Adds the answer as JSON. `fault` is the reason why the check ended early, or the fault that it
// found; NULL if there is none.
static void add_json(struct kauri_command_run *run, const struct report *report,
                     const struct kauri_error *fault)
{
    struct kauri_json json = {.out = &run->out};
    bool proven = report->sample == 0 && report->count == report->last + 1 && fault == NULL;
    for (unsigned seeds = 0; seeds < report->count; seeds++) {
        proven = proven && report->sound[seeds];
    }
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", kauri_tablebase_folder(run->tables));
    if (report->sample == 0) {
        kauri_json_add_null(&json, "sample");
    } else {
        kauri_json_add_uint(&json, "sample", report->sample);
    }
    kauri_json_add_bool(&json, "proven", proven);
    kauri_json_begin_array(&json, "layers");
    for (unsigned seeds = 0; seeds < report->count; seeds++) {
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_verified(&json, seeds, &report->layers[seeds], report->sound[seeds]);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_add_foreign(&json, "fault", fault == NULL ? NULL : fault->message);
    kauri_json_end(&json);
}

static void print_verdict(const struct report *report)
{
    char positions[KAURI_SIZE_TEXT_BYTES];
    char speed[KAURI_SIZE_TEXT_BYTES];
    uint64_t checked = 0;
    double seconds = 0;
    for (unsigned seeds = 0; seeds < report->count; seeds++) {
        checked += report->layers[seeds].checked;
        seconds += report->layers[seeds].seconds;
    }
    (void)kauri_format_count(checked, positions);
    // Small layers may take less time than the clock can measure.
    (void)kauri_format_count((uint64_t)((double)checked / (seconds > 1e-6 ? seconds : 1e-6)),
                             speed);
    if (report->sample == 0) {
        char layers[40] = "Layer 0 is";
        if (report->last > 0) {
            (void)snprintf(layers, sizeof layers, "Layers 0 to %u are", report->last);
        }
        kauri_print_fitted(
            "%s right: every equation holds, at %s positions; %.2f s, %s positions/s.\n", layers,
            positions, seconds, speed);
    } else {
        kauri_print_fitted(
            "No fault in the sample of %s positions; without --sample, verify proves the layers "
            "right.\n",
            positions);
    }
}

static enum kauri_status verify_layers(struct kauri_command_run *run,
                                       const struct kauri_verify_options *options,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct verify *verify = run->settings;
    struct report *report = &verify->report;
    for (unsigned seeds = 0; seeds <= report->last; seeds++) {
        struct kauri_verify_result *result = &report->layers[seeds];
        status = kauri_verify_layer(run->tables, seeds, options, result, error);
        kauri_progress_view_clear(&run->view);
        if (status == KAURI_OK || status == KAURI_WRONG) {
            report->sound[seeds] = status == KAURI_OK;
            report->count++;
        }
        KAURI_TRY(status);
        if (!run->json) {
            char checked[KAURI_SIZE_TEXT_BYTES];
            kauri_print_fitted("layer %u: %s positions %s, all right, %.2f s\n", seeds,
                               kauri_format_count(result->checked, checked),
                               options->sample == 0 ? "checked" : "sampled", result->seconds);
            if (result->has_digest) {
                kauri_print_fitted("         digest of all positions %016" PRIx64 "\n",
                                   result->digest);
            }
            (void)fflush(stdout);
        }
    }
    if (!run->json) {
        print_verdict(report);
    }
    if (verify->seeds == UINT64_MAX) {
        KAURI_TRY(check_gap(run->tables, report->last, error));
    }
cleanup:
    if (run->json) {
        add_json(run, report, status == KAURI_OK ? NULL : error);
    }
    return status;
}

// The files of --parts are arguments, and so there are arguments exactly with --parts.
static enum kauri_status check_files(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct verify *verify = run->settings;
    if (verify->adds && run->argument_count == 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "verify --parts needs the files that verify --part wrote");
    }
    return verify->adds || run->argument_count == 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE, "verify: '%.80s' is one argument too many",
                            run->arguments[0]);
}

static enum kauri_status compare_with_manifest(struct kauri_command_run *run,
                                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct verify *verify = run->settings;
    char *text = NULL;
    struct kauri_manifest_report report = {.count = 0};
    KAURI_TRY(kauri_text_file_read(verify->manifest, &text, error));
    status = kauri_manifest_check(run->tables, text, verify->manifest, run->json,
                                  &run->view.progress, &report, error);
    kauri_progress_view_clear(&run->view);
    if (run->json) {
        kauri_manifest_json(&run->out, kauri_tablebase_folder(run->tables), verify->manifest,
                            &report, status == KAURI_OK ? NULL : error);
    }
cleanup:
    kauri_manifest_report_clear(&report);
    free(text);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct verify *verify = run->settings;
    struct kauri_divided_verify *divided = &verify->divided;
    const uint64_t share = verify->memory / 2;
    KAURI_TRY(check_files(run, error));
    if (verify->part != NULL) {
        KAURI_TRY(kauri_divided_verify_read(verify->part, divided, error));
    }
    KAURI_TRY(
        kauri_run_open_tables(run, share != 0 && share < CACHE_BYTES ? share : CACHE_BYTES, error));
    if (verify->manifest != NULL) {
        return compare_with_manifest(run, error);
    }
    if (verify->checksums) {
        return verify_checksums(run, verify->seeds, error);
    }
    KAURI_TRY(last_layer(run->tables, verify->seeds, &verify->report.last, error));
    KAURI_TRY(kauri_run_try_threads(run, error));
    const struct kauri_verify_options options = {
        .threads = run->threads,
        .sample = verify->report.sample,
        .memory = verify->memory,
        .progress = &run->view.progress,
    };
    if (verify->part != NULL || verify->adds) {
        divided->seeds = verify->report.last;
        return kauri_divided_verify_run(run, divided, &options, error);
    }
    KAURI_TRY(kauri_verify_check_memory(run->tables, verify->report.last, &options, error));
    status = verify_layers(run, &options, error);
cleanup:
    return status;
}

const struct kauri_command kauri_command_verify = {
    .name = "verify",
    .group = "Prove",
    .summary = "check tables at every position",
    .text =
        "Evaluates the equations of r and dtc at every position of the tables, from the files "
        "alone. If they hold in layers 0 to N, these layers are right. Positions that a table "
        "leaves out are derived from the others. With less memory than 2 bytes per position of the "
        "layer and 1 byte per position of the lower layers, blocks (seed configurations) are "
        "decoded or derived again each time they are needed. With --sample only COUNT positions of "
        "each layer are checked, and the certificates are not: that proves nothing but is quick. "
        "With --checksums every byte of the files is read and compared with its checksum, at the "
        "speed of the disk: that finds damage, but not wrong values. With --manifest the files are "
        "compared with a list that `kauri info --manifest` printed: that finds damage and tables "
        "of other contents. The digests of such a list are those of the entries in "
        "docs/RESULTS.md; the digests of all positions there are printed by verify without "
        "--manifest. With --part only one of several parts of one layer is checked, the last layer "
        "or that of --seeds; its counts and digests go to the FILE of --result. So several "
        "machines, or the jobs of an array, can share a layer: they need nothing from one another "
        "but the tables. With --parts the files of all parts are added up, and the sum is compared "
        "with the certificate, as it is when the layer is checked whole. Both assume that "
        "the lower layers are correct. The exit status is 1 if a position is wrong; the first one "
        "is "
        "named." KAURI_OPEN_TABLES_TEXT,
    .arguments = "[FILE...]",
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_OPTION("seeds", "N", "verify layers 0 to N (default: all), or a part of N",
                         KAURI_STORED(struct verify, seeds), .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("sample", "COUNT", "check only COUNT positions of each layer",
                         KAURI_STORED(struct verify, report.sample), .low = 1, .high = INT64_MAX),
            KAURI_OPTION("checksums", NULL, "check only that the files are intact",
                         KAURI_STORED(struct verify, checksums), .excludes = "sample"),
            KAURI_OPTION("manifest", "FILE", "compare the files with a list of info --manifest",
                         KAURI_STORED(struct verify, manifest),
                         .excludes = "checksums sample seeds"),
            KAURI_OPTION("part", "K/N", "check part K of N of one layer (default: of the last)",
                         KAURI_STORED(struct verify, part),
                         .excludes = "parts checksums manifest sample", .needs = "result"),
            KAURI_OPTION("result", "FILE", "the file for what --part finds",
                         KAURI_STORED(struct verify, divided.result), .needs = "part"),
            KAURI_OPTION("force", NULL, "--result may replace an existing file",
                         KAURI_STORED_IN_RUN(force), .needs = "result"),
            KAURI_OPTION("parts", NULL, "add up the files of all parts of one layer",
                         KAURI_STORED(struct verify, adds),
                         .excludes = "checksums manifest sample"),
            KAURI_THREADS_OPTION,
            KAURI_MEMORY_OPTION(struct verify, memory),
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"prove the tables of layers 0 and 1", "kauri verify --tables tables --seeds 1"},
                 {"check that files were copied intact",
                  "kauri verify --tables tables --checksums"},
                 {"compare the tables with a list of the same tables",
                  "kauri info --tables tables --manifest | \\\n"
                  "kauri verify --tables tables --manifest -"},
                 {"share layer 1 between two machines, then add up",
                  "kauri verify --seeds 1 --part 1/2 --result part-1 && \\\n"
                  "kauri verify --seeds 1 --part 2/2 --result part-2 && \\\n"
                  "kauri verify --seeds 1 --parts part-1 part-2"}},
    .related = "solve info stats",
    .documents = "RULES.md RESULTS.md FORMAT.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct verify, .seeds = UINT64_MAX),
    .run = run,
};
