/*[clinic input]
preserve
[clinic start generated code]*/

/* Argument Clinic wrote this: plain C, which is a part of the module that includes it. */
#include "../module.h"

PyObject *spam_twice_impl(PyObject *module, PyObject *value);

static PyObject *
spam_twice(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    static PyObject *last;  // want: state-static-object
    PyObject *return_value = NULL;

    if (nargs != 1) {
        goto exit;
    }
    last = args[0];
    return_value = spam_twice_impl(module, last);

exit:
    return return_value;  // want: exception-missing
}

PyMethodDef methods[] = {
    {"twice", (PyCFunction)(void (*)(void))spam_twice, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};
/*[clinic end generated code: output=0123456789abcdef input=a9049054013a1b77]*/
