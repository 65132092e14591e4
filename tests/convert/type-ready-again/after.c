/* Types that are made ready more than once: PyType_Ready answers at once for a type that is
 * ready, while a heap type is made anew each time. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Thing;

typedef struct {
    PyTypeObject *First;
    PyTypeObject *Second;
    PyTypeObject *Third;
    PyTypeObject *Fourth;
    PyTypeObject *Fifth;
} type_ready_again_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline type_ready_again_state *
get_type_ready_again_state(PyObject *module)
{
    return (type_ready_again_state *)PyModule_GetState(module);
}

static void
First_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
First_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot First_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, First_dealloc},
    {Py_tp_traverse, First_traverse},
    {0, NULL},
};

static PyType_Spec First_spec = {
    .name = "type_ready_again.First",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = First_slots,
};

static void
Second_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Second_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Second_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Second_dealloc},
    {Py_tp_traverse, Second_traverse},
    {0, NULL},
};

static PyType_Spec Second_spec = {
    .name = "type_ready_again.Second",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Second_slots,
};

static void
Third_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Third_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Third_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Third_dealloc},
    {Py_tp_traverse, Third_traverse},
    {0, NULL},
};

static PyType_Spec Third_spec = {
    .name = "type_ready_again.Third",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Third_slots,
};

static void
Fourth_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Fourth_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Fourth_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Fourth_dealloc},
    {Py_tp_traverse, Fourth_traverse},
    {0, NULL},
};

static PyType_Spec Fourth_spec = {
    .name = "type_ready_again.Fourth",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Fourth_slots,
};

static void
Fifth_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Fifth_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Fifth_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Fifth_dealloc},
    {Py_tp_traverse, Fifth_traverse},
    {0, NULL},
};

static PyType_Spec Fifth_spec = {
    .name = "type_ready_again.Fifth",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Fifth_slots,
};

static int
add(PyObject *m, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(m, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static int
make_third(PyObject *module)
{
    type_ready_again_state *state = get_type_ready_again_state(module);
    return ((state->Third == NULL
             && (state->Third = (PyTypeObject *)PyType_FromModuleAndSpec(
                     module, &Third_spec, NULL)) == NULL) ? -1 : 0);
}

static int
type_ready_again_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_ready_again_state *state = get_type_ready_again_state(module);
    Py_VISIT(state->First);
    Py_VISIT(state->Second);
    Py_VISIT(state->Third);
    Py_VISIT(state->Fourth);
    Py_VISIT(state->Fifth);
    return 0;
}

static int
type_ready_again_clear(PyObject *module)
{
    type_ready_again_state *state = get_type_ready_again_state(module);
    Py_CLEAR(state->First);
    Py_CLEAR(state->Second);
    Py_CLEAR(state->Third);
    Py_CLEAR(state->Fourth);
    Py_CLEAR(state->Fifth);
    return 0;
}

static void
type_ready_again_free(void *module)
{
    (void)type_ready_again_clear((PyObject *)module);
}

static int type_ready_again_exec(PyObject *m);

static PyModuleDef_Slot type_ready_again_slots[] = {
    {Py_mod_exec, type_ready_again_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "type_ready_again", NULL, sizeof(type_ready_again_state), NULL,
    .m_slots = type_ready_again_slots,
    .m_traverse = type_ready_again_traverse,
    .m_clear = type_ready_again_clear,
    .m_free = type_ready_again_free,
};

static int
type_ready_again_exec(PyObject *m)
{
    type_ready_again_state *state = get_type_ready_again_state(m);
    state->First = (PyTypeObject *)PyType_FromModuleAndSpec(m, &First_spec,
                                                            NULL);
    if (state->First == NULL) {
        return -1;
    }
    if ((state->Second = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Second_spec, NULL)) == NULL || make_third(m) < 0) {
        return -1;
    }
    if (Py_OptimizeFlag) {
        state->Fourth = (PyTypeObject *)PyType_FromModuleAndSpec(
            m, &Fourth_spec, NULL);
        if (state->Fourth == NULL) {
            return -1;
        }
    }
    else {
        state->Fourth = (PyTypeObject *)PyType_FromModuleAndSpec(
            m, &Fourth_spec, NULL);
        if (state->Fourth == NULL) {
            return -1;
        }
    }

    switch (Py_OptimizeFlag) {
    case 0:
        if ((state->Fifth = (PyTypeObject *)PyType_FromModuleAndSpec(
                 m, &Fifth_spec, NULL)) == NULL) {
            return -1;
        }
        break;
    default:
        if ((state->Fifth == NULL
             && (state->Fifth = (PyTypeObject *)PyType_FromModuleAndSpec(
                     m, &Fifth_spec, NULL)) == NULL)) {
            return -1;
        }
    }

    /* All of them once more. */
    if (state->First == NULL) {
        state->First = (PyTypeObject *)PyType_FromModuleAndSpec(m, &First_spec,
                                                                NULL);
    }
    if (state->First == NULL) {
        return -1;
    }
    if (state->Second == NULL) {
        state->Second = (PyTypeObject *)PyType_FromModuleAndSpec(
            m, &Second_spec, NULL);
    }
    if (state->Second == NULL) {
        return -1;
    }
    if ((state->Third == NULL
         && (state->Third = (PyTypeObject *)PyType_FromModuleAndSpec(
                 m, &Third_spec, NULL)) == NULL)
        || (state->Fourth == NULL
            && (state->Fourth = (PyTypeObject *)PyType_FromModuleAndSpec(
                    m, &Fourth_spec, NULL)) == NULL)) {
        return -1;
    }
    if (add(m, "First", state->First) < 0
        || add(m, "Second", state->Second) < 0
        || add(m, "Third", state->Third) < 0
        || add(m, "Fourth", state->Fourth) < 0
        || add(m, "Fifth", state->Fifth) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_ready_again(void)
{
    return PyModuleDef_Init(&definition);
}
