#include "../module.h"

typedef struct {
    PyObject_HEAD
    char bytes[64];
} SpamObject;

/* The view has the memory, and not the reference to what that belongs to. */
PyObject *
view(SpamObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_buffer view;
    if (PyBuffer_FillInfo(&view, (PyObject *)self, self->bytes, 64, 0, PyBUF_WRITABLE) < 0) {
        return NULL;
    }
    view.readonly = 1;
    return PyMemoryView_FromBuffer(&view);  // want: lifetime-reference-leaked
}

PyObject *
view_of(PyObject *module, PyObject *object)
{
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    return PyMemoryView_FromBuffer(&view);  // want: lifetime-reference-leaked
}
