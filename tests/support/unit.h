/* tests/support/unit.h -- cmocka with the headers that it forgets. */
#ifndef WINDROW_TESTS_UNIT_H
#define WINDROW_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
