/* A setter replaces an object with Py_XSETREF; the getter returns it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *label;
} Tag;

static PyObject *
Tag_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Tag *self = (Tag *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->label = Py_NewRef(Py_None);
    return (PyObject *)self;
}

static void
Tag_dealloc(Tag *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->label);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Tag_get_label(Tag *self, void *closure)
{
    return Py_NewRef(self->label);
}

static int
Tag_set_label(Tag *self, PyObject *value, void *closure)
{
    if (value == NULL) {
        PyErr_SetString(PyExc_TypeError, "cannot delete label");
        return -1;
    }
    Py_XSETREF(self->label, Py_NewRef(value));  // want: thread-unlocked-write
    return 0;
}

static PyGetSetDef Tag_getset[] = {
    {"label", (getter)Tag_get_label, (setter)Tag_set_label, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef Tag_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Tag_slots[] = {
    {Py_tp_methods, Tag_methods},
    {Py_tp_new, (void *)Tag_new},
    {Py_tp_dealloc, (void *)Tag_dealloc},
    {Py_tp_getset, (void *)Tag_getset},
    {0, NULL},
};

static PyType_Spec Tag_spec = {  // want-note: gc-flag-missing
    "spam.Tag", sizeof(Tag), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Tag_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *tag_type = PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (tag_type == NULL) {
        return -1;
    }
    int tag_rc = PyModule_AddType(module, (PyTypeObject *)tag_type);
    Py_DECREF(tag_type);
    if (tag_rc < 0) {
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
