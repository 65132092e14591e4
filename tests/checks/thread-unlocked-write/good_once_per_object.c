/* Memory that is allocated when first needed, in a section. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    long *table;
} Box;

static PyObject *
Box_lazy(Box *self, PyObject *Py_UNUSED(ignored))
{
    Py_BEGIN_CRITICAL_SECTION(self);
    if (self->table == NULL) {
        self->table = PyMem_Calloc(4, sizeof(long));
    }
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static int
Box_init(Box *self, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwds))
{
    Py_BEGIN_CRITICAL_SECTION(self);
    PyMem_Free(self->table);
    self->table = NULL;
    Py_END_CRITICAL_SECTION();
    return 0;
}

static PyMethodDef Box_methods[] = {
    {"lazy", (PyCFunction)Box_lazy, METH_NOARGS},
    {NULL},
};

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {Py_tp_init, Box_init},
    {0, NULL},
};

static PyType_Spec Box_spec = {  // want-note: change-pickle
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyMethodDef spam_methods[] = {
    {NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
