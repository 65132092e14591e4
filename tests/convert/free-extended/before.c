/* An m_free of the module's own, which has more to give back than before. */
#include <Python.h>

static PyThread_type_lock lock;
static char *buffer;

static PyObject *
put(PyObject *self, PyObject *arg)
{
    PyThread_acquire_lock(lock, 1);
    buffer[0] = (char)PyLong_AsLong(arg);
    PyThread_release_lock(lock);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(buffer[0]);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    PySys_WriteStderr("%p is gone\n", module);
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    lock = PyThread_allocate_lock();
    buffer = PyMem_Malloc(100);
    if (lock == NULL || buffer == NULL) {
        Py_DECREF(m);
        return PyErr_NoMemory();
    }
    return m;
}
