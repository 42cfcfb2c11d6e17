#include "queries/answers/layer_summary.h"

#include "common/size.h"
#include "db/tables/published.h"
#include "indexer/convention.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/probe_view.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"

#include <stdio.h>

static const char stated[] = "stated";

// Returns how the digest that a table states relates to that of the published one.
static const char *published(const struct kauri_reader *reader)
{
    switch (
        kauri_publication_of(kauri_reader_info(reader), kauri_reader_certificate(reader)->digest)) {
    case KAURI_PUBLISHED:
        return stated;
    case KAURI_NOT_AS_PUBLISHED:
        return "another";
    case KAURI_UNPUBLISHED:
        break;
    }
    return NULL;
}

enum kauri_status kauri_layer_summary_of(struct kauri_tablebase *tables, unsigned seeds,
                                         struct kauri_layer_summary *layer,
                                         struct kauri_error *error)
{
    const struct kauri_tablebase_layer *open = NULL;
    KAURI_PASS(kauri_tablebase_layer(tables, seeds, &open, error));
    const struct kauri_reader *reader = open->reader;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    const uint64_t bytes = kauri_reader_file_bytes(reader);
    *layer = (struct kauri_layer_summary){
        .info = info,
        .certificate = certificate,
        .seeds = info->seeds,
        .distances = open->dtc_reader != NULL,
        .max_dtc = UINT64_MAX,
        .positions = info->positions,
        .file_bytes = bytes,
        .digest = certificate->digest,
        .bits = 8.0 * (double)bytes / (double)info->positions,
        .path = kauri_reader_path(reader),
        .published = published(reader),
        .program = info->program,
        .seconds = -1,
        .speed = UINT64_MAX,
    };
    if (open->dtc_reader != NULL) {
        layer->max_dtc = (uint64_t)certificate->maximum[KAURI_COLUMN_DTC];
    }
    return KAURI_OK;
}

void kauri_layer_summary_checked(struct kauri_layer_summary *layer)
{
    static const char yes[] = "yes";
    layer->published = layer->published == stated ? yes : layer->published;
}

enum kauri_status kauri_layer_summaries(struct kauri_tablebase *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error)
{
    *count = 0;
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (kauri_tablebase_has(tables, seeds)) {
            KAURI_PASS(kauri_layer_summary_of(tables, seeds, &layers[*count], error));
            *count += 1;
        }
    }
    return KAURI_OK;
}

void kauri_layer_summary_time(struct kauri_layer_summary *layer, double seconds)
{
    // A small layer may take less time than the clock can measure.
    layer->seconds = seconds;
    layer->speed = (uint64_t)((double)layer->positions / (seconds > 1e-6 ? seconds : 1e-6));
}

static void add_numbers(struct kauri_json *json, const char *name, const uint64_t *counts,
                        unsigned last)
{
    kauri_json_begin_array(json, name);
    for (unsigned i = 0; i <= last; i++) {
        kauri_json_add_uint(json, NULL, counts[i]);
    }
    kauri_json_end(json);
}

// Finds a position of the greatest dtc. Returns false if no position is decided.
static bool find_longest(const struct kauri_layer_summary *layer, struct kauri_position *position)
{
    return layer->figures->longest_r != 0 &&
           kauri_position_at(layer->info->holes, layer->info->cowries, layer->seeds,
                             layer->figures->longest, position, NULL) == KAURI_OK;
}

static void add_values(struct kauri_json *json, const void *record)
{
    const struct kauri_layer_summary *layer = record;
    kauri_json_begin_object(json, "r");
    for (uint32_t i = 0; i < layer->certificate->count_count; i++) {
        const struct kauri_count *count = &layer->certificate->counts[i];
        char value[16];
        (void)snprintf(value, sizeof value, "%d", count->value);
        kauri_json_add_uint(json, value, count->count);
    }
    kauri_json_end(json);
}

// The object Distances:
//     won, lost: int[] - positions with `r` above 0, and below 0
static void add_figures(struct kauri_json *json, const void *record)
{
    const struct kauri_layer_summary *layer = record;
    const struct kauri_layer_figures *figures = layer->figures;
    struct kauri_position position;
    if (figures == NULL) {
        return;
    }
    if (figures->won == NULL) {
        kauri_json_add_null(json, "distances");
    } else {
        kauri_json_begin_object(json, "distances");
        add_numbers(json, "won", figures->won, figures->max_dtc);
        add_numbers(json, "lost", figures->lost, figures->max_dtc);
        kauri_json_end(json);
    }
    if (find_longest(layer, &position)) {
        const uint32_t dtc = figures->max_dtc;
        kauri_json_begin_object(json, "longest");
        kauri_json_add_position(json, "position", &position);
        kauri_json_add_value(json, &figures->longest_r, &dtc);
        kauri_json_end(json);
    } else {
        kauri_json_add_null(json, "longest");
    }
    kauri_json_add_uint(json, "unlimited", figures->unlimited);
    kauri_json_add_uint(json, "zugzwangs", figures->zugzwangs);
}

// A layer in the answers of `solve` and `stats`. `stats` leaves out the last SPEED_FIELDS; a field
// for both stands before these.
// The object Layer.
static const struct kauri_field layer_fields[] = {
    {"seeds", "layer", 5, KAURI_UNSIGNED(struct kauri_layer_summary, seeds)},
    {"positions", "positions", 19, KAURI_COUNT(struct kauri_layer_summary, positions)},
    // r: object - the number of positions for each value of `r`, which is the name
    {"r", NULL, 0, KAURI_MEMBERS(add_values)},
    // greatest `dtc`; null if the table has no distances
    {"max_dtc", "greatest dtc", 12, KAURI_COUNT(struct kauri_layer_summary, max_dtc)},
    // distances: Distances | null - only with `stats --full`: positions for each `dtc` from 0; null
    //     if the table has no distances
    // longest: BareValue | null - only with `stats --full`: the first position with the greatest
    //     `dtc` in index order; null if no position is decided, or the table has no distances
    // unlimited: int - only with `stats --full`: positions that endless play decides (R10)
    // zugzwangs: int - only with `stats --full`: mutual zugzwangs (`docs/guide/FIND.md`)
    {NULL, NULL, 0, KAURI_MEMBERS(add_figures)},
    // only in `solve`; null when the layer was already finished
    {"seconds", "seconds", 8, KAURI_SECONDS(struct kauri_layer_summary, seconds)},
    // only in `solve`: speed; null when `seconds` is
    {"positions_per_second", "positions/s", 13, KAURI_COUNT(struct kauri_layer_summary, speed),
     .optional = 1},
};
enum { SPEED_FIELDS = 2, LAYER_FIELDS = sizeof layer_fields / sizeof *layer_fields };

// The object LayerInfo.
static const struct kauri_field info_fields[] = {
    {"seeds", "layer", 5, KAURI_UNSIGNED(struct kauri_layer_summary, seeds)},
    {"positions", "positions", 19, KAURI_COUNT(struct kauri_layer_summary, positions)},
    // only in `info`: path of the table
    {"file", NULL, 0, KAURI_FOREIGN(struct kauri_layer_summary, path), .only_if_known = true},
    {"bytes", "size", 12, KAURI_SIZE(struct kauri_layer_summary, file_bytes)},
    {NULL, "bits/position", 13, KAURI_RATIO(struct kauri_layer_summary, bits)},
    {"digest", NULL, 0, KAURI_DIGEST(struct kauri_layer_summary, digest)},
    // the table has `dtc`
    {"distances", NULL, 0, KAURI_BOOL(struct kauri_layer_summary, distances)},
    // `stated`: the table states the digest of the published one of this layer
    // (`docs/results/RESULTS.md`); `yes`: its entries have this digest (`info --check`); `another`:
    // it states another digest; null: no such table is published
    {"published", "published", -1, KAURI_TEXT(struct kauri_layer_summary, published),
     .optional = 2},
    // that wrote the table
    {"program", "written by", -1, KAURI_TEXT(struct kauri_layer_summary, program), .optional = 1},
};

// Adds the members of the board and the layers to an object.
//
// The object Stats:
//     holes: int
//     cowries: int
//     rules: text
//     layers: Layer[]
static void add_layers(struct kauri_json *json, const struct kauri_field *fields,
                       size_t field_count, const char *folder,
                       const struct kauri_layer_summary *layers, size_t count)
{
    if (count > 0) {
        kauri_json_add_uint(json, "holes", layers[0].info->holes);
        kauri_json_add_uint(json, "cowries", layers[0].info->cowries);
        kauri_json_add_text(json, "rules", layers[0].info->rules);
    }
    if (folder != NULL) {
        kauri_json_add_foreign(json, "tables", folder);
    }
    kauri_json_begin_array(json, "layers");
    for (size_t i = 0; i < count; i++) {
        struct kauri_layer_summary layer = layers[i];
        if (folder == NULL) {
            layer.path = NULL;
        }
        kauri_json_begin_object(json, NULL);
        kauri_answer_json(json, fields, field_count, &layer);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

void kauri_json_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    add_layers(&json, layer_fields, with_speed ? LAYER_FIELDS : LAYER_FIELDS - SPEED_FIELDS, NULL,
               layers, count);
    kauri_json_end(&json);
}

// The object Info:
//     holes, cowries: int
//     rules: text
//     tables: text
//     layers: LayerInfo[]
//     checked: bool - the entries of these layers have the digests that their tables state, as
//         `info --check` finds; otherwise only headers were read
//     unread: int - tables that were not looked at: folders before theirs have the layer
void kauri_json_add_info(struct kauri_json *json, const char *folder,
                         const struct kauri_layer_summary *layers, size_t count)
{
    add_layers(json, KAURI_FIELDS(info_fields), folder, layers, count);
}

void kauri_text_unread(struct kauri_string *out, unsigned unread)
{
    if (unread > 0) {
        kauri_string_add(out,
                         "Not looked at: %u table%s, whose layer%s read from an earlier folder.\n",
                         unread, kauri_plural(unread), unread == 1 ? " is" : "s are");
    }
}

void kauri_text_board(struct kauri_string *out, const struct kauri_table_info *info, int columns)
{
    const size_t begin = out->length;
    kauri_string_add(out, "Board   2 x %u holes, %u cowries\n", info->holes, info->cowries);
    kauri_string_add(out, "Rules   %s\n", info->rules);
    kauri_string_add(out, "R10     " KAURI_UNLIMITED_TEXT "\n");
    kauri_string_fit(out, begin, columns);
}

static void add_counts(struct kauri_string *rows, const struct kauri_layer_summary *layer)
{
    for (uint32_t i = 0; i < layer->certificate->count_count; i++) {
        const struct kauri_count *count = &layer->certificate->counts[i];
        if (i == 0) {
            kauri_string_add_number(rows, layer->seeds);
        }
        kauri_string_add_text(rows, "\t");
        kauri_string_add_signed(rows, count->value);
        kauri_string_add_text(rows, "\t");
        kauri_string_add_signed(rows, kauri_value_net(count->value));
        kauri_string_add(rows, "\t%s\t%s\t%.1f %%\n",
                         kauri_phase_name(kauri_value_tiebreak(count->value)),
                         KAURI_COUNT_TEXT(count->count),
                         100.0 * (double)count->count / (double)layer->positions);
    }
}

void kauri_text_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed, int columns)
{
    static const struct kauri_field values[] = {
        {NULL, "layer", 5, KAURI_WORDS},      {NULL, "r", 4, KAURI_WORDS},
        {NULL, "net", 4, KAURI_WORDS},        {NULL, "cowries", -11, KAURI_WORDS},
        {NULL, "positions", 19, KAURI_WORDS}, {NULL, "", 7, KAURI_WORDS, .optional = 1},
    };
    struct kauri_string rows = {.bytes = NULL};
    kauri_answer_records(out, layer_fields, with_speed ? LAYER_FIELDS : LAYER_FIELDS - SPEED_FIELDS,
                         layers, sizeof *layers, count, columns);
    const size_t begin = out->length;
    kauri_string_add(
        out, "\nValues for the player to move: r = 3 x net + outcome of the cowrie phase.\n");
    kauri_string_fit(out, begin, columns);
    kauri_answer_heads(&rows, KAURI_FIELDS(values));
    for (size_t i = 0; i < count; i++) {
        add_counts(&rows, &layers[i]);
    }
    kauri_answer_table(out, &rows, KAURI_FIELDS(values), 0, columns);
}

// Number of layers 0, 1, 2, ... without a gap.
static unsigned whole_layers(const struct kauri_layer_summary *layers, size_t count)
{
    unsigned whole = 0;
    while (whole < count && layers[whole].seeds == whole) {
        whole++;
    }
    return whole;
}

// Names the layers whose tables hold r alone.
static void add_without_distances(struct kauri_string *out,
                                  const struct kauri_layer_summary *layers, size_t count)
{
    const char *separator = "\nTables of r alone, without distances (dtc): ";
    for (size_t i = 0; i < count; i++) {
        if (!layers[i].distances) {
            kauri_string_add(out, "%s%u", separator, layers[i].seeds);
            separator = ", ";
        }
    }
    kauri_string_add_text(out, *separator == ',' ? ".\n" : "");
}

void kauri_text_info(struct kauri_string *out, const char *folder,
                     const struct kauri_layer_summary *layers, size_t count, size_t files,
                     const char *read, unsigned unread, int columns)
{
    size_t begin = out->length;
    kauri_string_add_text(out, "Tables  ");
    kauri_string_add_foreign(out, folder);
    kauri_string_add_text(out, "\n");
    kauri_string_fit(out, begin, columns);
    kauri_text_board(out, layers[0].info, columns);
    kauri_string_add(out, "\n");
    kauri_answer_records(out, KAURI_FIELDS(info_fields), layers, sizeof *layers, count, columns);
    begin = out->length;
    add_without_distances(out, layers, count);
    kauri_string_add(out, "\n%s\n", read);
    kauri_text_unread(out, unread);
    const unsigned whole = whole_layers(layers, count);
    if (whole < files) {
        kauri_string_add(
            out, "Layer %u is missing or damaged: layers above it cannot be solved or verified.\n",
            whole);
    } else {
        kauri_string_add(out, "Positions with at most %u seed%s can be looked up.\n", whole - 1,
                         whole == 2 ? "" : "s");
    }
    kauri_string_fit(out, begin, columns);
}

enum { BINS = 16, BAR = 24 }; // maximum lines of a histogram, and columns of a bar

// The least of 1, 2, 5, 10, 20, ... that puts distances 1 .. most into at most BINS bins.
static unsigned bin_width(unsigned maximum)
{
    static const unsigned steps[] = {1, 2, 5};
    unsigned tens = 1;
    for (unsigned i = 0;; i++) {
        if (i == 3) {
            i = 0;
            tens *= 10;
        }
        if ((uint64_t)steps[i] * tens * BINS >= maximum) {
            return steps[i] * tens;
        }
    }
}

struct bin {
    unsigned low, high;
    uint64_t won, lost;
};

// Finds the distances of a bin. Bin 0 has the distance 0, which only positions without seeds have;
// the others have `width` distances each.
static struct bin bin_of(const struct kauri_layer_figures *figures, unsigned width, unsigned number)
{
    struct bin bin = {.low = number == 0 ? 0 : (number - 1) * width + 1, .high = number * width};
    for (unsigned dtc = bin.low; dtc <= bin.high && dtc <= figures->max_dtc; dtc++) {
        bin.won += figures->won[dtc];
        bin.lost += figures->lost[dtc];
    }
    return bin;
}

static void add_bin(struct kauri_string *rows, const struct bin *bin, uint64_t positions,
                    uint64_t greatest)
{
    char range[32];
    const uint64_t both = bin->won + bin->lost;
    const unsigned bar = (unsigned)((double)both / (double)greatest * BAR + 0.5);
    (void)snprintf(range, sizeof range, bin->low == bin->high ? "%u" : "%u-%u", bin->low,
                   bin->high);
    kauri_string_add(rows, "%s\t%s\t%s\t%.1f %%\t%.*s\n", range, KAURI_COUNT_TEXT(bin->won),
                     KAURI_COUNT_TEXT(bin->lost), 100.0 * (double)both / (double)positions,
                     (int)bar, "########################");
}

static void add_histogram(struct kauri_string *out, const struct kauri_layer_figures *figures,
                          int columns)
{
    static const struct kauri_field fields[] = {
        {NULL, "dtc", 8, KAURI_WORDS},
        {NULL, "r > 0", 15, KAURI_WORDS},
        {NULL, "r < 0", 15, KAURI_WORDS},
        {NULL, "share", 7, KAURI_WORDS},
        {NULL, "", -1, KAURI_WORDS, .optional = 1},
    };
    struct kauri_string rows = {.bytes = NULL};
    const unsigned width = bin_width(figures->max_dtc);
    const unsigned bins = 1 + (figures->max_dtc + width - 1) / width;
    uint64_t greatest = 1;
    for (unsigned i = 0; i < bins; i++) {
        const struct bin bin = bin_of(figures, width, i);
        greatest = bin.won + bin.lost > greatest ? bin.won + bin.lost : greatest;
    }
    kauri_answer_heads(&rows, KAURI_FIELDS(fields));
    for (unsigned i = 0; i < bins; i++) {
        const struct bin bin = bin_of(figures, width, i);
        if (i > 0 || bin.won + bin.lost > 0) {
            add_bin(&rows, &bin, figures->positions, greatest);
        }
    }
    kauri_answer_table(out, &rows, KAURI_FIELDS(fields), 0, columns);
}

// Adds a line such as "Mutual zugzwangs     12 (0.5 %)".
static void add_share(struct kauri_string *out, const char *label, uint64_t count,
                      uint64_t positions)
{
    kauri_string_add(out, "%-20s %s (%.1f %%)\n", label, KAURI_COUNT_TEXT(count),
                     100.0 * (double)count / (double)positions);
}

void kauri_text_figures(struct kauri_string *out, const struct kauri_layer_summary *layer,
                        int columns)
{
    const size_t begin = out->length;
    const struct kauri_layer_figures *figures = layer->figures;
    struct kauri_position position;
    const bool decided = find_longest(layer, &position);
    kauri_string_add(out, "\nLayer %u\n", layer->seeds);
    add_share(out, "Mutual zugzwangs", figures->zugzwangs, figures->positions);
    add_share(out, "Play that never ends", figures->unlimited, figures->positions);
    if (figures->won == NULL) {
        kauri_string_add(out, "Distances            not in this table\n");
    }
    if (decided) {
        kauri_string_add(out, "Greatest dtc         %u (r = %+d), for example\n  %s\n\n",
                         figures->max_dtc, figures->longest_r, KAURI_POSITION_TEXT(&position));
    }
    kauri_string_fit(out, begin, columns);
    if (decided) {
        add_histogram(out, figures, columns);
    }
}
