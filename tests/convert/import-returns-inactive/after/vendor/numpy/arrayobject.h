/* As NumPy's header does it. */
#ifndef ARRAYOBJECT_H
#define ARRAYOBJECT_H

#include <Python.h>

static void **PyArray_API = NULL;

static inline int
_import_array(void)
{
    PyArray_API = (void **)PyCapsule_Import("numpy._core._ARRAY_API", 0);
    return PyArray_API != NULL ? 0 : -1;
}

#define import_array() { \
  if (_import_array() < 0) { \
    PyErr_Print(); \
    PyErr_SetString(PyExc_ImportError, "numpy failed to import"); \
    return NULL; \
  } \
}

#define import_array1(ret) { \
  if (_import_array() < 0) { \
    PyErr_Print(); \
    PyErr_SetString(PyExc_ImportError, "numpy failed to import"); \
    return ret; \
  } \
}

#endif
