/* The method close() calls the tp_clear of the type, which releases the members without a lock. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *callback;
} Timer;

static PyObject *
Timer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *callback;
    if (!PyArg_ParseTuple(args, "O", &callback)) {
        return NULL;
    }
    Timer *self = (Timer *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->callback = Py_NewRef(callback);
    }
    return (PyObject *)self;
}

static int
Timer_traverse(Timer *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->callback);
    return 0;
}

static int
Timer_clear(Timer *self)
{
    Py_CLEAR(self->callback);  // want: thread-unlocked-write
    return 0;
}

static void
Timer_dealloc(Timer *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Timer_clear(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Timer_close(Timer *self, PyObject *unused)
{
    Timer_clear(self);
    Py_RETURN_NONE;
}

static PyObject *
Timer_fire(Timer *self, PyObject *unused)
{
    if (self->callback == NULL) {
        Py_RETURN_NONE;
    }
    return PyObject_CallNoArgs(self->callback);
}

static PyMethodDef Timer_methods[] = {
    {"close", (PyCFunction)Timer_close, METH_NOARGS, NULL},
    {"fire", (PyCFunction)Timer_fire, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Timer_slots[] = {
    {Py_tp_methods, Timer_methods},
    {Py_tp_new, (void *)Timer_new},
    {Py_tp_dealloc, (void *)Timer_dealloc},
    {Py_tp_traverse, (void *)Timer_traverse},
    {Py_tp_clear, (void *)Timer_clear},
    {0, NULL},
};

static PyType_Spec Timer_spec = {
    "spam.Timer", sizeof(Timer), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Timer_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *timer_type = PyType_FromModuleAndSpec(module, &Timer_spec, NULL);
    if (timer_type == NULL) {
        return -1;
    }
    int timer_rc = PyModule_AddType(module, (PyTypeObject *)timer_type);
    Py_DECREF(timer_type);
    if (timer_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
