// Counts the positions that the prover expands to answer the questions of a file, without tables:
// the figures of docs/results/LABBOOK.md, "Search: what did not pay".
//
//   cmake --build --preset release --target count_positions
//   build/release/studies/count_positions [NODES [THREADS [SEED [NETWORK]]]] <
//   scripts/strength/positions/questions.txt
//
// Each line is a position, " | " and x, and asks whether r >= x for the player to move. Every
// question begins with an empty table of 256 MiB and may expand NODES positions (500,000). Unlike
// seconds, the positions do not depend on what else the machine does, and with one thread they are
// the same in every run. NETWORK is a file of other weights, as studies/net/fit_net.c writes it.
#include "common/progress.h"
#include "common/size.h"
#include "queries/prover/prover.h"
#include "rules/notation.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 500000, LINE = 256, MEMORY = 256 << 20 };

struct question_totals {
    unsigned questions, open;
    double nodes, logarithms, seconds;
};

// The settings of all searches.
struct asking {
    uint64_t nodes, seed;
    unsigned threads;
    const struct kauri_net *net; // NULL: the fitted one
};

static enum kauri_status ask(const struct asking *asking, const struct kauri_position *position,
                             int x, struct question_totals *totals, struct kauri_error *error)
{
    const struct kauri_prover_options options = {.shape = {position->holes, KAURI_COWRIES_MAX},
                                                 .seeds = kauri_seeds(position),
                                                 .memory = MEMORY,
                                                 .threads = asking->threads,
                                                 .seed = asking->seed,
                                                 .net = asking->net};
    const struct kauri_prover_limits limits = {.seconds = 1e9, .nodes = asking->nodes};
    struct kauri_prover_report report;
    struct kauri_prover *prover = NULL;
    const double started = kauri_clock_processor();
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_prover_new(&options, &prover, error));
    KAURI_TRY(kauri_prover_ask(prover, position, x, &limits, &report, error));
    totals->questions++;
    totals->open += report.answer == KAURI_PROVER_OPEN;
    totals->nodes += (double)report.nodes;
    totals->logarithms += log((double)report.nodes + 1);
    totals->seconds += kauri_clock_processor() - started;
cleanup:
    kauri_prover_free(prover);
    return status;
}

static bool read_net(const char *path, struct kauri_net *net)
{
    FILE *file = fopen(path, "rb");
    const bool whole = file != NULL && fread(net, sizeof *net, 1, file) == 1;
    if (file != NULL) {
        (void)fclose(file);
    }
    return whole;
}

int main(int argc, char **argv)
{
    struct kauri_net net;
    const struct asking asking = {
        .nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : NODES,
        .threads = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1,
        .seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1,
        .net = argc > 4 ? &net : NULL,
    };
    struct question_totals totals = {.questions = 0};
    char line[LINE];
    if (argc > 4 && !read_net(argv[4], &net)) {
        (void)fprintf(stderr, "cannot read the weights of '%s'\n", argv[4]);
        return 1;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        struct kauri_position position;
        struct kauri_error error = {.status = KAURI_OK};
        char *x = strstr(line, " | ");
        if (line[0] == '#' || x == NULL) {
            continue;
        }
        *x = '\0';
        if (kauri_position_parse(line, &position, &error) != KAURI_OK ||
            ask(&asking, &position, atoi(x + 3), &totals, &error) != KAURI_OK) {
            (void)fprintf(stderr, "%s: %s\n", line, error.message);
            return 1;
        }
    }
    (void)printf("%u questions, %u open, geometric mean of the positions %.0f, %.0f positions per "
                 "processor second\n",
                 totals.questions, totals.open, exp(totals.logarithms / totals.questions),
                 totals.nodes / totals.seconds);
    return 0;
}
