// The result of `kauri bench --forms`, as text or JSON on standard output.
//
// Implemented in bench_forms_json.c and bench_forms_text.c.
#ifndef KAURI_CLI_BENCH_BENCH_FORMS_VIEW_H
#define KAURI_CLI_BENCH_BENCH_FORMS_VIEW_H

#include "cli/bench/bench_forms.h"

void kauri_bench_forms_text(const struct kauri_bench_forms *result);
// The object of docs/JSON.md, "bench --forms".
void kauri_bench_forms_json(const struct kauri_bench_forms *result);

#endif
