/* Initial values that no assignment of one part gives: nested, made by macros, and many. */
#include <Python.h>

#define ROW(name, x) {name, {x, x + 1}, {0, NULL}}

/* A grid
 * of numbers. */
static const int grid_initial[2][3] = {{1, 2, 3}, {4, 5, 6}}; /* changes */
static const char *const words_initial[2][2] = {{"a", "b"}, {"c", NULL}};
struct rows_record {
    char name[4];
    int pair[2];
    struct {
        long hits;
        PyObject *last;
    } seen;
};
static const struct rows_record rows_initial2[2] = {
    ROW("one", 1),
    {.name = "two", .pair = {20, 21}},
};
static long (*const functions_initial[2][1])(long) = {{labs}};
typedef int Matrix[2][2];
static const Matrix unit_initial = {{1, 0}, {0, 1}};
static const unsigned char many_initial[70] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
    37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54,
    55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70,
};

typedef struct {
    int grid[2][3];
    const char *words[2][2];
    struct rows_record rows[2];
    long (*functions[2][1])(long);
    Matrix unit;
    unsigned char many[70];
    char rows_initial;  /* the name is taken */
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
poke(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->grid[1][2] += (int)number;
    state->words[1][1] = state->words[0][0];
    state->rows[1].pair[0]++;
    state->rows[1].seen.hits += number;
    Py_INCREF(value);
    Py_XSETREF(state->rows[1].seen.last, value);
    if (state->functions[1][0] == NULL) {
        state->functions[1][0] = state->functions[0][0];
    }
    state->unit[0][1]++;
    state->many[69]++;
    state->rows_initial++;
    return Py_BuildValue(
        "(iisssiilliin)", state->grid[0][0], state->grid[1][2],
        state->words[0][1], state->words[1][1], state->rows[0].name,
        state->rows[0].pair[1], state->rows[1].pair[0],
        state->rows[1].seen.hits, state->functions[1][0](-number),
        state->unit[0][1], state->many[69],
        (Py_ssize_t)(sizeof(state->many) + Py_ARRAY_LENGTH(state->words)));
}

static PyMethodDef spam_methods[] = {
    {"poke", poke, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->rows); i++) {
        Py_VISIT(state->rows[i].seen.last);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->rows); i++) {
        Py_CLEAR(state->rows[i].seen.last);
    }
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

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
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    memcpy(state->grid, grid_initial, sizeof(state->grid));
    memcpy(state->words, words_initial, sizeof(state->words));
    memcpy(state->rows, rows_initial2, sizeof(state->rows));
    memcpy(state->functions, functions_initial, sizeof(state->functions));
    memcpy(state->unit, unit_initial, sizeof(state->unit));
    memcpy(state->many, many_initial, sizeof(state->many));
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
