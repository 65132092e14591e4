# Code of other projects below the named paths: left out unless it is named.
mkdir -p src/Vendor/lib src/zstd 'src/a "b"' src/gen
cat > .gitmodules <<'T'
# lists folders below this one only
[submodule "zstd"]
	url = https://example.org/zstd
	path = src/zs\
td ; not this
[Submodule "quoted"]
	PATH = "src/a \"b\""
[submodule "outside"]
	path = ../src
[other]
	path = src
T
count() { # FILE NAME: something to be found
    printf 'static int %s;\nint use_%s(void) { return %s++; }\n' "$2" "$2" "$2" > "$1"
}
count src/own.c own
count src/Vendor/lib/lib.c lib
count src/zstd/zstd.c zstd
count 'src/a "b"/quoted.c' quoted
count src/gen/gen.c gen
count src/gen/more.c more
mkdir shared; touch shared/Python.h
check() {
    "$INSULATE" check --color never --configurations one "$@" -- -isystem "$top/shared" 2>&1 |
        grep -v '^    '
}
top=$PWD
echo "# by their names and as submodules"
check src
echo "# named"
check src/Vendor src/zstd/zstd.c
(cd src/Vendor/lib && check)
echo "# excluded: a directory, a name, a path that is named"
check --exclude src/gen/ src | head -1
check --exclude 'm*.c' --exclude '*/own.c' src
check --exclude gen src/gen
echo "# by settings, relative to their file"
printf '[tool.insulate]\nexclude = ["src/gen"]\n' > pyproject.toml
(cd src && check . | head -1)
echo "# in JSON"
"$INSULATE" check -q --format json --select type-static src -- -isystem shared 2>/dev/null | sed -n "/left_out/,\$p"
rm pyproject.toml

echo "# convert: headers, included files and variables of others stay"
rm -r src .gitmodules; mkdir -p src/vendor
cat > src/vendor/lib.h <<'C'
#include <Python.h>
typedef struct {
    PyObject *(*make)(PyObject *);
} lib_ops;
int lib_register(lib_ops *ops);
static int lib_level;
static PyObject *lib_cache;
C
cat > src/vendor/part.c <<'C'
static PyObject *part_cache;
static int
part_is_set(void)
{
    return part_cache != NULL;
}
C
cat > src/spam.c <<'C'
#include "vendor/lib.h"
#include "vendor/part.c"
static PyObject *last;
static PyObject *
make(PyObject *object)
{
    Py_XSETREF(last, Py_NewRef(object));
    return object;
}
static lib_ops ops = {make};
static PyObject *
set_level(PyObject *self, PyObject *args)
{
    lib_level++;
    if (lib_register(&ops) < 0 || part_is_set()) {
        return NULL;
    }
    Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"set_level", set_level, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
C
"$INSULATE" convert --whole-or-nothing src 2>&1
echo "exit $?"
sed -i -e 's/{make}/{NULL}/' -e '/^static PyObject \*last/,/^}/d' src/spam.c
"$INSULATE" convert --plan src 2>&1 | grep -E '^Left|lib_|part_|GIL'
sed -i 's/lib_level++/lib_cache = args/' src/spam.c
"$INSULATE" convert src 2>&1
echo "exit $?"
echo "# a module whose init function lies elsewhere"
cat > src/spam.c <<'C'
#include <Python.h>
static PyObject *last;
static PyObject *
keep(PyObject *self, PyObject *object)
{
    Py_XSETREF(last, Py_NewRef(object));
    Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"keep", keep, METH_O, NULL}, {NULL}};
struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
C
cat > src/vendor/init.c <<'C'
#include <Python.h>
extern struct PyModuleDef def;
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
C
"$INSULATE" convert src 2>&1
echo "exit $?"
