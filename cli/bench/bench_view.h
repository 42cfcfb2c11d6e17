// The result of `kauri bench`, as text or JSON on standard output.
//
// Implemented in bench_json.c and bench_text.c.
#ifndef KAURI_CLI_BENCH_BENCH_VIEW_H
#define KAURI_CLI_BENCH_BENCH_VIEW_H

#include "cli/bench/bench_probe.h"
#include "cli/bench/bench_run.h"

void kauri_bench_text(const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result);
void kauri_bench_json(const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result);

void kauri_bench_probe_text(const struct kauri_bench_options *options,
                            const struct kauri_bench_probe *result);
void kauri_bench_probe_json(const struct kauri_bench_options *options,
                            const struct kauri_bench_probe *result);

#endif
