// The figures of a layer as text (queries/analysis/layer_figures.h).
#ifndef KAURI_CLI_TABLES_FIGURES_TEXT_H
#define KAURI_CLI_TABLES_FIGURES_TEXT_H

#include "cli/tables/layer_summary.h"
#include "common/string_buffer.h"

// Adds an empty line and the figures of a layer, which must have some: shares, a position of the
// greatest distance, and a histogram of the distances. Lines take at most `columns` columns (0: any
// number), as in cli/fitted_text.h.
void kauri_text_figures(struct kauri_string *out, const struct kauri_layer_summary *layer,
                        int columns);

#endif
