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
    "$INSULATE" check -v --color never "$@" -- -isystem shared 2>&1
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
cat > conjunctions.c <<'C'
#include "Python.h"
#define HIGHEST 7
#if defined(WITH_CACHE) && defined(WITH_COUNTS)
static PyObject *of_two;
#endif
#ifdef WITH_OUTER
#if LEVEL >= 3
static PyObject *nested;
#elif LEVEL == 2 && !defined(WITH_COUNTS)
static PyObject *nested_else;
#endif
#endif
#if (FIRST && SECOND) || THIRD
static PyObject *either;
#endif
#if MODE > HIGHEST && MODE < HIGHEST + 2
static PyObject *between;
#endif
#if PY_VERSION_HEX < 0x030B0000 && defined(WITH_OLD)
static PyObject *of_old;
#endif
#if defined(NEVER) && !defined(NEVER)
static PyObject *contradiction;
#endif
void
keep(PyObject *object)
{
#if defined(WITH_CACHE) && defined(WITH_COUNTS)
    of_two = object;
#endif
#ifdef WITH_OUTER
#if LEVEL >= 3
    nested = object;
#elif LEVEL == 2 && !defined(WITH_COUNTS)
    nested_else = object;
#endif
#endif
#if (FIRST && SECOND) || THIRD
    either = object;
#endif
#if MODE > HIGHEST && MODE < HIGHEST + 2
    between = object;
#endif
#if PY_VERSION_HEX < 0x030B0000 && defined(WITH_OLD)
    of_old = object;
#endif
}
C
cat > many.c <<'C'
#include "Python.h"
#if CHOICE == 11
static PyObject *a;
#elif CHOICE == 12
static PyObject *b;
#elif CHOICE == 13
static PyObject *c;
#elif CHOICE == 14
static PyObject *d;
#elif CHOICE == 15
static PyObject *e;
#elif CHOICE == 16
static PyObject *f;
#endif
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
echo "# several defines at once, nested conditions, defines under another Python"
check conjunctions.c
echo "# no more than six configurations"
check many.c
echo "# configurations are read beside each other, or one after the other"
for file in versions.c defines.c conjunctions.c many.c; do
    check "$file" >beside.txt
    check --jobs 1 "$file" >after.txt
    cmp beside.txt after.txt && echo "$file: the same"
done
echo "# bad usage"
check --configurations some versions.c
