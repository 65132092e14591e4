/* What an N of a format takes over is kept by the state, too.  Not what an O only borrows, what a
 * reference was taken for, or what the state does not have. */
#include <Python.h>

static PyObject *registry, *other, *counted, *twice;

static PyObject *
get(PyObject *self, PyObject *args)
{
    Py_INCREF(counted);
    return Py_BuildValue("s#iNO(N)", "text", (Py_ssize_t)4, 1, PyList_GetSlice(registry, 0, 1), twice,
                         counted);
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def), *all, *local;
    if (m == NULL)
        return NULL;
    registry = PyList_New(0);
    other = PyList_New(0);
    counted = PyList_New(0);
    twice = PyList_New(0);
    local = PyList_New(0);
    if (registry == NULL || other == NULL || counted == NULL || twice == NULL || local == NULL)
        goto error;
    Py_INCREF(counted);
    Py_INCREF(twice);
    if (PyModule_AddObject(m, "twice", twice) < 0)
        goto error;
    all = Py_BuildValue("(ONNN)", other, registry, counted, local);
    if (all == NULL || PyModule_AddObject(m, "all", all) < 0)
        goto error;
    all = PyObject_CallFunction((PyObject *)&PyList_Type, "((N))", twice);
    if (all == NULL || PyModule_AddObject(m, "list", all) < 0)
        goto error;
    return m;
error:
    Py_DECREF(m);
    return NULL;
}
