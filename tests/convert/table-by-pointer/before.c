/* A table that is written through a local pointer only moves; one that is read so stays. */
#include <Python.h>
#include <string.h>

struct operation {
    const char *name;
    long (*apply)(long);
    int uses;
};

static long
twice(long x)
{
    return 2 * x;
}

static struct operation counted[] = {{"double", twice, 0}, {NULL, NULL, 0}};
static struct operation fixed[] = {{"double", twice, 0}, {NULL, NULL, 0}};

static PyObject *
spam_choose(PyObject *self, PyObject *arg)
{
    const char *name = PyUnicode_AsUTF8(arg);
    struct operation *operation;
    if (name == NULL) {
        return NULL;
    }
    for (operation = counted; operation->name != NULL; operation++) {
        operation->uses++;
    }
    for (operation = fixed; operation->name != NULL; operation++) {
        if (strcmp(operation->name, name) == 0) {
            Py_RETURN_FALSE;
        }
    }
    Py_RETURN_TRUE;
}

static PyMethodDef methods[] = {
    {"choose", spam_choose, METH_O, NULL},
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
