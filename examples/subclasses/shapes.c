/* A class that others derive from: in Python, and in C in another module (solids.c).
 *
 * The class of `self` may then be from anywhere: a method that needs the state gets the
 * class that defines it (guide: "Module State Access from Regular Methods"). */
#include <insulate.h>

#define SHAPES_FIELDS(X) \
    X(TYPE, Square_type) \
    X(OBJECT, Error)     \
    X(OBJECT, unit)
INSULATE_STATE(shapes, SHAPES_FIELDS)

#define SQUARE_FIELDS(X) X(DATA, double side)
INSULATE_INSTANCE(Square, shapes, SQUARE_FIELDS)

static int
Square_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {(char *)"side", NULL};
    double side;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "d:Square", words, &side)) {
        return -1;
    }
    if (!(side >= 0)) {
        PyErr_SetString(Square_state_of(self)->Error, "a side is not negative");
        return -1;
    }
    Square_of(self)->side = side;
    return 0;
}

static PyObject *
Square_area(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyFloat_FromDouble(Square_of(self)->side * Square_of(self)->side);
}

/* By way of the defining class; Square_state_of(self) would do as well and is faster. */
static PyObject *
Square_unit(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
            Py_ssize_t n_args, PyObject *names)
{
    shapes_state *state = shapes_state_from_class(defining_class);
    (void)self;
    (void)args;
    if (state == NULL) {
        return NULL;
    }
    if (n_args != 0 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "unit() takes no arguments");
        return NULL;
    }
    Py_INCREF(state->unit);
    return state->unit;
}

/* A class method has no defining class: it looks along the bases of the class it got. */
static PyObject *
Square_of_unit(PyObject *cls, PyObject *unused)
{
    shapes_state *state = Square_state_from_type((PyTypeObject *)cls);
    (void)unused;
    if (state == NULL) {
        return NULL;
    }
    return PyUnicode_FromFormat("%s in %U", ((PyTypeObject *)cls)->tp_name, state->unit);
}

static PyMethodDef Square_methods[] = {
    INSULATE_METHOD("area", Square_area, METH_NOARGS, "area($self, /)\n--\n\n"),
    INSULATE_CLASS_METHOD("unit", Square_unit, "unit($self, /)\n--\n\n"),
    INSULATE_METHOD("of_unit", Square_of_unit, METH_NOARGS | METH_CLASS, NULL),
    INSULATE_METHODS_END};

INSULATE_CLASS(Square, "shapes.Square",
               Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE, Square_methods,
               Square_new_default, INSULATE_SLOT(Py_tp_init, Square_init))

static PyMethodDef shapes_methods[] = {INSULATE_METHODS_END};

static int
shapes_exec(PyObject *module, shapes_state *state)
{
    state->unit = PyUnicode_FromString("m2");
    if (state->unit == NULL ||
        Insulate_AddException(module, &state->Error, "shapes.Error", NULL,
                              PyExc_ValueError) < 0) {
        return -1;
    }
    return Insulate_AddType(module, &state->Square_type, &Square_spec, NULL);
}

INSULATE_MODULE(shapes, shapes, "Flat things.", shapes_methods, shapes_exec, OWN_GIL,
                GIL_NOT_USED)
