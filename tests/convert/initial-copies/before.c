/* Initial values that no assignment of one part gives: nested, made by macros, and many. */
#include <Python.h>

#define ROW(name, x) {name, {x, x + 1}, {0, NULL}}

/* A grid
 * of numbers. */
static int grid[2][3] = {{1, 2, 3}, {4, 5, 6}}; /* changes */
static const char *words[][2] = {{"a", "b"}, {"c", NULL}};
static struct {
    char name[4];
    int pair[2];
    struct {
        long hits;
        PyObject *last;
    } seen;
} rows[] = {
    ROW("one", 1),
    {.name = "two", .pair = {20, 21}},
};
static long (*functions[2][1])(long) = {{labs}};
typedef int Matrix[2][2];
static Matrix unit = {{1, 0}, {0, 1}};
static unsigned char many[] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
    37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54,
    55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70,
};
static char rows_initial; /* the name is taken */

static PyObject *
poke(PyObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    grid[1][2] += (int)number;
    words[1][1] = words[0][0];
    rows[1].pair[0]++;
    rows[1].seen.hits += number;
    Py_INCREF(value);
    Py_XSETREF(rows[1].seen.last, value);
    if (functions[1][0] == NULL) {
        functions[1][0] = functions[0][0];
    }
    unit[0][1]++;
    many[69]++;
    rows_initial++;
    return Py_BuildValue("(iisssiilliin)", grid[0][0], grid[1][2], words[0][1],
                         words[1][1], rows[0].name, rows[0].pair[1],
                         rows[1].pair[0], rows[1].seen.hits,
                         functions[1][0](-number), unit[0][1], many[69],
                         (Py_ssize_t)(sizeof(many) + Py_ARRAY_LENGTH(words)));
}

static PyMethodDef spam_methods[] = {
    {"poke", poke, METH_O, NULL},
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
    return PyModule_Create(&spam_module);
}
