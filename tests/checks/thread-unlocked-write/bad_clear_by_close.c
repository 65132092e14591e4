/* read() is guarded; close() calls what tp_clear calls, which takes no lock. */
#include "../module.h"
typedef struct {
    PyObject_HEAD
    PyObject *source;
    Py_ssize_t n_read;
} Spam;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->source = PyList_New(3);
        if (self->source == NULL) {
            Py_DECREF(self);
            return NULL;
        }
        for (Py_ssize_t i = 0; i < 3; i++) {
            PyList_SET_ITEM(self->source, i, Py_NewRef(Py_None));
        }
    }
    return (PyObject *)self;
}

static int
Spam_clear(PyObject *op)
{
    Py_CLEAR(((Spam *)op)->source);  // want: thread-unlocked-write
    return 0;
}

static PyObject *
Spam_read(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Spam *self = (Spam *)op;
    Py_ssize_t size = -1;
    Py_BEGIN_CRITICAL_SECTION(op);
    if (self->source != NULL) {
        size = PyList_Size(self->source);
        self->n_read++;
    }
    Py_END_CRITICAL_SECTION();
    return PyLong_FromSsize_t(size);
}

static PyObject *
Spam_close(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    (void)Spam_clear(op);
    Py_RETURN_NONE;
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Spam *)op)->source);
    return 0;
}

static PyMethodDef Spam_methods[] = {
    {"read", Spam_read, METH_NOARGS, NULL},
    {"close", Spam_close, METH_NOARGS, NULL},
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
