// What `kauri-mpi bench` prints.
//
// Implemented in cli/mpi/team_bench_text.c and cli/mpi/team_bench_json.c.
#ifndef KAURI_CLI_MPI_TEAM_BENCH_VIEW_H
#define KAURI_CLI_MPI_TEAM_BENCH_VIEW_H

#include "cli/mpi/team_bench.h"
#include "common/string_buffer.h"

// Prints the layers options->first .. options->last as tables, in Markdown if wanted.
void kauri_team_bench_print(const struct kauri_team_bench_options *options, const char *library,
                            const struct kauri_team_bench_layer *layers, bool markdown);

// Adds one object and a newline for each layer.
void kauri_team_bench_json(struct kauri_string *out, const struct kauri_team_bench_options *options,
                           const char *library, const struct kauri_team_bench_layer *layers);

#endif
