/* What a C++ class derives from is part of it. */
#include "../module.h"

struct Held {
    PyObject *object;
};
class Named : public Held {
public:
    int n_names;
};
struct Spam : PyObject {
    int n_eggs;
};

static Named last;  // want: state-static-object
static Spam *spare;  // want: state-static-object

PyObject *
spam_keep(PyObject *module, PyObject *object)
{
    last.object = Py_NewRef(object);
    last.n_names++;
    spare = static_cast<Spam *>(object);
    Py_RETURN_NONE;
}
