/* An iterator that is locked, and takes strong references from its list. */
#include "../module.h"
typedef struct {
    PyObject_HEAD
    PyObject *list;
    Py_ssize_t index;
} Walk;

static PyObject *
Walk_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *list;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) {
        return NULL;
    }
    Walk *self = (Walk *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->list = Py_NewRef(list);
    }
    return (PyObject *)self;
}

static PyObject *
Walk_next(PyObject *op)
{
    Walk *self = (Walk *)op;
    PyObject *item = NULL;
    Py_BEGIN_CRITICAL_SECTION(op);
    item = PyList_GetItemRef(self->list, self->index);
    if (item != NULL) {
        self->index++;
    }
    else {
        PyErr_Clear();
    }
    Py_END_CRITICAL_SECTION();
    return item;
}

static int
Walk_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Walk *)op)->list);
    return 0;
}

static int
Walk_clear(PyObject *op)
{
    Py_CLEAR(((Walk *)op)->list);
    return 0;
}

static void
Walk_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Walk_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Walk_slots[] = {
    {Py_tp_new, Walk_new},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, Walk_next},
    {Py_tp_traverse, Walk_traverse},
    {Py_tp_clear, Walk_clear},
    {Py_tp_dealloc, Walk_dealloc},
    {0, NULL},
};
static PyType_Spec Walk_spec = {"spam.Walk", sizeof(Walk), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Walk_slots};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Walk_spec, NULL);
    int result = PyModule_AddObjectRef(module, "Walk", type);
    Py_XDECREF(type);
    return result;
}
static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};
/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = spam_slots,
};
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
