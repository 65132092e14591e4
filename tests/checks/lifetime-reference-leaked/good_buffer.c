#include "../module.h"

typedef struct {
    PyObject_HEAD
    char bytes[64];
} SpamObject;

PyObject *
view(SpamObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_buffer view;
    if (PyBuffer_FillInfo(&view, NULL, self->bytes, 64, 0, PyBUF_WRITABLE) < 0) {
        return NULL;
    }
    return PyMemoryView_FromBuffer(&view);
}

PyObject *
view_released(SpamObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_buffer view;
    if (PyBuffer_FillInfo(&view, (PyObject *)self, self->bytes, 64, 0, PyBUF_WRITABLE) < 0) {
        return NULL;
    }
    PyObject *made = PyMemoryView_FromBuffer(&view);
    PyBuffer_Release(&view);
    return made;
}

PyObject *
view_emptied(SpamObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_buffer view;
    if (PyBuffer_FillInfo(&view, (PyObject *)self, self->bytes, 64, 0, PyBUF_WRITABLE) < 0) {
        return NULL;
    }
    Py_CLEAR(view.obj);
    return PyMemoryView_FromBuffer(&view);
}

static void
release(Py_buffer *view)
{
    PyBuffer_Release(view);
}

PyObject *
view_handed_on(PyObject *module, PyObject *object)
{
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    PyObject *made = PyMemoryView_FromBuffer(&view);
    release(&view);
    return made;
}
