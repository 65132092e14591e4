#include "box.h"

static PyObject *
Box_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwds))
{
    Box *self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->size = 0;
        self->color = 3;
    }
    return (PyObject *)self;
}

static PyObject *
Box_grow(Box *self, PyObject *Py_UNUSED(ignored))
{
    self->size = self->size * 2 + 1;
    return PyLong_FromLong(self->size);
}

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef Box_methods[] = {
    {"grow", (PyCFunction)Box_grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_new, Box_new},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "box.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static int
box_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int status = PyModule_AddObjectRef(module, "Box", type);
    Py_DECREF(type);
    return status;
}

static PyMethodDef box_methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "box",
    .m_size = 0,
    .m_methods = box_methods,
    .m_slots = box_slots,
};

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
