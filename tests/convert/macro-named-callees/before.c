#include <Python.h>

typedef struct {
    PyObject_HEAD
    double phase;
    double tilt;
} Moon;

static PyObject *MoonError;

/* Needs the state. */
static int
moon_phase(Moon *self, const char *name)
{
    if (self->phase < 0) {
        PyErr_Format(MoonError, "%s: no phase", name);
        return -1;
    }
    return 0;
}

/* Does not, but the text of GET_FIELD calls one as the other. */
static int
moon_tilt(Moon *self, const char *name)
{
    if (self->tilt < 0) {
        PyErr_Format(PyExc_ValueError, "%s: no tilt", name);
        return -1;
    }
    return 0;
}

#define GET_FIELD(field)                                        \
    static PyObject *Moon_##field(PyObject *self, void *unused) \
    {                                                           \
        if (CALCULATE((Moon *)self, #field) < 0) {              \
            return NULL;                                        \
        }                                                       \
        return PyFloat_FromDouble(((Moon *)self)->field);       \
    }

#define CALCULATE moon_phase
GET_FIELD(phase)
#undef CALCULATE

#define CALCULATE moon_tilt
GET_FIELD(tilt)
#undef CALCULATE

static PyGetSetDef Moon_getset[] = {
    {"phase", Moon_phase, NULL, NULL, NULL},
    {"tilt", Moon_tilt, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Moon_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Moon",
    .tp_basicsize = sizeof(Moon),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_getset = Moon_getset,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Moon_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    MoonError = PyErr_NewException("spam.MoonError", NULL, NULL);
    if (MoonError == NULL || PyModule_AddType(module, &Moon_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
