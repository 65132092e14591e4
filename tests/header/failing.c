/* Linked with everything.c and --wrap: each C-API call that can fail does so in turn.
 * It is always built with the full API, everything.c also with the limited one.
 *
 * CALL(result, failure, name, parameters, arguments): test_failing.py reads the names.
 */
#include <Python.h>

#include <stdarg.h>
#include <stdlib.h>

/* What test_failing.py calls through ctypes. */
void failing_start(long at);
long failing_stop(void);
const char *failing_last(void);

static long n_calls;
static long failing_at = -1;
static const char *last = "";

void
failing_start(long at)
{
    n_calls = 0;
    failing_at = at;
    last = "";
}

/* How many calls there were. */
long
failing_stop(void)
{
    failing_at = -1;
    return n_calls;
}

/* The call that failed. */
const char *
failing_last(void)
{
    return last;
}

static int
fails(const char *name, int raises)
{
    if (n_calls++ != failing_at) {
        return 0;
    }
    last = name;
    if (raises) {
        PyErr_Format(PyExc_OverflowError, "%s is made to fail", name);
    }
    return 1;
}

#define ANY_CALL(RESULT, FAILURE, NAME, PARAMETERS, ARGUMENTS, RAISES)                 \
    RESULT __real_##NAME PARAMETERS;                                                   \
    RESULT __wrap_##NAME PARAMETERS;                                                   \
    RESULT __wrap_##NAME PARAMETERS                                                    \
    {                                                                                  \
        return fails(#NAME, RAISES) ? FAILURE : __real_##NAME ARGUMENTS;               \
    }
#define CALL(RESULT, FAILURE, NAME, PARAMETERS, ARGUMENTS)                             \
    ANY_CALL(RESULT, FAILURE, NAME, PARAMETERS, ARGUMENTS, 1)
/* Those that fail without an exception. */
#define SILENT(RESULT, FAILURE, NAME, PARAMETERS, ARGUMENTS)                           \
    ANY_CALL(RESULT, FAILURE, NAME, PARAMETERS, ARGUMENTS, 0)

CALL(PyObject *, NULL, PyType_FromModuleAndSpec,
     (PyObject * module, PyType_Spec *spec, PyObject *bases), (module, spec, bases))
CALL(PyObject *, NULL, PyErr_NewExceptionWithDoc,
     (const char *name, const char *doc, PyObject *base, PyObject *dict),
     (name, doc, base, dict))
CALL(PyObject *, NULL, PyCapsule_New,
     (void *pointer, const char *name, PyCapsule_Destructor destructor),
     (pointer, name, destructor))
CALL(PyObject *, NULL, PyImport_Import, (PyObject * name), (name))
CALL(PyObject *, NULL, PyImport_ImportModule, (const char *name), (name))
CALL(PyObject *, NULL, PyObject_GetAttrString, (PyObject * object, const char *name),
     (object, name))
CALL(PyObject *, NULL, PyUnicode_FromString, (const char *text), (text))
CALL(PyObject *, NULL, PyUnicode_AsUTF8String, (PyObject * text), (text))
CALL(PyObject *, NULL, PyUnicode_FromStringAndSize, (const char *text, Py_ssize_t size),
     (text, size))
CALL(PyObject *, NULL, PyUnicode_InternFromString, (const char *text), (text))
CALL(PyObject *, NULL, PyLong_FromLong, (long number), (number))
CALL(long, -1, PyLong_AsLong, (PyObject * number), (number))
CALL(Py_ssize_t, -1, PyLong_AsSsize_t, (PyObject * number), (number))
CALL(PyObject *, NULL, PyObject_GetItem, (PyObject * object, PyObject *key),
     (object, key))
CALL(int, -1, PyObject_SetAttr, (PyObject * object, PyObject *name, PyObject *value),
     (object, name, value))
CALL(PyObject *, NULL, PyCMethod_New,
     (PyMethodDef * method, PyObject *self, PyObject *module, PyTypeObject *cls),
     (method, self, module, cls))
CALL(void *, NULL, PyType_GetModuleState, (PyTypeObject * type), (type))
CALL(PyObject *, NULL, PyType_GetModule, (PyTypeObject * type), (type))
CALL(PyObject *, NULL, PyList_GetItem, (PyObject * list, Py_ssize_t index),
     (list, index))
CALL(PyObject *, NULL, PyImport_AddModule, (const char *name), (name))
SILENT(void *, NULL, PyMem_Malloc, (size_t size), (size))
SILENT(void *, NULL, calloc, (size_t n, size_t size), (n, size))
SILENT(PyThread_type_lock, NULL, PyThread_allocate_lock, (void), ())

/* Functions with any number of arguments, with those that the header gives them. */
#define VARIADIC(NAME, PARAMETERS)                                                     \
    PyObject *__real_##NAME PARAMETERS;                                                \
    PyObject *__wrap_##NAME PARAMETERS;                                                \
    PyObject *__wrap_##NAME PARAMETERS

VARIADIC(PyTuple_Pack, (Py_ssize_t n, ...))
{
    PyObject *items[2] = {NULL, NULL};
    va_list rest;
    va_start(rest, n);
    for (Py_ssize_t i = 0; i < n && i < 2; i++) {
        items[i] = va_arg(rest, PyObject *);
    }
    va_end(rest);
    return fails("PyTuple_Pack", 1) ? NULL : __real_PyTuple_Pack(n, items[0], items[1]);
}

VARIADIC(PyObject_CallMethod,
         (PyObject * object, const char *name, const char *format, ...))
{
    PyObject *items[2] = {NULL, NULL};
    va_list rest;
    va_start(rest, format);
    for (size_t i = 0; format[i] == 'O' && i < 2; i++) {
        items[i] = va_arg(rest, PyObject *);
    }
    va_end(rest);
    return fails("PyObject_CallMethod", 1)
               ? NULL
               : __real_PyObject_CallMethod(object, name, format, items[0], items[1]);
}

CALL(int, -1, PyModule_AddObject,
     (PyObject * module, const char *name, PyObject *value), (module, name, value))
#if PY_VERSION_HEX >= 0x030a0000
CALL(int, -1, PyModule_AddObjectRef,
     (PyObject * module, const char *name, PyObject *value), (module, name, value))
#endif
#if PY_VERSION_HEX >= 0x030b0000
CALL(PyObject *, NULL, PyType_GetModuleByDef, (PyTypeObject * type, PyModuleDef *def),
     (type, def))
#endif
#if PY_VERSION_HEX >= 0x030d0000
CALL(int, -1, PyDict_GetItemRef, (PyObject * dict, PyObject *key, PyObject **value),
     (dict, key, (*value = NULL, value)))
CALL(int, -1, PyDict_GetItemStringRef,
     (PyObject * dict, const char *key, PyObject **value),
     (dict, key, (*value = NULL, value)))
#if !defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030f0000
CALL(int, -1, PyDict_SetDefaultRef,
     (PyObject * dict, PyObject *key, PyObject *value, PyObject **result),
     (dict, key, value, result))
#endif
CALL(PyObject *, NULL, PyList_GetItemRef, (PyObject * list, Py_ssize_t index),
     (list, index))
CALL(PyObject *, NULL, PyImport_AddModuleRef, (const char *name), (name))
CALL(int, -1, PyWeakref_GetRef, (PyObject * reference, PyObject **value),
     (reference, (*value = NULL, value)))
#endif
/* Called in the limited API of any version. */
CALL(int, -1, PyDict_SetItem, (PyObject * dict, PyObject *key, PyObject *value),
     (dict, key, value))
CALL(PyObject *, NULL, PyDict_GetItemWithError, (PyObject * dict, PyObject *key),
     (dict, key))
#if PY_VERSION_HEX >= 0x030e0000
CALL(int, -1, PyType_Freeze, (PyTypeObject * type), (type))
#endif
#if PY_VERSION_HEX >= 0x030f0000
CALL(PyInterpreterView *, NULL, PyInterpreterView_FromCurrent, (void), ())
SILENT(PyThreadStateToken *, NULL, PyThreadState_EnsureFromView,
       (PyInterpreterView * view), (view))
#else
SILENT(PyThreadState *, NULL, PyThreadState_New, (PyInterpreterState * interpreter),
       (interpreter))
#endif
