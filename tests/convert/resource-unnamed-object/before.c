/* Objects whose pointers do not say that they lead to one: nobody gives them back with the module.
 * What is only borrowed, and what the module gives back, is not told. */
#include <Python.h>

static void *list;
static size_t number;
static struct {
    void *value;
} entry;
static void *lists[2];
static void *borrowed;
static void *released;

static PyObject *
use(PyObject *self, PyObject *arg)
{
    if (list == NULL) {
        list = PyList_New(0);
        if (list == NULL) {
            return NULL;
        }
        number = (size_t)PyList_New(0);
        if (number == 0) {
            return NULL;
        }
        entry.value = PyList_New(0);
        if (entry.value == NULL) {
            return NULL;
        }
        lists[1] = PyList_New(0);
        if (lists[1] == NULL) {
            return NULL;
        }
    }
    borrowed = PyList_GetItem(arg, 0);
    if (borrowed == NULL) {
        return NULL;
    }
    released = PyList_New(0);
    if (released == NULL) {
        return NULL;
    }
    Py_DECREF((PyObject *)released);
    released = NULL;
    return PyBool_FromLong(borrowed == Py_None);
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, NULL},
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
    return PyModule_Create(&spam_module);
}
