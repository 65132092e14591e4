/* The module that docs/guide.md isolates, as it was found: all its state in statics. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *TallyError; /* what add() raises over the limit */
static PyObject *dumps;      /* json.dumps, imported when it is first needed */
static long limit = 1000;    /* changed by set_limit() */

typedef struct {
    PyObject_HEAD
    PyObject *counts; /* a dict, of this object alone: name to number */
} Tally;

static PyTypeObject Tally_Type;

static int
add_count(PyObject *counts, PyObject *name, long n)
{
    PyObject *old = PyDict_GetItemWithError(counts, name);
    if (old == NULL && PyErr_Occurred()) {
        return -1;
    }
    long sum = 0;
    if (old != NULL) {
        sum = PyLong_AsLong(old);
        if (sum == -1 && PyErr_Occurred()) {
            return -1;
        }
    }
    PyObject *number = PyLong_FromLong(sum + n);
    if (number == NULL) {
        return -1;
    }
    int result = PyDict_SetItem(counts, name, number);
    Py_DECREF(number);
    return result;
}

static PyObject *
Tally_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (PyTuple_GET_SIZE(args) != 0 || kwargs != NULL) {
        PyErr_SetString(PyExc_TypeError, "Tally() takes no arguments");
        return NULL;
    }
    Tally *self = (Tally *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->counts = PyDict_New();
    if (self->counts == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Tally_dealloc(Tally *self)
{
    Py_XDECREF(self->counts);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Tally_add(Tally *self, PyObject *args)
{
    PyObject *name;
    long n = 1;
    if (!PyArg_ParseTuple(args, "U|l:add", &name, &n)) {
        return NULL;
    }
    if (n > limit) {
        PyErr_Format(TallyError, "%ld is more than the limit, %ld", n, limit);
        return NULL;
    }
    if (add_count(self->counts, name, n) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Tally_dump(Tally *self, PyObject *Py_UNUSED(ignored))
{
    if (dumps == NULL) {
        PyObject *json = PyImport_ImportModule("json");
        if (json == NULL) {
            return NULL;
        }
        dumps = PyObject_GetAttrString(json, "dumps");
        Py_DECREF(json);
        if (dumps == NULL) {
            return NULL;
        }
    }
    return PyObject_CallFunctionObjArgs(dumps, self->counts, NULL);
}

static PyObject *
Tally_merge(PyObject *left, PyObject *right)
{
    if (!PyObject_TypeCheck(left, &Tally_Type) ||
        !PyObject_TypeCheck(right, &Tally_Type)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    PyObject *merged = PyObject_CallNoArgs((PyObject *)&Tally_Type);
    if (merged == NULL) {
        return NULL;
    }
    PyObject *sources[] = {((Tally *)left)->counts, ((Tally *)right)->counts};
    for (int i = 0; i < 2; i++) {
        PyObject *name, *number;
        Py_ssize_t position = 0;
        while (PyDict_Next(sources[i], &position, &name, &number)) {
            if (add_count(((Tally *)merged)->counts, name, PyLong_AsLong(number)) < 0) {
                Py_DECREF(merged);
                return NULL;
            }
        }
    }
    return merged;
}

static PyMethodDef Tally_methods[] = {
    {"add", (PyCFunction)Tally_add, METH_VARARGS, "add(name, n=1): count name n times"},
    {"dump", (PyCFunction)Tally_dump, METH_NOARGS,
     "dump($self, /)\n--\n\nThe counts as JSON."},
    {NULL, NULL, 0, NULL},
};

static PyNumberMethods Tally_as_number = {
    .nb_add = Tally_merge,
};

static PyTypeObject Tally_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tally.Tally",
    .tp_doc = "How often each name was added.",
    .tp_basicsize = sizeof(Tally),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Tally_new,
    .tp_dealloc = (destructor)Tally_dealloc,
    .tp_methods = Tally_methods,
    .tp_as_number = &Tally_as_number,
};

static PyObject *
set_limit(PyObject *Py_UNUSED(module), PyObject *number)
{
    long old = limit;
    long new = PyLong_AsLong(number);
    if (new == -1 && PyErr_Occurred()) {
        return NULL;
    }
    limit = new;
    return PyLong_FromLong(old);
}

static PyMethodDef tally_functions[] = {
    {"set_limit", set_limit, METH_O, "set_limit(n): the most that add() takes at once"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tally",
    .m_size = -1,
    .m_methods = tally_functions,
};

PyMODINIT_FUNC
PyInit_tally(void)
{
    PyObject *module = PyModule_Create(&tally_module);
    if (module == NULL) {
        return NULL;
    }
    TallyError = PyErr_NewException("tally.TallyError", NULL, NULL);
    if (TallyError == NULL ||
        PyModule_AddObjectRef(module, "TallyError", TallyError) < 0 ||
        PyModule_AddType(module, &Tally_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
