/* Constants, what nothing assigns, the interpreter's own objects, what each function owns. */
#include "../module.h"

#include <array>
#include <string_view>

namespace spam {
struct State {
    PyObject *error;
};

constexpr std::array<int, 3> table{1, 2, 3};
constexpr std::string_view name{"spam"};
const char *const words[] = {"a", "b"};
PyTypeObject *const base = &PyBaseObject_Type;
PyObject *chosen;

class Ref {
  public:
    explicit Ref(PyObject *object) : object_(object) {}
    ~Ref() { Py_XDECREF(object_); }
    PyObject *release()
    {
        PyObject *object = object_;
        object_ = nullptr;
        return object;
    }

  private:
    PyObject *object_;
};
}

extern "C" PyObject *
use(PyObject *module, PyObject *)
{
    auto *state = static_cast<spam::State *>(PyModule_GetState(module));
    spam::chosen = PyExc_ValueError;
    spam::Ref text(PyUnicode_FromString(spam::words[spam::table[0]]));
    auto make = [&](int n) { return PyTuple_Pack(n, state->error); };
    return spam::name.empty() ? text.release() : make(1);
}
