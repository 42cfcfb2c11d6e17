// cmocka with the headers it needs before it.
#ifndef KAURI_TESTS_CMOCKA_ALL_H
#define KAURI_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
