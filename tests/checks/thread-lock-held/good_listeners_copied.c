/* The listeners are copied in the section, and the copies are called behind it.
 */
#include "../module.h"
typedef struct {
    PyObject_HEAD
    PyObject **items;
    Py_ssize_t n, room;
} Spam;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    return type->tp_alloc(type, 0);
}

static PyObject *
Spam_listen(PyObject *op, PyObject *listener)
{
    Spam *self = (Spam *)op;
    int failed = 0;
    Py_BEGIN_CRITICAL_SECTION(op);
    if (self->n == self->room) {
        Py_ssize_t room = self->room * 2 + 4;
        PyObject **items = PyMem_Realloc(self->items, (size_t)room * sizeof *items);
        failed = items == NULL;
        if (!failed) {
            self->items = items;
            self->room = room;
        }
    }
    if (!failed) {
        self->items[self->n++] = Py_NewRef(listener);
    }
    Py_END_CRITICAL_SECTION();
    if (failed) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

static PyObject *
Spam_tell(PyObject *op, PyObject *arg)
{
    Spam *self = (Spam *)op;
    int failed = 0;
    PyObject *copy;
    Py_BEGIN_CRITICAL_SECTION(op);
    copy = PyTuple_New(self->n);
    for (Py_ssize_t i = 0; copy != NULL && i < self->n; i++) {
        PyTuple_SET_ITEM(copy, i, Py_NewRef(self->items[i]));
    }
    Py_END_CRITICAL_SECTION();
    if (copy == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(copy) && !failed; i++) {
        PyObject *result = PyObject_CallOneArg(PyTuple_GET_ITEM(copy, i), arg);
        failed = result == NULL;
        Py_XDECREF(result);
    }
    Py_DECREF(copy);
    if (failed) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Spam *self = (Spam *)op;
    Py_VISIT(Py_TYPE(op));
    for (Py_ssize_t i = 0; i < self->n; i++) {
        Py_VISIT(self->items[i]);
    }
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    Spam *self = (Spam *)op;
    PyObject **items = self->items;
    Py_ssize_t n = self->n;
    self->items = NULL;
    self->n = self->room = 0;
    while (n-- > 0) {
        Py_DECREF(items[n]);
    }
    PyMem_Free(items);
    return 0;
}

static PyMethodDef Spam_methods[] = {
    {"listen", Spam_listen, METH_O, NULL},
    {"tell", Spam_tell, METH_O, NULL},
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
