#include <Python.h>

/* Nodes are no objects; the objects in them are reached through them only. */
struct node {
    PyObject *value;
    struct node *next;
};

typedef struct {
    PyObject_HEAD
    PyObject *name;
    struct node *first;
} StackObject;

static PyTypeObject StackType;

static void
stack_dealloc(StackObject *self)
{
    while (self->first != NULL) {
        struct node *node = self->first;
        self->first = node->next;
        Py_DECREF(node->value);
        PyMem_Free(node);
    }
    Py_XDECREF(self->name);
    PyObject_Del(self);
}

static PyObject *
stack_push(StackObject *self, PyObject *value)
{
    struct node *node = PyMem_Malloc(sizeof(struct node));
    if (node == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(value);
    node->value = value;
    node->next = self->first;
    self->first = node;
    Py_RETURN_NONE;
}

static PyObject *
stack_top(StackObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("OO", self->name, self->first != NULL ? self->first->value
                                                               : Py_None);
}

static PyMethodDef stack_methods[] = {
    {"push", (PyCFunction)stack_push, METH_O, NULL},
    {"top", (PyCFunction)stack_top, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject StackType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Stack",
    .tp_basicsize = sizeof(StackObject),
    .tp_dealloc = (destructor)stack_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = stack_methods,
};

static PyObject *
new_stack(PyObject *Py_UNUSED(module), PyObject *name)
{
    StackObject *self = PyObject_New(StackObject, &StackType);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    self->first = NULL;
    return (PyObject *)self;
}

static PyMethodDef spam_methods[] = {
    {"new_stack", new_stack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&StackType) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
