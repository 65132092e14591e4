# check: branches of #if that the first configuration leaves out.  The headers are no
# CPython's: the case says itself which versions there are.
headers() {
    mkdir -p "$1"
    printf '#define PY_MAJOR_VERSION 3\n#define PY_MINOR_VERSION %s\n' "$2" >"$1/patchlevel.h"
    printf '#define PY_MICRO_VERSION 99\n#define PY_VERSION_HEX 0x03%02x63f0\n' "$2" >>"$1/patchlevel.h"
    printf '%s\n' "$3" >"$1/pyconfig.h"
    cat >"$1/Python.h" <<'H'
#include "patchlevel.h"
#include "pyconfig.h"
typedef struct _object { long ob_refcnt; struct _typeobject *ob_type; } PyObject;
typedef struct _typeobject { PyObject ob_base; const char *tp_name; } PyTypeObject;
H
}
headers shared 14 ''
headers pyenv/versions/3.9.99/include/python3.9 9 ''
headers pyenv/versions/3.13.99t/include/python3.13t 13 '#define Py_GIL_DISABLED 1'
export PYENV_ROOT="$PWD/pyenv" INSULATE_CACHE="$PWD/none"

check() {
    "$INSULATE" check --color never "$@" -- -isystem shared 2>&1
    echo "exit $?"
}

cat > versions.c <<'C'
#include "Python.h"
#if PY_VERSION_HEX < 0x03090000
static PyObject *below_the_floor;
#endif
#if PY_VERSION_HEX < 0x030A0000
#define OLD_WAY 1
#endif
#ifdef OLD_WAY
static PyObject *of_the_old;
#endif
#ifdef Py_GIL_DISABLED
static PyObject *without_gil;
/* insulate: ignore[state-static-object] the test says so */
static PyObject *hidden;
/* insulate: ignore[state-static-object] it hides nothing */
#endif
#if 0
/* insulate: ignore[state-static-object] nobody can tell whether it hides a thing */
static PyObject *never;
#endif
PyObject *
keep(PyObject *object)
{
    static int n_kept;
    n_kept++;
#ifdef OLD_WAY
    of_the_old = object;
#endif
#ifdef Py_GIL_DISABLED
    without_gil = hidden = object;
#endif
    return object;
}
C
cat > defines.c <<'C'
#include "Python.h"
#if defined(WITH_CACHE) && PY_VERSION_HEX >= 0x030B0000
static PyObject *cache;
#elif defined(MS_WINDOWS)
static PyObject *of_windows;
#elif defined(PYPY_VERSION)
static PyObject *of_pypy;
#endif
PyObject *
keep(PyObject *object)
{
#ifdef WITH_CACHE
    cache = object;
#endif
    return object;
}
C
cat > fault.c <<'C'
#ifdef WITH_FAULT
static int fault = no_such_name;
#endif
C
echo "# other headers"
check versions.c
check --configurations one versions.c
check --python-floor 3.10 versions.c
printf '[project]\nrequires-python = ">=3.12, <4"\n' > pyproject.toml
check --select state-static-object versions.c
rm pyproject.toml
"$INSULATE" check -q --format json versions.c -- -isystem shared | grep '"configuration"'
echo "# defines"
check defines.c
check fault.c
echo "# bad usage"
check --configurations some versions.c
