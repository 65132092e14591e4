#include "probe/fallible_calls.h"

#include "probe/fault_injection.h"
#include "probe/image.h"
#include "probe/imports.h"
#include "probe/python.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SITE_LIMIT 2000
#define SMALL_LOW (-5) /* numbers that the interpreter keeps: making them cannot fail */
#define SMALL_HIGH 256

enum kind {
    RETURNS_POINTER, /* NULL: it failed */
    RETURNS_INT,     /* -1 */
    ADDS_VALUE,      /* -1; the third argument may be NULL where an exception is set */
    TAKES_VALUE,     /* the same, and the argument is the function's whatever happens */
    FILLS_THIRD,     /* -1, and *third = NULL */
    MAKES_NUMBER,    /* a pointer; small numbers are there already */
    MAKES_TUPLE,     /* a pointer; the empty one is there already */
    MAKES_TEXT,      /* a pointer; texts of one character are there already */
};

/* All have at most six arguments, all in registers: no floating point, no "...". */
#define FALLIBLE(F)                                                                    \
    F(PyModule_AddObject, ADDS_VALUE)                                                  \
    F(PyModule_AddObjectRef, ADDS_VALUE)                                               \
    F(PyModule_Add, TAKES_VALUE)                                                       \
    F(PyModule_AddType, RETURNS_INT)                                                   \
    F(PyModule_AddIntConstant, RETURNS_INT)                                            \
    F(PyModule_AddStringConstant, RETURNS_INT)                                         \
    F(PyModule_AddFunctions, RETURNS_INT)                                              \
    F(PyModule_SetDocString, RETURNS_INT)                                              \
    F(PyModule_FromDefAndSpec2, RETURNS_POINTER)                                       \
    F(PyType_FromModuleAndSpec, RETURNS_POINTER)                                       \
    F(PyType_FromMetaclass, RETURNS_POINTER)                                           \
    F(PyType_FromSpecWithBases, RETURNS_POINTER)                                       \
    F(PyType_FromSpec, RETURNS_POINTER)                                                \
    F(PyStructSequence_NewType, RETURNS_POINTER)                                       \
    F(PyStructSequence_New, RETURNS_POINTER)                                           \
    F(PyErr_NewException, RETURNS_POINTER)                                             \
    F(PyErr_NewExceptionWithDoc, RETURNS_POINTER)                                      \
    F(PyImport_ImportModule, RETURNS_POINTER)                                          \
    F(PyImport_Import, RETURNS_POINTER)                                                \
    F(PyImport_ImportModuleLevelObject, RETURNS_POINTER)                               \
    F(PyImport_ImportModuleAttrString, RETURNS_POINTER)                                \
    F(PyCapsule_New, RETURNS_POINTER)                                                  \
    F(PyCapsule_Import, RETURNS_POINTER)                                               \
    F(PyContextVar_New, RETURNS_POINTER)                                               \
    F(PyObject_GetAttr, RETURNS_POINTER)                                               \
    F(PyObject_GetAttrString, RETURNS_POINTER)                                         \
    F(PyObject_SetAttr, RETURNS_INT)                                                   \
    F(PyObject_SetAttrString, RETURNS_INT)                                             \
    F(PyObject_GetOptionalAttr, FILLS_THIRD)                                           \
    F(PyObject_GetOptionalAttrString, FILLS_THIRD)                                     \
    F(PyObject_GetItem, RETURNS_POINTER)                                               \
    F(PyObject_SetItem, RETURNS_INT)                                                   \
    F(PyObject_Call, RETURNS_POINTER)                                                  \
    F(PyObject_CallObject, RETURNS_POINTER)                                            \
    F(PyObject_CallNoArgs, RETURNS_POINTER)                                            \
    F(PyObject_CallOneArg, RETURNS_POINTER)                                            \
    F(PyObject_Vectorcall, RETURNS_POINTER)                                            \
    F(PyObject_VectorcallDict, RETURNS_POINTER)                                        \
    F(PyObject_VectorcallMethod, RETURNS_POINTER)                                      \
    F(PyObject_Str, RETURNS_POINTER)                                                   \
    F(PyObject_Repr, RETURNS_POINTER)                                                  \
    F(PyObject_GetIter, RETURNS_POINTER)                                               \
    F(PyObject_RichCompare, RETURNS_POINTER)                                           \
    F(PyNumber_Add, RETURNS_POINTER)                                                   \
    F(PyNumber_Subtract, RETURNS_POINTER)                                              \
    F(PyNumber_Multiply, RETURNS_POINTER)                                              \
    F(PySequence_Concat, RETURNS_POINTER)                                              \
    F(PySequence_GetItem, RETURNS_POINTER)                                             \
    F(PySequence_GetSlice, RETURNS_POINTER)                                            \
    F(PySequence_List, RETURNS_POINTER)                                                \
    F(PySequence_Tuple, RETURNS_POINTER)                                               \
    F(PySequence_Fast, RETURNS_POINTER)                                                \
    F(PyList_New, RETURNS_POINTER)                                                     \
    F(PyList_Append, RETURNS_INT)                                                      \
    F(PyList_AsTuple, RETURNS_POINTER)                                                 \
    F(PyDict_New, RETURNS_POINTER)                                                     \
    F(PyDict_Copy, RETURNS_POINTER)                                                    \
    F(PyDict_SetItem, RETURNS_INT)                                                     \
    F(PyDict_SetItemString, RETURNS_INT)                                               \
    F(PySet_New, RETURNS_POINTER)                                                      \
    F(PyFrozenSet_New, RETURNS_POINTER)                                                \
    F(PySet_Add, RETURNS_INT)                                                          \
    F(PyTuple_New, MAKES_TUPLE)                                                        \
    F(PyLong_FromLong, MAKES_NUMBER)                                                   \
    F(PyLong_FromSsize_t, MAKES_NUMBER)                                                \
    F(PyLong_FromLongLong, MAKES_NUMBER)                                               \
    F(PyUnicode_FromString, MAKES_TEXT)                                                \
    F(PyUnicode_InternFromString, MAKES_TEXT)                                          \
    F(PyUnicode_Concat, RETURNS_POINTER)                                               \
    F(PyUnicode_Join, RETURNS_POINTER)                                                 \
    F(PyUnicode_AsUTF8String, RETURNS_POINTER)                                         \
    F(PyWeakref_NewRef, RETURNS_POINTER)

/* Of what is on the stack while an original works: not to be taken for the probe's. */
#define STAND_IN_CODE __attribute__((section("stand_in_code")))

extern const char __start_stand_in_code[], __stop_stand_in_code[]; /* by the linker */

typedef uintptr_t (*function)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                              uintptr_t);

#define NUMBER_OF(name, kind) CALL_##name,
enum call { FALLIBLE(NUMBER_OF) N_CALLS };

/* A site is known by where the call returns to; a call that is the last thing that a
 * function does returns elsewhere, and is known by its function. */
struct site {
    uintptr_t key;
};

enum work { WORK_NONE, WORK_LEARN, WORK_FAIL };

static function originals[N_CALLS];
static struct site sites[SITE_LIMIT];
static long n_sites;
static volatile enum work work;
static long failing; /* the site, or -1 */
static uintptr_t failed_place;
static const char *failed_name;
static void (*no_memory)(void); /* PyErr_NoMemory */

struct arguments {
    uintptr_t words[6];
};

static const struct {
    const char *name;
    enum kind kind;
} calls[] = {
#define ROW_OF(name, kind) {#name, kind},
    FALLIBLE(ROW_OF)};

static bool
returns_pointer(enum kind kind)
{
    return kind != RETURNS_INT && kind != ADDS_VALUE && kind != TAKES_VALUE
           && kind != FILLS_THIRD;
}

/* Is it one of the calls that cannot fail, since what they return is there already? */
static bool
is_sure(enum kind kind, const struct arguments *arguments)
{
    intptr_t number = (intptr_t)arguments->words[0];
    const char *text = (const char *)number;
    return (kind == MAKES_NUMBER && number >= SMALL_LOW && number <= SMALL_HIGH)
           || (kind == MAKES_TUPLE && number == 0)
           || (kind == MAKES_TEXT && text != NULL
               && (text[0] == '\0' || text[1] == '\0'));
}

/* Does it ask for the exception itself? */
static bool
wants_exception(enum kind kind, const struct arguments *arguments)
{
    return (kind == ADDS_VALUE || kind == TAKES_VALUE) && arguments->words[2] == 0;
}

static bool
has_failed(enum kind kind, uintptr_t result)
{
    return returns_pointer(kind) ? result == 0 : (int)result == -1;
}

static uintptr_t
fail(enum call call, uintptr_t place, const struct arguments *arguments)
{
    enum kind kind = calls[call].kind;
    struct py_object *third = (struct py_object *)arguments->words[2];
    failed_place = place;
    failed_name = calls[call].name;
    if (kind == TAKES_VALUE) {
        py.Py_DecRef(third);
    }
    if (kind == FILLS_THIRD) {
        *(struct py_object **)third = NULL;
    }
    no_memory();
    return returns_pointer(kind) ? 0 : (uintptr_t)-1;
}

STAND_IN_CODE static uintptr_t
call_original(enum call call, const struct arguments *arguments)
{
    const uintptr_t *words = arguments->words;
    return originals[call](words[0], words[1], words[2], words[3], words[4], words[5]);
}

/* After a failure: a call that is made with the exception set would fail because of it, or
 * stop a debug build, and what goes on without a look at the result would seem to end as it
 * should.  So it is made without, and the exception comes back. */
STAND_IN_CODE static uintptr_t
call_without_exception(enum call call, const struct arguments *arguments)
{
    struct py_object *type, *value, *traceback;
    py.PyErr_Fetch(&type, &value, &traceback);
    uintptr_t result = call_original(call, arguments);
    if (has_failed(calls[call].kind, result) && py.PyErr_Occurred() != NULL) {
        py.Py_DecRef(type);
        py.Py_DecRef(value);
        py.Py_DecRef(traceback);
    }
    else {
        py.PyErr_Restore(type, value, traceback);
    }
    return result;
}

static long
find_site(uintptr_t key)
{
    for (long i = 0; i < n_sites; i++) {
        if (sites[i].key == key) {
            return i;
        }
    }
    return -1;
}

STAND_IN_CODE static uintptr_t
pass(enum call call, uintptr_t caller, const struct arguments *arguments)
{
    if (work == WORK_NONE) {
        return call_original(call, arguments);
    }
    bool is_own = image_is_target(caller);
    uintptr_t key = is_own ? caller : (uintptr_t)calls[call].name;
    if (work == WORK_LEARN) {
        uintptr_t result = call_original(call, arguments);
        /* Behind the call: its allocations are known now. */
        if (!has_failed(calls[call].kind, result) && n_sites < SITE_LIMIT
            && !is_sure(calls[call].kind, arguments) && find_site(key) < 0
            && !fault_injection_allocates(caller - 1))
        {
            sites[n_sites++].key = key;
        }
        return result;
    }
    if (failing >= 0 && failed_place == 0 && sites[failing].key == key
        && !is_sure(calls[call].kind, arguments) && py.PyErr_Occurred() == NULL)
    {
        return fail(call, caller - 1, arguments);
    }
    if ((failed_place != 0 || fault_injection_place() != 0)
        && py.PyErr_Occurred() != NULL && !wants_exception(calls[call].kind, arguments))
    {
        return call_without_exception(call, arguments);
    }
    return call_original(call, arguments);
}

/* One function for each, so that each knows which it stands for. */
#define STAND_IN(name, kind)                                                           \
    STAND_IN_CODE static uintptr_t stand_in_##name(uintptr_t a, uintptr_t b,           \
                                                   uintptr_t c, uintptr_t d,           \
                                                   uintptr_t e, uintptr_t f)           \
    {                                                                                  \
        const struct arguments arguments = {{a, b, c, d, e, f}};                       \
        return pass(CALL_##name, (uintptr_t)__builtin_return_address(0), &arguments);  \
    }
FALLIBLE(STAND_IN)

static const function stand_ins[] = {
#define STAND_IN_OF(name, kind) stand_in_##name,
    FALLIBLE(STAND_IN_OF)};

static void
redirect(void *data, const char *name, uintptr_t *slot)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)slot & ~(page - 1);
    (void)data;
    for (int i = 0; i < N_CALLS; i++) {
        /* It may be read-only after relocation.  The scenario looks at no data. */
        if (strcmp(name, calls[i].name) == 0 && originals[i] != NULL
            && mprotect((void *)begin, page, PROT_READ | PROT_WRITE) == 0)
        {
            memcpy(slot, &stand_ins[i], sizeof *slot);
        }
    }
}

void
fallible_calls_prepare(void)
{
    void *found = dlsym(RTLD_DEFAULT, "PyErr_NoMemory");
    const struct image *target = image_target();
    memcpy(&no_memory, &found, sizeof no_memory);
    for (int i = 0; i < N_CALLS; i++) {
        found = dlsym(RTLD_DEFAULT, calls[i].name);
        memcpy(&originals[i], &found, sizeof originals[i]);
    }
    if (target != NULL && no_memory != NULL) {
        imports_visit(target, redirect, NULL);
    }
}

static void
begin(enum work kind, long site)
{
    failing = site;
    failed_place = 0;
    failed_name = NULL;
    work = kind;
}

void
fallible_calls_learn(void)
{
    begin(WORK_LEARN, -1);
}

void
fallible_calls_begin(long site)
{
    begin(WORK_FAIL, site);
}

long
fallible_calls_end(void)
{
    work = WORK_NONE;
    return n_sites;
}

bool
fallible_calls_has_code(uintptr_t address)
{
    return address >= (uintptr_t)__start_stand_in_code
           && address < (uintptr_t)__stop_stand_in_code;
}

uintptr_t
fallible_calls_place(void)
{
    return failed_place;
}

const char *
fallible_calls_name(void)
{
    return failed_name;
}
