/* The collector is of no use for what it cannot follow: buffers, strings, weak references to
 * the instance, memory of its own. It is needed where a member may be part of a cycle, or
 * where the module keeps an instance. What a helper imports is none. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

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
    PyTypeObject *tp = Py_TYPE(self);
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    if (self->buffer != NULL) {
        PyBuffer_Release(self->buffer);
        PyMem_Free(self->buffer);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
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

typedef struct {
    PyObject *counter;
    PyTypeObject *View_Type;
    PyTypeObject *Label_Type;
    PyTypeObject *Box_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyMemberDef View_Type_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(View, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot View_Type_slots[] = {
    {Py_tp_new, view_new},
    {Py_tp_dealloc, view_dealloc},
    {Py_tp_methods, view_methods},
    {Py_tp_members, View_Type_members},
    {0, NULL},
};

static PyType_Spec View_Type_spec = {
    .name = "spam.View",
    .basicsize = sizeof(View),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = View_Type_slots,
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
    PyTypeObject *tp = Py_TYPE(self);
    Py_XDECREF(self->text);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Label_Type_slots[] = {
    {Py_tp_new, label_new},
    {Py_tp_dealloc, label_dealloc},
    {0, NULL},
};

static PyType_Spec Label_Type_spec = {
    .name = "spam.Label",
    .basicsize = sizeof(Label),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Label_Type_slots,
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
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    box_empty(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, box_methods},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_Type_slots,
};

static PyObject *
get_counter(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    if (state->counter == NULL) {
        state->counter = attribute_of("collections", "Counter");
    }
    return Py_XNewRef(state->counter);
}

static PyMethodDef methods[] = {
    {"counter", get_counter, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
register_view(spam_state *state)
{
    PyObject *sequence = attribute_of("collections.abc", "Sequence");
    if (sequence == NULL) {
        return -1;
    }
    PyObject *result =
        PyObject_CallMethod(sequence, "register", "O",
                            (PyObject *)state->View_Type);
    Py_DECREF(sequence);
    Py_XDECREF(result);
    return result != NULL ? 0 : -1;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->counter);
    Py_VISIT(state->View_Type);
    Py_VISIT(state->Label_Type);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->counter);
    Py_CLEAR(state->View_Type);
    Py_CLEAR(state->Label_Type);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->View_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &View_Type_spec, NULL);
    if (state->View_Type == NULL) {
        return -1;
    }
    state->Label_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Label_Type_spec, NULL);
    if (state->Label_Type == NULL) {
        return -1;
    }
    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Box_Type_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->View_Type) < 0
        || PyModule_AddType(m, state->Label_Type) < 0
        || PyModule_AddType(m, state->Box_Type) < 0
        || register_view(state) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
