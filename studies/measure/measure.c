// The program `measure`.
#include "studies/measure/measure.h"

#include "cli/program.h"
#include "cli/run.h"

#include <stdlib.h>

static const struct kauri_command *const commands[] = {
    &measure_command_forms,
    &measure_command_lookups,
#if !defined __clang__
    &measure_command_regions,
#endif
    NULL,
};

const struct kauri_program kauri_program = {
    .name = "measure",
    .purpose = "measure look-ups and forms of Kauri tables",
    .title = "Kauri for developers",
    .description = "Prints figures of docs/PERFORMANCE.md as JSON.",
    .commands = commands,
};

double measure_load(void)
{
    double load = -1;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

void measure_add_layer(struct kauri_string *out, const struct kauri_layer *layer, uint64_t entries,
                       double load)
{
    kauri_string_add(out,
                     "{\"holes\":%u,\"cowries\":%u,\"seeds\":%u,\"positions\":%llu,"
                     "\"entries\":%llu,\"version\":\"%s\",\"load\":",
                     layer->shape.holes, layer->shape.cowries, layer->seeds,
                     (unsigned long long)layer->positions, (unsigned long long)entries,
                     KAURI_VERSION);
    if (load < 0) {
        kauri_string_add(out, "null");
    } else {
        kauri_string_add(out, "%.2f", load);
    }
}

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
