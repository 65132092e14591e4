/* A right type with weak references, an object and memory of its own, whose instances
 * come from the type and from a function; each faulty module that includes it leaves one
 * thing out, with a macro. */
#include "module.h"

#include <string.h>

#include <stddef.h>
#include <structmember.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct link {
    PyObject_HEAD PyObject *weakrefs;
    PyObject *targets; /* a list */
    long *number;
};

struct state {
    PyObject *Link;
};

static struct state *
get_state(PyObject *module)
{
    return PyModule_GetState(module);
}

static int
link_fill(struct link *link)
{
    PyObject *targets = PyList_New(0);
    long *number = PyMem_Malloc(sizeof *number);
    if (targets == NULL || number == NULL) {
        Py_XDECREF(targets);
        PyMem_Free(number);
        PyErr_NoMemory();
        return -1;
    }
    *number = 1;
    PyMem_Free(link->number);
    link->number = number;
    Py_XSETREF(link->targets, targets);
    return 0;
}

static int
link_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "", names)) {
        return -1;
    }
    return link_fill((struct link *)self);
}

static int
link_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
#ifndef HIDES_A_MEMBER
    Py_VISIT(((struct link *)self)->targets);
#endif
    return 0;
}

static int
link_clear(PyObject *self)
{
#ifdef KEEPS_THE_POINTER
    Py_XDECREF(((struct link *)self)->targets);
#else
    Py_CLEAR(((struct link *)self)->targets);
#endif
    return 0;
}

static void
link_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
#ifndef FREES_TRACKED
    PyObject_GC_UnTrack(self);
#endif
#ifndef LEAVES_WEAK_REFERENCES
    if (((struct link *)self)->weakrefs != NULL) {
        PyObject_ClearWeakRefs(self);
    }
#endif
    (void)link_clear(self);
    PyMem_Free(((struct link *)self)->number);
    type->tp_free(self);
#ifndef KEEPS_THE_TYPE
    Py_DECREF(type);
#endif
}

static PyObject *
link_get(PyObject *self, PyObject *unused)
{
    struct link *link = (struct link *)self;
    (void)unused;
#ifndef TRUSTS_INIT
    if (link->number == NULL) {
        PyErr_SetString(PyExc_ValueError, "__init__ was not called");
        return NULL;
    }
#endif
    return PyLong_FromLong(*link->number);
}

static PyMethodDef link_methods[] = {
    {"get", link_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef link_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct link, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot link_slots[] = {
    {Py_tp_traverse, (void *)link_traverse}, {Py_tp_clear, (void *)link_clear},
    {Py_tp_dealloc, (void *)link_dealloc},   {Py_tp_init, (void *)link_init},
    {Py_tp_methods, link_methods},           {Py_tp_members, link_members},
    {0, NULL},
};

#ifdef NEEDS_A_SECRET
#define LINK_FLAGS Py_TPFLAGS_DISALLOW_INSTANTIATION
#define MAKE_LINK_ARGUMENTS METH_O
#else
#define LINK_FLAGS Py_TPFLAGS_BASETYPE
#define MAKE_LINK_ARGUMENTS METH_NOARGS
#endif

static PyType_Spec link_spec = {
    .name = STRING(NAME) ".Link",
    .basicsize = sizeof(struct link),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | LINK_FLAGS,
    .slots = link_slots,
};

static PyObject *
make_link(PyObject *module, PyObject *secret)
{
    PyTypeObject *type = (PyTypeObject *)get_state(module)->Link;
#ifdef NEEDS_A_SECRET
    const char *text = PyUnicode_AsUTF8(secret);
    if (text == NULL || strcmp(text, "a secret") != 0) {
        PyErr_SetString(PyExc_ValueError, "not the secret");
        return NULL;
    }
#else
    (void)secret;
#endif
    struct link *link = PyObject_GC_New(struct link, type);
    if (link == NULL) {
        return NULL;
    }
    link->weakrefs = NULL;
    link->targets = NULL;
    link->number = NULL;
    if (link_fill(link) != 0) {
        Py_CLEAR(link);
    }
#ifndef LEAVES_UNTRACKED
    if (link != NULL) {
        PyObject_GC_Track((PyObject *)link);
    }
#endif
    return (PyObject *)link;
}

static PyMethodDef methods[] = {
    {"make_link", make_link, MAKE_LINK_ARGUMENTS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
#ifdef AT_EXEC
    AT_EXEC();
#endif
    struct state *state = get_state(module);
    state->Link = PyType_FromModuleAndSpec(module, &link_spec, NULL);
    return add_reference(module, "Link", state->Link);
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_state(module)->Link);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(get_state(module)->Link);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_methods = methods,
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
