/* Initial values that differ by build: conditions stand in them, or a macro says 0 here. */
#include <Python.h>

#ifdef SPAM_BIG
#define FIRST 5
#else
#define FIRST 0
#endif

#ifdef SPAM_BIG
#define LABEL "a big one"
#else
#define LABEL "small"
#endif
#define TITLE "spam: " LABEL

static char title[] = TITLE;
static const char room_initial[32] = TITLE;
struct second_record {
    int flags, n;
};
static const long step_initial =
#ifdef SPAM_BIG
    10
#else
    20
#endif
    ;
static const char *const name_initial =
#ifdef SPAM_BIG
    "big";
#else
    "small";
#endif
static const int sizes_initial[3] = {
    1,
#ifdef SPAM_BIG
    2,
#endif
    3,
};
static int length[] = {
    1,
#ifdef SPAM_BIG
    2,
#endif
};
static int late
#ifdef SPAM_BIG
    = 4
#endif
    ;

typedef struct {
    char room[32];
    int first;
    struct second_record second;
    long step;
    const char *name;
    int sizes[3];
    int ready;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
poke(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    title[0]++;
    state->room[0]++;
    state->first++;
    state->second.flags++;
    state->second.n++;
    state->step++;
    state->sizes[1]++;
    state->ready++;
    length[0]++;
    late++;
    state->name = state->name + 1;
    return Py_BuildValue("(iiilsiiii)", state->first, state->second.flags,
                         state->second.n, state->step, state->name,
                         state->sizes[1], state->ready, length[0], late);
}

static PyMethodDef spam_methods[] = {
    {"poke", poke, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    memcpy(state->room, room_initial, sizeof(state->room));
    state->first = FIRST;
    state->second.flags = FIRST;
    state->second.n = 7;
    state->step = step_initial;
    state->name = name_initial;
    memcpy(state->sizes, sizes_initial, sizeof(state->sizes));
    state->ready = 1;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
