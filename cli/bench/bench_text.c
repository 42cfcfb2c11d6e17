#include "cli/bench/bench_run.h"

#include "cli/fitted_text.h"
#include "cli/terminal_columns.h"
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

void kauri_bench_text(struct kauri_string *out, const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result)
{
    add_result(out, options, result);
    kauri_string_fit(out, 0, kauri_terminal_columns(stdout));
}
