/* A C interface for other modules, made anew for each module object and freed with its
 * capsule; the static part is constant. */
#include "module.h"

struct interface {
    int version;
    long (*add)(long, long);
    PyObject *zero; /* owned */
};

static long
add(long left, long right)
{
    return left + right;
}

static void
free_interface(PyObject *capsule)
{
    struct interface *interface =
        PyCapsule_GetPointer(capsule, "clean_capsule.interface");
    if (interface != NULL) {
        Py_XDECREF(interface->zero);
        PyMem_Free(interface);
    }
}

static int
execute(PyObject *module)
{
    static const struct interface model = {1, add, NULL};
    struct interface *interface = PyMem_Malloc(sizeof *interface);
    if (interface == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    *interface = model;
    interface->zero = PyLong_FromLong(0);
    PyObject *capsule =
        PyCapsule_New(interface, "clean_capsule.interface", free_interface);
    if (capsule == NULL) {
        Py_XDECREF(interface->zero);
        PyMem_Free(interface);
        return -1;
    }
    int status = add_reference(module, "interface", capsule);
    Py_DECREF(capsule);
    return status;
}

MODULE(clean_capsule, execute, NULL, OWN_GIL)
