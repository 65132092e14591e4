/* A multi-phase module around the code of a test: what every file needs and no
 * rule is about. */
#ifndef TEST_MODULE_H
#define TEST_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX >= 0x030c0000
#define INTERPRETERS_SLOT \
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#else
#define INTERPRETERS_SLOT
#endif

#endif
