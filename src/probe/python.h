/* The C API, found by name in the running process: no Python.h, so that one probe
 * serves all versions and builds. */
#ifndef INSULATE_PROBE_PYTHON_H
#define INSULATE_PROBE_PYTHON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct py_object;      /* PyObject */
struct py_thread;      /* PyThreadState */
struct py_interpreter; /* PyInterpreterState */

/* PyStatus: the same on all versions, returned by value. */
struct py_status {
    int type;
    const char *function;
    const char *message;
    int exit_code;
};

/* PyInterpreterConfig (PEP 684): seven ints, identical in 3.12 to 3.15. */
struct py_interpreter_config {
    int use_main_obmalloc;
    int allow_fork;
    int allow_exec;
    int allow_threads;
    int allow_daemon_threads;
    int check_multi_interp_extensions;
    int gil;
};

/* PyMemAllocatorEx */
struct py_allocator {
    void *context;
    void *(*malloc)(void *context, size_t size);
    void *(*calloc)(void *context, size_t count, size_t size);
    void *(*realloc)(void *context, void *block, size_t size);
    void (*free)(void *context, void *block);
};

/* PyMethodDef */
struct py_method {
    const char *name;
    struct py_object *(*function)(struct py_object *, struct py_object *);
    int flags;
    const char *doc;
};

/* Py_buffer */
struct py_buffer {
    void *memory;
    struct py_object *owner;
    ssize_t size;
    ssize_t others[9];
};

#define FILE_INPUT 257 /* Py_file_input */

typedef int (*py_visit)(struct py_object *, void *);
typedef int (*py_traverse)(struct py_object *, py_visit, void *);
typedef int (*py_clear)(struct py_object *);
typedef void (*py_free)(void *);
typedef int (*py_tracer)(struct py_object *, int, void *);

#define PY_FUNCTIONS(F)                                                                \
    F(const char *, Py_GetVersion, (void))                                             \
    F(int, Py_FinalizeEx, (void))                                                      \
    F(void, PyConfig_InitPythonConfig, (void *))                                       \
    F(void, PyConfig_Clear, (void *))                                                  \
    F(struct py_status, PyConfig_SetBytesArgv, (void *, ssize_t, char *const *))       \
    F(struct py_status, Py_InitializeFromConfig, (void *))                             \
    F(struct py_thread *, Py_NewInterpreter, (void))                                   \
    F(void, Py_EndInterpreter, (struct py_thread *))                                   \
    F(struct py_thread *, PyThreadState_Get, (void))                                   \
    F(struct py_thread *, PyThreadState_Swap, (struct py_thread *))                    \
    F(struct py_interpreter *, PyThreadState_GetInterpreter, (struct py_thread *))     \
    F(struct py_thread *, PyThreadState_New, (struct py_interpreter *))                \
    F(void, PyThreadState_Clear, (struct py_thread *))                                 \
    F(void, PyThreadState_DeleteCurrent, (void))                                       \
    F(int64_t, PyInterpreterState_GetID, (struct py_interpreter *))                    \
    F(struct py_thread *, PyEval_SaveThread, (void))                                   \
    F(void, PyEval_RestoreThread, (struct py_thread *))                                \
    F(struct py_object *, PyImport_ImportModule, (const char *))                       \
    F(struct py_object *, PyImport_AddModule, (const char *))                          \
    F(struct py_object *, PyImport_GetModuleDict, (void))                              \
    F(struct py_object *, PyModule_GetDict, (struct py_object *))                      \
    F(struct py_object *, PyDict_New, (void))                                          \
    F(struct py_object *, PyDict_GetItemString, (struct py_object *, const char *))    \
    F(int, PyDict_SetItemString,                                                       \
      (struct py_object *, const char *, struct py_object *))                          \
    F(int, PyDict_Next,                                                                \
      (struct py_object *, ssize_t *, struct py_object **, struct py_object **))       \
    F(struct py_object *, PyTuple_New, (ssize_t))                                      \
    F(struct py_object *, PyFrozenSet_New, (struct py_object *))                       \
    F(ssize_t, PyTuple_Size, (struct py_object *))                                     \
    F(struct py_object *, PyTuple_GetItem, (struct py_object *, ssize_t))              \
    F(struct py_object *, PyList_New, (ssize_t))                                       \
    F(int, PyList_Append, (struct py_object *, struct py_object *))                    \
    F(ssize_t, PyList_Size, (struct py_object *))                                      \
    F(struct py_object *, PyList_GetItem, (struct py_object *, ssize_t))               \
    F(struct py_object *, PyUnicode_FromString, (const char *))                        \
    F(const char *, PyUnicode_AsUTF8, (struct py_object *))                            \
    F(struct py_object *, PyLong_FromLong, (long))                                     \
    F(long, PyLong_AsLong, (struct py_object *))                                       \
    F(struct py_object *, PyObject_Str, (struct py_object *))                          \
    F(struct py_object *, PyObject_CallFunctionObjArgs, (struct py_object *, ...))     \
    F(struct py_object *, PyObject_GetAttrString, (struct py_object *, const char *))  \
    F(const char *, PyCapsule_GetName, (struct py_object *))                           \
    F(void *, PyCapsule_GetPointer, (struct py_object *, const char *))                \
    F(int, PyObject_IS_GC, (struct py_object *))                                       \
    F(int, PyObject_GC_IsTracked, (struct py_object *))                                \
    F(void, PyObject_GC_Track, (struct py_object *))                                   \
    F(void, PyObject_GC_UnTrack, (struct py_object *))                                 \
    F(struct py_object *, PyCFunction_NewEx,                                           \
      (struct py_method *, struct py_object *, struct py_object *))                    \
    F(struct py_object *, PyRun_StringFlags,                                           \
      (const char *, int, struct py_object *, struct py_object *, void *))             \
    F(struct py_object *, Py_CompileString, (const char *, const char *, int))         \
    F(struct py_object *, PyEval_EvalCode,                                             \
      (struct py_object *, struct py_object *, struct py_object *))                    \
    F(struct py_object *, PyMarshal_WriteObjectToString, (struct py_object *, int))    \
    F(struct py_object *, PyMarshal_ReadObjectFromString, (const char *, ssize_t))     \
    F(int, PyBytes_AsStringAndSize, (struct py_object *, char **, ssize_t *))          \
    F(struct py_object *, PyBytes_FromStringAndSize, (const char *, ssize_t))          \
    F(struct py_object *, PyErr_Occurred, (void))                                      \
    F(void, PyErr_Clear, (void))                                                       \
    F(void, PyErr_Fetch,                                                               \
      (struct py_object **, struct py_object **, struct py_object **))                 \
    F(void, PyErr_Restore,                                                             \
      (struct py_object *, struct py_object *, struct py_object *))                    \
    F(void, PyErr_NormalizeException,                                                  \
      (struct py_object **, struct py_object **, struct py_object **))                 \
    F(int, PyErr_GivenExceptionMatches, (struct py_object *, struct py_object *))      \
    F(ssize_t, PyGC_Collect, (void))                                                   \
    F(void, PyMem_GetAllocator, (int, struct py_allocator *))                          \
    F(void, PyMem_SetAllocator, (int, struct py_allocator *))                          \
    F(void, Py_IncRef, (struct py_object *))                                           \
    F(void, Py_DecRef, (struct py_object *))

/* Not in every supported version: check the pointer before use. */
#define PY_OPTIONAL_FUNCTIONS(F)                                                       \
    F(struct py_status, Py_NewInterpreterFromConfig,                                   \
      (struct py_thread **, const struct py_interpreter_config *))                     \
    F(int, PyRefTracer_SetTracer, (py_tracer, void *))                                 \
    F(struct py_object *, PyType_GetModule, (struct py_object *))                      \
    F(void *, PyModule_GetState, (struct py_object *))                                 \
    F(struct py_object *, PyObject_Call,                                               \
      (struct py_object *, struct py_object *, struct py_object *))                    \
    F(struct py_object *, PyCMethod_New,                                               \
      (struct py_method *, struct py_object *, struct py_object *, struct py_object *)) \
    F(int, PyObject_GetBuffer, (struct py_object *, struct py_buffer *, int))          \
    F(struct py_object *, PyContext_CopyCurrent, (void))                               \
    F(struct py_thread *, PyThreadState_GetUnchecked, (void))                          \
    F(struct py_thread *, _PyThreadState_UncheckedGet, (void))

#define PY_OBJECTS(F)                                                                  \
    F(PyType_Type)                                                                     \
    F(PyBaseObject_Type)                                                               \
    F(PyLong_Type)                                                                     \
    F(PyUnicode_Type)                                                                  \
    F(PyBytes_Type)                                                                    \
    F(PyFloat_Type)                                                                    \
    F(PyComplex_Type)                                                                  \
    F(PyDict_Type)                                                                     \
    F(PyList_Type)                                                                     \
    F(PyTuple_Type)                                                                    \
    F(PyModule_Type)                                                                   \
    F(PyModuleDef_Type)                                                                \
    F(PyCapsule_Type)                                                                  \
    F(PyCode_Type)                                                                     \
    F(PyFunction_Type)                                                                 \
    F(PyCFunction_Type)                                                                \
    F(PyWrapperDescr_Type)                                                             \
    F(PyMethodDescr_Type)                                                              \
    F(PyGetSetDescr_Type)                                                              \
    F(PyMemberDescr_Type)                                                              \
    F(PyClassMethodDescr_Type)                                                         \
    F(_Py_NoneStruct)

struct py_api {
#define PY_MEMBER(returns, name, arguments) returns(*name) arguments;
    PY_FUNCTIONS(PY_MEMBER)
    PY_OPTIONAL_FUNCTIONS(PY_MEMBER)
#undef PY_MEMBER
#define PY_MEMBER(name) struct py_object *name;
    PY_OBJECTS(PY_MEMBER)
#undef PY_MEMBER
    struct py_object **PyExc_ImportError; /* address of the variable */
    struct py_object **PyExc_SystemError;
    int minor; /* 3.MINOR */
    bool free_threaded;
    size_t type_offset; /* of ob_type in an object */
    size_t head_size;   /* of PyObject */
};

extern struct py_api py;

/* Finds the C API in this process.  Returns false if this is no CPython; sets
 * *out_missing to a name if it is one that lacks a needed function. */
bool py_api_find(const char **out_missing);

/* Starts Python as `argv0 -c pass` would, without running anything: a virtual
 * environment's python gives that environment, in all interpreters.
 * Reports and ends the process on failure. */
void py_start(char *argv0);

/* The same, long before: the next py_start finds it done. */
void py_start_early(char *argv0);

/* Is this a build without a GIL?  Known before Python starts. */
bool py_is_free_threaded(void);

/* The GIL that a new interpreter gets. */
enum py_gil {
    PY_GIL_SHARED,      /* legacy: one GIL, any extension allowed */
    PY_GIL_CHECKED,     /* one GIL, extensions must say that they allow it */
    PY_GIL_OWN,         /* as concurrent.interpreters makes them (PEP 734) */
    PY_GIL_OWN_DAEMONS, /* the same, with daemon threads: test suites use them */
};

/* Makes an interpreter and attaches to it.  Reports and ends on failure. */
struct py_thread *py_interpreter_new(enum py_gil gil);

/* Calls a function of the module gc without arguments, "freeze" or "unfreeze"; frozen
 * objects are left alone by collections.  What it raises is dropped. */
void py_collector(const char *function);

/* Identifier of the attached interpreter, -1 when nothing is attached. */
int64_t py_interpreter_id(void);

/* Layout, the part that no header is needed for. */
enum py_type_word { /* pointer-sized words after the PyVarObject head */
                    TYPE_NAME = 0,
                    TYPE_BASIC_SIZE = 1,
                    TYPE_ITEM_SIZE = 2,
                    TYPE_DEALLOC = 3,
                    TYPE_FLAGS = 18,
                    TYPE_TRAVERSE = 20,
                    TYPE_CLEAR = 21,
                    TYPE_WEAK_REFERENCES = 23,
                    TYPE_BASE = 29,
                    TYPE_DICT = 30,
                    TYPE_FREE = 37,
                    TYPE_BASES = 39,
                    TYPE_MRO = 40,
};
#define TYPE_WORDS 48 /* of a static PyTypeObject, rounded down to 3.9's */

#define TYPE_FLAG_HEAP (UINT64_C(1) << 9)
#define TYPE_FLAG_BASE (UINT64_C(1) << 10)
#define TYPE_FLAG_READY (UINT64_C(1) << 12)
#define TYPE_FLAG_IS_TYPE (UINT64_C(1) << 31)

struct py_object *object_type(const struct py_object *object);
bool object_is_immortal(const struct py_object *object);
bool object_is_type(const struct py_object *object);
bool object_is_exact(const struct py_object *object, const struct py_object *type);
uintptr_t type_word(const struct py_object *type, enum py_type_word word);
const char *type_name(const struct py_object *type);
/* NULL where the type has none.  PyType_GetSlot fails on static types before 3.10. */
py_traverse type_traverse(const struct py_object *type);
bool type_is_heap(const struct py_object *type);
py_clear type_clear(const struct py_object *type);
py_free type_free(const struct py_object *type);
void type_set_free(struct py_object *type, py_free function);
uintptr_t function_address(py_traverse function);

#endif
