#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *second;
} spam_pair;

typedef struct {
    PyObject_HEAD
    PyObject *name;
} spam_egg;

static PyObject *Error;
static PyObject *names[3];
static PyObject *ends[3];
static PyObject *forgotten;
static spam_pair pair;
static PyObject **table;
static Py_ssize_t table_size;
static char *buffer;
static PyObject *by_helper;
static PyObject *asked;

static void
egg_dealloc(spam_egg *self)
{
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(spam_egg),
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_fail(PyObject *module, PyObject *args)
{
    (void)module;
    (void)args;
    buffer[0] = 'x';
    PyErr_Format(Error, "%R %R %R %R %R %R %zd", names[1], ends[1], forgotten, pair.first,
                 pair.second, by_helper, table_size);
    return NULL;
}

static PyObject *
spam_item(PyObject *module, PyObject *arg)
{
    Py_ssize_t i = PyLong_AsSsize_t(arg);
    (void)module;
    if (i < 0 || i >= table_size) {
        PyErr_SetString(PyExc_IndexError, "no such item");
        return NULL;
    }
    Py_INCREF(table[i]);
    return table[i];
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {"item", spam_item, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
visit_helped(visitproc visit, void *arg)
{
    Py_VISIT(by_helper);
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    (void)module;
    Py_VISIT(Error);
    for (int i = 0; i < 3; i++) {
        Py_VISIT(names[i]);
    }
    Py_VISIT(ends[0]);
    Py_VISIT(ends[2]);
    Py_VISIT(pair.first);
    for (Py_ssize_t i = 0; i < table_size; i++) {
        Py_VISIT(table[i]);
    }
    return visit_helped(visit, arg);
}

static int
spam_clear(PyObject *module)
{
    (void)module;
    if (asked == NULL) {
        return 0;
    }
    Py_CLEAR(Error);
    for (int i = 0; i < 3; i++) {
        Py_CLEAR(names[i]);
    }
    Py_CLEAR(ends[0]);
    Py_CLEAR(ends[2]);
    Py_CLEAR(pair.first);
    for (Py_ssize_t i = 0; i < table_size; i++) {
        Py_CLEAR(table[i]);
    }
    Py_CLEAR(by_helper);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
    PyMem_Free(table);
    table = NULL;
    table_size = 0;
    free(buffer);
    buffer = NULL;
}

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
fill(void)
{
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    forgotten = PyUnicode_FromString("forgotten");
    pair.first = PyUnicode_FromString("first");
    pair.second = PyUnicode_FromString("second");
    by_helper = PyUnicode_FromString("helped");
    asked = PyUnicode_FromString("asked");
    buffer = malloc(10);
    if (Error == NULL || forgotten == NULL || pair.first == NULL || pair.second == NULL
        || by_helper == NULL || asked == NULL || buffer == NULL)
    {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        names[i] = PyUnicode_FromFormat("n%d", i);
        ends[i] = PyUnicode_FromFormat("e%d", i);
        if (names[i] == NULL || ends[i] == NULL) {
            return -1;
        }
    }
    table = PyMem_Calloc(5, sizeof *table);
    if (table == NULL) {
        return -1;
    }
    table_size = 5;
    for (Py_ssize_t i = 0; i < table_size; i++) {
        table[i] = PyLong_FromSsize_t(i + 1000);
        if (table[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (fill() < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(&Egg_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
