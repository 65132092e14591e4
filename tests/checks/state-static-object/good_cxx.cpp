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

/* What a template calls is open. */
template <typename Ch>
struct Text {
    static unsigned length(const Ch *text) { return text[0] != 0; }
    static unsigned size()
    {
        static const Ch name[] = {'a', '\0'};
        static unsigned n = Text<Ch>::length(name);
        return n;
    }
};
unsigned size_of_text() { return Text<char>::size(); }
