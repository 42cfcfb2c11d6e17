// Measures the API without the network: probes per second of one thread and of several.
//
//     bench_api TABLES [SECONDS]
#include "cli/serve/api.h"
#include "common/loop.h"
#include "common/progress.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 4096, THREADS_MOST = 4, CACHE_BYTES = 256 << 20 };

struct api_bench {
    struct kauri_api *api;
    char (*texts)[KAURI_POSITION_TEXT_BYTES];
    double end; // on the clock
    uint64_t answers[THREADS_MOST];
    uint64_t bytes[THREADS_MOST];
};

// Random positions of all layers, the same each time.
static void make_positions(struct api_bench *bench, const struct kauri_tablebase *tables)
{
    uint64_t random = 12345;
    const unsigned holes = kauri_tablebase_holes(tables);
    const unsigned cowries = kauri_tablebase_cowries(tables);
    for (unsigned i = 0; i < POSITIONS; i++) {
        const unsigned seeds = i % kauri_tablebase_layer_count(tables);
        uint64_t positions = 1;
        struct kauri_position position;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        (void)kauri_layer_positions(holes, cowries, seeds, &positions, NULL);
        (void)kauri_position_at(holes, cowries, seeds, (random >> 16) % positions, &position, NULL);
        (void)kauri_position_format(&position, bench->texts[i]);
    }
}

static void probe(struct api_bench *bench, unsigned worker, uint64_t i)
{
    struct kauri_api_answer answer = {.job = NULL};
    const struct kauri_api_parameter parameter = {.name = "position",
                                                  .value = bench->texts[i % POSITIONS]};
    const struct kauri_api_request request = {
        .method = "GET", .path = "probe", .parameters = &parameter, .parameter_count = 1};
    kauri_api_answer(bench->api, &request, &answer);
    bench->answers[worker] += answer.http_status == 200 ? 1 : 0;
    bench->bytes[worker] += answer.body.length;
    kauri_api_answer_clear(&answer);
}

static void work(void *context, unsigned worker)
{
    struct api_bench *bench = context;
    for (uint64_t i = UINT64_C(997) * worker; kauri_clock_seconds() < bench->end; i++) {
        probe(bench, worker, i);
    }
}

static void measure(struct api_bench *bench, unsigned threads, double seconds)
{
    memset(bench->answers, 0, sizeof bench->answers);
    memset(bench->bytes, 0, sizeof bench->bytes);
    bench->end = kauri_clock_seconds() + seconds;
    kauri_loop_each(threads, work, bench);
    uint64_t answers = 0;
    uint64_t bytes = 0;
    for (unsigned i = 0; i < threads; i++) {
        answers += bench->answers[i];
        bytes += bench->bytes[i];
    }
    printf("%u thread%s: %.0f probes/s, %.0f bytes each\n", threads, threads == 1 ? "" : "s",
           (double)answers / seconds, (double)bytes / (double)(answers > 0 ? answers : 1));
}

int main(int argc, char **argv)
{
    static char texts[POSITIONS][KAURI_POSITION_TEXT_BYTES];
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    struct api_bench bench = {.texts = texts};
    const double seconds = argc > 2 ? strtod(argv[2], NULL) : 2;
    if (argc < 2) {
        fprintf(stderr, "usage: bench_api TABLES [SECONDS]\n");
        return KAURI_USAGE;
    }
    KAURI_TRY(kauri_tablebase_open_folder(argv[1], CACHE_BYTES, &tables, &error));
    const struct kauri_api_options options = {.tables = tables};
    KAURI_TRY(kauri_api_new(&options, &bench.api, &error));
    make_positions(&bench, tables);
    for (uint64_t i = 0; i < POSITIONS; i++) { // so that the pages are in the cache
        probe(&bench, 0, i);
    }
    measure(&bench, 1, seconds);
    measure(&bench, 2, seconds);
cleanup:
    if (status != KAURI_OK) {
        fprintf(stderr, "bench_api: %s\n", error.message);
    }
    kauri_api_free(bench.api);
    kauri_tablebase_close(tables);
    return (int)status;
}
