/* What a method releases, another thread can use. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *file;
} Bag;

static PyObject *
Bag_close(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Bag *self = (Bag *)op;
    Py_CLEAR(self->file);  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

static int
Bag_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Bag *)op)->file);
    return 0;
}

static int
Bag_clear(PyObject *op)
{
    Py_CLEAR(((Bag *)op)->file);
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

static PyMethodDef Bag_methods[] = {
    {"close", Bag_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_methods, Bag_methods},
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
