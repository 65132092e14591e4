/* As NumPy's headers do it. */
#ifndef ARRAYOBJECT_H
#define ARRAYOBJECT_H

#include <Python.h>

typedef Py_ssize_t npy_intp;
typedef void (*PyUFuncGenericFunction)(char **, npy_intp const *, npy_intp const *, void *);

static void **PyArray_API = NULL;

#define PyArray_Type (*(PyTypeObject *)PyArray_API[2])
#define PyArray_New \
  (*(PyObject * (*)(PyTypeObject *, int, npy_intp const *, int, npy_intp const *, void *, \
                    int, int, PyObject *)) PyArray_API[93])
#define PyArray_SimpleNew(nd, dims, type) \
  PyArray_New(&PyArray_Type, nd, dims, type, NULL, NULL, 0, 0, NULL)
#define PyArray_SimpleNewFromData(nd, dims, type, data) \
  PyArray_New(&PyArray_Type, nd, dims, type, NULL, data, 0, 0, NULL)
#define PyUFunc_FromFuncAndData \
  (*(PyObject * (*)(PyUFuncGenericFunction *, void *const *, const char *, int, int, int, \
                    int, const char *, const char *, int)) PyArray_API[1])

static inline int
_import_array(void)
{
    PyArray_API = (void **)PyCapsule_Import("numpy._core._ARRAY_API", 0);
    return PyArray_API != NULL ? 0 : -1;
}

#endif
