#include <Python.h>

#include "sky.h"

typedef struct {
    PyObject_HEAD
    double radians;
} Angle;

static PyTypeObject Angle_Type;
static PyObject *cutter;
static PyObject *module;

/* Set on demand, also where the library has been asked before. */
static PyObject *
parts(PyObject *text)
{
    if (!cutter) {
        cutter = PyObject_GetAttrString(module, "angle");
        if (!cutter) {
            return NULL;
        }
    }
    return PyObject_CallFunctionObjArgs(cutter, text, NULL);
}

/* Filled anew by each call. */
static const char *
Angle_text(Angle *self)
{
    static char buffer[40];
    sprintf(buffer, "%.*f", sky_precision(-1), self->radians);
    return buffer;
}

static PyObject *
Angle_repr(PyObject *self)
{
    return PyUnicode_FromString(Angle_text((Angle *)self));
}

static void
Angle_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyTypeObject Angle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Angle",
    .tp_basicsize = sizeof(Angle),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = Angle_dealloc,
    .tp_repr = Angle_repr,
};

static PyObject *
spam_angle(PyObject *self, PyObject *text)
{
    const char *characters = PyUnicode_AsUTF8(text);
    if (characters == NULL) {
        return NULL;
    }
    Angle *angle = PyObject_New(Angle, &Angle_Type);
    if (angle != NULL) {
        angle->radians = sky_angle(characters);
    }
    return (PyObject *)angle;
}

static PyObject *
spam_parts(PyObject *self, PyObject *text)
{
    return parts(text);
}

static PyMethodDef spam_methods[] = {
    {"angle", spam_angle, METH_O, NULL},
    {"parts", spam_parts, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    sky_precision(9);
    if (PyType_Ready(&Angle_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (!module) {
        return NULL;
    }
    return module;
}
