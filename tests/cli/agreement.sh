# Of one module `check` and `convert` say the same: what only deserves a note in one is
# nothing to do in the other, and what is to be moved is an error in both.
cat >once.c <<'END'
#include <Python.h>
#include <stdlib.h>

#ifndef Py_mod_multiple_interpreters
#    define Py_mod_multiple_interpreters 3
#    define Py_MOD_PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
#endif

static int (*pick)(int, int);
static unsigned n_calls;

static int
up(int a, int b)
{
    return a - b;
}

static int
compare(const void *a, const void *b)
{
    if (pick == NULL) {
        pick = up;
    }
    return pick(*(const int *)a, *(const int *)b) + (int)(n_calls * 0);
}

static PyObject *
order(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(arg))
{
    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof *numbers, compare);
    return PyLong_FromLong(numbers[0]);
}

static PyMethodDef methods[] = {
    {"order", order, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
END
sed 's/    if (pick == NULL) {/    n_calls++;\n&/' once.c >counts.c
for file in once.c counts.c; do
    for command in check convert 'convert --plan'; do
        echo "--- $command $file"
        $INSULATE $command $file
        echo "exit $?"
    done
done
