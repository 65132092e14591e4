/* The reference that the dictionary lends is taken behind the section. */
#include "../module.h"
typedef struct {
    PyObject_HEAD
    PyObject *cache;
} Spam;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->cache = PyDict_New();
        if (self->cache == NULL) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static PyObject *
Spam_put(PyObject *op, PyObject *key)
{
    Spam *self = (Spam *)op;
    int result;
    PyObject *value = PyList_New(0);
    if (value == NULL) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(self->cache);
    result = PyDict_SetItem(self->cache, key, value);
    Py_END_CRITICAL_SECTION();
    Py_DECREF(value);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Spam_get(PyObject *op, PyObject *key)
{
    Spam *self = (Spam *)op;
    PyObject *value;
    Py_BEGIN_CRITICAL_SECTION(self->cache);
    value = PyDict_GetItemWithError(self->cache, key);  // want: thread-borrowed-reference
    Py_END_CRITICAL_SECTION();
    if (value == NULL) {
        if (PyErr_Occurred()) {
            return NULL;
        }
        Py_RETURN_NONE;
    }
    return Py_NewRef(value);
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Spam *)op)->cache);
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    Py_CLEAR(((Spam *)op)->cache);
    return 0;
}

static PyMethodDef Spam_methods[] = {
    {"put", Spam_put, METH_O, NULL},
    {"get", Spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)Spam_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}
static PyType_Slot Spam_slots[] = {
    {Py_tp_new, Spam_new},
    {Py_tp_methods, Spam_methods},
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
static PyType_Spec Spam_spec = {"spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Spam_slots};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
    int result = PyModule_AddObjectRef(module, "Spam", type);
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
