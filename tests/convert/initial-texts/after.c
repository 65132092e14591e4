/* Characters that begin as a text, at file scope and in functions. */
#include <Python.h>

#define DEFAULT "spam"

static const char title_initial[5] = DEFAULT;
static const char lines_initial[8] = {"a\n"};
static const char fixed[] = "fixed";

typedef struct {
    char name[16];  /* as set last */
    char greeting[6];
    char letters[3];
    char title[5];
    char lines[8];
    char id[5];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
next_id(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    char copy[] = "abc";
    size_t i;

    for (i = 0; i < sizeof(state->id) - 1; i++) {
        if (++state->id[i] <= 'z') {
            break;
        }
        state->id[i] = 'a';
    }
    copy[0] = state->id[0];
    state->greeting[0]++;
    state->letters[2]++;
    state->title[0]++;
    state->lines[1] = ' ';
    return PyUnicode_FromFormat("%s %s %s %.3s %s %s%s%s", state->id, copy,
                                state->greeting, state->letters, state->title,
                                state->lines, fixed, state->name);
}

static PyObject *
set_name(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *text = PyUnicode_AsUTF8(arg);

    if (text == NULL) {
        return NULL;
    }
    strncpy(state->name, text, sizeof(state->name) - 1);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"next_id", next_id, METH_NOARGS, NULL},
    {"set_name", set_name, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
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

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    memcpy(state->name, "none", sizeof("none"));
    memcpy(state->greeting, "hel"
                         "lo", sizeof(state->greeting));
    memcpy(state->letters, "abc", sizeof(state->letters));
    memcpy(state->title, title_initial, sizeof(state->title));
    memcpy(state->lines, lines_initial, sizeof(state->lines));
    memcpy(state->id, "aaaa", sizeof(state->id));
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
