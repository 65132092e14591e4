/* A struct sequence that is made once in a process: its name tells whether it is. */
#include <Python.h>

static PyStructSequence_Field fields[] = {
    {"width", "how wide"},
    {"height", "how high"},
    {NULL, NULL},
};

static PyStructSequence_Desc size_desc = {"spam.size", "A size.", fields, 2};

static PyStructSequence_Desc place_desc = {"spam.place", "A place.", fields, 2};

static PyTypeObject SizeType, PlaceType;

static PyObject *
size(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyObject *result = SizeType.tp_name != NULL ? PyStructSequence_New(&SizeType)
                                                : PyStructSequence_New(&PlaceType);
    if (result != NULL) {
        PyStructSequence_SET_ITEM(result, 0, PyLong_FromLong(1));
        PyStructSequence_SET_ITEM(result, 1, PyLong_FromLong(2));
    }
    return result;
}

static PyMethodDef methods[] = {
    {"size", size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (SizeType.tp_name == NULL && PyStructSequence_InitType2(&SizeType, &size_desc) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (!PlaceType.tp_name) {
        if (PyStructSequence_InitType2(&PlaceType, &place_desc) < 0) {
            Py_DECREF(m);
            return NULL;
        }
    }
    return m;
}
