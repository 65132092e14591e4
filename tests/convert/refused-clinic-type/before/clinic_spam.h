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
/*[clinic end generated code: output=6f9cbde1a1a80f5a input=a9049054013a1b77]*/
