// The position of a text that must be good, through the public interface alone.
#ifndef KAURI_TESTS_LIBRARY_PARSED_H
#define KAURI_TESTS_LIBRARY_PARSED_H

#include "tests/test.h"

#include <kauri/kauri.h>

static inline struct kauri_position parsed(const char *text)
{
    struct kauri_position position;
    struct kauri_error error;
    assert_ok(kauri_position_parse(text, &position, &error), &error);
    return position;
}

#endif
