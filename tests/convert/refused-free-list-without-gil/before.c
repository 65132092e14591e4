/* Two threads without the GIL take the same instance from the list. */
#include <Python.h>

#define MAX_FREE 8

typedef struct {
    PyObject_HEAD
    long number;
} EggObject;

/* Eggs that can be used again. */
static EggObject *free_list[MAX_FREE];
static int n_free = 0;

static PyTypeObject Egg_Type;

static void
egg_dealloc(EggObject *self)
{
    if (n_free < MAX_FREE && Py_TYPE(self) == &Egg_Type) {
        free_list[n_free++] = self;
    }
    else {
        PyObject_Del(self);
    }
}

static PyObject *
egg_number(EggObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(self->number);
}

static PyGetSetDef egg_getset[] = {
    {"number", (getter)egg_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = egg_getset,
};

static PyObject *
new_egg(PyObject *Py_UNUSED(module), PyObject *number)
{
    EggObject *self;

    if (n_free > 0) {
        self = free_list[--n_free];
        _Py_NewReference((PyObject *)self);
    }
    else {
        self = PyObject_New(EggObject, &Egg_Type);
        if (self == NULL) {
            return NULL;
        }
    }
    self->number = PyLong_AsLong(number);
    if (self->number == -1 && PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
kept(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_free);
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_O, NULL},
    {"kept", kept, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
#ifdef Py_GIL_DISABLED
    PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED);
#endif
    return m;
}
