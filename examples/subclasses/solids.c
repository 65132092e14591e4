/* A class that derives from a class of another module, whose struct it does not know.
 *
 * Its own data comes after the base's, wherever that ends; each of the two modules has its
 * own state, whichever class `self` has in the end. */
#include <insulate.h>
#include <insulate/extension_class.h>

#define SOLIDS_FIELDS(X) \
    X(TYPE, Prism_type)  \
    X(OBJECT, unit)
INSULATE_STATE(solids, SOLIDS_FIELDS)

#define PRISM_FIELDS(X) X(DATA, double height)
INSULATE_EXTENSION(Prism, solids, PRISM_FIELDS)

static PyObject *
Prism_volume(PyObject *self, PyObject *unused)
{
    PyObject *area = PyObject_CallMethod(self, "area", NULL);
    double number;
    (void)unused;
    if (area == NULL) {
        return NULL;
    }
    number = PyFloat_AsDouble(area);
    Py_DECREF(area);
    if (number == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    return PyFloat_FromDouble(number * Prism_of(self)->height);
}

static PyObject *
Prism_raise(PyObject *self, PyObject *height)
{
    double number = PyFloat_AsDouble(height);
    if (number == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    Prism_of(self)->height = number;
    Py_RETURN_NONE;
}

static PyObject *
Prism_solid_unit(PyObject *self, PyObject *unused)
{
    PyObject *unit = Prism_state_of(self)->unit;
    (void)unused;
    Py_INCREF(unit);
    return unit;
}

static PyMethodDef Prism_methods[] = {
    INSULATE_METHOD("volume", Prism_volume, METH_NOARGS, "volume($self, /)\n--\n\n"),
    INSULATE_METHOD("raise_to", Prism_raise, METH_O, "raise_to($self, height, /)\n--\n\n"),
    INSULATE_METHOD("solid_unit", Prism_solid_unit, METH_NOARGS, NULL),
    INSULATE_METHODS_END};

INSULATE_EXTENSION_CLASS(Prism, "solids.Prism",
                         Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE,
                         Prism_methods, Prism_new_default, INSULATE_SLOT_END)

static PyMethodDef solids_methods[] = {INSULATE_METHODS_END};

static int
solids_exec(PyObject *module, solids_state *state)
{
    PyObject *shapes = PyImport_ImportModule("shapes");
    PyObject *square = NULL;
    int result = -1;
    if (shapes != NULL) {
        square = PyObject_GetAttrString(shapes, "Square");
        Py_DECREF(shapes);
    }
    state->unit = PyUnicode_FromString("m3");
    if (square != NULL && state->unit != NULL) {
        result = Insulate_AddType(module, &state->Prism_type, &Prism_spec, square);
    }
    Py_XDECREF(square);
    return result;
}

INSULATE_MODULE(solids, solids, "Things with a height.", solids_methods, solids_exec,
                OWN_GIL, GIL_NOT_USED)
