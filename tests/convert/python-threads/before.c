/* PyGILState_Ensure in the thread that Python called with: an own GIL stays possible. */
#include <Python.h>
#include <pthread.h>
#include <stdlib.h>

static PyObject *last;

static int
descending(const void *left, const void *right)
{
    PyGILState_STATE held = PyGILState_Ensure();
    int result = *(const int *)right - *(const int *)left;
    PyGILState_Release(held);
    return result;
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(last, value);
    int numbers[] = {1, 3, 2};
    Py_BEGIN_ALLOW_THREADS
    qsort(numbers, 3, sizeof *numbers, descending);
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(numbers[0]);
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
