/* The thread is detached over memory of its own only. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *text; /* never replaced */
    Py_ssize_t n_found;
} Finder;

static PyObject *
Finder_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *text;
    if (!PyArg_ParseTuple(args, "S", &text)) {
        return NULL;
    }
    Finder *self = (Finder *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->text = Py_NewRef(text);
    }
    return (PyObject *)self;
}

static void
Finder_dealloc(Finder *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->text);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Finder_count(Finder *self, PyObject *arg)
{
    long byte = PyLong_AsLong(arg);
    if (byte == -1 && PyErr_Occurred()) {
        return NULL;
    }
    const char *text = PyBytes_AS_STRING(self->text);
    Py_ssize_t size = PyBytes_GET_SIZE(self->text), n = 0;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < size; i++) {
        n += text[i] == (char)byte;
    }
    Py_END_ALLOW_THREADS
    Py_BEGIN_CRITICAL_SECTION(self);
    self->n_found += n;
    Py_END_CRITICAL_SECTION();
    return PyLong_FromSsize_t(n);
}

static PyMethodDef Finder_methods[] = {
    {"count", (PyCFunction)Finder_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Finder_slots[] = {
    {Py_tp_methods, Finder_methods},
    {Py_tp_new, (void *)Finder_new},
    {Py_tp_dealloc, (void *)Finder_dealloc},
    {0, NULL},
};

static PyType_Spec Finder_spec = {  // want-note: gc-flag-missing
    "spam.Finder", sizeof(Finder), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Finder_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *finder_type = PyType_FromModuleAndSpec(module, &Finder_spec, NULL);
    if (finder_type == NULL) {
        return -1;
    }
    int finder_rc = PyModule_AddType(module, (PyTypeObject *)finder_type);
    Py_DECREF(finder_type);
    if (finder_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
