#include "cli/bench/bench_view.h"
#include "cli/fitted_text.h"
#include "cli/terminal_columns.h"
#include "cli/text_table.h"
#include "common/size.h"

#include <stdio.h>

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void add_limits(struct kauri_string *out, const struct kauri_bench_options *options,
                       const struct kauri_bench_result *result)
{
    const struct kauri_machine_limits *limits = &result->limits;
    char size[KAURI_SIZE_TEXT_BYTES];
    const double speed = kauri_bench_speed(result);
    const double traffic = kauri_bench_traffic_per_position(result);
    kauri_string_add(out, "\nThis machine on %u thread%s, measured before:\n", options->threads,
                     options->threads == 1 ? "" : "s");
    kauri_string_add(
        out, "  streaming   %.2f GB/s read, %.2f GB/s copied (read plus written), through %s\n",
        limits->read_bytes_per_second / 1e9, limits->copy_bytes_per_second / 1e9,
        kauri_format_size(limits->buffer_bytes, size));
    kauri_string_add(
        out, "  random      %.1f M updates/s of single bytes in a block of %s per thread\n",
        limits->updates_per_second / 1e6, kauri_format_size(limits->block_bytes, size));
    kauri_string_add(out, "Solver compared with it:\n");
    kauri_string_add(
        out,
        "  edges/s are %.2f times the random updates/s (a table-driven solver makes at least one "
        "per edge)\n",
        kauri_bench_edges_per_second(result) / limits->updates_per_second);
    kauri_string_add(
        out,
        "  positions/s are %.2f %% of the rate at which the %.2f bytes held and stored per "
        "position "
        "can be copied once\n",
        percent(speed * 2 * traffic, limits->copy_bytes_per_second), traffic);
}

static void add_result(struct kauri_string *out, const struct kauri_bench_options *options,
                       const struct kauri_bench_result *result)
{
    const struct kauri_layer *layer = &result->layer;
    const struct kauri_solve_result *solve = &result->solve;
    const struct kauri_solve_phases *phases = &solve->phases;
    const double positions = (double)layer->positions;
    const double seconds = solve->seconds;
    char count[KAURI_SIZE_TEXT_BYTES];
    char size[KAURI_SIZE_TEXT_BYTES];
    char more[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add(out, "Layer %u of 2 x %u holes with %u cowries: %s positions", layer->seeds,
                     layer->shape.holes, layer->shape.cowries,
                     kauri_format_count(layer->positions, count));
    kauri_string_add(out, " in %s blocks\n", kauri_format_count(layer->block_count, count));
    kauri_string_add(out, "Program    kauri %s, kernel %s, %u thread%s, zstd level %d, memory %s\n",
                     KAURI_VERSION, solve->kernel, options->threads,
                     options->threads == 1 ? "" : "s", options->level,
                     options->memory == 0 ? "unlimited" : kauri_format_size(options->memory, size));
    if (options->limits) {
        kauri_string_add(
            out, "Machine    %s, %u processor%s; load %.2f before\n",
            result->limits.processor[0] != '\0' ? result->limits.processor : "unknown processor",
            result->limits.processors, result->limits.processors == 1 ? "" : "s", result->load);
    }
    kauri_string_add(out, "Solving    %.2f s, %.2f M positions/s; %.2f s of processor time\n",
                     seconds, kauri_bench_speed(result) / 1e6, result->processor_seconds);
    kauri_string_add(
        out,
        "  shares   preparing %.1f %%, forward %.1f %%, frontier %.1f %%, scan %.1f %%, store %.1f "
        "%%, waiting %.1f %%\n",
        percent(phases->tables, seconds), percent(phases->captures, seconds),
        percent(kauri_bench_frontier(options, result), seconds),
        percent(kauri_bench_scan(options, result), seconds), percent(phases->write, seconds),
        percent(kauri_bench_waiting(options, result), seconds));
    kauri_string_add(out, "  edges    %s quiet moves, ",
                     kauri_format_count(result->quiet_moves, count));
    kauri_string_add(out,
                     "%.2f per position, each walked back once%s; %.2f ns of core time per edge\n",
                     (double)result->quiet_moves / positions,
                     result->unlimited > 0 ? " unless it leads to unlimited play" : "",
                     kauri_bench_edge_nanoseconds(result));
    kauri_string_add(out, "  captures %s valued; ",
                     kauri_format_count(solve->capture_moves, count));
    kauri_string_add(out, "%u rounds; ", solve->rounds);
    kauri_string_add(out, "%s words of open moves touched\n",
                     kauri_format_count(solve->touched_words, count));
    kauri_string_add(
        out,
        "Memory     %s at the peak above the %s before solving: %.3f bytes per position, lower "
        "layers included\n",
        kauri_format_size(result->peak_memory - result->base_memory, size),
        kauri_format_size(result->base_memory, more), kauri_bench_memory_per_position(result));
    kauri_string_add(out, "Disk       %s, %.3f bits per position\n",
                     kauri_format_size(solve->file_bytes, size),
                     8 * (double)solve->file_bytes / positions);
    kauri_string_add(out,
                     "Verifying  %.2f s, %.2f M positions/s, %.2f times the speed of solving\n",
                     result->verify_seconds, positions / (result->verify_seconds + 1e-9) / 1e6,
                     seconds / (result->verify_seconds + 1e-9));
    if (options->limits) {
        add_limits(out, options, result);
    }
}

// Prints the text in lines that fit the terminal, and clears it.
static void print_fitted(struct kauri_string *out)
{
    kauri_string_fit(out, 0, kauri_terminal_columns(stdout));
    (void)fputs(kauri_string_text(out), stdout);
    kauri_string_clear(out);
}

void kauri_bench_text(const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result)
{
    struct kauri_string out = {.bytes = NULL};
    add_result(&out, options, result);
    print_fitted(&out);
}

// Rows of times: those of a wide table, or the cells of a narrow one, which leaves out counts and
// greatest times.
static void add_times(struct kauri_string *out, bool narrow, const char *name,
                      const struct kauri_bench_times *times)
{
    if (times->count > 0 && narrow) {
        kauri_string_add(out, "%s\t%.1f\t%.1f\t%.1f\t%.2f\t%.1f %%\n", name, times->median,
                         times->percentile_90, times->percentile_99, times->pages,
                         100 * times->hit_rate);
    } else if (times->count > 0) {
        kauri_string_add(out, "  %-16s %6zu %8.1f %8.1f %8.1f %10.1f  %6.2f  %5.1f %%\n", name,
                         times->count, times->median, times->percentile_90, times->percentile_99,
                         times->most, times->pages, 100 * times->hit_rate);
    }
}

static void add_kinds(struct kauri_string *out, bool narrow, const char *name,
                      const struct kauri_bench_cold_times *times)
{
    char row[32];
    if (times->derived.count > 0) {
        (void)snprintf(row, sizeof row, "%s, stored", name);
        add_times(out, narrow, row, &times->stored);
        (void)snprintf(row, sizeof row, "%s, derived", name);
        add_times(out, narrow, row, &times->derived);
    }
    add_times(out, narrow, name, &times->all);
}

static void add_all_kinds(struct kauri_string *out, bool narrow,
                          const struct kauri_bench_cold *cold)
{
    add_kinds(out, narrow, "r", &cold->r);
    add_kinds(out, narrow, "value", &cold->value);
    add_kinds(out, narrow, "all moves", &cold->root);
}

static void add_cold_times(struct kauri_string *out, const struct kauri_bench_cold *cold,
                           int columns)
{
    const size_t begin = out->length;
    kauri_string_add(
        out,
        "                    count   median     90 %%     99 %%   greatest   pages     hits\n");
    add_all_kinds(out, false, cold);
    if (columns > 0 && !kauri_text_fits(kauri_string_text(out) + begin, columns)) {
        struct kauri_string rows = {.bytes = NULL};
        kauri_string_cut(out, begin);
        kauri_string_add(&rows, "\tmedian\t90 %%\t99 %%\tpages\thits\n");
        add_all_kinds(&rows, true, cold);
        kauri_string_add_table(out, kauri_string_text(&rows), 0, columns);
        kauri_string_clear(&rows);
    }
}

static double share_of(const struct kauri_bench_times *times, unsigned bucket)
{
    return 100 * (double)times->histogram[bucket] / (double)times->count;
}

static void add_histogram(struct kauri_string *out, const char *name,
                          const struct kauri_bench_times *times)
{
    kauri_string_add(out, "  %-9s", name);
    for (unsigned i = 0; i < KAURI_BENCH_BUCKETS; i++) {
        kauri_string_add(out, " %4.0f", share_of(times, i));
    }
    kauri_string_add(out, "\n");
}

// A row for each kind of look-up or, in a narrow terminal, a line for each of the buckets.
static void add_histograms(struct kauri_string *out, const struct kauri_bench_cold *cold,
                           int columns)
{
    static const char *const buckets[KAURI_BENCH_BUCKETS] = {
        "<1", "<2", "<4", "<8", "<16", "<32", "<64", "<128", "<256", "<512", "<1K", ">1K"};
    const size_t begin = out->length;
    kauri_string_add(out,
                     "             <1   <2   <4   <8  <16  <32  <64 <128 <256 <512  <1K  >1K\n");
    add_histogram(out, "r", &cold->r.all);
    add_histogram(out, "value", &cold->value.all);
    add_histogram(out, "all moves", &cold->root.all);
    if (columns > 0 && !kauri_text_fits(kauri_string_text(out) + begin, columns)) {
        struct kauri_string rows = {.bytes = NULL};
        kauri_string_cut(out, begin);
        kauri_string_add(&rows, "\tr\tvalue\tall moves\n");
        for (unsigned i = 0; i < KAURI_BENCH_BUCKETS; i++) {
            kauri_string_add(&rows, "%s\t%.0f\t%.0f\t%.0f\n", buckets[i], share_of(&cold->r.all, i),
                             share_of(&cold->value.all, i), share_of(&cold->root.all, i));
        }
        kauri_string_add_table(out, kauri_string_text(&rows), 0, columns);
        kauri_string_clear(&rows);
    }
}

static void add_cold(struct kauri_string *out, const struct kauri_bench_cold *cold)
{
    enum { EDGE = 84 };
    const int columns = kauri_terminal_columns(stdout);
    char size[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add_words(
        out,
        "Random positions on one thread, with the default cache, empty at first; files in the "
        "system's cache. Microseconds, pages decoded, and look-ups that decoded none:",
        0, 0, columns > 0 && columns < EDGE ? columns : EDGE);
    add_cold_times(out, cold, columns);
    kauri_string_add(out, "Per cent of these by microseconds:\n");
    add_histograms(out, cold, columns);
    kauri_string_add(out, "Memory     %s resident after them\n",
                     kauri_format_size(cold->resident, size));
}

static void add_hot(struct kauri_string *out, const struct kauri_bench_probe *result)
{
    kauri_string_add(out, "Hot pages  stored: value %.0f ns, r %.0f ns", result->hot_stored.value,
                     result->hot_stored.r);
    if (result->hot_derived.value > 0) {
        kauri_string_add(out, "; derived: value %.0f ns, r %.0f ns", result->hot_derived.value,
                         result->hot_derived.r);
    }
    kauri_string_add(out, "\n");
    for (unsigned i = 0; i < KAURI_BENCH_HOT_RUNS; i++) {
        const struct kauri_bench_hot *hot = &result->hot[i];
        kauri_string_add(out, "           %.2f M values/s on %u thread%s",
                         hot->values_per_second / 1e6, hot->threads, hot->threads == 1 ? "" : "s");
        if (hot->threads > 1) {
            kauri_string_add(out, "; %.2f M on pages of their own", hot->apart_per_second / 1e6);
        }
        kauri_string_add(out, "\n");
    }
    kauri_string_add(out, "           all moves of a position: median %.1f us, 99 %% %.1f us\n",
                     result->root_median, result->root_99);
}

static void add_probe(struct kauri_string *out, const struct kauri_bench_options *options,
                      const struct kauri_bench_probe *result)
{
    const struct kauri_layer *layer = &result->layer;
    char count[KAURI_SIZE_TEXT_BYTES];
    char stored[KAURI_SIZE_TEXT_BYTES];
    const char *s = options->threads == 1 ? "" : "s";
    kauri_string_add(
        out, "Look-ups in layer %u of 2 x %u holes with %u cowries: %s positions, %s stored\n",
        layer->seeds, layer->shape.holes, layer->shape.cowries,
        kauri_format_count(layer->positions, count), kauri_format_count(result->entries, stored));
    kauri_string_add(out, "Program    kauri %s; load %.2f before\n", KAURI_VERSION, result->load);
    add_cold(out, &result->cold);
    add_hot(out, result);
    kauri_string_add(out, "Batches    %.0f values/s, %u random positions on %u thread%s\n",
                     result->many_per_second, result->many_count, options->threads, s);
    kauri_string_add(out, "           %.0f positions/s with all their moves, %u on %u thread%s\n",
                     result->roots_per_second, result->roots_count, options->threads, s);
    kauri_string_add(out, "In order   %.1f M positions/s, r and dtc, on %u thread%s\n",
                     result->ordered_per_second / 1e6, options->threads, s);
}

void kauri_bench_probe_text(const struct kauri_bench_options *options,
                            const struct kauri_bench_probe *result)
{
    struct kauri_string out = {.bytes = NULL};
    add_probe(&out, options, result);
    print_fitted(&out);
}
