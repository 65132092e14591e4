/* The number that a thread without the module counts up stays, and each interpreter would see
 * what the others do: they are not supported, although nothing needs an opt-out. */
#include <Python.h>
#include <pthread.h>

static PyObject *name;
static int has_name = 0;
static int finished = 0;

static void *
work(void *data)
{
    (void)data;
    finished++;
    return NULL;
}

static PyObject *
get_name(PyObject *self, PyObject *unused)
{
    if (!has_name) {
        name = PyUnicode_InternFromString("name");
        if (name == NULL) {
            return NULL;
        }
        has_name = 1;
    }
    Py_INCREF(name);
    return name;
}

static PyObject *
run(PyObject *self, PyObject *unused)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        PyErr_SetString(PyExc_RuntimeError, "no thread");
        return NULL;
    }
    pthread_join(thread, NULL);
    return PyLong_FromLong(finished);
}

static PyMethodDef spam_methods[] = {
    {"get_name", get_name, METH_NOARGS, NULL},
    {"run", run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
