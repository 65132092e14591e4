/*[clinic input]
preserve
[clinic start generated code]*/

static int
spam_Spam___init___impl(Spam *self);

static int
spam_Spam___init__(PyObject *self, PyObject *args, PyObject *kwargs)
{
    int return_value = -1;

    if (Py_IS_TYPE(self, &Spam_Type) && PyTuple_GET_SIZE(args) != 0) {
        goto exit;
    }
    if (kwargs != NULL) {
        goto exit;
    }
    return_value = spam_Spam___init___impl((Spam *)self);

exit:
    return return_value;
}

static PyObject *
spam_Spam_impl(PyTypeObject *type);

static PyObject *
spam_Spam(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *return_value = NULL;

    if (type == &Spam_Type && PyTuple_GET_SIZE(args) != 0) {
        goto exit;
    }
    return_value = spam_Spam_impl(type);

exit:
    return return_value;
}
/*[clinic end generated code: output=4c48deed7a140058 input=a9049054013a1b77]*/
