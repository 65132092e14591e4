/* Exceptions: two classes, one derived from the other, in the state and in the module.
 *
 * Each module object has classes of its own: what one raises, `except` with the class of
 * another does not catch.  C code raises the class of the state; the module's attribute is
 * for Python code, which may replace it (guide: "Managing Per-Module State"). */
#include <insulate.h>

#define EXCEPTIONS_FIELDS(X) \
    X(OBJECT, Error)         \
    X(OBJECT, TooLong)
INSULATE_STATE(exceptions, EXCEPTIONS_FIELDS)

enum { LONGEST = 8 };

static PyObject *
check(PyObject *module, PyObject *text)
{
    exceptions_state *state = exceptions_state_from_module(module);
    Py_ssize_t length;

    if (!PyUnicode_Check(text)) {
        return PyErr_Format(state->Error, "a str is wanted, not %R", text);
    }
    length = PyUnicode_GetLength(text);
    if (length > LONGEST) {
        return PyErr_Format(state->TooLong, "%zd characters, at most %d", length, LONGEST);
    }
    return PyLong_FromSsize_t(length);
}

static PyMethodDef exceptions_methods[] = {
    INSULATE_METHOD("check", check, METH_O,
                    "check($module, text, /)\n--\n\nThe length of a short text."),
    INSULATE_METHODS_END};

static int
exceptions_exec(PyObject *module, exceptions_state *state)
{
    if (Insulate_AddException(module, &state->Error, "exceptions.Error",
                              "What this module raises.", NULL) < 0) {
        return -1;
    }
    return Insulate_AddException(module, &state->TooLong, "exceptions.TooLong",
                                 "The text is too long.", state->Error);
}

INSULATE_MODULE(exceptions, exceptions, "Raises its own exceptions.", exceptions_methods,
                exceptions_exec, OWN_GIL, GIL_NOT_USED)
