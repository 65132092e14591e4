/* One number stays, for a callback without data.  What is set where another one is tested must
 * go where that goes: a second module object would find the test passed and the object missing. */
#include <Python.h>
#include <stdlib.h>
static int direction = 1;
static int ready;
static PyObject *cache;
static int compare(const void *a, const void *b) { return direction * (*(const int *)a - *(const int *)b); }
static PyObject *
sorted_first(PyObject *self, PyObject *args)
{
    int values[3] = {3, 1, 2};
    (void)self;
    if (!PyArg_ParseTuple(args, "i", &direction))
        return NULL;
    qsort(values, 3, sizeof values[0], compare);
    return PyLong_FromLong(values[0]);
}
static PyObject *
get(PyObject *self, PyObject *unused)
{
    (void)self; (void)unused;
    if (!ready) {
        cache = PyList_New(0);
        if (cache == NULL)
            return NULL;
        ready = 1;
    }
    Py_INCREF(cache);
    return cache;
}
static PyMethodDef methods[] = {{"first", sorted_first, METH_VARARGS, NULL}, {"get", get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
