// The commands of `measure`, a program for developers that prints JSON: figures of
// docs/PERFORMANCE.md that `kauri bench` does not print.
//
// Implemented in studies/measure/measure_*.c.
#ifndef KAURI_STUDIES_MEASURE_MEASURE_H
#define KAURI_STUDIES_MEASURE_MEASURE_H

#include "cli/command.h"
#include "indexer/layer.h"

extern const struct kauri_command measure_command_forms;
extern const struct kauri_command measure_command_lookups;
extern const struct kauri_command measure_command_regions; // if built with gcc

// The layer of a folder of tables that is measured.
struct measure_settings {
    uint64_t seeds, holes, cowries;
    uint64_t sample; // of forms: entries
    uint64_t memory; // of regions: for the solver; 0: the free memory
};

#define MEASURE_OPTIONS                                                                            \
    KAURI_ONE_FOLDER_OPTION, KAURI_LAYER_OPTION(struct measure_settings, seeds),                   \
        KAURI_HOLES_OPTION(struct measure_settings, holes),                                        \
        KAURI_COWRIES_OPTION(struct measure_settings, cowries)
#define MEASURE_SETTINGS(...)                                                                      \
    KAURI_SETTINGS(struct measure_settings, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX,       \
                   __VA_ARGS__)

// Adds the object of the layer up to "load", without the closing brace. `entries` are those that
// the table stores.
void measure_add_layer(struct kauri_string *out, const struct kauri_layer *layer, uint64_t entries,
                       double load);

// The load of the machine, processes that want to run; negative if it is unknown.
double measure_load(void);

#endif
