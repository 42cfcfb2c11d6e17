// kauri export: the values of a range of a layer as CSV or NumPy .npy.
#include "cli/command.h"
#include "cli/find/export_rows.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/open_tables.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Layers are read in order, past the cache.
#define CACHE_BYTES (1U << 20)

enum {
    PART_ROWS = 1 << 12,
    PARTS = 32,                   // that are put together before they are written
    READ_POSITIONS = 8 * 1352078, // at a time
};

static const char *const help =
    "Writes the values of a layer, or of a range of it, in the order of the table: the position "
    "with\n"
    "index I is row I (docs/FORMAT.md, section 7). COLUMNS is a list, separated by commas, of\n"
    "  index    number of the position in its layer\n"
    "  r        value for the player to move, 3 x net + outcome of the cowrie phase\n"
    "  dtc      plies to the next capture, or to the end; 0 where r is 0\n"
    "  net      future captures of the player to move less those of the opponent\n"
    "  seeds    seeds of each hole, in sowing order from the mover's left\n"
    "  cowries  cowries of each hole, likewise\n"
    "CSV has a line of names; seeds and cowries take a column for each hole (seeds_a, ...). In "
    ".npy\n"
    "files (version 1.0), index is <u8, r <i2, dtc <u2, net |i1, seeds and cowries |u1 for each\n"
    "hole; several columns make a structured array.\n"
    "FILE is written completely or not at all.\n" KAURI_OPEN_TABLES_TEXT;

struct export
{
    const char *folder, *out, *format_name, *columns;
    uint64_t seeds, first, count, threads;
    bool force, quiet;
    struct kauri_export_format format;
    struct kauri_progress_view view;
    struct kauri_tablebase *tables;
    const struct kauri_layer *layer;
    struct kauri_output *output; // NULL: standard output
    int16_t *r;
    uint16_t *dtc;
    uint8_t *bytes; // PARTS parts
    // Rows that are being put together: positions, and where their values are.
    uint64_t group_first;
    size_t group_at, group_count;
    size_t part_bytes[PARTS];
};

static enum kauri_status read_options(int argc, char **argv, struct export *export,
                                      bool *help_given, struct kauri_error *error)
{
    struct kauri_arguments arguments;
    export->seeds = UINT64_MAX;
    export->count = UINT64_MAX;
    export->columns = "r,dtc";
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&export->folder),
        KAURI_OPTION_LAYER(&export->seeds),
        {.name = "first",
         .argument = "I",
         .help = "begin with position I (default 0)",
         .number = &export->first,
         .high = INT64_MAX},
        {.name = "count",
         .argument = "C",
         .help = "write C positions (default: to the end)",
         .number = &export->count,
         .low = 1,
         .high = INT64_MAX},
        {.name = "columns",
         .argument = "COLUMNS",
         .help = "columns to write (default r,dtc)",
         .text = &export->columns},
        {.name = "format",
         .argument = "FORMAT",
         .help = "csv or npy (default: npy for FILE.npy, else csv)",
         .choices = "csv npy",
         .text = &export->format_name},
        {.name = "out",
         .argument = "FILE",
         .help = "write FILE instead of standard output",
         .text = &export->out},
        KAURI_OPTION_FORCE("--out", &export->force),
        KAURI_OPTION_THREADS(&export->threads),
        KAURI_OPTION_QUIET(&export->quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    const enum kauri_status status = kauri_options_parse(&usage, argc, argv, &arguments, error);
    *help_given = status == KAURI_OK && arguments.help;
    return status;
}

static enum kauri_status choose_format(struct export *export, struct kauri_error *error)
{
    const size_t length = export->out == NULL ? 0 : strlen(export->out);
    export->format.npy = length > 4 && strcmp(export->out + length - 4, ".npy") == 0;
    if (export->format_name != NULL) {
        export->format.npy = strcmp(export->format_name, "npy") == 0;
        if (!export->format.npy && strcmp(export->format_name, "csv") != 0) {
            return kauri_fail(error, KAURI_USAGE, "--format takes csv or npy, not '%.80s'",
                              export->format_name);
        }
    }
    if (export->format.npy && export->out == NULL && isatty(STDOUT_FILENO) == 1) {
        return kauri_fail(error, KAURI_USAGE,
                          "npy is not for a terminal; name a file with --out or use a pipe");
    }
    return kauri_export_columns_parse(export->columns, &export->format, error);
}

static enum kauri_status choose_range(struct export *export, struct kauri_error *error)
{
    const uint64_t positions = export->layer->positions;
    if (export->first >= positions) {
        return kauri_fail(error, KAURI_USAGE, "--first %llu: layer %u has positions 0 to %llu",
                          (unsigned long long)export->first, export->layer->seeds,
                          (unsigned long long)(positions - 1));
    }
    const uint64_t rest = positions - export->first;
    if (export->count == UINT64_MAX) {
        export->count = rest;
    }
    if (export->count > rest) {
        return kauri_fail(error, KAURI_USAGE,
                          "--count %llu: layer %u has only %llu positions from %llu on",
                          (unsigned long long)export->count, export->layer->seeds,
                          (unsigned long long)rest, (unsigned long long)export->first);
    }
    return KAURI_OK;
}

static enum kauri_status write_bytes(struct export *export, const uint8_t *bytes, size_t size,
                                     struct kauri_error *error)
{
    if (export->output != NULL) {
        return kauri_output_write(export->output, bytes, size, error);
    }
    return kauri_print_bytes(bytes, size, error);
}

static void format_part(void *context, unsigned worker, uint64_t part)
{
    (void)worker;
    struct export *export = context;
    const size_t begin = part * PART_ROWS;
    const size_t rest = export->group_count - begin;
    const size_t at = export->group_at + begin;
    export->part_bytes[part] =
        kauri_export_rows(&export->format, export->layer, export->group_first + begin,
                          rest < PART_ROWS ? rest : PART_ROWS, export->r + at,
                          export->dtc == NULL ? NULL : export->dtc + at,
                          export->bytes + part * PART_ROWS * KAURI_EXPORT_ROW_BYTES);
}

// Writes the rows of positions [first, first + count), whose values were read.
static enum kauri_status write_rows(struct export *export, uint64_t first, size_t count,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t group = (size_t)PARTS * PART_ROWS;
    for (size_t at = 0; at < count; at += group) {
        export->group_first = first + at;
        export->group_at = at;
        export->group_count = count - at < group ? count - at : group;
        const size_t parts = (export->group_count + PART_ROWS - 1) / PART_ROWS;
        kauri_loop_for((unsigned)export->threads, parts, 1, format_part, export);
        for (size_t part = 0; part < parts; part++) {
            KAURI_TRY(write_bytes(export, export->bytes + part * PART_ROWS * KAURI_EXPORT_ROW_BYTES,
                                  export->part_bytes[part], error));
        }
        if (kauri_progress_cancelled(&export->view.progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while writing layer %u",
                                export->layer->seeds);
            goto cleanup;
        }
    }
cleanup:
    return status;
}

static enum kauri_status make_room(struct export *export, struct kauri_error *error)
{
    const size_t positions = export->count < READ_POSITIONS ? export->count : READ_POSITIONS;
    const bool with_dtc = kauri_export_has_dtc(&export->format);
    export->r = malloc(positions * sizeof *export->r);
    export->dtc = with_dtc ? malloc(positions * sizeof *export->dtc) : NULL;
    export->bytes = malloc((size_t)PARTS * PART_ROWS * KAURI_EXPORT_ROW_BYTES);
    if (export->r == NULL || (with_dtc && export->dtc == NULL) || export->bytes == NULL) {
        return kauri_layer_out_of_memory(export->layer, "writing", error);
    }
    return KAURI_OK;
}

static enum kauri_status write_all(struct export *export, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t header[KAURI_EXPORT_HEADER_BYTES];
    const double begun = kauri_clock_seconds();
    struct kauri_progress_report report = {
        .stage = "export", .layer = export->layer->seeds, .total = export->count};
    const size_t bytes = kauri_export_header(&export->format, export->layer, export->count, header);
    KAURI_TRY(write_bytes(export, header, bytes, error));
    while (report.done < export->count) {
        const uint64_t rest = export->count - report.done;
        const uint64_t first = export->first + report.done;
        const size_t here = rest < READ_POSITIONS ? rest : READ_POSITIONS;
        KAURI_TRY(kauri_layer_read(export->tables, export->layer->seeds, first, here, export->r,
                                   export->dtc, (unsigned)export->threads, error));
        KAURI_TRY(write_rows(export, first, here, error));
        report.done += here;
        report.seconds = kauri_clock_seconds() - begun;
        kauri_progress_report(&export->view.progress, &report);
    }
cleanup:
    return status;
}

static enum kauri_status run(struct export *export, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_TRY(choose_format(export, error));
    KAURI_TRY(kauri_open_tables(export->folder, CACHE_BYTES, &export->tables, error));
    KAURI_TRY(kauri_tablebase_layer(export->tables, (unsigned)export->seeds, &layer, error));
    export->layer = &layer->index;
    KAURI_TRY(choose_range(export, error));
    if (export->out != NULL) {
        KAURI_TRY(kauri_output_file_check(export->out, export->force, NULL, error));
    }
    KAURI_TRY(kauri_threads_start((unsigned)export->threads, error));
    KAURI_TRY(make_room(export, error));
    kauri_progress_view_begin(&export->view, export->quiet);
    if (export->out != NULL) {
        KAURI_TRY(kauri_output_open(export->out, kauri_output_file_mode(export->force),
                                    &export->output, error));
    }
    KAURI_TRY(write_all(export, error));
    if (export->output != NULL) {
        struct kauri_output *output = export->output;
        export->output = NULL; // commit frees it in every case
        status = kauri_output_commit(output, error);
    }
cleanup:
    return status;
}

int kauri_command_export(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct export export = {.view = {.quiet = true}};
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &export, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    export.threads = export.threads == 0 ? kauri_loop_threads() : export.threads;
    status = run(&export, &error);
    if (export.tables != NULL && status != KAURI_OK) {
        status = kauri_missing_layer_advise(export.tables, (unsigned)export.seeds, &error);
    }
cleanup:
    kauri_progress_view_clear(&export.view);
    kauri_output_abandon(export.output);
    free(export.r);
    free(export.dtc);
    free(export.bytes);
    kauri_tablebase_close(export.tables);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
