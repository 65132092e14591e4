#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

typedef struct {
    int digit;
} cell;

typedef struct {
    unsigned char reversed[256]; /* filled by the import, and read */
    cell cells[4];               /* filled by the import, and changed */
    cell *first;                 /* the same */
    long n_digits, n_blanks;     /* used on both sides of calls that suspend in failing runs only */
} spam_state;

static int
reverse(spam_state *state, int byte)
{
    return state->reversed[(unsigned char)byte];
}

static PyObject *
spam_reverse(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(reverse(state, (int)number));
}

static void
change_cells(spam_state *state, int digit)
{
    state->cells[1].digit = digit;
}

static void
change_first(spam_state *state, int digit)
{
    (*state->first).digit = digit;
}

static PyObject *
spam_change_lock_held(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    change_cells(state, 7);
    Py_RETURN_NONE;
}

static PyObject *
spam_change(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_change_lock_held(module, NULL);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyObject *
spam_change_first_lock_held(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    change_first(state, 7);
    Py_RETURN_NONE;
}

static PyObject *
spam_change_first(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_change_first_lock_held(module, NULL);
    Py_END_CRITICAL_SECTION();
    return result;
}

static int
count(spam_state *state, const char *text)
{
    for (; *text != '\0'; text++) {
        if (Py_UNICODE_ISSPACE((unsigned char)*text)) {
            state->n_blanks = state->n_blanks + 1;
        }
        else if (*text >= '0' && *text <= '9') {
            state->n_digits = state->n_digits + 1;
        }
        else {
            PyErr_Format(PyExc_ValueError, "%c is no digit", *text);
            return -1;
        }
    }
    return 0;
}

static PyObject *
spam_count_lock_held(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    const char *text = PyUnicode_AsUTF8(value);
    if (text == NULL || count(state, text) < 0) {
        return NULL;
    }
    return Py_BuildValue("(ll)", state->n_digits, state->n_blanks);
}

static PyObject *
spam_count(PyObject *module, PyObject *value)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_count_lock_held(module, value);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyMethodDef spam_methods[] = {
    {"reverse", spam_reverse, METH_O, NULL},
    {"change", spam_change, METH_NOARGS, NULL},
    {"change_first", spam_change_first, METH_NOARGS, NULL},
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    for (int i = 0; i < 256; i++) {
        state->reversed[i] = (unsigned char)(255 - i);
    }
    for (int i = 0; i < 4; i++) {
        state->cells[i].digit = i;
    }
    state->first = PyMem_Calloc(1, sizeof(cell));
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
