/* A template has the definition of the module. */
#include <Python.h>

template <typename Self>
struct Module {
    static PyModuleDef *
    definition()
    {
        static PyModuleDef definition = {PyModuleDef_HEAD_INIT, Self::name(), NULL, -1};
        return &definition;
    }
};

struct Spam : Module<Spam> {
    static const char *
    name()
    {
        return "spam";
    }
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(Spam::definition());
}
