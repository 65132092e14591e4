# A file that does not parse keeps convert from writing only if it may depend on what changes, or
# this on it: if it includes a changed file, or names what a changed file shares with others.
include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
cat > spam.h <<'C'
int spam_count(void);
int spam_other(void);
C
cat > spam.c <<'C'
#include <Python.h>
#include "spam.h"
static long calls;
int
spam_count(void)
{
    return 1;
}
static PyObject *
spam_call(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args))
{
    calls += spam_other();
    return PyLong_FromLong(calls);
}
static PyMethodDef methods[] = {{"call", spam_call, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
C
cp spam.c spam.orig
convert() {
    cp spam.orig spam.c
    "$INSULATE" convert --write . -- "-I$include" 2>&1 | sed 's/ (pass the.*//'
    cmp -s spam.c spam.orig && echo "(as it was)"
}
echo "# apart: written, with the GIL shared, because nobody has seen spam_other"
printf '#include "absent.h"\nstatic int calls;\nint egg(void) { return calls; }\n' > egg.c
convert
grep Py_mod_multiple spam.c
echo "# it calls a function of a changed file"
printf '#include "absent.h"\nint spam_count(void);\nint egg(void) { return spam_count(); }\n' > egg.c
convert
echo "# it defines what a changed file calls"
printf '#include "absent.h"\nint spam_other(void) { return 1; }\n' > egg.c
convert
echo "# it includes a changed file behind what is absent"
printf '#include "absent.h"\n#include "spam.c"\n' > egg.c
convert
echo "# it has the name of a static function of a changed file, no more"
printf '#include "absent.h"\nstatic int spam_call;\nint egg(void) { return spam_call; }\n' > egg.c
convert
echo "# a macro makes several functions of a changed file, with statics of one name"
cat > more.txt <<'C'
#define TWICE(name)                                                            \
    PyObject *one_##name(void) { static char *words[] = {"x", NULL}; return PyUnicode_FromString(words[0]); } \
    PyObject *two_##name(void) { static char *words[] = {"y", NULL}; return PyUnicode_FromString(words[0]); }
TWICE(spam)
TWICE(ham)
C
sed '/^static long calls/r more.txt' spam.orig > spam.c
mv spam.c spam.orig
convert
