/* A getter makes the instance's dictionary when it is first asked for. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *extra;
} Item;

static PyObject *
Item_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Item *self = (Item *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Item_dealloc(Item *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->extra);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Item_get_extra(Item *self, void *closure)
{
    if (self->extra == NULL) {
        self->extra = PyDict_New();  // want: thread-unlocked-write
    }
    return Py_XNewRef(self->extra);
}

static PyGetSetDef Item_getset[] = {
    {"extra", (getter)Item_get_extra, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef Item_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Item_slots[] = {
    {Py_tp_methods, Item_methods},
    {Py_tp_new, (void *)Item_new},
    {Py_tp_dealloc, (void *)Item_dealloc},
    {Py_tp_getset, (void *)Item_getset},
    {0, NULL},
};

static PyType_Spec Item_spec = {  // want-note: gc-flag-missing
    "spam.Item", sizeof(Item), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Item_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *item_type = PyType_FromModuleAndSpec(module, &Item_spec, NULL);
    if (item_type == NULL) {
        return -1;
    }
    int item_rc = PyModule_AddType(module, (PyTypeObject *)item_type);
    Py_DECREF(item_type);
    if (item_rc < 0) {
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
