/* Slots of a base that are found through tp_base, and of a base that has none of its own. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Shape;

typedef struct {
    Shape shape;
    PyObject *name;
} Square;

typedef struct {
    Square square;
    PyObject *more;
} Colored;

typedef struct {
    PyTypeObject *Shape_Type;
    PyTypeObject *Square_Type;
    PyTypeObject *Colored_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return type;
}

static void
Shape_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Shape_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Shape_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Shape_dealloc},
    {Py_tp_traverse, Shape_traverse},
    {0, NULL},
};

static PyType_Spec Shape_Type_spec = {
    .name = "spam.Shape",
    .basicsize = sizeof(Shape),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Shape_Type_slots,
};

static int
square_init(Square *self, PyObject *args, PyObject *kwargs)
{
    PyObject *name;
    if (!PyArg_ParseTuple(args, "O:Square", &name)) {
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static int
square_traverse(Square *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static int
square_clear(Square *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
square_dealloc(Square *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 treat a heap type like a Python class and lose its state. */
static PyObject *
spam_reduce_ex(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 2) {
        PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self),
                                                "__name__");
        if (name != NULL) {
            PyErr_Format(PyExc_TypeError, "cannot pickle %R object", name);
            Py_DECREF(name);
        }
        return NULL;
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__",
                               "OO", self, protocol);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Square_Type_slots[] = {
    {Py_tp_dealloc, square_dealloc},
    {Py_tp_traverse, square_traverse},
    {Py_tp_clear, square_clear},
    {Py_tp_init, square_init},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Square_Type_spec = {
    .name = "spam.Square",
    .basicsize = sizeof(Square),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Square_Type_slots,
};

static int
colored_traverse(Colored *self, visitproc visit, void *arg)
{
    Py_VISIT(self->more);
    return Py_TYPE(self)->tp_base->tp_traverse((PyObject *)self, visit, arg);
}

static int
colored_clear(Colored *self)
{
    PyTypeObject *base = Py_TYPE(self)->tp_base;
    Py_CLEAR(self->more);
    return base->tp_clear((PyObject *)self);
}

static void
colored_dealloc(Colored *self)
{
    PyObject_GC_UnTrack(self);
    PyTypeObject *base = Py_TYPE(self)->tp_base;
    Py_XDECREF(self->more);
    base->tp_dealloc((PyObject *)self);
}

static int
colored_init(Colored *self, PyObject *args, PyObject *kwargs)
{
    if (Py_TYPE(self)->tp_base->tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    Py_XSETREF(self->more, Py_NewRef(self->square.name));
    return 0;
}

static PyType_Slot Colored_Type_slots[] = {
    {Py_tp_dealloc, colored_dealloc},
    {Py_tp_traverse, colored_traverse},
    {Py_tp_clear, colored_clear},
    {Py_tp_init, colored_init},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Colored_Type_spec = {
    .name = "spam.Colored",
    .basicsize = sizeof(Colored),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Colored_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Shape_Type);
    Py_VISIT(state->Square_Type);
    Py_VISIT(state->Colored_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Shape_Type);
    Py_CLEAR(state->Square_Type);
    Py_CLEAR(state->Colored_Type);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Shape_Type = spam_new_type(m, &Shape_Type_spec, NULL)) == NULL
        || (state->Square_Type = spam_new_type(m, &Square_Type_spec,
                                               state->Shape_Type)) == NULL
        || (state->Colored_Type = spam_new_type(m, &Colored_Type_spec,
                                                state->Square_Type)) == NULL)
    {
        return -1;
    }
    if (PyModule_AddType(m, state->Shape_Type) < 0
        || PyModule_AddType(m, state->Square_Type) < 0
        || PyModule_AddType(m, state->Colored_Type) < 0)
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
