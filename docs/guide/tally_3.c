/* The module that docs/guide.md isolates, step 3: a heap type, and no way to the
 * state but through the module. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject *TallyError; /* what add() raises over the limit */
    PyObject *dumps;      /* json.dumps, imported when it is first needed */
    long limit;           /* changed by set_limit() */
    PyTypeObject *Tally_Type;
} tally_state;

static struct PyModuleDef tally_module;

typedef struct {
    PyObject_HEAD
    PyObject *counts; /* a dict, of this object alone: name to number */
} Tally;

/* The state of the module that made the class of `self`, or one of its bases. */
static tally_state *
get_state(PyObject *self)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(self), &tally_module);
    return module == NULL ? NULL : PyModule_GetState(module);
}

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

static int
Tally_traverse(Tally *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->counts);
    return 0;
}

static int
Tally_clear(Tally *self)
{
    Py_CLEAR(self->counts);
    return 0;
}

static void
Tally_dealloc(Tally *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Tally_clear(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Tally_add(Tally *self, PyObject *args)
{
    PyObject *name;
    long n = 1;
    if (!PyArg_ParseTuple(args, "U|l:add", &name, &n)) {
        return NULL;
    }
    tally_state *state = get_state((PyObject *)self);
    if (state == NULL) {
        return NULL;
    }
    if (n > state->limit) {
        PyErr_Format(state->TallyError, "%ld is more than the limit, %ld", n,
                     state->limit);
        return NULL;
    }
    if (add_count(self->counts, name, n) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Tally_dump(Tally *self, PyTypeObject *defining_class, PyObject *const *Py_UNUSED(args),
           Py_ssize_t n_args, PyObject *kwnames)
{
    if (n_args != 0 || (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0)) {
        PyErr_Format(PyExc_TypeError, "Tally.dump() takes no arguments (%zd given)",
                     n_args);
        return NULL;
    }
    tally_state *state = PyType_GetModuleState(defining_class);
    if (state == NULL) {
        return NULL;
    }
    if (state->dumps == NULL) {
        PyObject *json = PyImport_ImportModule("json");
        if (json == NULL) {
            return NULL;
        }
        state->dumps = PyObject_GetAttrString(json, "dumps");
        Py_DECREF(json);
        if (state->dumps == NULL) {
            return NULL;
        }
    }
    return PyObject_CallFunctionObjArgs(state->dumps, self->counts, NULL);
}

/* One operand is a Tally; which of the two is known only after a look. */
static tally_state *
get_state_of_either(PyObject *left, PyObject *right)
{
    tally_state *state = get_state(left);
    if (state == NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        state = get_state(right);
    }
    return state;
}

static PyObject *
Tally_merge(PyObject *left, PyObject *right)
{
    tally_state *state = get_state_of_either(left, right);
    if (state == NULL) {
        return NULL;
    }
    if (!PyObject_TypeCheck(left, state->Tally_Type) ||
        !PyObject_TypeCheck(right, state->Tally_Type)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    PyObject *merged = PyObject_CallNoArgs((PyObject *)state->Tally_Type);
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
    {"dump", (PyCFunction)(void (*)(void))Tally_dump,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "dump($self, /)\n--\n\nThe counts as JSON."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Tally_slots[] = {
    {Py_tp_doc, "How often each name was added."},
    {Py_tp_new, Tally_new},
    {Py_tp_dealloc, Tally_dealloc},
    {Py_tp_traverse, Tally_traverse},
    {Py_tp_clear, Tally_clear},
    {Py_tp_methods, Tally_methods},
    {Py_nb_add, Tally_merge},
    {0, NULL},
};

static PyType_Spec Tally_spec = {
    .name = "tally.Tally",
    .basicsize = sizeof(Tally),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Tally_slots,
};

static PyObject *
set_limit(PyObject *module, PyObject *number)
{
    tally_state *state = PyModule_GetState(module);
    long old = state->limit;
    long new = PyLong_AsLong(number);
    if (new == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->limit = new;
    return PyLong_FromLong(old);
}

static PyMethodDef tally_functions[] = {
    {"set_limit", set_limit, METH_O, "set_limit(n): the most that add() takes at once"},
    {NULL, NULL, 0, NULL},
};

static int
tally_exec(PyObject *module)
{
    tally_state *state = PyModule_GetState(module);
    state->limit = 1000;
    state->TallyError = PyErr_NewException("tally.TallyError", NULL, NULL);
    if (state->TallyError == NULL ||
        PyModule_AddObjectRef(module, "TallyError", state->TallyError) < 0) {
        return -1;
    }
    state->Tally_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tally_spec, NULL);
    if (state->Tally_Type == NULL || PyModule_AddType(module, state->Tally_Type) < 0) {
        return -1;
    }
    return 0;
}

static int
tally_traverse(PyObject *module, visitproc visit, void *arg)
{
    tally_state *state = PyModule_GetState(module);
    if (state != NULL) {
        Py_VISIT(state->TallyError);
        Py_VISIT(state->dumps);
        Py_VISIT(state->Tally_Type);
    }
    return 0;
}

static int
tally_clear(PyObject *module)
{
    tally_state *state = PyModule_GetState(module);
    if (state != NULL) {
        Py_CLEAR(state->TallyError);
        Py_CLEAR(state->dumps);
        Py_CLEAR(state->Tally_Type);
    }
    return 0;
}

static void
tally_free(void *module)
{
    tally_clear(module);
}

static PyModuleDef_Slot tally_slots[] = {
    {Py_mod_exec, tally_exec},
#if PY_VERSION_HEX >= 0x030c0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tally",
    .m_size = sizeof(tally_state),
    .m_methods = tally_functions,
    .m_slots = tally_slots,
    .m_traverse = tally_traverse,
    .m_clear = tally_clear,
    .m_free = tally_free,
};

PyMODINIT_FUNC
PyInit_tally(void)
{
    return PyModuleDef_Init(&tally_module);
}
