// The tables of the tests of the public interface: those of a small board, solved by the program
// before (CMakeLists.txt). KAURI_TEST_TABLES names their folder.
#ifndef KAURI_TESTS_LIBRARY_OPEN_TABLES_API_H
#define KAURI_TESTS_LIBRARY_OPEN_TABLES_API_H

#include <kauri/kauri.h>

enum { HOLES = 2, COWRIES = 4, LAYERS = 5 };

// All of these fail the running test if they cannot do it.

struct kauri_tablebase *open_with(const struct kauri_tablebase_options *options);

uint64_t positions_of(unsigned seeds);
struct kauri_position at(unsigned seeds, uint64_t index);

#endif
