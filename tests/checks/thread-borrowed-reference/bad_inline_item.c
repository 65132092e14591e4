/* An inline helper gives items of the instance's list, borrowed. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *queue;
} Queue;

static inline PyObject *
queue_item(Queue *self, Py_ssize_t i)
{
    return PyList_GET_ITEM(self->queue, i);  // want: thread-borrowed-reference
}

static PyObject *
Queue_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Queue *self = (Queue *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->queue = PyList_New(0);
    if (self->queue == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Queue_dealloc(Queue *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->queue);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Queue_push(Queue *self, PyObject *item)
{
    if (PyList_Append(self->queue, item) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Queue_clear(Queue *self, PyObject *unused)
{
    if (PyList_SetSlice(self->queue, 0, PyList_GET_SIZE(self->queue), NULL) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Queue_front(Queue *self, PyObject *unused)
{
    if (PyList_GET_SIZE(self->queue) == 0) {
        Py_RETURN_NONE;
    }
    PyObject *item = queue_item(self, 0);
    return Py_NewRef(item);
}

static PyMethodDef Queue_methods[] = {
    {"push", (PyCFunction)Queue_push, METH_O, NULL},
    {"clear", (PyCFunction)Queue_clear, METH_NOARGS, NULL},
    {"front", (PyCFunction)Queue_front, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Queue_slots[] = {
    {Py_tp_methods, Queue_methods},
    {Py_tp_new, (void *)Queue_new},
    {Py_tp_dealloc, (void *)Queue_dealloc},
    {0, NULL},
};

static PyType_Spec Queue_spec = {  // want-note: gc-flag-missing
    "spam.Queue", sizeof(Queue), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Queue_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *queue_type = PyType_FromModuleAndSpec(module, &Queue_spec, NULL);
    if (queue_type == NULL) {
        return -1;
    }
    int queue_rc = PyModule_AddType(module, (PyTypeObject *)queue_type);
    Py_DECREF(queue_type);
    if (queue_rc < 0) {
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
