/* Instances that wait for their next use are given back on demand, in the three ways of doing so:
 * they own nothing, not even their type. */
#include <Python.h>

#define MAX_FREE 8

typedef struct {
    PyObject_HEAD
    PyObject *yolk;
    long number;
} EggObject;

/* Eggs that can be used again. */
static EggObject *free_list[MAX_FREE];
static int n_free = 0;

static PyTypeObject Egg_Type;

static int
egg_traverse(EggObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->yolk);
    return 0;
}

static void
egg_dealloc(EggObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->yolk);
    if (n_free < MAX_FREE && Py_TYPE(self) == &Egg_Type) {
        free_list[n_free++] = self;
    }
    else {
        PyObject_GC_Del(self);
    }
}

static PyObject *
egg_yolk(EggObject *self, void *Py_UNUSED(closure))
{
    Py_INCREF(self->yolk);
    return self->yolk;
}

static PyGetSetDef egg_getset[] = {
    {"yolk", (getter)egg_yolk, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)egg_traverse,
    .tp_getset = egg_getset,
};

static PyObject *
new_egg(PyObject *Py_UNUSED(module), PyObject *yolk)
{
    EggObject *self;

    if (n_free > 0) {
        self = free_list[--n_free];
        (void)PyObject_INIT(self, &Egg_Type);
    }
    else {
        self = PyObject_GC_New(EggObject, &Egg_Type);
        if (self == NULL) {
            return NULL;
        }
    }
    Py_INCREF(yolk);
    self->yolk = yolk;
    self->number = n_free;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyObject *
purge(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    while (n_free > 4) {
        PyObject_GC_Del(free_list[--n_free]);
    }
    while (n_free > 2) {
        EggObject *egg = free_list[--n_free];
        PyObject_GC_Del(egg);
    }
    for (int i = 0; i < n_free; i++) {
        PyObject_GC_Del(free_list[i]);
    }
    n_free = 0;
    Py_RETURN_NONE;
}

static PyObject *
kept(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_free);
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_O, NULL},
    {"kept", kept, METH_NOARGS, NULL},
    {"purge", purge, METH_NOARGS, NULL},
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
    return PyModule_Create(&spam_module);
}
