#include "cli/bench/bench_view.h"
#include "common/size.h"

#include <stdio.h>

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_limits(const struct kauri_bench_options *options,
                         const struct kauri_bench_result *result)
{
    const struct kauri_machine_limits *limits = &result->limits;
    char size[KAURI_SIZE_TEXT_BYTES];
    const double speed = kauri_bench_speed(result);
    const double traffic = kauri_bench_traffic_per_position(result);
    printf("\nThis machine on %u thread%s, measured before:\n", options->threads,
           options->threads == 1 ? "" : "s");
    printf("  streaming   %.2f GB/s read, %.2f GB/s copied (read plus written), through %s\n",
           limits->read_bytes_per_second / 1e9, limits->copy_bytes_per_second / 1e9,
           kauri_format_size(limits->buffer_bytes, size));
    printf("  random      %.1f M updates/s of single bytes in a block of %s per thread\n",
           limits->updates_per_second / 1e6, kauri_format_size(limits->block_bytes, size));
    printf("Solver compared with it:\n");
    printf(
        "  edges/s are %.2f times the random updates/s (a table-driven solver makes at least one "
        "per edge)\n",
        kauri_bench_edges_per_second(result) / limits->updates_per_second);
    printf("  positions/s are %.2f %% of the rate at which the %.2f bytes held and stored per "
           "position "
           "can be copied once\n",
           percent(speed * 2 * traffic, limits->copy_bytes_per_second), traffic);
}

void kauri_bench_text(const struct kauri_bench_options *options,
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
    printf("Layer %u of 2 x %u holes with %u cowries: %s positions", layer->seeds,
           layer->shape.holes, layer->shape.cowries, kauri_format_count(layer->positions, count));
    printf(" in %s blocks\n", kauri_format_count(layer->block_count, count));
    printf("Program    kauri %s, kernel %s, %u thread%s, zstd level %d, memory %s\n", KAURI_VERSION,
           solve->kernel, options->threads, options->threads == 1 ? "" : "s", options->level,
           options->memory == 0 ? "unlimited" : kauri_format_size(options->memory, size));
    if (options->limits) {
        printf("Machine    %s, %u processor%s; load %.2f before\n",
               result->limits.processor[0] != '\0' ? result->limits.processor : "unknown processor",
               result->limits.processors, result->limits.processors == 1 ? "" : "s", result->load);
    }
    printf("Solving    %.2f s, %.2f M positions/s; %.2f s of processor time\n", seconds,
           kauri_bench_speed(result) / 1e6, result->processor_seconds);
    printf(
        "  shares   preparing %.1f %%, forward %.1f %%, frontier %.1f %%, scan %.1f %%, store %.1f "
        "%%, waiting %.1f %%\n",
        percent(phases->tables, seconds), percent(phases->captures, seconds),
        percent(kauri_bench_frontier(options, result), seconds),
        percent(kauri_bench_scan(options, result), seconds), percent(phases->write, seconds),
        percent(kauri_bench_waiting(options, result), seconds));
    printf("  edges    %s quiet moves, ", kauri_format_count(result->quiet_moves, count));
    printf("%.2f per position, each walked back once%s; %.2f ns of core time per edge\n",
           (double)result->quiet_moves / positions,
           result->unlimited > 0 ? " unless it leads to unlimited play" : "",
           kauri_bench_edge_nanoseconds(result));
    printf("  captures %s valued; ", kauri_format_count(solve->capture_moves, count));
    printf("%u rounds; ", solve->rounds);
    printf("%s words of open moves touched\n", kauri_format_count(solve->touched_words, count));
    printf("Memory     %s at the peak above the %s before solving: %.3f bytes per position, lower "
           "layers included\n",
           kauri_format_size(result->peak_memory - result->base_memory, size),
           kauri_format_size(result->base_memory, more), kauri_bench_memory_per_position(result));
    printf("Disk       %s, %.3f bits per position\n", kauri_format_size(solve->file_bytes, size),
           8 * (double)solve->file_bytes / positions);
    printf("Verifying  %.2f s, %.2f M positions/s, %.2f times the speed of solving\n",
           result->verify_seconds, positions / (result->verify_seconds + 1e-9) / 1e6,
           seconds / (result->verify_seconds + 1e-9));
    if (options->limits) {
        print_limits(options, result);
    }
}

static void print_times(const char *name, const struct kauri_bench_times *times)
{
    if (times->count > 0) {
        printf("  %-16s %6zu %8.1f %8.1f %8.1f %10.1f  %6.2f  %5.1f %%\n", name, times->count,
               times->median, times->percentile_90, times->percentile_99, times->most, times->pages,
               100 * times->hit_rate);
    }
}

static void print_kinds(const char *name, const struct kauri_bench_cold_times *times)
{
    char row[32];
    if (times->derived.count > 0) {
        (void)snprintf(row, sizeof row, "%s, stored", name);
        print_times(row, &times->stored);
        (void)snprintf(row, sizeof row, "%s, derived", name);
        print_times(row, &times->derived);
    }
    print_times(name, &times->all);
}

static void print_histogram(const char *name, const struct kauri_bench_times *times)
{
    printf("  %-9s", name);
    for (unsigned i = 0; i < KAURI_BENCH_BUCKETS; i++) {
        printf(" %4.0f", 100 * (double)times->histogram[i] / (double)times->count);
    }
    printf("\n");
}

static void print_cold(const struct kauri_bench_cold *cold)
{
    char size[KAURI_SIZE_TEXT_BYTES];
    printf("Random positions on one thread, with the default cache, empty at first; files in the\n"
           "system's cache. Microseconds, pages decoded, and look-ups that decoded none:\n"
           "                    count   median     90 %%     99 %%   greatest   pages     hits\n");
    print_kinds("r", &cold->r);
    print_kinds("value", &cold->value);
    print_kinds("all moves", &cold->root);
    printf("Per cent of these by microseconds:\n"
           "             <1   <2   <4   <8  <16  <32  <64 <128 <256 <512  <1K  >1K\n");
    print_histogram("r", &cold->r.all);
    print_histogram("value", &cold->value.all);
    print_histogram("all moves", &cold->root.all);
    printf("Memory     %s resident after them\n", kauri_format_size(cold->resident, size));
}

static void print_hot(const struct kauri_bench_probe *result)
{
    printf("Hot pages  stored: value %.0f ns, r %.0f ns", result->hot_stored.value,
           result->hot_stored.r);
    if (result->hot_derived.value > 0) {
        printf("; derived: value %.0f ns, r %.0f ns", result->hot_derived.value,
               result->hot_derived.r);
    }
    printf("\n");
    for (unsigned i = 0; i < KAURI_BENCH_HOT_RUNS; i++) {
        const struct kauri_bench_hot *hot = &result->hot[i];
        printf("           %.2f M values/s on %u thread%s", hot->values_per_second / 1e6,
               hot->threads, hot->threads == 1 ? "" : "s");
        if (hot->threads > 1) {
            printf("; %.2f M on pages of their own", hot->apart_per_second / 1e6);
        }
        printf("\n");
    }
    printf("           all moves of a position: median %.1f us, 99 %% %.1f us\n",
           result->root_median, result->root_99);
}

void kauri_bench_probe_text(const struct kauri_bench_options *options,
                            const struct kauri_bench_probe *result)
{
    const struct kauri_layer *layer = &result->layer;
    char count[KAURI_SIZE_TEXT_BYTES];
    char stored[KAURI_SIZE_TEXT_BYTES];
    const char *s = options->threads == 1 ? "" : "s";
    printf("Look-ups in layer %u of 2 x %u holes with %u cowries: %s positions, %s stored\n",
           layer->seeds, layer->shape.holes, layer->shape.cowries,
           kauri_format_count(layer->positions, count),
           kauri_format_count(result->entries, stored));
    printf("Program    kauri %s; load %.2f before\n", KAURI_VERSION, result->load);
    print_cold(&result->cold);
    print_hot(result);
    printf("Batches    %.0f values/s, %u random positions on %u thread%s\n",
           result->many_per_second, result->many_count, options->threads, s);
    printf("           %.0f positions/s with all their moves, %u on %u thread%s\n",
           result->roots_per_second, result->roots_count, options->threads, s);
    printf("In order   %.1f M positions/s, r and dtc, on %u thread%s\n",
           result->ordered_per_second / 1e6, options->threads, s);
}
