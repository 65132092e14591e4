/* A method needs the exception, and a class cannot lead to its module in the limited API of the
 * file. */
#define Py_LIMITED_API 0x03070000
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int is_open;
} Door;

static PyObject *DoorError;

static PyObject *
door_open(Door *self, PyObject *Py_UNUSED(ignored))
{
    if (self->is_open) {
        PyErr_SetString(DoorError, "open already");
        return NULL;
    }
    self->is_open = 1;
    Py_RETURN_NONE;
}

static PyMethodDef door_methods[] = {
    {"open", (PyCFunction)door_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot door_slots[] = {
    {Py_tp_methods, door_methods},
    {0, NULL},
};

static PyType_Spec door_spec = {
    .name = "module.Door",
    .basicsize = sizeof(Door),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = door_slots,
};

static int
module_exec(PyObject *module)
{
    DoorError = PyErr_NewException("module.DoorError", NULL, NULL);
    if (DoorError == NULL) {
        return -1;
    }
    Py_INCREF(DoorError);
    if (PyModule_AddObject(module, "DoorError", DoorError) < 0) {
        Py_DECREF(DoorError);
        return -1;
    }
    PyObject *type = PyType_FromSpec(&door_spec);
    if (type == NULL || PyModule_AddObject(module, "Door", type) < 0) {
        Py_XDECREF(type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
