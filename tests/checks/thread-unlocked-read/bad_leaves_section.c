/* An object is taken in the section without a reference, and used behind it.
 * It needs Python 3.13. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Cell;

static PyObject *
Cell_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Cell *self = (Cell *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->value = Py_NewRef(Py_None);
    return (PyObject *)self;
}

static int
Cell_traverse(Cell *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static int
Cell_clear(Cell *self)
{
    Py_CLEAR(self->value);
    return 0;
}

static void
Cell_dealloc(Cell *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Cell_clear(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Cell_put(Cell *self, PyObject *value)
{
    PyObject *old;
    Py_BEGIN_CRITICAL_SECTION(self);
    old = self->value;
    self->value = Py_NewRef(value);
    Py_END_CRITICAL_SECTION();
    Py_DECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
Cell_text(Cell *self, PyObject *unused)
{
    PyObject *value;
    Py_BEGIN_CRITICAL_SECTION(self);
    value = self->value;
    Py_END_CRITICAL_SECTION();
    return PyObject_Str(value);  // want: thread-unlocked-read
}

static PyMethodDef Cell_methods[] = {
    {"put", (PyCFunction)Cell_put, METH_O, NULL},
    {"text", (PyCFunction)Cell_text, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Cell_slots[] = {
    {Py_tp_methods, Cell_methods},
    {Py_tp_new, (void *)Cell_new},
    {Py_tp_dealloc, (void *)Cell_dealloc},
    {Py_tp_traverse, (void *)Cell_traverse},
    {Py_tp_clear, (void *)Cell_clear},
    {0, NULL},
};

static PyType_Spec Cell_spec = {
    "spam.Cell", sizeof(Cell), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Cell_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *cell_type = PyType_FromModuleAndSpec(module, &Cell_spec, NULL);
    if (cell_type == NULL) {
        return -1;
    }
    int cell_rc = PyModule_AddType(module, (PyTypeObject *)cell_type);
    Py_DECREF(cell_type);
    if (cell_rc < 0) {
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
