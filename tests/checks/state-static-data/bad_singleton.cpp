/* The object that a function keeps and lends. */
#include "../module.h"

#include <string>

struct Settings {
    int level = 0;
    std::string name;
};

static Settings &
settings()
{
    static Settings only;  // want: state-static-data
    return only;
}

static const Settings &
defaults()
{
    static Settings only;
    return only;
}

static std::string &
name()
{
    static std::string text;  // want: state-static-data
    return text;
}

extern "C" PyObject *
spam_set(PyObject *, PyObject *arg)
{
    settings().level = static_cast<int>(PyLong_AsLong(arg));
    name() = "spam";
    return PyLong_FromLong(defaults().level);
}
