/* cmocka.h wants these before it. */
#ifndef INSULATE_TESTS_CMOCKA_ALL_H
#define INSULATE_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
