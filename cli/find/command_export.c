// kauri export: the values of a range of a layer, or of a sample, as CSV or NumPy .npy.
#include "cli/commands.h"
#include "cli/find/sample.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/tables/open_tables.h"
#include "common/loop.h"
#include "common/memory.h"
#include "db/tables/tablebase.h"
#include "indexer/layer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Cache for the look-ups of a sample. Ranges are read past it.
#define CACHE_BYTES (64U << 20)

enum {
    ROW_BYTES = 160, // greatest size of a row
    PART_ROWS = 1 << 12,
    PARTS = 32,                   // parts that are put together before they are written
    READ_POSITIONS = 8 * 1352078, // positions that are read at a time
    LOOKED_UP = 1 << 18,          // positions of a sample that are looked up at a time
};

// ------------------------------------------------------------------------------------------ rows

// CSV begins with a line of names. A .npy file is one of version 1.0: an array with a row for each
// position, little-endian; of several columns, a structured array with a field for each.

enum export_column {
    COLUMN_INDEX,   // index in the layer, 8 bytes
    COLUMN_R,       // 2 bytes, signed
    COLUMN_DTC,     // 2 bytes; 0 where r is 0
    COLUMN_NET,     // 1 byte, signed
    COLUMN_SEEDS,   // a byte for each hole, the mover's first
    COLUMN_COWRIES, // a byte for each hole, the mover's first
    COLUMN_COLUMNS
};

struct export_format {
    bool npy;
    unsigned count; // number of columns, at least 1
    enum export_column columns[COLUMN_COLUMNS];
};

struct column {
    const char *name;
    const char *type; // type in NumPy
    bool by_hole;
};

static const struct column columns[COLUMN_COLUMNS] = {
    [COLUMN_INDEX] = {"index", "<u8", false}, [COLUMN_R] = {"r", "<i2", false},
    [COLUMN_DTC] = {"dtc", "<u2", false},     [COLUMN_NET] = {"net", "|i1", false},
    [COLUMN_SEEDS] = {"seeds", "|u1", true},  [COLUMN_COWRIES] = {"cowries", "|u1", true},
};

// Reads names of columns, separated by commas. KAURI_USAGE for an unknown or repeated one.
static enum kauri_status parse_columns(const char *names, struct export_format *format,
                                       struct kauri_error *error)
{
    bool given[COLUMN_COLUMNS] = {false};
    format->count = 0;
    for (const char *name = names;;) {
        const size_t length = strcspn(name, ",");
        unsigned column = 0;
        while (column < COLUMN_COLUMNS && (strlen(columns[column].name) != length ||
                                           memcmp(columns[column].name, name, length) != 0)) {
            column++;
        }
        if (column == COLUMN_COLUMNS) {
            return kauri_fail(error, KAURI_USAGE,
                              "--columns takes index, r, dtc, net, seeds and cowries, separated by "
                              "commas, not '%.*s'",
                              (int)(length < 80 ? length : 80), name);
        }
        if (given[column]) {
            return kauri_fail(error, KAURI_USAGE, "--columns names %s twice", columns[column].name);
        }
        given[column] = true;
        format->columns[format->count++] = (enum export_column)column;
        if (name[length] == '\0') {
            return KAURI_OK;
        }
        name += length + 1;
    }
}

static bool has_column(const struct export_format *format, enum export_column column)
{
    bool has = false;
    for (unsigned i = 0; i < format->count; i++) {
        has = has || format->columns[i] == column;
    }
    return has;
}

static void add_csv_names(struct kauri_string *header, const struct column *column, unsigned holes)
{
    for (unsigned i = 0; column->by_hole && i < 2 * holes; i++) {
        kauri_string_add(
            header, "%s%s_%c", i > 0 ? "," : "", column->name,
            kauri_move_letter(i < holes ? KAURI_SOUTH : KAURI_NORTH, (int)(i % holes)));
    }
    if (!column->by_hole) {
        kauri_string_add_text(header, column->name);
    }
}

// Adds the header of NumPy: a dictionary of Python, padded with spaces so that the rows begin at a
// multiple of 64 bytes, and ended by a newline.
static void add_npy_header(struct kauri_string *header, const struct export_format *format,
                           unsigned holes, uint64_t rows)
{
    enum { ALIGNMENT = 64 };
    const struct column *first = &columns[format->columns[0]];
    static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, 0, 0};
    kauri_string_add_bytes(header, magic, sizeof magic);
    kauri_string_add_text(header, "{'descr': ");
    if (format->count == 1) {
        kauri_string_add(header, "'%s'", first->type);
    }
    for (unsigned i = 0; format->count > 1 && i < format->count; i++) {
        const struct column *column = &columns[format->columns[i]];
        kauri_string_add(header, "%s('%s', '%s'", i == 0 ? "[" : ", ", column->name, column->type);
        if (column->by_hole) {
            kauri_string_add(header, ", (%u,)", 2 * holes);
        }
        kauri_string_add_text(header, ")");
    }
    kauri_string_add(header, "%s, 'fortran_order': False, 'shape': (%llu,",
                     format->count > 1 ? "]" : "", (unsigned long long)rows);
    if (format->count == 1 && first->by_hole) {
        kauri_string_add(header, " %u", 2 * holes);
    }
    kauri_string_add_text(header, "), }");
    const size_t over = (header->length + 1) % ALIGNMENT;
    kauri_string_add_right(header, "", over > 0 ? ALIGNMENT - over : 0);
    kauri_string_add_text(header, "\n");
    const size_t described = header->length - sizeof magic;
    if (!header->failed) {
        header->bytes[8] = (char)(described & 0xff);
        header->bytes[9] = (char)(described >> 8);
    }
}

// Adds what precedes `rows` rows.
static void add_header(struct kauri_string *header, const struct export_format *format,
                       const struct kauri_layer *layer, uint64_t rows)
{
    if (format->npy) {
        add_npy_header(header, format, layer->shape.holes, rows);
        return;
    }
    for (unsigned i = 0; i < format->count; i++) {
        add_csv_names(header, &columns[format->columns[i]], layer->shape.holes);
        kauri_string_add_text(header, i + 1 < format->count ? "," : "\n");
    }
}

static uint8_t *put_bytes(uint8_t *at, uint64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        *at++ = (uint8_t)(number >> (8 * i));
    }
    return at;
}

static uint8_t *put_decimal(uint8_t *at, int64_t number)
{
    char digits[20];
    unsigned count = 0;
    uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
    if (number < 0) {
        *at++ = '-';
    }
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    while (count > 0) {
        *at++ = (uint8_t)digits[--count];
    }
    return at;
}

static uint8_t *put_holes(uint8_t *at, const uint8_t *counts, unsigned holes, bool npy)
{
    for (unsigned i = 0; i < 2 * holes; i++) {
        if (npy) {
            *at++ = counts[i];
        } else {
            at = put_decimal(at, counts[i]);
            *at++ = ',';
        }
    }
    return npy ? at : at - 1; // drops the last comma
}

// A position and its values.
struct row {
    uint64_t index;
    int32_t r;
    uint32_t dtc;
    struct kauri_view view; // used if there are columns of it
};

static uint8_t *put_column(uint8_t *at, enum export_column column, const struct row *row,
                           unsigned holes, bool npy)
{
    const int net = kauri_value_net(row->r);
    switch (column) {
    case COLUMN_INDEX:
        return npy ? put_bytes(at, row->index, 8) : put_decimal(at, (int64_t)row->index);
    case COLUMN_R:
        return npy ? put_bytes(at, (uint64_t)row->r, 2) : put_decimal(at, row->r);
    case COLUMN_DTC:
        return npy ? put_bytes(at, row->dtc, 2) : put_decimal(at, row->dtc);
    case COLUMN_NET:
        return npy ? put_bytes(at, (uint64_t)net, 1) : put_decimal(at, net);
    case COLUMN_SEEDS:
        return put_holes(at, row->view.seeds, holes, npy);
    case COLUMN_COWRIES:
        return put_holes(at, row->view.cowries, holes, npy);
    case COLUMN_COLUMNS:
        break;
    }
    return at;
}

// Writes the rows of positions first .. first + count - 1, or of those with the numbers in
// `indices` if it is not NULL, to `bytes`. `dtc` may be NULL if it is not one of the columns.
// Returns the number of bytes.
static size_t put_rows(const struct export_format *format, const struct kauri_layer *layer,
                       uint64_t first, const uint64_t *indices, size_t count, const int16_t *r,
                       const uint16_t *dtc, uint8_t *bytes)
{
    uint8_t *at = bytes;
    const bool with_view = has_column(format, COLUMN_SEEDS) || has_column(format, COLUMN_COWRIES);
    for (size_t n = 0; n < count; n++) {
        struct row row = {.index = indices == NULL ? first + n : indices[n],
                          .r = r[n],
                          .dtc = dtc == NULL ? 0 : dtc[n]};
        if (with_view) {
            kauri_unindex(layer, row.index, &row.view);
        }
        for (unsigned i = 0; i < format->count; i++) {
            at = put_column(at, format->columns[i], &row, layer->shape.holes, format->npy);
            if (!format->npy) {
                *at++ = i + 1 < format->count ? ',' : '\n';
            }
        }
    }
    return (size_t)(at - bytes);
}

// --------------------------------------------------------------------------------------- export

enum { FORM_CSV, FORM_NPY }; // the words of --format

struct export_work {
    const char *out, *columns;
    uint64_t seeds, first, count;
    uint64_t sample, seed; // size and seed of the sample; 0: the range
    unsigned form;         // FORM_CSV, FORM_NPY, or KAURI_NO_CHOICE
    // Members for the work.
    struct kauri_command_run *run;
    struct export_format format;
    const struct kauri_layer *layer;
    struct kauri_output *output; // NULL: standard output
    int16_t *r;
    uint16_t *dtc;
    uint8_t *bytes; // memory for PARTS parts
    // A sample: its numbers, and the positions that are being looked up.
    uint64_t *indices;
    struct kauri_position *positions;
    struct kauri_value *values;
    enum kauri_status *statuses;
    // The rows that are being put together: positions, and where their values are.
    uint64_t group_first;
    size_t group_at, group_count;
    size_t part_bytes[PARTS];
};

static enum kauri_status choose_format(struct export_work *work, struct kauri_error *error)
{
    const size_t length = work->out == NULL ? 0 : strlen(work->out);
    work->format.npy = work->form == KAURI_NO_CHOICE
                           ? length > 4 && strcmp(work->out + length - 4, ".npy") == 0
                           : work->form == FORM_NPY;
    if (work->format.npy && work->out == NULL && isatty(STDOUT_FILENO) == 1) {
        return kauri_fail(error, KAURI_USAGE,
                          "npy is not for a terminal; name a file with --out or use a pipe");
    }
    if (work->columns == NULL) {
        work->columns = work->sample > 0 ? "index,r,dtc" : "r,dtc";
    }
    return parse_columns(work->columns, &work->format, error);
}

static enum kauri_status choose_range(struct export_work *work, struct kauri_error *error)
{
    const uint64_t positions = work->layer->positions;
    if (work->sample > positions) {
        return kauri_fail(error, KAURI_USAGE, "--sample %llu: layer %u has %llu positions",
                          (unsigned long long)work->sample, work->layer->seeds,
                          (unsigned long long)positions);
    }
    if (work->sample > 0) {
        work->count = work->sample;
        return KAURI_OK;
    }
    if (work->first >= positions) {
        return kauri_fail(error, KAURI_USAGE, "--first %llu: layer %u has positions 0 to %llu",
                          (unsigned long long)work->first, work->layer->seeds,
                          (unsigned long long)(positions - 1));
    }
    const uint64_t rest = positions - work->first;
    if (work->count == UINT64_MAX) {
        work->count = rest;
    }
    if (work->count > rest) {
        return kauri_fail(error, KAURI_USAGE,
                          "--count %llu: layer %u has only %llu positions from %llu on",
                          (unsigned long long)work->count, work->layer->seeds,
                          (unsigned long long)rest, (unsigned long long)work->first);
    }
    return KAURI_OK;
}

static enum kauri_status write_bytes(struct export_work *work, const void *bytes, size_t size,
                                     struct kauri_error *error)
{
    if (work->output != NULL) {
        return kauri_output_write(work->output, bytes, size, error);
    }
    return kauri_print_bytes(bytes, size, error);
}

static void format_part(void *context, unsigned worker, uint64_t part)
{
    (void)worker;
    struct export_work *work = context;
    const size_t begin = (size_t)part * PART_ROWS;
    const size_t rest = work->group_count - begin;
    const size_t at = work->group_at + begin;
    const uint64_t first = work->group_first + begin;
    work->part_bytes[part] = put_rows(
        &work->format, work->layer, first, work->indices == NULL ? NULL : work->indices + first,
        rest < PART_ROWS ? rest : PART_ROWS, work->r + at,
        work->dtc == NULL ? NULL : work->dtc + at, work->bytes + part * PART_ROWS * ROW_BYTES);
}

// Writes the rows of positions [first, first + count), of the layer or the sample, whose values
// were read.
static enum kauri_status write_rows(struct export_work *work, uint64_t first, size_t count,
                                    struct kauri_error *error)
{
    const size_t group = (size_t)PARTS * PART_ROWS;
    for (size_t at = 0; at < count; at += group) {
        work->group_first = first + at;
        work->group_at = at;
        work->group_count = count - at < group ? count - at : group;
        const size_t parts = (work->group_count + PART_ROWS - 1) / PART_ROWS;
        kauri_loop_for(work->run->threads, parts, 1, format_part, work);
        for (size_t part = 0; part < parts; part++) {
            KAURI_PASS(write_bytes(work, work->bytes + part * PART_ROWS * ROW_BYTES,
                                   work->part_bytes[part], error));
        }
        if (kauri_progress_cancelled(&work->run->view.progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "stopped while writing layer %u",
                              work->layer->seeds);
        }
    }
    return KAURI_OK;
}

// The number of positions that are read at a time.
static size_t read_at_once(const struct export_work *work)
{
    const size_t most = work->sample > 0 ? LOOKED_UP : READ_POSITIONS;
    return work->count < most ? (size_t)work->count : most;
}

static enum kauri_status make_room(struct export_work *work, struct kauri_error *error)
{
    const size_t positions = read_at_once(work);
    const unsigned seeds = work->layer->seeds;
    if (work->sample > 0) {
        KAURI_PASS(
            kauri_sample(work->layer->positions, work->sample, work->seed, &work->indices, error));
        KAURI_PASS(KAURI_NEW(work->positions, positions, error, "a sample"));
        KAURI_PASS(KAURI_NEW(work->values, positions, error, "a sample"));
        KAURI_PASS(KAURI_NEW(work->statuses, positions, error, "a sample"));
    }
    KAURI_PASS(KAURI_NEW(work->r, positions, error, "writing layer %u", seeds));
    if (has_column(&work->format, COLUMN_DTC)) {
        KAURI_PASS(KAURI_NEW(work->dtc, positions, error, "writing layer %u", seeds));
    }
    return KAURI_NEW(work->bytes, (size_t)PARTS * PART_ROWS * ROW_BYTES, error, "writing layer %u",
                     seeds);
}

// Reads the values of `count` positions of the range, or of the sample, from number `first` of the
// layer, or of the sample, on.
static enum kauri_status read_values(struct export_work *work, uint64_t first, size_t count,
                                     struct kauri_error *error)
{
    struct kauri_tablebase *tables = work->run->tables;
    const unsigned threads = work->run->threads;
    if (work->indices == NULL) {
        return kauri_layer_read(tables, work->layer->seeds, first, count, work->r, work->dtc,
                                threads, error);
    }
    KAURI_PASS(kauri_positions_listed(work->layer->shape.holes, work->layer->shape.cowries,
                                      work->layer->seeds, work->indices + first, count,
                                      work->positions, error));
    KAURI_PASS(kauri_probe_many(tables, work->positions, count, work->values, work->statuses,
                                threads, error));
    for (size_t i = 0; i < count; i++) {
        if (work->statuses[i] != KAURI_OK) { // once more, for the reason
            KAURI_PASS(kauri_probe_value(tables, &work->positions[i], &work->values[i], error));
        }
        work->r[i] = (int16_t)work->values[i].r;
        if (work->dtc != NULL) {
            work->dtc[i] = (uint16_t)work->values[i].dtc;
        }
    }
    return KAURI_OK;
}

static enum kauri_status write_all(struct export_work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string header = {.bytes = NULL};
    const size_t most = read_at_once(work);
    const double begun = kauri_clock_seconds();
    struct kauri_progress_report report = {
        .stage = "export", .layer = work->layer->seeds, .total = work->count};
    add_header(&header, &work->format, work->layer, work->count);
    KAURI_TRY(kauri_string_check(&header, error));
    KAURI_TRY(write_bytes(work, header.bytes, header.length, error));
    while (report.done < work->count) {
        const uint64_t rest = work->count - report.done;
        const uint64_t first = work->first + report.done;
        const size_t here = rest < most ? (size_t)rest : most;
        KAURI_TRY(read_values(work, first, here, error));
        KAURI_TRY(write_rows(work, first, here, error));
        report.done += here;
        report.seconds = kauri_clock_seconds() - begun;
        kauri_progress_report(&work->run->view.progress, &report);
    }
cleanup:
    kauri_string_clear(&header);
    return status;
}

static enum kauri_status export_layer(struct export_work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(kauri_tablebase_layer(work->run->tables, (unsigned)work->seeds, &layer, error));
    work->layer = &layer->index;
    if (has_column(&work->format, COLUMN_DTC) && layer->dtc_reader == NULL) {
        (void)kauri_tablebase_need_distances(work->run->tables, (unsigned)work->seeds, error);
        kauri_error_append(error, " (--columns r leaves them out)");
        return KAURI_MISSING;
    }
    KAURI_PASS(choose_range(work, error));
    if (work->out != NULL) {
        KAURI_PASS(kauri_output_file_check(work->out, work->run->force, NULL, error));
    }
    KAURI_PASS(make_room(work, error));
    if (work->out != NULL) {
        KAURI_PASS(kauri_output_open(work->out, kauri_output_file_mode(work->run->force),
                                     &work->output, error));
    }
    KAURI_PASS(write_all(work, error));
    if (work->output != NULL) {
        struct kauri_output *output = work->output;
        work->output = NULL; // commit frees it in every case
        status = kauri_output_commit(output, error);
    }
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct export_work *work = run->settings;
    work->run = run;
    KAURI_TRY(choose_format(work, error));
    KAURI_TRY(kauri_run_open_tables(run, CACHE_BYTES, error));
    status = export_layer(work, error);
    if (status != KAURI_OK) {
        status = kauri_missing_layer_advise(run->tables, (unsigned)work->seeds, error);
    }
cleanup:
    kauri_output_abandon(work->output);
    free(work->r);
    free(work->dtc);
    free(work->bytes);
    free(work->indices);
    free(work->positions);
    free(work->values);
    free(work->statuses);
    return status;
}

const struct kauri_command kauri_command_export = {
    .name = "export",
    .group = "Work with other programs",
    .summary = "write the values of a layer as CSV or NumPy .npy",
    .text =
        "Writes the values of a layer, or of a range of it, in the order of the table: the "
        "position with index I is row I (docs/reference/FORMAT.md, section 7). COLUMNS is a list, "
        "separated "
        "by commas, of\n"
        "  index    number of the position in its layer\n"
        "  r        value for the player to move, 3 x net + outcome of the cowrie phase\n"
        "  dtc      plies to the next capture, or to the end; 0 where r is 0\n"
        "  net      future captures of the player to move minus the opponent's\n"
        "  seeds    seeds of each hole, in sowing order from the mover's left\n"
        "  cowries  cowries of each hole, likewise\n"
        "CSV has a line of names; seeds and cowries take a column for each hole (seeds_a, ...). "
        "In .npy files (version 1.0), index is <u8, r <i2, dtc <u2, net |i1, seeds and cowries "
        "|u1 for each hole; several columns make a structured array. FILE is written completely "
        "or not at all.\n\n"
        "--sample writes N different positions of the layer instead, drawn at random with the same "
        "chance for each, in the order of the table. Only the pages that hold them are read. The "
        "same seed gives the same positions." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_LAYER_OPTION(struct export_work, seeds),
            KAURI_OPTION("first", "I", "begin with position I (default 0)",
                         KAURI_STORED(struct export_work, first), .high = INT64_MAX),
            KAURI_OPTION("count", "C", "write C positions (default: to the end)",
                         KAURI_STORED(struct export_work, count), .low = 1, .high = INT64_MAX),
            KAURI_OPTION("sample", "N", "write N positions drawn at random",
                         KAURI_STORED(struct export_work, sample), .low = 1, .high = INT64_MAX,
                         .excludes = "first count"),
            KAURI_OPTION("seed", "S", "take another sample (default 0)",
                         KAURI_STORED(struct export_work, seed), .high = INT64_MAX,
                         .needs = "sample"),
            KAURI_OPTION("columns", "COLUMNS", "default r,dtc, and of a sample index,r,dtc",
                         KAURI_STORED(struct export_work, columns)),
            KAURI_OPTION("format", "FORMAT", "csv or npy (default: npy for FILE.npy, else csv)",
                         KAURI_STORED(struct export_work, form), .choices = "csv npy"),
            KAURI_OPTION("out", "FILE", "write FILE instead of standard output",
                         KAURI_STORED(struct export_work, out)),
            KAURI_FORCE_OPTION("--out"),
            KAURI_THREADS_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"three rows with the numbers of the positions",
                  "kauri export --tables tables --seeds 1 --count 3 \\\n"
                  "--columns index,r,dtc"},
                 {"a thousand positions at random",
                  "kauri export --tables tables --seeds 1 --sample 1000 --out sample.npy"}},
    .related = "find stats",
    .documents = "guide/FIND.md reference/FORMAT.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct export_work, .count = UINT64_MAX, .form = KAURI_NO_CHOICE),
    .run = run,
};
