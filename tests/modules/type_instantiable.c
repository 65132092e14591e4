/* An iterator type that lost what a static one had: anyone can make an empty one. */
#include "module.h"

struct cursor {
    PyObject_HEAD PyObject *list;
    Py_ssize_t at;
};

struct state {
    PyTypeObject *Cursor;
};

static int
cursor_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((struct cursor *)self)->list);
    return 0;
}

static int
cursor_clear(PyObject *self)
{
    Py_CLEAR(((struct cursor *)self)->list);
    return 0;
}

static void
cursor_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)cursor_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
cursor_next(PyObject *self)
{
    struct cursor *cursor = (struct cursor *)self;
    if (cursor->at >= PyList_GET_SIZE(cursor->list)) {
        return NULL;
    }
    PyObject *item = PyList_GET_ITEM(cursor->list, cursor->at++);
    Py_INCREF(item);
    return item;
}

static PyType_Slot cursor_slots[] = {
    {Py_tp_traverse, (void *)cursor_traverse}, {Py_tp_clear, (void *)cursor_clear},
    {Py_tp_dealloc, (void *)cursor_dealloc},   {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)cursor_next},     {0, NULL},
};

static PyType_Spec cursor_spec = {
    .name = "type_instantiable.Cursor",
    .basicsize = sizeof(struct cursor),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = cursor_slots,
};

static PyObject *
walk(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    struct cursor *cursor = (struct cursor *)state->Cursor->tp_alloc(state->Cursor, 0);
    if (cursor != NULL && (cursor->list = PyList_New(0)) == NULL) {
        Py_CLEAR(cursor);
    }
    return (PyObject *)cursor;
}

static PyMethodDef methods[] = {
    {"walk", walk, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->Cursor =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &cursor_spec, NULL);
    return state->Cursor != NULL ? 0 : -1;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((struct state *)PyModule_GetState(module))->Cursor);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(((struct state *)PyModule_GetState(module))->Cursor);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "type_instantiable",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_type_instantiable(void)
{
    return PyModuleDef_Init(&definition);
}
