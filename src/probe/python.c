#include "probe/python.h"

#include "probe/record.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct py_api py;

/* PyConfig is opaque to us; the largest seen (3.15, debug) has 640 bytes. */
#define CONFIG_SIZE 16384

/* dlsym gives an object pointer; ISO C has no cast from it to a function. */
static bool
find(void *out_pointer, const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    memcpy(out_pointer, &found, sizeof found);
    return found != NULL;
}

bool
py_api_find(const char **out_missing)
{
    *out_missing = NULL;
    int (*bytes_main)(int, char **);
    if (!find(&bytes_main, "Py_BytesMain")) {
        return false;
    }
    const char *missing = NULL;
#define PY_FIND(returns, name, arguments)                                              \
    if (!find(&py.name, #name)) {                                                      \
        missing = #name;                                                               \
    }
    PY_FUNCTIONS(PY_FIND)
#undef PY_FIND
#define PY_FIND(returns, name, arguments) (void)find(&py.name, #name);
    PY_OPTIONAL_FUNCTIONS(PY_FIND)
#undef PY_FIND
#define PY_FIND(name)                                                                  \
    if (!find(&py.name, #name)) {                                                      \
        missing = #name;                                                               \
    }
    PY_OBJECTS(PY_FIND)
#undef PY_FIND
    if (!find(&py.PyExc_ImportError, "PyExc_ImportError")) {
        missing = "PyExc_ImportError";
    }
    (void)find(&py.PyExc_SystemError, "PyExc_SystemError");
    if (py.PyThreadState_GetUnchecked == NULL) {
        py.PyThreadState_GetUnchecked = py._PyThreadState_UncheckedGet;
    }
    if (py.PyThreadState_GetUnchecked == NULL) {
        missing = "PyThreadState_GetUnchecked";
    }
    *out_missing = missing;
    if (missing == NULL) {
        py.minor = atoi(py.Py_GetVersion() + 2);
    }
    return true;
}

/* The offset of ob_type: the word of `int`, a plain instance of `type`, that points
 * to `type`.  8 with a GIL, 24 without (PEP 703 puts reference counts before it). */
static void
find_layout(void)
{
    for (size_t offset = 0; offset < 64; offset += sizeof(void *)) {
        void *word;
        memcpy(&word, (const char *)py.PyLong_Type + offset, sizeof word);
        if (word == py.PyType_Type) {
            py.type_offset = offset;
            break;
        }
    }
    py.free_threaded = py.type_offset == 24;
    py.head_size = py.type_offset + sizeof(void *);
}

bool
py_is_free_threaded(void)
{
    find_layout();
    return py.free_threaded;
}

static void
check(struct py_status status, const char *what)
{
    if (status.type != 0) {
        trouble("%s: %s", what, status.message != NULL ? status.message : "failed");
    }
}

/* Run CODE in NAMES. */
static void
run_text(const char *code, struct py_object *names)
{
    struct py_object *none = py.PyRun_StringFlags(code, FILE_INPUT, names, names, NULL);
    if (none == NULL) {
        py.PyErr_Clear();
        trouble("sys.path cannot be read or set");
    }
    py.Py_DecRef(none);
}

/* All starts of a process search where the first did: from the second on, CPython 3.14
 * computes another path for a virtual environment, and the module would miss what it
 * imports. */
static void
keep_search_path(void)
{
    static char kept[1 << 16]; /* the entries, a line each; "": not started yet */
    struct py_object *names = py.PyDict_New();

    if (kept[0] == '\0') {
        run_text("import sys\nkept = '\\n'.join(map(str, sys.path))", names);
        const char *text = py.PyUnicode_AsUTF8(py.PyDict_GetItemString(names, "kept"));
        if (text != NULL && strlen(text) < sizeof kept) {
            strcpy(kept, text);
        }
        py.PyErr_Clear();
    }
    else {
        struct py_object *text = py.PyUnicode_FromString(kept);
        py.PyDict_SetItemString(names, "kept", text);
        py.Py_DecRef(text);
        run_text("import sys\nsys.path[:] = kept.split('\\n')", names);
    }
    py.Py_DecRef(names);
}

static bool is_started_early;

void
py_start(char *argv0)
{
    if (is_started_early) {
        is_started_early = false;
        return;
    }
    static _Alignas(16) unsigned char config[CONFIG_SIZE];
    static char minus_c[] = "-c";
    static char pass[] = "pass";
    char *argv[] = {argv0, minus_c, pass, NULL};

    memset(config, 0, sizeof config);
    py.PyConfig_InitPythonConfig(config);
    check(py.PyConfig_SetBytesArgv(config, 3, argv), "PyConfig_SetBytesArgv");
    check(py.Py_InitializeFromConfig(config), "Py_InitializeFromConfig");
    py.PyConfig_Clear(config);
    find_layout();
    keep_search_path();
}

void
py_start_early(char *argv0)
{
    py_start(argv0);
    is_started_early = true;
}

struct py_thread *
py_interpreter_new(enum py_gil gil)
{
    struct py_thread *thread = NULL;
    if (gil == PY_GIL_SHARED && !py.free_threaded) {
        thread = py.Py_NewInterpreter();
        if (thread == NULL) {
            trouble("Py_NewInterpreter failed");
        }
        return thread;
    }
    if (py.Py_NewInterpreterFromConfig == NULL) {
        trouble("this Python has no Py_NewInterpreterFromConfig");
    }
    bool own = gil == PY_GIL_OWN || gil == PY_GIL_OWN_DAEMONS;
    struct py_interpreter_config config = {
        .use_main_obmalloc = !own,
        .allow_threads = 1,
        .allow_daemon_threads = gil == PY_GIL_OWN_DAEMONS,
        .check_multi_interp_extensions = 1,
        .gil = own ? 2 : 1,
    };
    check(py.Py_NewInterpreterFromConfig(&thread, &config),
          "Py_NewInterpreterFromConfig");
    return thread;
}

void
py_collector(const char *function)
{
    struct py_object *module = py.PyImport_ImportModule("gc");
    struct py_object *callable =
        module != NULL ? py.PyObject_GetAttrString(module, function) : NULL;
    if (callable != NULL) {
        py.Py_DecRef(py.PyObject_CallFunctionObjArgs(callable, NULL));
    }
    py.PyErr_Clear();
    py.Py_DecRef(callable);
    py.Py_DecRef(module);
}

int64_t
py_interpreter_id(void)
{
    struct py_thread *thread = py.PyThreadState_GetUnchecked();
    if (thread == NULL) {
        return -1;
    }
    return py.PyInterpreterState_GetID(py.PyThreadState_GetInterpreter(thread));
}

struct py_object *
object_type(const struct py_object *object)
{
    struct py_object *type;
    memcpy(&type, (const char *)object + py.type_offset, sizeof type);
    return type;
}

/* PEP 683: a negative 32-bit count from 3.12; free-threaded: the local count, a
 * uint32 at 12, all ones. */
bool
object_is_immortal(const struct py_object *object)
{
    if (py.free_threaded) {
        uint32_t local;
        memcpy(&local, (const char *)object + 12, sizeof local);
        return local == UINT32_MAX;
    }
    int32_t count;
    memcpy(&count, object, sizeof count);
    return py.minor >= 12 && count < 0;
}

static size_t
type_offset_of(enum py_type_word word)
{
    return py.type_offset + 16 + (size_t)word * sizeof(uintptr_t);
}

uintptr_t
type_word(const struct py_object *type, enum py_type_word word)
{
    uintptr_t value;
    memcpy(&value, (const char *)type + type_offset_of(word), sizeof value);
    return value;
}

const char *
type_name(const struct py_object *type)
{
    const char *name;
    uintptr_t word = type_word(type, TYPE_NAME);
    memcpy(&name, &word, sizeof name);
    return name != NULL ? name : "?";
}

py_traverse
type_traverse(const struct py_object *type)
{
    py_traverse traverse;
    uintptr_t word = type_word(type, TYPE_TRAVERSE);
    memcpy(&traverse, &word, sizeof traverse);
    return traverse;
}

py_clear
type_clear(const struct py_object *type)
{
    py_clear clear;
    uintptr_t word = type_word(type, TYPE_CLEAR);
    memcpy(&clear, &word, sizeof clear);
    return clear;
}

py_free
type_free(const struct py_object *type)
{
    py_free function;
    uintptr_t word = type_word(type, TYPE_FREE);
    memcpy(&function, &word, sizeof function);
    return function;
}

void
type_set_free(struct py_object *type, py_free function)
{
    memcpy((char *)type + type_offset_of(TYPE_FREE), &function, sizeof function);
}

uintptr_t
function_address(py_traverse function)
{
    uintptr_t address;
    memcpy(&address, &function, sizeof address);
    return address;
}

bool
type_is_heap(const struct py_object *type)
{
    return (type_word(type, TYPE_FLAGS) & TYPE_FLAG_HEAP) != 0;
}

bool
object_is_type(const struct py_object *object)
{
    return (type_word(object_type(object), TYPE_FLAGS) & TYPE_FLAG_IS_TYPE) != 0;
}

bool
object_is_exact(const struct py_object *object, const struct py_object *type)
{
    return object_type(object) == type;
}
