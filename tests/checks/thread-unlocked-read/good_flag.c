/* Numbers whose readers hold the lock, or need none. */
#include "../module.h"

#if defined(__STDC_NO_ATOMICS__)
#error "needs C11"
#endif
#include <stdatomic.h>

typedef struct {
    PyObject_HEAD
    PyMutex mutex;
    long count;
    atomic_int ready;
    long limit;  /* set by tp_init, under the lock, and never again */
    int width;   /* whose size is asked */
} Box;

#ifdef Py_GIL_DISABLED
#define READ_COUNT(box) __atomic_load_n(&(box)->count, __ATOMIC_RELAXED)
#else
#define READ_COUNT(box) (box)->count
#endif

static int
Box_init(PyObject *op, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Box *self = (Box *)op;
    long limit;
    if (!PyArg_ParseTuple(args, "l", &limit)) {
        return -1;
    }
    PyMutex_Lock(&self->mutex);
    self->limit = limit;
    PyMutex_Unlock(&self->mutex);
    return 0;
}

static long
count_locked(Box *self)
{
    return self->count;
}

static PyObject *
Box_count(Box *self, PyObject *Py_UNUSED(ignored))
{
    long count;
    PyMutex_Lock(&self->mutex);
    count = count_locked(self) + self->count;
    PyMutex_Unlock(&self->mutex);
    return PyLong_FromLong(count);
}

static PyObject *
Box_add(Box *self, PyObject *Py_UNUSED(ignored))
{
    PyMutex_Lock(&self->mutex);
    self->count++;
    self->width = 8;
    PyMutex_Unlock(&self->mutex);
    self->ready = 1;
    Py_RETURN_NONE;
}

static PyObject *
Box_guess(Box *self, PyObject *Py_UNUSED(ignored))
{
    return self->ready ? Py_BuildValue("lln", READ_COUNT(self), self->limit,
                                       (Py_ssize_t)sizeof(self->width))
                       : Py_NewRef(Py_None);
}

static PyMethodDef Box_methods[] = {
    {"count", (PyCFunction)Box_count, METH_NOARGS},
    {"add", (PyCFunction)Box_add, METH_NOARGS},
    {"guess", (PyCFunction)Box_guess, METH_NOARGS},
    {NULL},
};

static void
Box_dealloc(PyObject *op)
{
    Box *self = (Box *)op;
    PyTypeObject *type = Py_TYPE(op);
    if (self->count < 0) {
        PyErr_WriteUnraisable(op);
    }
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_init, Box_init},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {  // want-note: change-pickle
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_slots,
};
static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyMethodDef spam_methods[] = {
    {NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
