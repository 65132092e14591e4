/* The collector is of no use for what it cannot follow: buffers, strings, weak references to
 * the instance, memory of its own. It is needed where a member may be part of a cycle, or
 * where the module keeps an instance. What a helper imports is none. */
#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    Py_buffer *buffer;
    PyObject *weakrefs;
} View;

typedef struct {
    PyObject_HEAD
    PyObject *text;
} Label;

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static PyTypeObject View_Type;
static PyObject *counter;

static PyObject *
attribute_of(const char *module_name, const char *name)
{
    PyObject *imported = PyImport_ImportModule(module_name);
    if (imported == NULL) {
        return NULL;
    }
    PyObject *result = PyObject_GetAttrString(imported, name);
    Py_DECREF(imported);
    return result;
}

static PyObject *
view_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *exporter;
    if (!PyArg_ParseTuple(args, "O:View", &exporter)) {
        return NULL;
    }
    View *self = (View *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->buffer = PyMem_Malloc(sizeof(Py_buffer));
    if (self->buffer == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    if (PyObject_GetBuffer(exporter, self->buffer, PyBUF_SIMPLE) < 0) {
        PyMem_Free(self->buffer);
        self->buffer = NULL;
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
view_dealloc(View *self)
{
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    if (self->buffer != NULL) {
        PyBuffer_Release(self->buffer);
        PyMem_Free(self->buffer);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
view_size(View *self, PyObject *unused)
{
    return PyLong_FromSsize_t(self->buffer->len);
}

static PyMethodDef view_methods[] = {
    {"size", (PyCFunction)view_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject View_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.View",
    .tp_basicsize = sizeof(View),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = view_new,
    .tp_alloc = PyType_GenericAlloc,
    .tp_free = PyObject_Del,
    .tp_dealloc = (destructor)view_dealloc,
    .tp_weaklistoffset = offsetof(View, weakrefs),
    .tp_methods = view_methods,
};

static PyObject *
label_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Label *self = (Label *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->text = PyUnicode_FromString("label");
    if (self->text == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
label_dealloc(Label *self)
{
    Py_XDECREF(self->text);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Label_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Label",
    .tp_basicsize = sizeof(Label),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = label_new,
    .tp_dealloc = (destructor)label_dealloc,
};

static void
box_empty(Box *self)
{
    Py_CLEAR(self->content);
}

static PyObject *
box_put(Box *self, PyObject *content)
{
    box_empty(self);
    self->content = Py_NewRef(content);
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"put", (PyCFunction)box_put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
box_dealloc(Box *self)
{
    box_empty(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_methods = box_methods,
};

static PyObject *
get_counter(PyObject *module, PyObject *unused)
{
    if (counter == NULL) {
        counter = attribute_of("collections", "Counter");
    }
    return Py_XNewRef(counter);
}

static PyMethodDef methods[] = {
    {"counter", get_counter, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
register_view(void)
{
    PyObject *sequence = attribute_of("collections.abc", "Sequence");
    if (sequence == NULL) {
        return -1;
    }
    PyObject *result =
        PyObject_CallMethod(sequence, "register", "O", (PyObject *)&View_Type);
    Py_DECREF(sequence);
    Py_XDECREF(result);
    return result != NULL ? 0 : -1;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &View_Type) < 0 || PyModule_AddType(m, &Label_Type) < 0
        || PyModule_AddType(m, &Box_Type) < 0 || register_view() < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
