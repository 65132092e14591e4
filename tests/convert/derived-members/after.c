/* Types that derive from others of the module and own more than those: what they would inherit
 * visits only what the base has. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Body;

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *number;
} Satellite;

typedef struct {
    Satellite satellite;
    PyObject *crater;
} Moon;

static void
Body_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Body *)self)->name);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Body_call(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Py_XSETREF(((Body *)self)->name, Py_NewRef(args));
    Py_RETURN_NONE;
}

static PyObject *
Satellite_call(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Py_XSETREF(((Satellite *)self)->number, Py_NewRef(args));
    Py_RETURN_NONE;
}

static void
Satellite_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Satellite *satellite = (Satellite *)self;
    Py_XDECREF(satellite->name);
    Py_XDECREF(satellite->number);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Moon_call(Moon *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Py_XSETREF(self->crater, Py_NewRef(args));
    Py_RETURN_NONE;
}

static void
Moon_dealloc(Moon *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->crater);
    Satellite_dealloc((PyObject *)self);
}

typedef struct {
    PyTypeObject *Body_Type;
    PyTypeObject *Satellite_Type;
    PyTypeObject *Moon_Type;
    PyTypeObject *Crater_Type;
    PyTypeObject *Orbit_Type;
    PyTypeObject *Ellipse_Type;
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

static int
Body_traverse(Body *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static PyType_Slot Body_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_call, Body_call},
    {Py_tp_dealloc, Body_dealloc},
    {Py_tp_traverse, Body_traverse},
    {0, NULL},
};

static PyType_Spec Body_Type_spec = {
    .name = "spam.Body",
    .basicsize = sizeof(Body),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Body_Type_slots,
};

static int
Satellite_traverse(Satellite *self, visitproc visit, void *arg)
{
    Py_VISIT(self->number);
    return Body_traverse((Body *)self, visit, arg);
}

static PyType_Slot Satellite_Type_slots[] = {
    {Py_tp_call, Satellite_call},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Satellite_dealloc},
    {Py_tp_traverse, Satellite_traverse},
    {0, NULL},
};

static PyType_Spec Satellite_Type_spec = {
    .name = "spam.Satellite",
    .basicsize = sizeof(Satellite),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Satellite_Type_slots,
};

static int
Moon_traverse(Moon *self, visitproc visit, void *arg)
{
    Py_VISIT(self->crater);
    return Satellite_traverse((Satellite *)self, visit, arg);
}

static PyType_Slot Moon_Type_slots[] = {
    {Py_tp_call, Moon_call},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Moon_dealloc},
    {Py_tp_traverse, Moon_traverse},
    {0, NULL},
};

static PyType_Spec Moon_Type_spec = {
    .name = "spam.Moon",
    .basicsize = sizeof(Moon),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Moon_Type_slots,
};

/* It adds nothing, and inherits all. */
static PyType_Slot Crater_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Moon_dealloc},
    {0, NULL},
};

static PyType_Spec Crater_Type_spec = {
    .name = "spam.Crater",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Crater_Type_slots,
};

/* --- of a base that is collected ------------------------------------------------------------ */

static int
Orbit_traverse(Body *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static int
Orbit_clear(Body *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
Orbit_dealloc(Body *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Orbit_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static void
Ellipse_dealloc(Satellite *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->number);
    Orbit_dealloc((Body *)self);
}

static PyType_Slot Orbit_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_call, Body_call},
    {Py_tp_traverse, Orbit_traverse},
    {Py_tp_clear, Orbit_clear},
    {Py_tp_dealloc, Orbit_dealloc},
    {0, NULL},
};

static PyType_Spec Orbit_Type_spec = {
    .name = "spam.Orbit",
    .basicsize = sizeof(Body),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Orbit_Type_slots,
};

static int
Ellipse_traverse(Satellite *self, visitproc visit, void *arg)
{
    Py_VISIT(self->number);
    return Orbit_traverse((Body *)self, visit, arg);
}

static int
Ellipse_clear(PyObject *self)
{
    return Orbit_clear((Body *)self);
}

static PyType_Slot Ellipse_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_call, Satellite_call},
    {Py_tp_dealloc, Ellipse_dealloc},
    {Py_tp_traverse, Ellipse_traverse},
    {Py_tp_clear, Ellipse_clear},
    {0, NULL},
};

static PyType_Spec Ellipse_Type_spec = {
    .name = "spam.Ellipse",
    .basicsize = sizeof(Satellite),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Ellipse_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Body_Type);
    Py_VISIT(state->Satellite_Type);
    Py_VISIT(state->Moon_Type);
    Py_VISIT(state->Crater_Type);
    Py_VISIT(state->Orbit_Type);
    Py_VISIT(state->Ellipse_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Body_Type);
    Py_CLEAR(state->Satellite_Type);
    Py_CLEAR(state->Moon_Type);
    Py_CLEAR(state->Crater_Type);
    Py_CLEAR(state->Orbit_Type);
    Py_CLEAR(state->Ellipse_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Body_Type = spam_new_type(module, &Body_Type_spec, NULL);
    if (state->Body_Type == NULL) {
        return -1;
    }
    state->Satellite_Type = spam_new_type(module, &Satellite_Type_spec,
                                          state->Body_Type);
    if (state->Satellite_Type == NULL) {
        return -1;
    }
    state->Moon_Type = spam_new_type(module, &Moon_Type_spec,
                                     state->Satellite_Type);
    if (state->Moon_Type == NULL) {
        return -1;
    }
    state->Crater_Type = spam_new_type(module, &Crater_Type_spec,
                                       state->Moon_Type);
    if (state->Crater_Type == NULL) {
        return -1;
    }
    state->Orbit_Type = spam_new_type(module, &Orbit_Type_spec, NULL);
    if (state->Orbit_Type == NULL) {
        return -1;
    }
    state->Ellipse_Type = spam_new_type(module, &Ellipse_Type_spec,
                                        state->Orbit_Type);
    if (state->Ellipse_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Body_Type) < 0
        || PyModule_AddType(module, state->Satellite_Type) < 0
        || PyModule_AddType(module, state->Moon_Type) < 0
        || PyModule_AddType(module, state->Crater_Type) < 0
        || PyModule_AddType(module, state->Orbit_Type) < 0
        || PyModule_AddType(module, state->Ellipse_Type) < 0)
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
