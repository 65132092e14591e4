/* A macro of one function that a table in a file of its own uses, and an array whose
 * length is a macro of the file that it leaves. */
#include "spam.h"

#define FIRST 10

#ifdef WITH_MORE
#define LAST 13
#else
#define LAST 12
#endif

static PyObject *errors[LAST - FIRST + 1];

PyObject *
spam_error(int number)
{
    if (number < FIRST || number > LAST || errors[number - FIRST] == NULL) {
        PyErr_SetNone(PyExc_ValueError);
        return NULL;
    }
    PyErr_SetNone(errors[number - FIRST]);
    return NULL;
}

static int
init_errors(PyObject *m)
{
    PyObject *error;

#define ADD_ERROR(name, number)                                       \
    error = PyErr_NewException("spam." #name, NULL, NULL);            \
    if (error == NULL) {                                              \
        return -1;                                                    \
    }                                                                 \
    errors[number - FIRST] = error;                                   \
    Py_INCREF(error);                                                 \
    if (PyModule_AddObject(m, #name, error) < 0) {                    \
        Py_DECREF(error);                                             \
        return -1;                                                    \
    }

#include "table.inc"

    return 0;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
init_spam(void)
{
    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
    };
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || init_errors(m) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return init_spam();
}
