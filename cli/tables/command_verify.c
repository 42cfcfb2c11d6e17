// kauri verify: checks the equations of the tables at every position.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/solve/solve_choice.h"
#include "cli/tables/divided_verify.h"
#include "cli/tables/manifest.h"
#include "cli/tables/manifest_json.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/open_tables.h"
#include "cli/tables/verify_checksums.h"
#include "cli/tables/verify_json.h"
#include "cli/text_file.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/size.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

// For --sample: the successors of neighbouring positions lie in a few dozen pages.
#define CACHE_BYTES (256ULL << 20)

static const char *const help =
    "Evaluates the equations of r and dtc at every position of the tables, from the files alone.\n"
    "If they hold in layers 0 to N, these layers are right. Positions that a table leaves out are\n"
    "derived from the others. With less memory than 2 bytes per position of the layer and 1 byte\n"
    "per position of the lower layers, blocks (seed configurations) are decoded or derived again\n"
    "each time they are needed.\n"
    "With --sample only COUNT positions of each layer are checked, and the certificates are not:\n"
    "that proves nothing but is quick.\n"
    "With --checksums every byte of the files is read and compared with its checksum, at the "
    "speed\n"
    "of the disk: that finds damage, but not wrong values.\n"
    "With --manifest the files are compared with a list that `kauri info --manifest` printed: "
    "that\n"
    "finds damage and tables of other contents. The digests of such a list are those of the "
    "entries\n"
    "in docs/RESULTS.md; the digests of all positions there are printed by verify without "
    "--manifest.\n"
    "With --part only one of several parts of one layer is checked, the last layer or that of\n"
    "--seeds; its counts and digests go to the FILE of --result. So several machines, or the jobs\n"
    "of an array, can share a layer: they need nothing from one another but the tables. With\n"
    "--parts the files of all parts are added up, and the sum is compared with the certificate, "
    "as\n"
    "it is when the layer is checked whole. Both take the layers below for right.\n"
    "The exit status is 1 if a position is wrong; the first one is named.\n" KAURI_OPEN_TABLES_TEXT;

struct verify {
    const char *folder;
    uint64_t seeds; // UINT64_MAX: all
    uint64_t threads, memory;
    const char *manifest;
    const char *part;
    bool checksums, adds, json, quiet;
    struct kauri_divided_verify divided;
    struct kauri_progress_view view;
    struct kauri_tablebase *tables;
    struct kauri_verify_report report;
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

static void print_verdict(const struct kauri_verify_report *report)
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

static enum kauri_status verify_layers(struct verify *verify,
                                       const struct kauri_verify_options *options,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_report *report = &verify->report;
    for (unsigned seeds = 0; seeds <= report->last; seeds++) {
        struct kauri_verify_result *result = &report->layers[seeds];
        status = kauri_verify_layer(verify->tables, seeds, options, result, error);
        kauri_progress_view_clear(&verify->view);
        if (status == KAURI_OK || status == KAURI_WRONG) {
            report->sound[seeds] = status == KAURI_OK;
            report->count++;
        }
        KAURI_TRY(status);
        if (!verify->json) {
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
    if (!verify->json) {
        print_verdict(report);
    }
    if (verify->seeds == UINT64_MAX) {
        KAURI_TRY(check_gap(verify->tables, report->last, error));
    }
cleanup:
    return status;
}

// Whether the options that have to do with parts go together.
static enum kauri_status check_divided(struct verify *verify, struct kauri_error *error)
{
    struct kauri_divided_verify *divided = &verify->divided;
    const bool other = verify->checksums || verify->manifest != NULL || verify->report.sample != 0;
    if (verify->part != NULL && verify->adds) {
        return kauri_fail(error, KAURI_USAGE, "verify takes either --part or --parts, not both");
    }
    if ((verify->part != NULL || verify->adds) && other) {
        return kauri_fail(error, KAURI_USAGE,
                          "verify %s does not go together with --checksums, --manifest or --sample",
                          verify->adds ? "--parts" : "--part");
    }
    if (verify->part != NULL && divided->result == NULL) {
        return kauri_fail(error, KAURI_USAGE,
                          "verify --part needs --result FILE, for what it finds");
    }
    if (verify->part == NULL && (divided->result != NULL || divided->force)) {
        return kauri_fail(error, KAURI_USAGE, "verify takes --result and --force only with --part");
    }
    if (verify->adds && divided->file_count == 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "verify --parts needs the files that verify --part wrote");
    }
    if (!verify->adds && divided->file_count > 0) {
        return kauri_fail(error, KAURI_USAGE, "verify: '%.80s' is one argument too many",
                          divided->files[0]);
    }
    return verify->part == NULL ? KAURI_OK
                                : kauri_divided_verify_read(verify->part, divided, error);
}

static enum kauri_status read_options(int argc, char **argv, struct verify *verify,
                                      bool *help_given, struct kauri_error *error)
{
    struct kauri_arguments arguments;
    verify->seeds = UINT64_MAX;
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&verify->folder),
        {.name = "seeds",
         .argument = "N",
         .help = "verify layers 0 to N (default: all), or a part of N",
         .number = &verify->seeds,
         .high = KAURI_SEEDS_MAX},
        {.name = "sample",
         .argument = "COUNT",
         .help = "check only COUNT positions of each layer",
         .number = &verify->report.sample,
         .low = 1,
         .high = INT64_MAX},
        {.name = "checksums",
         .help = "check only that the files are intact",
         .flag = &verify->checksums},
        {.name = "manifest",
         .argument = "FILE",
         .help = "compare the files with a list of info --manifest",
         .text = &verify->manifest},
        {.name = "part",
         .argument = "K/N",
         .help = "check part K of N of one layer (default: of the last)",
         .text = &verify->part},
        {.name = "result",
         .argument = "FILE",
         .help = "the file for what --part finds",
         .text = &verify->divided.result},
        KAURI_OPTION_FORCE("--result", &verify->divided.force),
        {.name = "parts",
         .help = "add up the files of all parts of one layer",
         .flag = &verify->adds},
        KAURI_OPTION_THREADS(&verify->threads),
        KAURI_OPTION_MEMORY(&verify->memory),
        KAURI_OPTION_JSON(&verify->json),
        KAURI_OPTION_QUIET(&verify->quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "[FILE...]",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_max = INT_MAX,
    };
    const enum kauri_status status = kauri_options_parse(&usage, argc, argv, &arguments, error);
    *help_given = status == KAURI_OK && arguments.help;
    if (status == KAURI_OK && verify->checksums && verify->report.sample != 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "verify takes either --checksums or --sample, not both");
    }
    if (status == KAURI_OK && verify->manifest != NULL &&
        (verify->checksums || verify->report.sample != 0 || verify->seeds != UINT64_MAX)) {
        return kauri_fail(error, KAURI_USAGE,
                          "verify --manifest does not go together with --checksums, --sample or "
                          "--seeds");
    }
    verify->divided.files = arguments.values;
    verify->divided.file_count = status == KAURI_OK ? arguments.count : 0;
    return status == KAURI_OK && !arguments.help ? check_divided(verify, error) : status;
}

static enum kauri_status compare_with_manifest(struct verify *verify, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    struct kauri_string out = {.bytes = NULL};
    struct kauri_manifest_report report = {.count = 0};
    KAURI_TRY(kauri_text_file_read(verify->manifest, &text, error));
    kauri_progress_view_begin(&verify->view, verify->quiet);
    status = kauri_manifest_check(verify->tables, text, verify->manifest, verify->json,
                                  &verify->view.progress, &report, error);
    kauri_progress_view_clear(&verify->view);
    if (verify->json) {
        struct kauri_error failed;
        kauri_json_manifest(&out, verify->folder, verify->manifest, &report,
                            status == KAURI_OK ? NULL : error);
        if (kauri_print_text(&out, &failed) != KAURI_OK && status == KAURI_OK) {
            status = failed.status;
            *error = failed;
        }
    }
cleanup:
    kauri_manifest_report_clear(&report);
    free(text);
    return status;
}

int kauri_command_verify(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct verify verify = {.view = {.quiet = true}};
    bool help_given = false;
    bool begun = false;
    KAURI_TRY(read_options(argc, argv, &verify, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    const uint64_t cache =
        verify.memory != 0 && verify.memory / 2 < CACHE_BYTES ? verify.memory / 2 : CACHE_BYTES;
    KAURI_TRY(kauri_open_tables(verify.folder, cache, &verify.tables, &error));
    verify.folder = kauri_tablebase_folder(verify.tables);
    if (verify.manifest != NULL) {
        KAURI_TRY(compare_with_manifest(&verify, &error));
        goto cleanup;
    }
    if (verify.checksums) {
        kauri_progress_view_begin(&verify.view, verify.quiet);
        KAURI_TRY(kauri_verify_checksums(verify.tables, verify.folder, verify.seeds, verify.json,
                                         &verify.view, &error));
        goto cleanup;
    }
    KAURI_TRY(last_layer(verify.tables, verify.seeds, &verify.report.last, &error));
    kauri_progress_view_begin(&verify.view, verify.quiet);
    const unsigned threads = verify.threads == 0 ? kauri_loop_threads() : (unsigned)verify.threads;
    KAURI_TRY(kauri_threads_start(threads, &error));
    const struct kauri_verify_options options = {
        .threads = threads,
        .sample = verify.report.sample,
        .memory = verify.memory,
        .progress = &verify.view.progress,
    };
    if (verify.part != NULL || verify.adds) {
        verify.divided.folder = verify.folder;
        verify.divided.seeds = verify.report.last;
        verify.divided.json = verify.json;
        KAURI_TRY(kauri_divided_verify_run(verify.tables, &verify.divided, &options, &verify.view,
                                           &error));
        goto cleanup;
    }
    KAURI_TRY(kauri_verify_check_memory(verify.tables, verify.report.last, &options, &error));
    begun = true;
    KAURI_TRY(verify_layers(&verify, &options, &error));
cleanup:
    if (begun && verify.json) {
        struct kauri_string out = {.bytes = NULL};
        struct kauri_error memory;
        kauri_json_verify(&out, verify.folder, &verify.report, status == KAURI_OK ? NULL : &error);
        if (kauri_print_text(&out, &memory) != KAURI_OK && status == KAURI_OK) {
            status = memory.status;
            error = memory;
        }
    }
    kauri_progress_view_clear(&verify.view);
    kauri_tablebase_close(verify.tables);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
