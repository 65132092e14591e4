# convert: the result is compared with the original under #if conditions of other builds.
mkdir vendor
cat > vendor/names.h <<'C'
typedef int spam_state;
static PyObject *last;
C
cat > head.c <<'C'
#include <Python.h>
#ifdef OTHER
#include "vendor/names.h"
#else
static PyObject *last;
#endif
C
cat > body.c <<'C'
static PyObject *
egg_repr(PyObject *self)
{
    return PyUnicode_FromString("egg");
}
static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
#ifdef WITH_REPR
    .tp_repr = egg_repr,
#endif
#if defined(_WIN32) && !defined(OTHER)
    .tp_hash = egg_hash_of_windows,
#endif
};
static PyObject *
keep(PyObject *self, PyObject *object)
{
    Py_XSETREF(last, Py_NewRef(object));
    Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"keep", keep, METH_O, NULL}, {NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&def);
}
C
echo "# names that a branch brings, which the build does not take"
cat head.c body.c > spam.c
"$INSULATE" convert --whole-or-nothing spam.c 2>&1 | cut -c1-200
echo "# branches that compile as before, and one that did not"
{ echo '#include <Python.h>'; echo 'static PyObject *last;'; cat body.c; } > spam.c
"$INSULATE" convert spam.c 2>&1 >patch; grep -c '^-' patch
"$INSULATE" convert --plan spam.c 2>/dev/null | sed -n '/^Not verified/,/^- /p'
"$INSULATE" convert -q --plan --format json spam.c | sed -n '/"unverified"/,/\]/p'
