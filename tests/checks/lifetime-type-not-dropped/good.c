#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((SpamObject *)self)->item);
    type->tp_free(self);
    Py_DECREF(type);
}

static void
release(PyObject *self)
{
    PyObject *type = (PyObject *)Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static void
Helped_dealloc(PyObject *self)
{
    Py_CLEAR(((SpamObject *)self)->item);
    release(self);
}

static void
Sub_dealloc(PyObject *self)
{
    Spam_dealloc(self);
}

/* A buffer is freed here, not the object. */
static void
Base_dealloc(PyObject *self)
{
    PyMem_Free(((SpamObject *)self)->item);
    PyList_Type.tp_dealloc(self);
}

/* The same, by a function of its own. */
static void
release_buffer(char *buffer)
{
    PyMem_Free(buffer);
}

static void
Buffer_dealloc(PyObject *self)
{
    release_buffer((char *)((SpamObject *)self)->item);
    PyList_Type.tp_dealloc(self);
}

/* Of a static type: no reference is held. */
void
static_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

#define SPEC(name)                                                              \
    static PyType_Slot name##_slots[] = {{Py_tp_dealloc, name##_dealloc}, {0, NULL}}; \
    PyType_Spec name##_spec = {                                                 \
        "spam." #name, sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT, name##_slots, \
    }

SPEC(Spam);  // want-note: change-pickle  // want-note: gc-flag-missing
SPEC(Helped);  // want-note: change-pickle  // want-note: gc-flag-missing
SPEC(Sub);
SPEC(Base);  // want-note: change-pickle
SPEC(Buffer);  // want-note: change-pickle
