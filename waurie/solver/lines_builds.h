// The builds of the operations on lines. Implemented in waurie/solver/lines_portable.c and
// waurie/solver/lines_bmi2.c.
#ifndef KAURI_WAURIE_SOLVER_LINES_BUILDS_H
#define KAURI_WAURIE_SOLVER_LINES_BUILDS_H

#include "waurie/solver/lines.h"

extern const struct waurie_lines waurie_lines_portable_build;
extern const struct waurie_lines waurie_lines_bmi2_build; // x86-64 only

#endif
