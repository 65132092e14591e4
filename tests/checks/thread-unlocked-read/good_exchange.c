/* A pointer is published by compare and exchange; the loser frees its own. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long *squares;
} Squares;

static PyObject *
Squares_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Squares *self = (Squares *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Squares_dealloc(Squares *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->squares);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static long *
get_squares(Squares *self)
{
    long *known = __atomic_load_n(&self->squares, __ATOMIC_ACQUIRE);
    if (known != NULL) {
        return known;
    }
    long *made = PyMem_Malloc(64 * sizeof(long));
    if (made == NULL) {
        return NULL;
    }
    for (long i = 0; i < 64; i++) {
        made[i] = i * i;
    }
    if (!__atomic_compare_exchange_n(&self->squares, &known, made, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        PyMem_Free(made);
        return known;
    }
    return made;
}

static PyObject *
Squares_of(Squares *self, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    long *squares = get_squares(self);
    return squares == NULL ? PyErr_NoMemory() : PyLong_FromLong(squares[number & 63]);
}

static PyMethodDef Squares_methods[] = {
    {"of", (PyCFunction)Squares_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Squares_slots[] = {
    {Py_tp_methods, Squares_methods},
    {Py_tp_new, (void *)Squares_new},
    {Py_tp_dealloc, (void *)Squares_dealloc},
    {0, NULL},
};

static PyType_Spec Squares_spec = {
    "spam.Squares", sizeof(Squares), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Squares_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *squares_type = PyType_FromModuleAndSpec(module, &Squares_spec, NULL);
    if (squares_type == NULL) {
        return -1;
    }
    int squares_rc = PyModule_AddType(module, (PyTypeObject *)squares_type);
    Py_DECREF(squares_type);
    if (squares_rc < 0) {
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
