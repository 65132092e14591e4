/* The count of a shared part is atomic, and the last one frees. */
#include <Python.h>

typedef struct {
    long n_users;
    char text[64];
} Part;

typedef struct {
    PyObject_HEAD
    Part *part;
} View;

static PyObject *
View_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    View *self = (View *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->part = PyMem_Calloc(1, sizeof(Part));
    if (self->part == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->part->n_users = 1;
    return (PyObject *)self;
}

static void
View_dealloc(View *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (self->part != NULL
        && __atomic_fetch_sub(&self->part->n_users, 1, __ATOMIC_ACQ_REL) == 1) {
        PyMem_Free(self->part);
    }
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
View_share(View *self, PyObject *unused)
{
    PyTypeObject *type = Py_TYPE(self);
    View *copy = (View *)type->tp_alloc(type, 0);
    if (copy == NULL) {
        return NULL;
    }
    copy->part = self->part;
    __atomic_fetch_add(&copy->part->n_users, 1, __ATOMIC_RELAXED);
    return (PyObject *)copy;
}

static PyMethodDef View_methods[] = {
    {"share", (PyCFunction)View_share, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot View_slots[] = {
    {Py_tp_methods, View_methods},
    {Py_tp_new, (void *)View_new},
    {Py_tp_dealloc, (void *)View_dealloc},
    {0, NULL},
};

static PyType_Spec View_spec = {
    "spam.View", sizeof(View), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, View_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *view_type = PyType_FromModuleAndSpec(module, &View_spec, NULL);
    if (view_type == NULL) {
        return -1;
    }
    int view_rc = PyModule_AddType(module, (PyTypeObject *)view_type);
    Py_DECREF(view_type);
    if (view_rc < 0) {
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
