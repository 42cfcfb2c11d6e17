// kauri verify: checks the equations of the tables at every position, or of one of several parts of
// a layer (--part); or the checksums of the tables (--checksums).
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/solve/solve_choice.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "common/size.h"
#include "db/checksums.h"
#include "db/tables/tablebase.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/layer_summary.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "rules/board.h"
#include "verify/verify.h"
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

// Cache for --sample: the successors of neighbouring positions lie in a few dozen pages.
#define CACHE_BYTES (256ULL << 20)

enum { PARTS_MAX = 65536 };

// A layer, or a part of it, whose positions were checked.
struct verified {
    unsigned seeds;
    bool sound; // no fault was found
    struct kauri_verify_result result;
};

// A table whose bytes were compared with their checksums.
struct compared {
    unsigned seeds;
    bool intact;
    uint64_t bytes; // size of the table; 0 if it could not be opened
    double seconds;
};

struct verify {
    uint64_t seeds;  // the layer to verify; UINT64_MAX: all
    uint64_t sample; // positions checked in each layer; 0: all
    uint64_t memory;
    struct kauri_part_choice part;
    bool checksums;
    unsigned last; // the layer up to which tables are checked, or of which a part is
    // Results ascending by seeds. A layer whose check could not be finished is not among them.
    unsigned count;
    struct verified layers[KAURI_SEEDS_MAX + 1];
    struct compared tables[KAURI_SEEDS_MAX + 1];
};

// The object Entry:
//     r: int
//     dtc: int | null - 0 when `r` is; null if the table has no distances
static void add_entry(struct kauri_json *json, const char *name, bool distances, int32_t r,
                      int32_t dtc)
{
    kauri_json_begin_object(json, name);
    kauri_json_add_int(json, "r", r);
    kauri_json_add_known_int(json, "dtc", distances, dtc);
    kauri_json_end(json);
}

// The object WrongPosition:
//     position: position - the one with the lowest index
//     stored, right: Entry - in the table, and by the equations
static void add_first_wrong(struct kauri_json *json, const void *record)
{
    const struct kauri_verify_result *result = &((const struct verified *)record)->result;
    if (result->wrong == 0) {
        kauri_json_add_null(json, "first_wrong");
        return;
    }
    kauri_json_begin_object(json, "first_wrong");
    kauri_json_add_position(json, "position", &result->first_wrong);
    add_entry(json, "stored", result->distances, result->stored_r, result->stored_dtc);
    add_entry(json, "right", result->distances, result->correct_r, result->correct_dtc);
    kauri_json_end(json);
}

static void add_equations(struct kauri_json *json, const void *record)
{
    const struct kauri_verify_result *result = &((const struct verified *)record)->result;
    kauri_json_add_text(json, "equations",
                        result->checked == 0 ? NULL
                        : result->distances  ? "r and dtc"
                                             : "r");
}

static void add_digest(struct kauri_json *json, const void *record)
{
    const struct kauri_verify_result *result = &((const struct verified *)record)->result;
    kauri_json_add_digest(json, "digest_of_all", result->has_digest ? &result->digest : NULL);
}

// The object VerifiedLayer.
static const struct kauri_field verified_fields[] = {
    {"seeds", NULL, 0, KAURI_UNSIGNED(struct verified, seeds)},
    // no fault was found
    {"sound", NULL, 0, KAURI_BOOL(struct verified, sound)},
    // positions whose equations were evaluated
    {"checked", NULL, 0, KAURI_COUNT(struct verified, result.checked)},
    // equations: "r and dtc" | "r" | null - those that were evaluated. `r`: the table has no
    //     distances, and the equations of `r` alone do not prove it; null if none were
    {NULL, NULL, 0, KAURI_MEMBERS(add_equations)},
    // positions whose equations do not hold
    {"wrong", NULL, 0, KAURI_COUNT(struct verified, result.wrong)},
    // first_wrong: WrongPosition | null - null if no position is wrong
    {NULL, NULL, 0, KAURI_MEMBERS(add_first_wrong)},
    // digest_of_all: digest | null - of all positions (`docs/reference/FORMAT.md`, section 5); null
    //     if a fault was found, for a sample, and where it is not defined
    {NULL, NULL, 0, KAURI_MEMBERS(add_digest)},
    {"seconds", NULL, 0, KAURI_SECONDS(struct verified, result.seconds)},
};

// The object ComparedLayer.
static const struct kauri_field compared_fields[] = {
    {"seeds", NULL, 0, KAURI_UNSIGNED(struct compared, seeds)},
    // no fault was found
    {"intact", NULL, 0, KAURI_BOOL(struct compared, intact)},
    // size of the table; 0 if it could not be opened
    {"bytes", NULL, 0, KAURI_SIZE(struct compared, bytes)},
    {"seconds", NULL, 0, KAURI_SECONDS(struct compared, seconds)},
};

// The lowest of the checked layers whose table has no distances; UINT_MAX if all have them.
static unsigned lowest_without_distances(const struct verify *verify)
{
    for (unsigned i = 0; i < verify->count; i++) {
        if (!verify->layers[i].result.distances) {
            return verify->layers[i].seeds;
        }
    }
    return UINT_MAX;
}

// Adds the answer as JSON. `fault` is the reason why the check ended early, or the fault that it
// found; NULL if there is none.
//
// The object Verified:
//     tables: text
//     sample: int | null
//     proven: bool - every equation of every requested layer was evaluated and holds, those of
//         `dtc` included
//     layers: VerifiedLayer[] - layers that were checked completely
//     unread: int - tables that were not looked at: folders before theirs have the layer
//     fault: text | null
//
// The object VerifiedPart:
//     tables: text
//     part, parts: int - K and N
//     ...: VerifiedLayer
//     unread: int - as in Verified
//     fault: text | null
//
// The object Compared:
//     tables: text
//     intact: bool - no fault was found
//     layers: ComparedLayer[] - layers whose files were read
//     unread: int - as in Verified
//     fault: text | null
static void add_json(struct kauri_command_run *run, const struct kauri_error *fault)
{
    const struct verify *verify = run->settings;
    struct kauri_json json = {.out = &run->out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", kauri_tablebase_folder(run->tables));
    if (verify->checksums) {
        kauri_json_add_bool(&json, "intact", fault == NULL);
        kauri_answer_array(&json, "layers", KAURI_FIELDS(compared_fields), verify->tables,
                           sizeof *verify->tables, verify->count);
    } else if (verify->part.number > 0) {
        kauri_json_add_int(&json, "part", verify->part.number);
        kauri_json_add_int(&json, "parts", verify->part.parts);
        kauri_answer_json(&json, KAURI_FIELDS(verified_fields), verify->layers);
    } else {
        const bool whole = verify->sample == 0 && verify->count == verify->last + 1 &&
                           lowest_without_distances(verify) > verify->last;
        kauri_json_add_known_int(&json, "sample", verify->sample > 0, (int64_t)verify->sample);
        kauri_json_add_bool(&json, "proven", whole && fault == NULL);
        kauri_answer_array(&json, "layers", KAURI_FIELDS(verified_fields), verify->layers,
                           sizeof *verify->layers, verify->count);
    }
    kauri_json_add_int(&json, "unread", kauri_tablebase_unread(run->tables));
    kauri_json_add_foreign(&json, "fault", fault == NULL ? NULL : fault->message);
    kauri_json_end(&json);
}

// ------------------------------------------------------------------------------------ checksums

// Compares a table with its checksums. The time includes opening it, which checks what is not in
// its groups.
static enum kauri_status compare_table(struct kauri_command_run *run, unsigned seeds,
                                       struct kauri_error *error)
{
    struct verify *verify = run->settings;
    const struct kauri_tablebase_layer *layer = NULL;
    const double began = kauri_clock_seconds();
    struct compared *table = &verify->tables[verify->count];
    *table = (struct compared){.seeds = seeds};
    enum kauri_status status = kauri_tablebase_layer(run->tables, seeds, &layer, error);
    if (status == KAURI_OK) {
        table->bytes = kauri_reader_file_bytes(layer->reader);
        status = kauri_checksums_check(layer->reader, &run->view.progress, error);
    }
    kauri_progress_view_clear(&run->view);
    table->seconds = kauri_clock_seconds() - began;
    table->intact = status == KAURI_OK;
    verify->count += status == KAURI_OK || status == KAURI_CORRUPT;
    if (status == KAURI_OK && !run->json) {
        kauri_print_fitted("layer %u: %s read, intact, %.2f s\n", seeds,
                           KAURI_SIZE_TEXT(table->bytes), table->seconds);
        (void)fflush(stdout);
    }
    return status;
}

static void print_intact(const struct verify *verify)
{
    uint64_t bytes = 0;
    double seconds = 0;
    for (unsigned i = 0; i < verify->count; i++) {
        bytes += verify->tables[i].bytes;
        seconds += verify->tables[i].seconds;
    }
    kauri_print_fitted(
        "Every byte of %u table%s is as it was written: %s in %.2f s. Without --checksums, "
        "verify checks the values.\n",
        verify->count, kauri_plural(verify->count), KAURI_SIZE_TEXT(bytes), seconds);
}

// Checks layers 0 to --seeds, or all existing layers without that option. KAURI_MISSING, with
// advice, if a layer up to --seeds does not exist. *begun as in check().
static enum kauri_status compare_tables(struct kauri_command_run *run, bool *begun,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct verify *verify = run->settings;
    const unsigned count = kauri_tablebase_layer_count(run->tables);
    const bool all = verify->seeds == UINT64_MAX;
    if (!all && verify->seeds >= count) {
        return kauri_missing_layer(run->tables, count, error);
    }
    const unsigned last = all ? KAURI_SEEDS_MAX : (unsigned)verify->seeds;
    *begun = true;
    for (unsigned n = 0; n <= last && status == KAURI_OK; n++) {
        if (kauri_tablebase_has(run->tables, n)) {
            status = compare_table(run, n, error);
        }
    }
    if (status == KAURI_OK && !run->json) {
        print_intact(verify);
    }
    return status;
}

// --------------------------------------------------------------------------------- whole layers

// What holds of a layer, or a part of it, without a fault.
static const char *finding(const struct kauri_verify_result *result)
{
    return result->distances ? "all right" : "all equations of r hold (no dtc)";
}

// Layers 0..last must all be there, because the proof of a layer rests on the layers below it.
static enum kauri_status find_last_layer(const struct kauri_tablebase *tables,
                                         struct verify *verify, struct kauri_error *error)
{
    const unsigned count = kauri_tablebase_layer_count(tables);
    if (count == 0 || (verify->seeds != UINT64_MAX && verify->seeds >= count)) {
        return kauri_missing_layer(tables, count, error);
    }
    verify->last = verify->seeds == UINT64_MAX ? count - 1 : (unsigned)verify->seeds;
    return KAURI_OK;
}

// Checks that no layer up to the greatest one is missing. Without --seeds all tables are to be
// checked, so tables above a missing layer are an error.
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

static void print_verdict(const struct verify *verify)
{
    uint64_t checked = 0;
    double seconds = 0;
    for (unsigned i = 0; i < verify->count; i++) {
        checked += verify->layers[i].result.checked;
        seconds += verify->layers[i].result.seconds;
    }
    const char *positions = KAURI_COUNT_TEXT(checked);
    if (verify->sample > 0) {
        kauri_print_fitted(
            "No fault in the sample of %s positions; without --sample, verify checks all "
            "positions.\n",
            positions);
        return;
    }
    // Small layers may take less time than the clock can measure.
    const char *speed =
        KAURI_COUNT_TEXT((uint64_t)((double)checked / (seconds > 1e-6 ? seconds : 1e-6)));
    char layers[40] = "Layer 0 is";
    if (verify->last > 0) {
        (void)snprintf(layers, sizeof layers, "Layers 0 to %u are", verify->last);
    }
    const unsigned lowest = lowest_without_distances(verify);
    if (lowest <= verify->last) {
        kauri_print_fitted(
            "Every equation that the tables have holds, at %s positions; %.2f s, %s positions/s. "
            "This does not prove the values: the table of layer %u has no distances (dtc), so "
            "positions that repeat one another could agree on a wrong r.\n",
            positions, seconds, speed, lowest);
        return;
    }
    kauri_print_fitted("%s right: every equation holds, at %s positions; %.2f s, %s positions/s.\n",
                       layers, positions, seconds, speed);
}

static enum kauri_status verify_layers(struct kauri_command_run *run,
                                       const struct kauri_verify_options *options,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct verify *verify = run->settings;
    for (unsigned seeds = 0; seeds <= verify->last; seeds++) {
        struct verified *layer = &verify->layers[seeds];
        layer->seeds = seeds;
        status = kauri_verify_layer(run->tables, seeds, options, &layer->result, error);
        kauri_progress_view_clear(&run->view);
        layer->sound = status == KAURI_OK;
        verify->count += status == KAURI_OK || status == KAURI_WRONG;
        KAURI_PASS(status);
        if (!run->json) {
            kauri_print_fitted("layer %u: %s positions %s, %s, %.2f s\n", seeds,
                               KAURI_COUNT_TEXT(layer->result.checked),
                               options->sample == 0 ? "checked" : "sampled",
                               finding(&layer->result), layer->result.seconds);
            if (layer->result.has_digest) {
                kauri_print_fitted("         digest of all positions %016" PRIx64 "\n",
                                   layer->result.digest);
            }
            (void)fflush(stdout);
        }
    }
    if (!run->json) {
        print_verdict(verify);
    }
    return verify->seeds == UINT64_MAX ? check_gap(run->tables, verify->last, error) : KAURI_OK;
}

// Checks one part. That all parts are right proves the layer, if those below it are.
static enum kauri_status verify_part(struct kauri_command_run *run,
                                     const struct kauri_verify_options *options,
                                     struct kauri_error *error)
{
    struct verify *verify = run->settings;
    struct verified *layer = verify->layers;
    layer->seeds = verify->last;
    const enum kauri_status status =
        kauri_verify_layer(run->tables, verify->last, options, &layer->result, error);
    layer->sound = status == KAURI_OK;
    if (layer->sound && !run->json) {
        kauri_string_add(&run->out, "layer %u, part %u of %u: %s positions checked, %s, %.2f s\n",
                         verify->last, options->part, options->parts,
                         KAURI_COUNT_TEXT(layer->result.checked), finding(&layer->result),
                         layer->result.seconds);
        kauri_string_add_text(
            &run->out,
            layer->result.distances ? "" : "The equations of r alone do not prove the values.\n");
    }
    return status;
}

// ---------------------------------------------------------------------------------- the command

// Does what the options say. *begun becomes true when there is an answer, whatever the status.
static enum kauri_status check(struct kauri_command_run *run, bool *begun,
                               struct kauri_error *error)
{
    struct verify *verify = run->settings;
    const uint64_t share = verify->memory / 2;
    KAURI_PASS(
        kauri_run_open_tables(run, share != 0 && share < CACHE_BYTES ? share : CACHE_BYTES, error));
    if (verify->checksums) {
        return compare_tables(run, begun, error);
    }
    KAURI_PASS(find_last_layer(run->tables, verify, error));
    KAURI_PASS(kauri_run_try_threads(run, error));
    const struct kauri_verify_options options = {
        .threads = run->threads,
        .sample = verify->sample,
        .memory = verify->memory,
        .part = verify->part.number,
        .parts = verify->part.parts,
        .progress = &run->view.progress,
    };
    KAURI_PASS(kauri_verify_check_memory(run->tables, verify->last, &options, error));
    *begun = true;
    return options.parts != 0 ? verify_part(run, &options, error)
                              : verify_layers(run, &options, error);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    bool begun = false;
    const enum kauri_status status = check(run, &begun, error);
    if (begun && run->json) {
        add_json(run, status == KAURI_OK ? NULL : error);
    } else if (status == KAURI_OK) {
        kauri_text_unread(&run->out, kauri_tablebase_unread(run->tables));
    }
    kauri_string_fit(&run->out, 0, run->json ? 0 : kauri_terminal_columns(stdout));
    return status;
}

const struct kauri_command kauri_command_verify = {
    .name = "verify",
    .group = "Prove",
    .summary = "check tables at every position",
    .text =
        "Evaluates the equations of r and dtc at every position of the tables, from the files "
        "alone. If they hold in layers 0 to N, these layers are correct. Positions that a table "
        "leaves out are derived from the others. Tables of r alone (kauri pack --columns r) have "
        "only the equations of r, which these must satisfy, but which do not prove them. With less "
        "memory than 2 bytes per position of "
        "the layer and 1 byte per position of the lower layers, blocks (seed configurations) are "
        "decoded or derived again each time they are needed. With --sample only COUNT positions "
        "of each layer are checked, and the certificates are not: that proves nothing but is "
        "quick. With --checksums every byte of the files is read and compared with its checksum, "
        "at the speed of the disk: that finds damage, but not wrong values. With --part only one "
        "of several parts of one layer is checked, the last layer or that of --seeds. So several "
        "machines, or the jobs of an array, can divide a layer; they share only the tables. If "
        "all parts are right and the lower layers are, the layer is; its certificate is only "
        "compared when it is checked as a whole. The exit status is 1 if a position is wrong; the "
        "first one is reported." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_OPTION("seeds", "N", "verify layers 0 to N (default: all), or a part of N",
                         KAURI_STORED(struct verify, seeds), .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("sample", "COUNT", "check only COUNT positions of each layer",
                         KAURI_STORED(struct verify, sample), .low = 1, .high = INT64_MAX),
            KAURI_OPTION("checksums", NULL, "check only that the files are intact",
                         KAURI_STORED(struct verify, checksums), .excludes = "sample"),
            KAURI_OPTION("part", "K/N", "check part K of N of one layer (default: of the last)",
                         KAURI_STORED(struct verify, part), .high = PARTS_MAX,
                         .excludes = "checksums sample"),
            KAURI_THREADS_OPTION,
            KAURI_MEMORY_OPTION(struct verify, memory),
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"prove the tables of layers 0 and 1", "kauri verify --tables tables --seeds 1"},
                 {"check that files were copied intact",
                  "kauri verify --tables tables --checksums"},
                 {"check the first half of layer 1, as one of two machines",
                  "kauri verify --tables tables --seeds 1 --part 1/2"}},
    .related = "solve info stats",
    .documents = "guide/RULES.md results/RESULTS.md reference/FORMAT.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct verify, .seeds = UINT64_MAX),
    .run = run,
};
