/* A right module whose capsule leads to its state and holds the module; each faulty
 * module that includes it lets the module go, with a macro. */
#include "module.h"

struct state {
    long calls;
};

struct interface {
    int version;
    struct state *state;
};

#define INTERFACE "interface"

#ifdef POINTS_TO_STATE
static PyObject *
make_capsule(PyObject *module)
{
    return PyCapsule_New(PyModule_GetState(module), INTERFACE, NULL);
}
#else
static void
free_interface(PyObject *capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, INTERFACE));
    Py_XDECREF((PyObject *)PyCapsule_GetContext(capsule));
}

static PyObject *
make_capsule(PyObject *module)
{
    struct interface *interface = PyMem_Malloc(sizeof *interface);
    if (interface == NULL) {
        return PyErr_NoMemory();
    }
    interface->version = 1;
    interface->state = PyModule_GetState(module);
    PyObject *capsule = PyCapsule_New(interface, INTERFACE, free_interface);
    if (capsule == NULL) {
        PyMem_Free(interface);
        return NULL;
    }
#ifndef LETS_THE_MODULE_GO
    Py_INCREF(module);
    (void)PyCapsule_SetContext(capsule, module);
#endif
    return capsule;
}
#endif

static PyObject *
interface(PyObject *module, PyObject *unused)
{
    (void)unused;
    return make_capsule(module);
}

static PyMethodDef methods[] = {
    {"interface", interface, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {OWN_GIL NO_GIL{0, NULL}};

#define INTERFACE_MODULE(name)                                                         \
    static struct PyModuleDef definition = {                                           \
        .m_base = PyModuleDef_HEAD_INIT,                                               \
        .m_name = #name,                                                               \
        .m_size = sizeof(struct state),                                                \
        .m_methods = methods,                                                          \
        .m_slots = slots,                                                              \
    };                                                                                 \
    PyMODINIT_FUNC PyInit_##name(void)                                                 \
    {                                                                                  \
        return PyModuleDef_Init(&definition);                                          \
    }
