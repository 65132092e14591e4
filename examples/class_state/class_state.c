/* State of one class: each class that derives from Numbered numbers its own instances.
 *
 * The state is made when a subclass is made, found from an instance along its bases, and
 * goes with its class (guide: "Open Issues: Per-Class Scope"). */
#include <insulate.h>
#include <insulate/backports.h>
#include <insulate/class_state.h>

#define CLASS_STATE_FIELDS(X) \
    X(TYPE, Numbered_type)
INSULATE_STATE(class_state, CLASS_STATE_FIELDS)

/* What each class has. */
#define SERIES_FIELDS(X) \
    X(OBJECT, prefix)    \
    X(DATA, long n_made)
INSULATE_CLASS_STATE(series, class_state, SERIES_FIELDS)

#define NUMBERED_FIELDS(X) X(DATA, long number)
INSULATE_INSTANCE(Numbered, class_state, NUMBERED_FIELDS)

static PyObject *
Numbered_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = Numbered_new_default(type, args, kwargs);
    PyObject *holder;
    if (self == NULL) {
        return NULL;
    }
    holder = series_hold(Numbered_of(self)->state, type);
    if (holder == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    Numbered_of(self)->number =
        __atomic_add_fetch(&series_held(holder)->n_made, 1, __ATOMIC_RELAXED);
    Py_DECREF(holder);
    return self;
}

/* A class gets its series when it is made: `class Invoice(Numbered, prefix="I")`. */
static PyObject *
Numbered_init_subclass(PyObject *cls, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {(char *)"prefix", NULL};
    class_state_state *state = Numbered_state_from_type((PyTypeObject *)cls);
    PyObject *prefix = NULL;
    series *own;
    if (state == NULL ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "|U:__init_subclass__", words,
                                     &prefix)) {
        return NULL;
    }
    if (prefix == NULL) {
        Py_RETURN_NONE; /* it counts on in its base's series */
    }
    own = series_attach(state, (PyTypeObject *)cls);
    if (own == NULL) {
        return NULL;
    }
    Py_INCREF(prefix);
    own->prefix = prefix;
    Py_RETURN_NONE;
}

static PyObject *
Numbered_repr(PyObject *self)
{
    PyObject *holder = series_hold(Numbered_of(self)->state, Py_TYPE(self));
    PyObject *text;
    if (holder == NULL) {
        return NULL;
    }
    text = PyUnicode_FromFormat("%S%ld", series_held(holder)->prefix == NULL
                                             ? Py_None
                                             : series_held(holder)->prefix,
                                Numbered_of(self)->number);
    Py_DECREF(holder);
    return text;
}

static PyObject *
Numbered_made(PyObject *cls, PyObject *unused)
{
    class_state_state *state = Numbered_state_from_type((PyTypeObject *)cls);
    PyObject *holder;
    long n_made;
    (void)unused;
    if (state == NULL) {
        return NULL;
    }
    holder = series_hold(state, (PyTypeObject *)cls);
    if (holder == NULL) {
        return NULL;
    }
    n_made = __atomic_load_n(&series_held(holder)->n_made, __ATOMIC_RELAXED);
    Py_DECREF(holder);
    return PyLong_FromLong(n_made);
}

static PyMethodDef Numbered_methods[] = {
    INSULATE_METHOD("__init_subclass__", Numbered_init_subclass,
                    METH_VARARGS | METH_KEYWORDS | METH_CLASS, NULL),
    INSULATE_METHOD("made", Numbered_made, METH_NOARGS | METH_CLASS,
                    "made($type, /)\n--\n\nHow many instances the series has."),
    INSULATE_METHODS_END};

INSULATE_CLASS(Numbered, "class_state.Numbered", Py_TPFLAGS_BASETYPE, Numbered_methods,
               Numbered_new, INSULATE_SLOT(Py_tp_repr, Numbered_repr))

static PyMethodDef class_state_methods[] = {INSULATE_METHODS_END};

static int
class_state_exec(PyObject *module, class_state_state *state)
{
    series *own;
    if (Insulate_AddType(module, &state->Numbered_type, &Numbered_spec, NULL) < 0) {
        return -1;
    }
    own = series_attach(state, state->Numbered_type);
    if (own == NULL) {
        return -1;
    }
    own->prefix = PyUnicode_FromString("N");
    if (own->prefix == NULL) {
        return -1;
    }
#ifdef INSULATE_HAS_FREEZE
    return PyType_Freeze(state->Numbered_type);
#else
    return 0;
#endif
}

INSULATE_MODULE(class_state, class_state, "Numbers instances.", class_state_methods,
                class_state_exec, OWN_GIL, GIL_NOT_USED)
