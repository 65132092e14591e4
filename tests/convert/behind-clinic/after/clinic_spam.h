/*[clinic input]
preserve
[clinic start generated code]*/

PyDoc_STRVAR(spam_fail__doc__,
"fail($module, value, /)\n"
"--\n"
"\n");

#define SPAM_FAIL_METHODDEF    \
    {"fail", (PyCFunction)spam_fail, METH_O, spam_fail__doc__},

static PyObject *
spam_fail_impl(PyObject *module, PyObject *value);

static PyObject *
spam_fail(PyObject *module, PyObject *value)
{
    PyObject *return_value = NULL;

    return_value = spam_fail_impl(module, value);

    return return_value;
}

PyDoc_STRVAR(spam_make__doc__,
"make($module, /)\n"
"--\n"
"\n");

#define SPAM_MAKE_METHODDEF    \
    {"make", (PyCFunction)spam_make, METH_NOARGS, spam_make__doc__},

static PyObject *
spam_make_impl(PyObject *module);

static PyObject *
spam_make(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return spam_make_impl(module);
}

PyDoc_STRVAR(spam_Counter_fail__doc__,
"fail($self, value, /)\n"
"--\n"
"\n");

#define SPAM_COUNTER_FAIL_METHODDEF    \
    {"fail", (PyCFunction)spam_Counter_fail, METH_O, spam_Counter_fail__doc__},

static PyObject *
spam_Counter_fail_impl(Counter *self, PyObject *value);

static PyObject *
spam_Counter_fail(PyObject *self, PyObject *value)
{
    PyObject *return_value = NULL;

    return_value = spam_Counter_fail_impl((Counter *)self, value);

    return return_value;
}
/*[clinic end generated code: output=5f4d6f9e9d1d6f8a input=a9049054013a1b77]*/
