#include <Python.h>

#include "sky.h"

typedef struct {
    PyObject_HEAD
    double radians;
} Angle;

typedef struct {
    PyObject *cutter;
    PyObject *module;
    char buffer[40];
    PyTypeObject *Angle_Type;
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

/* Set on demand, also where the library has been asked before. */
static PyObject *
parts(spam_state *state, PyObject *text)
{
    if (!state->cutter) {
        state->cutter = PyObject_GetAttrString(state->module, "angle");
        if (!state->cutter) {
            return NULL;
        }
    }
    return PyObject_CallFunctionObjArgs(state->cutter, text, NULL);
}

/* Filled anew by each call. */
static const char *
Angle_text(spam_state *state, Angle *self)
{
    sprintf(state->buffer, "%.*f", sky_precision(-1), self->radians);
    return state->buffer;
}

static PyObject *
Angle_repr(PyObject *self)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    return PyUnicode_FromString(Angle_text(state, (Angle *)self));
}

static void
Angle_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Angle_Type_slots[] = {
    {Py_tp_dealloc, Angle_dealloc},
    {Py_tp_repr, Angle_repr},
    {0, NULL},
};

static PyType_Spec Angle_Type_spec = {
    .name = "spam.Angle",
    .basicsize = sizeof(Angle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Angle_Type_slots,
};

static PyObject *
spam_angle(PyObject *self, PyObject *text)
{
    spam_state *state = get_spam_state(self);
    const char *characters = PyUnicode_AsUTF8(text);
    if (characters == NULL) {
        return NULL;
    }
    Angle *angle = PyObject_New(Angle, state->Angle_Type);
    if (angle != NULL) {
        angle->radians = sky_angle(characters);
    }
    return (PyObject *)angle;
}

static PyObject *
spam_parts(PyObject *self, PyObject *text)
{
    spam_state *state = get_spam_state(self);
    return parts(state, text);
}

static PyMethodDef spam_methods[] = {
    {"angle", spam_angle, METH_O, NULL},
    {"parts", spam_parts, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cutter);
    Py_VISIT(state->module);
    Py_VISIT(state->Angle_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cutter);
    Py_CLEAR(state->module);
    Py_CLEAR(state->Angle_Type);
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
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    sky_precision(9);
    state->Angle_Type = spam_new_type(module, &Angle_Type_spec);
    if (state->Angle_Type == NULL) {
        return -1;
    }
    Py_INCREF(module);
    state->module = module;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
