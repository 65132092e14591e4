#include "../module.h"

PyObject *
look(PyObject *object)
{
    PyObject *name = PyUnicode_FromString("spam");
    if (name == NULL) {
        return NULL;
    }
    Py_DECREF(name);
    return PyObject_GetAttr(object, name);  // want: lifetime-used-after-release
}

PyObject *
check_answer(PyObject *object)
{
    PyObject *answer = PyObject_CallNoArgs(object);
    if (answer == NULL) {
        return NULL;
    }
    if (PyObject_IsTrue(answer) <= 0) {
        Py_DECREF(answer);
        PyErr_SetObject(PyExc_TypeError, answer);  // want: lifetime-used-after-release
        return NULL;
    }
    return answer;
}

/* An iterator gives objects of any type. */
PyObject *
first_text(PyObject *iterator)
{
    PyObject *item = PyIter_Next(iterator);
    if (item == NULL || PyUnicode_Check(item)) {
        return item;
    }
    else {
        Py_DECREF(item);
        return PyObject_Str(item);  // want: lifetime-used-after-release
    }
}
