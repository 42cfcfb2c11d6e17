// The program `measure`.
#include "studies/measure/measure.h"

#include "cli/program.h"
#include "cli/run.h"

#include <math.h>
#include <stdlib.h>

static const struct kauri_command *const commands[] = {
    &measure_command_forms,
    &measure_command_solver,
    NULL,
};

const struct kauri_program kauri_program = {
    .name = "measure",
    .purpose = "measure the solver, and forms of Kauri tables",
    .title = "Kauri for developers",
    .description = "Prints figures of docs/results/LABBOOK.md as JSON.",
    .commands = commands,
};

void measure_begin(struct kauri_json *json, const struct kauri_layer *layer, uint64_t entries)
{
    double load = NAN; // not known: null in JSON
    (void)getloadavg(&load, 1);
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "holes", layer->shape.holes);
    kauri_json_add_uint(json, "cowries", layer->shape.cowries);
    kauri_json_add_uint(json, "seeds", layer->seeds);
    kauri_json_add_uint(json, "positions", layer->positions);
    kauri_json_add_uint(json, "entries", entries);
    kauri_json_add_text(json, "version", KAURI_VERSION);
    kauri_json_add_real(json, "load", load);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

void measure_sort(double *seconds, size_t count)
{
    qsort(seconds, count, sizeof *seconds, ascending);
}

double measure_microseconds(const double *seconds, size_t count, unsigned percent)
{
    return 1e6 * seconds[(count - 1) * percent / 100];
}

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
