/* PyWeakref_NewRef raises where it fails. */
#include "../module.h"

static PyObject *
spam_weak(PyObject *Py_UNUSED(module), PyObject *owner)
{
    PyObject *reference = PyWeakref_NewRef(owner, NULL);
    if (reference == NULL) {
        return NULL;
    }
    return reference;
}

PyMethodDef methods[] = {{"weak", spam_weak, METH_O, NULL}, {NULL, NULL, 0, NULL}};
