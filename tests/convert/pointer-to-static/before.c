/* Pointers that begin with the address of what moves, and that nobody assigns. */
#include <Python.h>

typedef struct {
    PyObject *last;
    int n;
} config_t;

struct operation {
    long (*apply)(long);
    int uses;
};

static long
twice(long x)
{
    return 2 * x;
}

static config_t config_memory;
static config_t *config = &config_memory;
static struct operation operations[] = {{twice, 0}, {twice, 1}};
static struct operation *chosen = &operations[1];
static char buffer[8];
static char *text = buffer;

static PyObject *
spam_remember(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(config->last, value);
    chosen->uses++;
    text[0] = 'a';
    return PyLong_FromLong(chosen->apply(++config->n) + chosen->uses);
}

static PyMethodDef methods[] = {
    {"remember", spam_remember, METH_O, NULL},
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
