/* The setter locks, the getter does not: the object can be freed in between. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Bag;

static int
Bag_set_name(PyObject *op, PyObject *value, void *Py_UNUSED(closure))
{
    Bag *self = (Bag *)op;
    Py_BEGIN_CRITICAL_SECTION(self);
    Py_XSETREF(self->name, Py_XNewRef(value));
    Py_END_CRITICAL_SECTION();
    return 0;
}

static PyObject *
Bag_get_name(PyObject *op, void *Py_UNUSED(closure))
{
    Bag *self = (Bag *)op;
    return Py_XNewRef(self->name);  // want: thread-unlocked-read
}

static int
Bag_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Bag *)op)->name);
    return 0;
}

static int
Bag_clear(PyObject *op)
{
    Py_CLEAR(((Bag *)op)->name);
    return 0;
}

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)Bag_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyGetSetDef Bag_getset[] = {
    {"name", Bag_get_name, Bag_set_name, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_getset, Bag_getset},
    {Py_tp_traverse, Bag_traverse},
    {Py_tp_clear, Bag_clear},
    {Py_tp_dealloc, Bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {  // want-note: change-pickle
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = Bag_slots,
};

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
