#include <Python.h>

/* How many eggs there are. */
static int n_eggs;

static PyObject *on_death;
static PyObject *SpamWarning;

/* The name of the egg that died last. */
static PyObject *last_name;

typedef struct {
    PyObject_HEAD
    PyObject *name;
} EggObject;

static PyTypeObject Egg_Type;

#define Egg_Check(op) (Py_TYPE(op) == &Egg_Type)

/* Called for the dead, and for those that never were born. */
static void
egg_leave(EggObject *self)
{
    n_eggs--;
    Py_CLEAR(last_name);
    if (self->name != NULL) {
        Py_INCREF(self->name);
        last_name = self->name;
    }
}

static void
egg_dealloc(PyObject *self)
{
    EggObject *egg = (EggObject *)self;

    if (on_death != NULL && Egg_Check(self)) {
        PyObject *result = PyObject_CallFunctionObjArgs(on_death, egg->name, NULL);
        if (result == NULL) {
            PyErr_WarnEx(SpamWarning, "on_death failed", 1);
            PyErr_WriteUnraisable(on_death);
        }
        Py_XDECREF(result);
    }
    egg_leave(egg);
    Py_XDECREF(egg->name);
    PyObject_Del(self);
}

static PyObject *
egg_name(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *name = ((EggObject *)self)->name;
    Py_INCREF(name);
    return name;
}

static PyGetSetDef egg_getset[] = {
    {"name", egg_name, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = egg_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = egg_getset,
};

static PyObject *
new_egg(PyObject *Py_UNUSED(module), PyObject *name)
{
    EggObject *self = PyObject_New(EggObject, &Egg_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    n_eggs++;
    return (PyObject *)self;
}

static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_eggs);
}

static PyObject *
set_on_death(PyObject *Py_UNUSED(module), PyObject *function)
{
    Py_INCREF(function);
    Py_XSETREF(on_death, function);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"set_on_death", set_on_death, METH_O, NULL},
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamWarning = PyErr_NewException("spam.SpamWarning", PyExc_Warning, NULL);
    if (SpamWarning == NULL || PyType_Ready(&Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
