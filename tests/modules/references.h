/* A right class that holds an object, and functions that take some; each faulty module
 * that includes it gets one count of references wrong, with a macro. */
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct state {
    PyObject *seen; /* a dict: keeps all that it was given */
    PyObject *last; /* and this the last one */
};

struct box {
    PyObject_HEAD PyObject *content;
};

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    struct box *made = (struct box *)type->tp_alloc(type, 0);
    if (made != NULL) {
        Py_INCREF(Py_None);
        made->content = Py_None;
    }
#ifdef RETURNS_A_SECOND_REFERENCE
    Py_XINCREF(made);
#endif
    return (PyObject *)made;
}

static int
box_set(PyObject *self, PyObject *content, void *closure)
{
    struct box *box = (struct box *)self;
    (void)closure;
#ifndef TRUSTS_THE_NEW_CONTENT
    if (content == NULL) {
        PyErr_SetString(PyExc_TypeError, "a box keeps its content");
        return -1;
    }
#endif
    PyObject *old = box->content;
#ifndef STORES_A_BORROWED_REFERENCE
    Py_INCREF(content);
#endif
    box->content = content;
#ifndef KEEPS_THE_OLD_CONTENT
    Py_XDECREF(old);
#else
    (void)old;
#endif
    return 0;
}

static int
box_init(PyObject *self, PyObject *args, PyObject *keywords)
{
    PyObject *content = Py_None;
    (void)keywords;
    return PyArg_ParseTuple(args, "|O:Box", &content) ? box_set(self, content, NULL)
                                                      : -1;
}

static PyObject *
box_get(PyObject *self, void *closure)
{
    struct box *box = (struct box *)self;
    (void)closure;
#ifndef RETURNS_A_BORROWED_REFERENCE
    Py_INCREF(box->content);
#endif
    return box->content;
}

/* Empties the box: the instance's own reference goes to the caller. */
static PyObject *
box_take(PyObject *self, PyObject *ignored)
{
    struct box *box = (struct box *)self;
    (void)ignored;
    PyObject *content = box->content;
    Py_INCREF(Py_None);
    box->content = Py_None;
    return content;
}

#ifdef COUNTS_IN_PLACE
static long n_added;
#endif

/* Returns the box itself. */
static PyObject *
box_add_in_place(PyObject *self, PyObject *other)
{
    (void)other;
#ifdef COUNTS_IN_PLACE
    n_added++;
#endif
#ifdef KEEPS_ITSELF_ON_ERROR
    if (((struct box *)self)->content != Py_None && !PyLong_Check(other)) {
        Py_INCREF(self);
        PyErr_SetString(PyExc_TypeError, "expected int");
        return NULL;
    }
#endif
#ifdef RETURNS_ITSELF_BORROWED
    if (((struct box *)self)->content != Py_None) {
        return self;
    }
#endif
    Py_INCREF(self);
#ifdef KEEPS_IN_PLACE
    Py_INCREF(((struct box *)self)->content);
#endif
    return self;
}

static PyObject *
box_each(PyObject *self)
{
    PyObject *items = PySequence_Tuple(((struct box *)self)->content);
    PyObject *iterator = items != NULL ? PyObject_GetIter(items) : NULL;
    Py_XDECREF(items);
    return iterator;
}

static int
box_traverse(PyObject *self, visitproc visit, void *arg)
{
#ifdef IGNORES_THE_VISIT
    visit(((struct box *)self)->content, arg);
#else
    Py_VISIT(((struct box *)self)->content);
#endif
#ifdef COUNTS_WHAT_IT_VISITS
    Py_INCREF(((struct box *)self)->content);
#endif
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
box_clear(PyObject *self)
{
    Py_CLEAR(((struct box *)self)->content);
    return 0;
}

static void
box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)box_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef box_methods[] = {
    {"take", box_take, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef box_attributes[] = {
#ifndef CONTENT_IS_FIXED
    {"content", box_get, box_set, NULL, NULL},
#else
    {"content", box_get, NULL, NULL, NULL},
#endif
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot box_slots[] = {
    {Py_tp_new, (void *)box_new},
    {Py_tp_init, (void *)box_init},
    {Py_tp_iter, (void *)box_each},
    {Py_nb_inplace_or, (void *)box_add_in_place},
    {Py_tp_traverse, (void *)box_traverse},
#ifndef DOES_NOT_CLEAR
    {Py_tp_clear, (void *)box_clear},
#endif
    {Py_tp_dealloc, (void *)box_dealloc},
    {Py_tp_methods, box_methods},
    {Py_tp_getset, box_attributes},
    {0, NULL},
};

static PyType_Spec box_spec = {
    .name = STRING(NAME) ".Box",
    .basicsize = sizeof(struct box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = box_slots,
};

/* The number of items. */
static PyObject *
measure(PyObject *module, PyObject *items)
{
    (void)module;
    Py_ssize_t size = PyObject_Size(items);
    if (size < 0) {
        return NULL;
    }
#ifdef KEEPS_ITS_ARGUMENT
    Py_INCREF(items);
#elif defined(DROPS_ITS_ARGUMENT)
    Py_DECREF(items);
#endif
    return PyLong_FromSsize_t(size);
}

/* Keeps each text, as a cache does. */
static PyObject *
note(PyObject *module, PyObject *text)
{
    struct state *state = PyModule_GetState(module);
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "expected str");
        return NULL;
    }
    if (PyDict_SetItem(state->seen, text, text) != 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Keeps the last object only. */
static PyObject *
remember(PyObject *module, PyObject *object)
{
    struct state *state = PyModule_GetState(module);
    PyObject *old = state->last;
    Py_INCREF(object);
    state->last = object;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"measure", measure, METH_O, NULL},
    {"note", note, METH_O, NULL},
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

#ifdef HAS_MORE_TYPES
/* Each is a type of its own, with the same faults. */
static int
add_more_types(PyObject *module)
{
    static const char *const names[] = {STRING(NAME) ".Case", STRING(NAME) ".Chest",
                                        STRING(NAME) ".Crate", STRING(NAME) ".Drawer"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        PyType_Spec spec = box_spec;
        spec.name = names[i];
        PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
        int result = add_reference(module, strrchr(names[i], '.') + 1, type);
        Py_XDECREF(type);
        if (result != 0) {
            return result;
        }
    }
    return 0;
}
#endif

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->seen = PyDict_New();
    if (state->seen == NULL) {
        return -1;
    }
    PyObject *type = PyType_FromModuleAndSpec(module, &box_spec, NULL);
    int result = add_reference(module, "Box", type);
    Py_XDECREF(type);
#ifdef HAS_MORE_TYPES
    result = result != 0 ? result : add_more_types(module);
#endif
    return result;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
#ifdef IGNORES_THE_VISIT_OF_STATE
    if (state->seen != NULL) {
        visit(state->seen, arg);
    }
#else
    Py_VISIT(state->seen);
#endif
    Py_VISIT(state->last);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    Py_CLEAR(state->seen);
    Py_CLEAR(state->last);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
JOIN(PyInit_, NAME)(void)
{
    return PyModuleDef_Init(&definition);
}
