/* Another build imports the C API of NumPy in a branch that this one does not compile. */
#include <Python.h>

#include "vendor/numpy/arrayobject.h"

static PyObject *SpamError;

static PyObject *
spam_fail(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args))
{
    PyErr_SetNone(SpamError);
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

#ifdef HAVE_OWN_IMPORT
    if (_import_array() < 0) {
        return NULL;
    }
#endif
#if defined HAVE_NUMPY_1
    import_array(); /* NumPy 1 */
#elif defined HAVE_NUMPY_1_TOLD
    import_array1 (NULL);
#else
    if (_import_array() < 0) {
        return NULL;
    }
#endif
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(m, "Error", SpamError) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
