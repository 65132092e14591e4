/* A helper fills an object that nobody else has yet. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double x, y;
} Point;

static void
set_point(Point *point, double x, double y)
{
    point->x = x;
    point->y = y;
}

static PyObject *
Point_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Point *self = (Point *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Point_dealloc(Point *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Point_moved(Point *self, PyObject *args)
{
    double dx, dy;
    if (!PyArg_ParseTuple(args, "dd", &dx, &dy)) {
        return NULL;
    }
    PyTypeObject *type = Py_TYPE(self);
    Point *moved = (Point *)type->tp_alloc(type, 0);
    if (moved == NULL) {
        return NULL;
    }
    set_point(moved, self->x + dx, self->y + dy);
    return (PyObject *)moved;
}

static PyMethodDef Point_methods[] = {
    {"moved", (PyCFunction)Point_moved, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Point_slots[] = {
    {Py_tp_methods, Point_methods},
    {Py_tp_new, (void *)Point_new},
    {Py_tp_dealloc, (void *)Point_dealloc},
    {0, NULL},
};

static PyType_Spec Point_spec = {
    "spam.Point", sizeof(Point), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Point_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *point_type = PyType_FromModuleAndSpec(module, &Point_spec, NULL);
    if (point_type == NULL) {
        return -1;
    }
    int point_rc = PyModule_AddType(module, (PyTypeObject *)point_type);
    Py_DECREF(point_type);
    if (point_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
