/* The cached text is filled and dropped in the section, and returned behind it. */
#include "../module.h"
typedef struct {
    PyObject_HEAD
    long number;
    PyObject *text;
} Spam;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    return type->tp_alloc(type, 0);
}

static PyObject *
Spam_text(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Spam *self = (Spam *)op;
    int failed = 0;
    Py_BEGIN_CRITICAL_SECTION(op);
    if (self->text == NULL) {
        self->text = PyUnicode_FromFormat("thing %ld", self->number);
        failed = self->text == NULL;
    }
    Py_END_CRITICAL_SECTION();
    if (failed) {
        return NULL;
    }
    return Py_NewRef(self->text);  // want: thread-unlocked-read
}

static PyObject *
Spam_set_number(PyObject *op, PyObject *arg)
{
    Spam *self = (Spam *)op;
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *old;
    Py_BEGIN_CRITICAL_SECTION(op);
    self->number = number;
    old = self->text;
    self->text = NULL;
    Py_END_CRITICAL_SECTION();
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Spam *)op)->text);
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    Py_CLEAR(((Spam *)op)->text);
    return 0;
}

static PyMethodDef Spam_methods[] = {
    {"text", Spam_text, METH_NOARGS, NULL},
    {"set_number", Spam_set_number, METH_O, NULL},
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
