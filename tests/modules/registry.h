/* A Python module of the interpreter's own, made where it is missing, whose function gives
 * one instance of a Python class to all who ask. */
#include "module.h"

static const char registry_text[] = "class Entry:\n"
                                    "    def __init__(self):\n"
                                    "        self.parts = [self.__class__.__name__]\n"
                                    "entries = []\n"
                                    "def entry():\n"
                                    "    if not entries:\n"
                                    "        entries.append(Entry())\n"
                                    "    return entries[0]\n";

/* A new reference, or NULL with an exception set. */
static PyObject *
registry_entry(const char *name)
{
    PyObject *registry = PyImport_AddModule(name);
    PyObject *names = registry != NULL ? PyModule_GetDict(registry) : NULL;
    if (names == NULL) {
        return NULL;
    }
    if (PyDict_GetItemString(names, "entry") == NULL) {
        PyObject *result = PyRun_String(registry_text, Py_file_input, names, names);
        if (result == NULL) {
            return NULL;
        }
        Py_DECREF(result);
    }
    return PyObject_CallMethod(registry, "entry", NULL);
}
