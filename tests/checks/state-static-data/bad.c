#include "../module.h"

struct settings {
    int depth;
    char name[16];
};

static int limit = 100;           // want: state-static-data
static char buffer[64];           // want: state-static-data
static struct settings settings;  // want: state-static-data
static char *text;                // want: state-static-data
static long n_calls;              // want: state-static-data
static double (*hook)(double);    // want: state-static-data
static int by_alias[4];           // want: state-static-data
static _Thread_local int depth;   // want: state-static-data
static _Atomic int n_unique;      // want-note: state-static-data
static struct mutexed {
    int n;
} mutexed;                        // want: state-static-data
static int n_loads;               // want: state-static-data

static void
store(int *where, int value)
{
    where[1] = value;
}

static double
twice(double x)
{
    return 2 * x;
}

PyObject *
set(PyObject *module, PyObject *args)
{
    static int n_here;            // want: state-static-data
    struct settings *pointer = &settings;
    if (!PyArg_ParseTuple(args, "i", &limit)) {
        return NULL;
    }
    snprintf(buffer, sizeof buffer, "%d", limit);
    pointer->depth = limit;
    text = buffer;
    n_calls++;
    n_unique++;
    mutexed.n++;
    hook = limit ? twice : NULL;
    store(by_alias, limit);
    depth += 1;
    n_here |= 1;
    return PyUnicode_FromFormat("%s %d %d %d %d", text, (int)n_calls, by_alias[1], depth,
                                n_here + settings.depth + (hook != NULL));
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    n_loads++;
    return n_loads > 1 ? NULL : PyModuleDef_Init(NULL);
}
