// Functions that a program is linked with in place of others (--wrap).
#ifndef KAURI_TESTS_WRAP_H
#define KAURI_TESTS_WRAP_H

// The linker sends calls of f to __wrap_f and provides the original f as __real_f. No header
// declares these, so they are declared here.
#define WRAP(result, name, parameters)                                                             \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters

#endif
