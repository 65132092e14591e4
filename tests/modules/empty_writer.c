/* Instances are made by a function; Python code can make some that have no file, which the
 * method for writing does not expect. */
#include "module.h"

struct state {
    PyTypeObject *type;
};

struct writer {
    PyObject_HEAD PyObject *file;
};

static PyObject *
writer_writerow(PyObject *self, PyObject *row)
{
    PyObject *file = ((struct writer *)self)->file;
    (void)row;
    Py_INCREF(file);
    return file;
}

static void
writer_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((struct writer *)self)->file);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef writer_methods[] = {
    {"writerow", writer_writerow, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot writer_slots[] = {
    {Py_tp_methods, writer_methods},
    {Py_tp_dealloc, (void *)writer_dealloc},
    {0, NULL},
};

static PyType_Spec writer_spec = {
    .name = "empty_writer.Writer",
    .basicsize = sizeof(struct writer),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = writer_slots,
};

static PyObject *
make(PyObject *module, PyObject *name)
{
    struct state *state = PyModule_GetState(module);
    struct writer *made = (struct writer *)state->type->tp_alloc(state->type, 0);
    if (made != NULL && (made->file = PyObject_Repr(name)) == NULL) {
        Py_CLEAR(made);
    }
    return (PyObject *)made;
}

static PyMethodDef functions[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &writer_spec, NULL);
    return state->type != NULL ? 0 : -1;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->type);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->type);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "empty_writer",
    .m_size = sizeof(struct state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_empty_writer(void)
{
    return PyModuleDef_Init(&definition);
}
