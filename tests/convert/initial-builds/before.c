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
static char room[32] = TITLE;
static int first = FIRST;
static struct {
    int flags, n;
} second = {FIRST, 7};
static long step =
#ifdef SPAM_BIG
    10
#else
    20
#endif
    ;
static const char *name =
#ifdef SPAM_BIG
    "big";
#else
    "small";
#endif
static int sizes[3] = {
    1,
#ifdef SPAM_BIG
    2,
#endif
    3,
};
static int ready =
#if PY_MAJOR_VERSION >= 3
    1
#else
    2
#endif
    ;
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

static PyObject *
poke(PyObject *self, PyObject *unused)
{
    title[0]++;
    room[0]++;
    first++;
    second.flags++;
    second.n++;
    step++;
    sizes[1]++;
    ready++;
    length[0]++;
    late++;
    name = name + 1;
    return Py_BuildValue("(iiilsiiii)", first, second.flags, second.n, step, name,
                         sizes[1], ready, length[0], late);
}

static PyMethodDef spam_methods[] = {
    {"poke", poke, METH_NOARGS, NULL},
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
