/* merge() takes the locks of both operands. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long *items;
    Py_ssize_t n, capacity;
} Vec;

static int
push(Vec *self, long value)
{
    if (self->n == self->capacity) {
        Py_ssize_t capacity = self->capacity != 0 ? self->capacity * 2 : 4;
        long *items = PyMem_Realloc(self->items, (size_t)capacity * sizeof *items);
        if (items == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        self->items = items;
        self->capacity = capacity;
    }
    self->items[self->n++] = value;
    return 0;
}

static PyObject *
Vec_append(Vec *self, PyObject *arg)
{
    long value = PyLong_AsLong(arg);
    int rc = -1;
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(self);
    rc = push(self, value);
    Py_END_CRITICAL_SECTION();
    if (rc < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Vec_merge(Vec *self, PyObject *other)
{
    Vec *from = (Vec *)other;
    int rc = 0;
    if (!Py_IS_TYPE(other, Py_TYPE(self))) {
        PyErr_SetString(PyExc_TypeError, "merge() takes a Vec");
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION2(self, other);
    for (Py_ssize_t i = 0; i < from->n && rc == 0; i++) {
        rc = push(self, from->items[i]);
    }
    Py_END_CRITICAL_SECTION2();
    if (rc < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* The declaration has the name of the local for its parameter. */
static PyObject *Vec_last(PyObject *vec, PyObject *ignored);

static PyObject *
Vec_last(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    long last = 0;
    Vec *vec = (Vec *)self;
    Py_BEGIN_CRITICAL_SECTION(vec);
    if (vec->n > 0) {
        last = vec->items[vec->n - 1];
    }
    Py_END_CRITICAL_SECTION();
    return PyLong_FromLong(last);
}

static PyObject *
Vec_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static void
Vec_dealloc(Vec *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->items);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef Vec_methods[] = {
    {"append", (PyCFunction)Vec_append, METH_O, NULL},
    {"last", Vec_last, METH_NOARGS, NULL},
    {"merge", (PyCFunction)Vec_merge, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Vec_slots[] = {
    {Py_tp_methods, Vec_methods},
    {Py_tp_new, (void *)Vec_new},
    {Py_tp_dealloc, (void *)Vec_dealloc},
    {0, NULL},
};

static PyType_Spec Vec_spec = {
    "spam.Vec", sizeof(Vec), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Vec_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Vec_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int rc = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return rc;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
