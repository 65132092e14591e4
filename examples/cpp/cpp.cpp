// C++: an instance that owns a std::vector, and no exception that leaves C++.
//
// The vector lives behind a pointer whose release function is `delete`: an instance is
// zeroed memory, in which no constructor runs.
#include <insulate.h>

#include <algorithm>
#include <exception>
#include <new>
#include <vector>

using numbers = std::vector<double>;

static void
delete_numbers(numbers *vector)
{
    delete vector;
}

#define CPP_FIELDS(X)  \
    X(TYPE, Sample_type) \
    X(OBJECT, Error)
INSULATE_STATE(cpp, CPP_FIELDS)

#define SAMPLE_FIELDS(X) X(OWNED, numbers *, values, delete_numbers)
INSULATE_INSTANCE(Sample, cpp, SAMPLE_FIELDS)

namespace {

// Calls `function`; what it throws becomes an exception of Python.
template <typename Function>
PyObject *
guarded(cpp_state *state, Function function)
{
    try {
        return function();
    }
    catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
    catch (const std::exception &error) {
        PyErr_SetString(state->Error, error.what());
        return nullptr;
    }
}

PyObject *
Sample_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = Sample_new_default(type, args, kwargs);
    if (self == nullptr) {
        return nullptr;
    }
    Sample_of(self)->values = new (std::nothrow) numbers;
    if (Sample_of(self)->values == nullptr) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return self;
}

PyObject *
Sample_add(PyObject *self, PyObject *number)
{
    const double value = PyFloat_AsDouble(number);
    if (value == -1.0 && PyErr_Occurred()) {
        return nullptr;
    }
    return guarded(Sample_state_of(self), [=]() -> PyObject * {
        Sample_of(self)->values->push_back(value);
        Py_RETURN_NONE;
    });
}

PyObject *
Sample_median(PyObject *self, PyObject *)
{
    return guarded(Sample_state_of(self), [=]() -> PyObject * {
        numbers sorted(*Sample_of(self)->values);
        std::sort(sorted.begin(), sorted.end());
        return PyFloat_FromDouble(sorted.at(sorted.size() / 2)); // at(): throws if empty
    });
}

Py_ssize_t
Sample_length(PyObject *self)
{
    return static_cast<Py_ssize_t>(Sample_of(self)->values->size());
}

} // namespace

static PyMethodDef Sample_methods[] = {
    INSULATE_METHOD("add", Sample_add, METH_O, "add($self, number, /)\n--\n\n"),
    INSULATE_METHOD("median", Sample_median, METH_NOARGS, "median($self, /)\n--\n\n"),
    INSULATE_METHODS_END};

INSULATE_CLASS(Sample, "cpp.Sample", Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE,
               Sample_methods, Sample_new, INSULATE_SLOT(Py_sq_length, Sample_length))

static PyMethodDef cpp_methods[] = {INSULATE_METHODS_END};

static int
cpp_exec(PyObject *module, cpp_state *state)
{
    if (Insulate_AddException(module, &state->Error, "cpp.Error", nullptr, nullptr) < 0) {
        return -1;
    }
    return Insulate_AddType(module, &state->Sample_type, &Sample_spec, nullptr);
}

// The vector has no lock, so that threads need the GIL.
INSULATE_MODULE(cpp, cpp, "Samples.", cpp_methods, cpp_exec, OWN_GIL, GIL_USED)
