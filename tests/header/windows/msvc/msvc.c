/* everything.c as MSVC reads it, which is neither gcc nor clang: the ways around what only
 * those have. */
#include <Python.h>

#include <intrin.h>

#undef __clang__
#include "../../everything.c"
