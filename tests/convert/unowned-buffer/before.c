/* A buffer whose object something else owns: no reference of the module goes with it. */
#include <Python.h>

static Py_buffer last;  /* what was shown last, for as long as it lives */
static Py_buffer held;  /* filled, and released */
static long n_shown;

static PyObject *
show(PyObject *self, PyObject *view)
{
    if (!PyMemoryView_Check(view)) {
        PyErr_SetString(PyExc_TypeError, "no memoryview");
        return NULL;
    }
    last = *PyMemoryView_GET_BUFFER(view);
    n_shown++;
    return PyLong_FromSsize_t(last.len);
}

static PyObject *
hold(PyObject *self, PyObject *object)
{
    if (held.obj != NULL) {
        PyBuffer_Release(&held);
    }
    if (PyObject_GetBuffer(object, &held, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"show", show, METH_O, NULL},
    {"hold", hold, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
