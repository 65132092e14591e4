#include <insulate.h>

/* The module state: what used to be static. */
#define SPAM_FIELDS(X)                                                                 \
    X(OBJECT, Error)                                                                   \
    X(TYPE, Spam_type)                                                                 \
    X(DATA, long n_made)
INSULATE_STATE(spam, SPAM_FIELDS)

/* What an instance holds. */
#define INSTANCE_FIELDS(X) X(OBJECT, value)
INSULATE_INSTANCE(Spam, spam, INSTANCE_FIELDS)

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = Spam_new_default(type, args, kwargs);
    if (self != NULL) {
        Spam_of(self)->state->n_made++;
    }
    return self;
}

static PyObject *
Spam_fail(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyErr_SetString(Spam_of(self)->state->Error, "no spam today");
    return NULL;
}

static PyMethodDef Spam_methods[] = {
    INSULATE_METHOD("fail", Spam_fail, METH_NOARGS, "Raise spam.Error."),
    INSULATE_METHODS_END};

INSULATE_CLASS(Spam, "spam.Spam", Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE,
               Spam_methods, Spam_new, INSULATE_SLOT(Py_tp_doc, "Some spam."))

static PyObject *
spam_made(PyObject *module, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(spam_state_from_module(module)->n_made);
}

static PyMethodDef spam_functions[] = {
    INSULATE_METHOD("made", spam_made, METH_NOARGS, "How many instances there were."),
    INSULATE_METHODS_END};

static int
spam_exec(PyObject *module, spam_state *state)
{
    if (Insulate_AddException(module, &state->Error, "spam.Error", NULL, NULL) < 0) {
        return -1;
    }
    return Insulate_AddType(module, &state->Spam_type, &Spam_spec, NULL);
}

INSULATE_MODULE(spam, spam, "Spam, isolated.", spam_functions, spam_exec, OWN_GIL,
                GIL_NOT_USED)
