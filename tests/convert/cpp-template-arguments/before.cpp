// Commas of template arguments separate no declarators; what `new` makes is told, unless it is
// made in memory of somebody else.
#include <Python.h>

#include <map>
#include <new>
#include <string>
#include <vector>

struct Count {
    int n = 0;
};

static std::map<std::string,int> *names;
static std::map<int, std::vector<int>> *lists, *last;
static std::pair<int, int> *pair;
static char storage[sizeof(Count)];
static Count *placed;
static Count *passing;

static PyObject *
use(PyObject *self, PyObject *arg)
{
    long n = PyLong_AsLong(arg);
    if (n == -1 && PyErr_Occurred()) {
        return nullptr;
    }
    if (names == nullptr) {
        names = new std::map<std::string,int>;
        lists = new std::map<int, std::vector<int>>;
        pair = new std::pair<int, int>(0, 0);
        placed = new (storage) Count;
    }
    last = lists;
    passing = new Count;
    passing->n = (int)n;
    placed->n += passing->n;
    delete passing;
    passing = nullptr;
    (*names)["n"] = placed->n;
    (*last)[0].push_back(pair->first);
    return PyLong_FromLong((*names)["n"]);
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
