# check: state in a file is held against the modules that it is linked into, as far as the
# code tells; of a file that no module's code names, each may be the one.  The headers are
# no CPython's.
mkdir shared
cat >shared/Python.h <<'H'
#define PY_VERSION_HEX 0x030e00f0
#define NULL ((void *)0)
typedef struct _object { long ob_refcnt; } PyObject;
typedef struct PyModuleDef_Slot { int slot; void *value; } PyModuleDef_Slot;
typedef struct PyModuleDef {
    PyObject m_base;
    const char *m_name, *m_doc;
    long m_size;
    void *m_methods;
    PyModuleDef_Slot *m_slots;
    int (*m_traverse)(PyObject *, void *, void *);
    int (*m_clear)(PyObject *);
    void (*m_free)(void *);
} PyModuleDef;
PyObject *PyModuleDef_Init(PyModuleDef *);
#define Py_mod_exec 2
#define Py_mod_multiple_interpreters 3
#define Py_MOD_PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
H

module() { # NAME FUNCTION: a module whose exec slot calls FUNCTION
    cat >"$1.c" <<C
#include "Python.h"
extern int $2(PyObject *module);
static int
$1_exec(PyObject *module)
{
    return $2(module);
}
static PyModuleDef_Slot $1_slots[] = {
    {Py_mod_exec, (void *)$1_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
static PyModuleDef $1_module = {.m_name = "$1", .m_slots = $1_slots};
PyObject *
PyInit_$1(void)
{
    return PyModuleDef_Init(&$1_module);
}
C
}
module first first_fill
module second second_fill

# first reaches the cache through a table of another file; second has nothing to do with it.
cat >first_fill.c <<'C'
#include "Python.h"
extern int (*const fillers[])(PyObject *);
int
first_fill(PyObject *module)
{
    return fillers[0](module);
}
C
cat >table.c <<'C'
#include "Python.h"
extern int fill_cache(PyObject *module);
int (*const fillers[])(PyObject *) = {fill_cache};
C
cat >cache.c <<'C'
#include "Python.h"
static PyObject *cache;
int
fill_cache(PyObject *module)
{
    cache = module;
    return 0;
}
C
cat >second_fill.c <<'C'
#include "Python.h"
int
second_fill(PyObject *module)
{
    return module == NULL;
}
C

check() {
    "$INSULATE" check --color never --configurations one \
        --select state-static-object,claim-own-gil-false . -- -isystem shared 2>&1
    echo "exit $?"
}
echo "# of the first"
check

echo "# and one that nothing names"
cat >stray.c <<'C'
#include "Python.h"
static PyObject *last;
int
remember(PyObject *object)
{
    last = object;
    return 0;
}
C
check
