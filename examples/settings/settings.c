/* Settings: plain C data in the state, and one that lies in the module's dictionary.
 *
 * C data in the state is safe from Python code.  What users may set as an attribute of the
 * module is read from its dictionary and believed only after a check (guide: "Managing
 * Per-Module State", the alternative of keeping it in `__dict__`). */
#include <insulate.h>

enum { NAME_SIZE = 32, HISTORY_SIZE = 16, DEFAULT_WIDTH = 72 };

#define SETTINGS_FIELDS(X)                  \
    X(DATA, char name[NAME_SIZE])           \
    X(OWNED, double *, history, PyMem_Free) \
    X(DATA, int n_history)                  \
    X(OBJECT, word_width)
INSULATE_STATE(settings, SETTINGS_FIELDS)

static PyObject *
set_name(PyObject *module, PyObject *text)
{
    settings_state *state = settings_state_from_module(module);
    PyObject *bytes = PyUnicode_AsUTF8String(text);
    Py_ssize_t size;

    if (bytes == NULL) {
        return NULL;
    }
    size = PyBytes_Size(bytes);
    if (size >= NAME_SIZE) {
        Py_DECREF(bytes);
        return PyErr_Format(PyExc_ValueError, "at most %d bytes", NAME_SIZE - 1);
    }
    memset(state->name, 0, NAME_SIZE);
    memcpy(state->name, PyBytes_AsString(bytes), (size_t)size);
    Py_DECREF(bytes);
    Py_RETURN_NONE;
}

static PyObject *
get_name(PyObject *module, PyObject *unused)
{
    (void)unused;
    return PyUnicode_FromString(settings_state_from_module(module)->name);
}

static PyObject *
add_number(PyObject *module, PyObject *number)
{
    settings_state *state = settings_state_from_module(module);
    double value = PyFloat_AsDouble(number);
    if (value == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    state->history[state->n_history++ % HISTORY_SIZE] = value;
    return PyLong_FromLong(state->n_history);
}

static PyObject *
mean(PyObject *module, PyObject *unused)
{
    settings_state *state = settings_state_from_module(module);
    int n = state->n_history < HISTORY_SIZE ? state->n_history : HISTORY_SIZE;
    double sum = 0;
    (void)unused;
    for (int i = 0; i < n; i++) {
        sum += state->history[i];
    }
    return PyFloat_FromDouble(n == 0 ? 0 : sum / n);
}

/* `WIDTH` of the module, which Python code may set to anything or delete. */
static int
read_width(PyObject *module, settings_state *state, long *out_width)
{
    PyObject *value = PyObject_GetAttr(module, state->word_width);
    long width;

    if (value == NULL) {
        return -1;
    }
    width = PyLong_AsLong(value);
    Py_DECREF(value);
    if (width == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (width < 1 || width > 1000) {
        PyErr_SetString(PyExc_ValueError, "WIDTH is not between 1 and 1000");
        return -1;
    }
    *out_width = width;
    return 0;
}

static PyObject *
line(PyObject *module, PyObject *unused)
{
    long width;
    (void)unused;
    if (read_width(module, settings_state_from_module(module), &width) < 0) {
        return NULL;
    }
    return PyUnicode_FromStringAndSize("--------", width < 8 ? width : 8);
}

static PyMethodDef settings_methods[] = {
    INSULATE_METHOD("set_name", set_name, METH_O, "set_name($module, text, /)\n--\n\n"),
    INSULATE_METHOD("get_name", get_name, METH_NOARGS, "get_name($module, /)\n--\n\n"),
    INSULATE_METHOD("add_number", add_number, METH_O,
                    "add_number($module, number, /)\n--\n\n"),
    INSULATE_METHOD("mean", mean, METH_NOARGS, "mean($module, /)\n--\n\n"),
    INSULATE_METHOD("line", line, METH_NOARGS,
                    "line($module, /)\n--\n\nDashes, at most WIDTH and 8 of them."),
    INSULATE_METHODS_END};

static int
settings_exec(PyObject *module, settings_state *state)
{
    state->history = (double *)PyMem_Calloc(HISTORY_SIZE, sizeof(double));
    if (state->history == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(state->name, "nobody", sizeof("nobody"));
    state->word_width = PyUnicode_FromString("WIDTH");
    if (state->word_width == NULL) {
        return -1;
    }
    return PyModule_AddIntConstant(module, "WIDTH", DEFAULT_WIDTH);
}

/* The buffer and the name have no lock, so that threads need the GIL. */
INSULATE_MODULE(settings, settings, "Remembers what it is told.", settings_methods,
                settings_exec, OWN_GIL, GIL_USED)
