/* Memory and a lock that were the process's, in a module without objects; and what
 * must not be freed with it. */
#include <Python.h>

static char *buffer;
static PyThread_type_lock lock;
static char *lent; /* given to the C library */
static char *freed;

static PyObject *
put(PyObject *self, PyObject *arg)
{
    PyThread_acquire_lock(lock, 1);
    buffer[0] = (char)PyLong_AsLong(arg);
    PyThread_release_lock(lock);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(buffer[0]);
}

static PyObject *
reset(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyMem_Free(freed);
    freed = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
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
    lent = PyMem_Malloc(BUFSIZ);
    freed = PyMem_Malloc(10);
    if (lock == NULL || buffer == NULL || lent == NULL || freed == NULL) {
        Py_DECREF(m);
        return PyErr_NoMemory();
    }
    setbuf(stdin, lent);
    return m;
}
