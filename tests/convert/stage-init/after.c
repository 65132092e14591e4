#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} BoxObject;

static PyTypeObject Box_Type;

#define Box_Check(op) PyObject_TypeCheck((op), &Box_Type)

static PyObject *
box_of(PyObject *value)
{
    BoxObject *self = PyObject_New(BoxObject, &Box_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static void
box_dealloc(BoxObject *self)
{
    Py_XDECREF(self->value);
    PyObject_Del(self);
}

static PyObject *
box_copy(BoxObject *self, PyObject *Py_UNUSED(ignored))
{
    return box_of(self->value);
}

static PyObject *
box_value(BoxObject *self, void *closure)
{
    (void)closure;
    Py_INCREF(self->value);
    return self->value;
}

static PyObject *
box_compare(PyObject *self, PyObject *other, int op)
{
    if (!Box_Check(other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyObject_RichCompare(((BoxObject *)self)->value,
                                ((BoxObject *)other)->value, op);
}

static PyMethodDef box_methods[] = {
    {"copy", (PyCFunction)box_copy, METH_NOARGS, "Another box of the same."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef box_getset[] = {
    {"value", (getter)box_value, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Holds one value.",
    .tp_richcompare = box_compare,
    .tp_methods = box_methods,
    .tp_getset = box_getset,
};

static PyObject *
spam_box(PyObject *self, PyObject *arg)
{
    return box_of(arg);
}

static PyMethodDef methods[] = {
    {"box", spam_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *m);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int spam_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_LOADED() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_LOADED() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_LOADED()
#define SPAM_UNLOCK_LOADED()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_LOADED();
    if (spam_loaded != 0) {
        SPAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
    SPAM_UNLOCK_LOADED();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_LOADED();
        spam_loaded = 0;
        SPAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *m)
{
    if (PyType_Ready(&Box_Type) < 0) {
        return -1;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
