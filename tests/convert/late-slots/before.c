/* Types whose slots are all given at run time, with functions that stand behind them. */
#include <Python.h>
#include <stddef.h>

/* An object with a name that is only its own. */
typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *weakrefs;
} Egg;

/* The type of eggs. */
static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "spam.Egg",
    sizeof(Egg),
};

static PyObject *
egg_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return type->tp_alloc(type, 0);
}

static void
egg_dealloc(PyObject *self_)
{
    Egg *self;

    self = (Egg *)self_;

    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs(self_);
    }
    Py_XDECREF(self->name);
    PyObject_DEL(self);
}

static PyObject *
egg_named(PyObject *self, PyObject *name)
{
    PyObject *before = ((Egg *)self)->name;
    Py_INCREF(name);
    ((Egg *)self)->name = name;
    return before != NULL ? before : PyObject_CallFunctionObjArgs(
        (PyObject *)&Egg_Type, NULL);
}

static PyMethodDef egg_methods[] = {
    {"named", egg_named, METH_O, "Give it a name."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

/* Initialises the module. */
PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    Egg_Type.tp_new = egg_new;
    Egg_Type.tp_dealloc = egg_dealloc;
    Egg_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Egg_Type.tp_weaklistoffset = offsetof(Egg, weakrefs);
    Egg_Type.tp_methods = egg_methods;
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }

    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyObject_SetAttrString(m, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
