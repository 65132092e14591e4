/* A thread of its own gets the GIL of the main interpreter: the module must share it. */
#include <Python.h>
#include <pthread.h>
#include <stdlib.h>

static PyObject *last;

static void *
call(void *callable)
{
    PyGILState_STATE held = PyGILState_Ensure();
    PyObject *result = PyObject_CallNoArgs((PyObject *)callable);
    if (result == NULL) {
        PyErr_Clear();
    }
    Py_XDECREF(result);
    PyGILState_Release(held);
    return NULL;
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(last, value);
    pthread_t thread;
    if (pthread_create(&thread, NULL, call, value) == 0) {
        Py_BEGIN_ALLOW_THREADS
        pthread_join(thread, NULL);
        Py_END_ALLOW_THREADS
    }
    Py_RETURN_NONE;
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
