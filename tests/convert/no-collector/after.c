/* Instances that hold no Python object, of types without subclasses: no collector, no
 * search for the state. What the module keeps itself needs the collector, and so does
 * what holds objects. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double x, y;
    char *name;
} Point;

typedef struct {
    PyObject_HEAD
    PyObject *owner;
} Mark;

static void
point_dealloc(Point *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyMem_Free(self->name);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
point_copy(Point *self, PyObject *unused)
{
    Point *copy = PyObject_New(Point, Py_TYPE(self));
    if (copy == NULL) {
        return NULL;
    }
    copy->x = self->x;
    copy->y = self->y;
    copy->name = NULL;
    return (PyObject *)copy;
}

static PyMethodDef point_methods[] = {
    {"copy", (PyCFunction)point_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
point_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Point *made = (Point *)type->tp_alloc(type, 0);
    if (made == NULL) {
        return NULL;
    }
    made->x = made->y = 0;
    made->name = NULL;
    return (PyObject *)made;
}

typedef struct {
    PyTypeObject *Point_Type;
    PyTypeObject *Mark_Type;
    PyTypeObject *Count_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static PyObject *
point_compare(PyObject *self, PyObject *other, int op)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (Py_TYPE(other) != state->Point_Type || op != Py_EQ) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong(((Point *)self)->x == ((Point *)other)->x);
}

static PyType_Slot Point_Type_slots[] = {
    {Py_tp_new, point_new},
    {Py_tp_dealloc, point_dealloc},
    {Py_tp_methods, point_methods},
    {Py_tp_richcompare, point_compare},
    {0, NULL},
};

static PyType_Spec Point_Type_spec = {
    .name = "spam.Point",
    .basicsize = sizeof(Point),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Point_Type_slots,
};

static void
mark_dealloc(Mark *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->owner);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Mark_traverse(Mark *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static PyType_Slot Mark_Type_slots[] = {
    {Py_tp_dealloc, mark_dealloc},
    {Py_tp_traverse, Mark_traverse},
    {0, NULL},
};

static PyType_Spec Mark_Type_spec = {
    .name = "spam.Mark",
    .basicsize = sizeof(Mark),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Mark_Type_slots,
};

typedef struct {
    PyObject_HEAD
    int number;
} Count;

static void
Count_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Count_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Count_dealloc},
    {0, NULL},
};

static PyType_Spec Count_Type_spec = {
    .name = "spam.Count",
    .basicsize = sizeof(Count),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Count_Type_slots,
};

static PyObject *
mark(PyObject *module, PyObject *owner)
{
    spam_state *state = get_spam_state(module);
    Mark *made = (Mark *)state->Mark_Type->tp_alloc(state->Mark_Type, 0);
    if (made == NULL) {
        return NULL;
    }
    Py_INCREF(owner);
    made->owner = owner;
    return (PyObject *)made;
}

static PyMethodDef methods[] = {
    {"mark", mark, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Point_Type);
    Py_VISIT(state->Mark_Type);
    Py_VISIT(state->Count_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Point_Type);
    Py_CLEAR(state->Mark_Type);
    Py_CLEAR(state->Count_Type);
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
    state->Point_Type = spam_new_type(m, &Point_Type_spec);
    if (state->Point_Type == NULL) {
        return -1;
    }
    state->Count_Type = spam_new_type(m, &Count_Type_spec);
    if (state->Count_Type == NULL) {
        return -1;
    }
    if ((state->Mark_Type = spam_new_type(m, &Mark_Type_spec)) == NULL
        || PyModule_AddType(m, state->Point_Type) < 0
        || PyModule_AddType(m, state->Count_Type) < 0)
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
