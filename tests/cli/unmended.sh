# What convert does not mend and check finds in the result as in the original is told: with
# how many findings of which rules; only what is selected; and not what was not converted,
# which is told as such.
include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
cat > spam.c <<'C'
#include <Python.h>
static PyObject *cache;
static PyObject *
spam_list(PyObject *Py_UNUSED(module), PyObject *object)
{
    PyObject *list = PyList_New(0);
    if (cache != NULL && PyList_Append(list, object) < 0) {
        return NULL;
    }
    return list;
}
static PyMethodDef methods[] = {{"list", spam_list, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_spam(void)
{
    cache = PyList_New(0);
    if (cache == NULL) {
        return NULL;
    }
    return PyModule_Create(&def);
}
C
convert() {
    "$INSULATE" convert "$@" spam.c -- "-I$include" 2>&1 >patch; echo "exit $?"
}
cp spam.c spam.orig
echo "# all"
convert
echo "# selected"
convert --ignore 'lifetime-*'
convert --ignore 'lifetime-*,access-null-unchecked'
echo "# the result has them indeed"
patch -s -p1 < patch
"$INSULATE" check spam.c -- "-I$include" 2>&1 | grep -c '\[lifetime-reference-leaked\]\|\[access-null-unchecked\]'
echo "# nothing is converted, nothing stays"
convert
echo "# what is left of isolation is told as such, and not once more"
cp spam.orig spam.c
sed -i '1i #include <pthread.h>' spam.c
sed -i 's/^static PyObject \*cache/static pthread_key_t key;\nstatic int number;\n&/
        s/^    cache = .*/    number++;\n    pthread_setspecific(key, \&number);\n&/' spam.c
"$INSULATE" check spam.c -- "-I$include" 2>&1 | grep -c '\[state-'
convert
echo "# a file that does not parse: the summary does not claim what was not written"
cp spam.orig spam.c; echo 'int broken(void) { return nothing(PyInit_spam); }' > broken.c
"$INSULATE" convert --write . -- "-I$include" 2>&1 | grep -v '^ \|parse-error'; cmp spam.c spam.orig && echo unchanged
echo "# what only the result shows, in what it has of the original: tp_traverse makes a list"
cat > traverse.c <<'C'
#include <Python.h>
static int
record_traverse(PyObject *self, visitproc visit, void *arg)
{
    PyObject *values = PyDict_Values(self);
    if (values == NULL) {
        return -1;
    }
    int result = PyList_Type.tp_traverse(values, visit, arg);
    Py_DECREF(values);
    return result;
}
static int
record_clear(PyObject *self)
{
    PyDict_Clear(self);
    return 0;
}
static PyTypeObject Record = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "traverse.Record",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = record_traverse,
    .tp_clear = record_clear,
};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "traverse", NULL, -1, NULL};
PyMODINIT_FUNC
PyInit_traverse(void)
{
    Record.tp_base = &PyDict_Type;
    if (PyType_Ready(&Record) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&def);
    if (m != NULL && PyModule_AddType(m, &Record) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
C
"$INSULATE" check traverse.c -- "-I$include" 2>&1 | grep -c 'gc-traverse-effect'
"$INSULATE" convert traverse.c -- "-I$include" 2>&1 >patch | grep 'not mended'
