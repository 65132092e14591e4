/* Behind a condition, and still state: what is set depends on who comes first. */
#include "../module.h"

static int first_size;   // want: state-static-data
static int py_debug;     // want: state-static-data
static int table_for;    // want: state-static-data
static int table[4];     // want: state-static-data
static int for_all;      // want-note: state-static-data
static int is_made;      // want-note: state-static-data
static int lazy[4];      // want-note: state-static-data

static int
ask_system(void)
{
    return __builtin_cpu_supports("sse2");
}

static void
make_lazy(void)
{
    int i, step = 2;
    if (is_made) {
        return;
    }
    for (i = 0; i < 4; i++) {
        lazy[i] = i * step;
    }
    is_made = 1;
}

int
use(int size, PyObject *arg)
{
    if (first_size == 0) {
        first_size = size;
    }
    if (!py_debug) {
        py_debug = PyObject_IsTrue(arg);
    }
    if (table_for != size) {
        table[0] = 1;
        table_for = size;
    }
    if (for_all == 0) {
        for_all = ask_system() ? 1 : 2;
    }
    make_lazy();
    return table[0] + lazy[1];
}
