// The commands of `measure`, a program for developers that prints figures of
// docs/results/LABBOOK.md as JSON.
//
// Implemented in studies/measure/measure*.c.
#ifndef KAURI_STUDIES_MEASURE_MEASURE_H
#define KAURI_STUDIES_MEASURE_MEASURE_H

#include "cli/command.h"
#include "common/json.h"
#include "indexer/layer.h"

extern const struct kauri_command measure_command_forms;
extern const struct kauri_command measure_command_solver;

// The layer of a folder of tables that is measured.
struct measure_settings {
    uint64_t seeds, holes, cowries;
};

#define MEASURE_OPTIONS                                                                            \
    KAURI_ONE_FOLDER_OPTION, KAURI_LAYER_OPTION(struct measure_settings, seeds),                   \
        KAURI_HOLES_OPTION(struct measure_settings, holes),                                        \
        KAURI_COWRIES_OPTION(struct measure_settings, cowries)
#define MEASURE_SETTINGS                                                                           \
    KAURI_SETTINGS(struct measure_settings, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX)

// Begins the object of the layer: what it is, the entries that its table stores, and the load of
// the machine.
void measure_begin(struct kauri_json *json, const struct kauri_layer *layer, uint64_t entries);

// Sorts `count` times, at least one.
void measure_sort(double *seconds, size_t count);
// Returns the value that so many percent of the sorted times do not exceed, in microseconds.
double measure_microseconds(const double *seconds, size_t count, unsigned percent);

#endif
