/* The free list is left out of builds without the GIL. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Cell;

#ifndef Py_GIL_DISABLED
static void *spare;  // want: state-static-data
#endif

static PyObject *
Cell_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
#ifndef Py_GIL_DISABLED
    PyMem_Free(spare);
    spare = NULL;
#endif
    return type->tp_alloc(type, 0);
}

static void
Cell_dealloc(Cell *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyMethodDef Cell_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Cell_slots[] = {
    {Py_tp_methods, Cell_methods},
    {Py_tp_new, (void *)Cell_new},
    {Py_tp_dealloc, (void *)Cell_dealloc},
    {0, NULL},
};

static PyType_Spec Cell_spec = {
    "spam.Cell", sizeof(Cell), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Cell_slots,
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
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
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
