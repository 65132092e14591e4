/*[clinic input]
preserve
[clinic start generated code]*/

static int
spam_Egg___init___impl(Egg *self, int size);

static int
spam_Egg___init__(PyObject *self, PyObject *args, PyObject *kwargs)
{
    int return_value = -1;
    int size = 1;

    if ((Py_IS_TYPE(self, get_spam_state_by_type(Py_TYPE(self))->Egg_Type) ||
         Py_TYPE(self)->tp_new == get_spam_state_by_type(Py_TYPE(self))->Egg_Type->tp_new) &&
        kwargs != NULL) {
        PyErr_SetString(PyExc_TypeError, "no keywords");
        goto exit;
    }
    if (!PyArg_ParseTuple(args, "|i:Egg", &size)) {
        goto exit;
    }
    return_value = spam_Egg___init___impl((Egg *)self, size);

exit:
    return return_value;
}

static PyObject *
nest_new_impl(PyTypeObject *type);

static PyObject *
nest_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *return_value = NULL;
    PyTypeObject *base_tp = get_spam_state_by_type(type)->Nest_Type;

    if ((type == base_tp || type->tp_init == base_tp->tp_init) &&
        PyTuple_GET_SIZE(args) + (kwargs != NULL) != 0) {
        PyErr_SetString(PyExc_TypeError, "no arguments");
        goto exit;
    }
    return_value = nest_new_impl(type);

exit:
    return return_value;
}

#define SPAM_NEST_PUT_METHODDEF    \
    {"put", (PyCFunction)spam_Nest_put, METH_O, NULL},

static PyObject *
spam_Nest_put_impl(Nest *self, Egg *egg);

static PyObject *
spam_Nest_put(Nest *self, PyObject *arg)
{
    PyObject *return_value = NULL;
    Egg *egg;

    if (!PyObject_TypeCheck(arg, get_spam_state_by_type(Py_TYPE(self))->Egg_Type)) {
        PyErr_Format(PyExc_TypeError, "%s expected", (get_spam_state_by_type(Py_TYPE(self))->Egg_Type)->tp_name);
        goto exit;
    }
    egg = (Egg *)arg;
    return_value = spam_Nest_put_impl(self, egg);

exit:
    return return_value;
}

#define SPAM_NEST_PUT_NEW_METHODDEF    \
    {"put_new", (PyCFunction)spam_Nest_put_new, METH_NOARGS, NULL},

static PyObject *
spam_Nest_put_new_impl(Nest *self);

static PyObject *
spam_Nest_put_new(Nest *self, PyObject *Py_UNUSED(ignored))
{
    return spam_Nest_put_new_impl(self);
}

#define SPAM_WEIGH_METHODDEF    \
    {"weigh", (PyCFunction)spam_weigh, METH_VARARGS, NULL},

static PyObject *
spam_weigh_impl(PyObject *module, PyObject *egg, PyObject *nest);

static PyObject *
spam_weigh(PyObject *module, PyObject *args)
{
    PyObject *return_value = NULL;
    PyObject *egg;
    PyObject *nest;

    if (!PyArg_ParseTuple(args, "O!O!:weigh", get_spam_state(module)->Egg_Type, &egg, get_spam_state(module)->Nest_Type, &nest)) {
        goto exit;
    }
    return_value = spam_weigh_impl(module, egg, nest);

exit:
    return return_value;
}
/*[clinic end generated code: output=7f69a14951965dba input=a9049054013a1b77]*/
