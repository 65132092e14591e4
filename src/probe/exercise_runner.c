#include "probe/exercise_runner.h"

#include "probe/object_tracker.h"
#include "probe/created_types.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/image.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/process_state.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXERCISE_SIZE_LIMIT (1 << 20) /* bytes of the user's file */
#define STEP_SECONDS 2
#define ARGUMENT_LIMIT 4
#define TEXT_LIMIT 12 /* those of the probe itself */
#define METHOD_O 8   /* METH_O */
#define SOILED_BYTES 16384
#define SOIL 0xa5 /* eight of them are no address that a process can have */

extern const char arguments_text[];
extern const char exercise_text[];
struct request request;

const char *
request_name(void)
{
    return request.module != NULL ? request.module : "insulate_control";
}

void
phase(const char *name)
{
    record_say(RECORD_PHASE, name, NULL);
}

static bool is_timing_steps;

static void
stuck(void)
{
    record_say(RECORD_STUCK, NULL);
    effect_allow_exit();
    _exit(PROBE_EXIT_TROUBLE);
}

void
exercise_runner_time_steps(bool on)
{
    is_timing_steps = on;
    if (!on) {
        process_state_compare();
    }
    if (on) {
        deadline_prepare();
    }
    else {
        deadline_set(0, NULL);
    }
    process_state_keep();
}

static char *told_step;
static size_t told_size;

void
exercise_runner_tell_steps(char *text, size_t size)
{
    told_step = text;
    told_size = size;
}

/* What a call finds in variables that it never sets is what earlier calls have left
 * there: now an address that nothing has, so that such a call fails wherever it is made,
 * and not in one scenario or another.  Return addresses into the extension, which
 * object_tracker_place would look into again and again, go with it. */
__attribute__((noinline, no_sanitize("address"))) static void
soil_stack(void)
{
    unsigned char area[SOILED_BYTES];
    memset(area, SOIL, sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory"); /* or the compiler leaves it out */
}

__attribute__((noinline)) static struct py_object *
note_step(struct py_object *pair)
{
    const struct py_object *left = py.PyErr_Occurred();
    const char *label = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(pair, 0));
    const char *root = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(pair, 1));
    if (label == NULL || root == NULL) {
        return NULL;
    }
    if (label[0] == '\0') { /* back from the call: what follows may take its time */
        /* What a call leaves behind beside its result would be raised by the exercise. */
        if (left != NULL) {
            exercise_runner_report_error(RECORD_UNCLEAN, UNCLEAN_LEFT);
        }
        if (is_timing_steps) {
            deadline_pause();
        }
        py.Py_IncRef(py._Py_NoneStruct);
        return py._Py_NoneStruct;
    }
    if (is_timing_steps) {
        process_state_compare(); /* what the step before did */
    }
    record_say(RECORD_STEP, label, root, NULL);
    if (told_step != NULL) {
        snprintf(told_step, told_size, "%s", label);
    }
    if (is_timing_steps) {
        deadline_set(STEP_SECONDS, stuck);
    }
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

/* The area lies in the frame of this function, since that of the call which comes next
 * begins in the same place. */
__attribute__((no_sanitize("address"))) static struct py_object *
step(struct py_object *self, struct py_object *pair)
{
    unsigned char area[SOILED_BYTES];
    (void)self;
    struct py_object *done = note_step(pair);
    memset(area, SOIL, sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory"); /* or the compiler leaves it out */
    return done;
}

static struct py_method step_method = {"_step", step, METHOD_O, NULL};

/* Reports three strings. */
static struct py_object *
tell_as(const char *kind, struct py_object *triple)
{
    const char *fields[3];
    for (ssize_t i = 0; i < 3; i++) {
        fields[i] = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(triple, i));
        if (fields[i] == NULL) {
            return NULL;
        }
    }
    record_say(kind, fields[0], fields[1], fields[2], NULL);
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

static struct py_object *
tell(struct py_object *self, struct py_object *triple)
{
    (void)self;
    return tell_as(RECORD_FORKED_CHECK, triple);
}

static struct py_method tell_method = {"_tell", tell, METHOD_O, NULL};

static struct py_object *
tell_unclean(struct py_object *self, struct py_object *triple)
{
    (void)self;
    return tell_as(RECORD_UNCLEAN, triple);
}

static struct py_method unclean_method = {"_tell_unclean", tell_unclean, METHOD_O, NULL};

/* Does the collector know the object at an address?  For objects that are being taken
 * apart, which no Python code may touch. */
static struct py_object *
is_tracked(struct py_object *self, struct py_object *address)
{
    (void)self;
    long at = py.PyLong_AsLong(address);
    struct py_object *object;
    memcpy(&object, &at, sizeof object);
    return py.PyLong_FromLong(at != 0 && py.PyObject_GC_IsTracked(object) != 0);
}

static struct py_method is_tracked_method = {"_is_tracked", is_tracked, METHOD_O, NULL};

static struct py_object *
truth(bool is)
{
    return py.PyLong_FromLong(is);
}

static bool
is_in_extension(uintptr_t address)
{
    const struct image *image = image_at(address);
    return image_is_target(address)
           || (image != NULL && request.path != NULL
               && strcmp(image->path, request.path) == 0);
}

/* Was the type made by the module, or by the extension's code?  What it calls its module
 * says less: `_sqlite3` names its types after `sqlite3`. */
static struct py_object *
is_of_module(struct py_object *self, struct py_object *pair)
{
    (void)self;
    struct py_object *type = py.PyTuple_GetItem(pair, 0);
    struct py_object *module = py.PyTuple_GetItem(pair, 1);
    if (type == NULL || module == NULL || !object_is_type(type)) {
        py.PyErr_Clear();
        return truth(false);
    }
    if (!type_is_heap(type)) {
        return truth(is_in_extension((uintptr_t)type));
    }
    struct py_object *home =
        py.PyType_GetModule != NULL ? py.PyType_GetModule(type) : NULL;
    py.PyErr_Clear();
    return truth(home == module || is_in_extension(type_word(type, TYPE_DEALLOC)));
}

static struct py_method is_of_module_method = {"_is_of_module", is_of_module, METHOD_O,
                                               NULL};

static struct py_object *
was_created(struct py_object *self, struct py_object *type)
{
    (void)self;
    return truth(created_types_has(type));
}

static struct py_method was_created_method = {"_was_created", was_created, METHOD_O,
                                              NULL};

/* Makes an object the last that the collector comes to. */
static struct py_object *
move_back(struct py_object *self, struct py_object *object)
{
    (void)self;
    bool is_known = py.PyObject_IS_GC(object) && py.PyObject_GC_IsTracked(object);
    if (is_known) {
        py.PyObject_GC_UnTrack(object);
        py.PyObject_GC_Track(object);
    }
    return truth(is_known);
}

static struct py_method move_back_method = {"_move_back", move_back, METHOD_O, NULL};

static struct py_object *
waited(struct py_object *self, struct py_object *unused)
{
    (void)self;
    (void)unused;
    return py.PyLong_FromLong(deadline_waited());
}

static struct py_method waited_method = {"_waited", waited, METHOD_O, NULL};

/* Calls a function of one argument.  With a frame of ours on the stack the init function
 * that it runs is told from whatever asked for the import. */
static struct py_object *
call_through(struct py_object *self, struct py_object *pair)
{
    (void)self;
    struct py_object *result =
        object_tracker_call(py.PyTuple_GetItem(pair, 0), py.PyTuple_GetItem(pair, 1));
    __asm__ volatile("" : : : "memory"); /* no tail call: the frame must be there */
    return result;
}

static struct py_method through_method = {"_through", call_through, METHOD_O, NULL};

static void
must(bool ok, const char *what)
{
    if (!ok) {
        exercise_runner_report_error(RECORD_FAILED, what);
        trouble("%s failed in the interpreter", what);
    }
}

/* Sets a name and drops the caller's reference. */
static void
set_name(struct exercise_runner *runner, const char *name, struct py_object *value)
{
    must(value != NULL && py.PyDict_SetItemString(runner->names, name, value) == 0,
         name);
    py.Py_DecRef(value);
}

static struct py_object *
none(void)
{
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

static struct py_object *
read_user_exercise(void)
{
    if (request.exercise == NULL) {
        return none();
    }
    FILE *file = fopen(request.exercise, "re");
    char *text = malloc(EXERCISE_SIZE_LIMIT);
    if (file == NULL || text == NULL) {
        trouble("cannot read %s", request.exercise);
    }
    size_t size = fread(text, 1, EXERCISE_SIZE_LIMIT - 1, file);
    fclose(file);
    text[size] = '\0';
    struct py_object *object = py.PyUnicode_FromString(text);
    free(text);
    return object;
}

static struct py_object *
run(const char *text, struct py_object *names)
{
    return py.PyRun_StringFlags(text, FILE_INPUT, names, names, NULL);
}

/* The labels to leave out, as a frozenset made from the lines of the request. */
static void
set_skip(struct exercise_runner *runner)
{
    const char *skip = request.skip != NULL ? request.skip : "";
    set_name(runner, "_skip", py.PyUnicode_FromString(skip));
    struct py_object *done =
        run("_skip = frozenset(_skip.split('\\n'))", runner->names);
    must(done != NULL, "_skip");
    py.Py_DecRef(done);
}

void
exercise_runner_open(struct exercise_runner *runner)
{
    runner->names = py.PyDict_New();
    must(runner->names != NULL, "a namespace");
    struct py_object *builtins = py.PyImport_ImportModule("builtins");
    set_name(runner, "__builtins__", builtins);
    set_name(runner, "__name__", py.PyUnicode_FromString("insulate_probe"));
    set_name(runner, "_step", py.PyCFunction_NewEx(&step_method, NULL, NULL));
    set_name(runner, "_is_tracked",
             py.PyCFunction_NewEx(&is_tracked_method, NULL, NULL));
    set_name(runner, "_is_of_module",
             py.PyCFunction_NewEx(&is_of_module_method, NULL, NULL));
    set_name(runner, "_was_created",
             py.PyCFunction_NewEx(&was_created_method, NULL, NULL));
    set_name(runner, "_move_back",
             py.PyCFunction_NewEx(&move_back_method, NULL, NULL));
    set_name(runner, "_waited", py.PyCFunction_NewEx(&waited_method, NULL, NULL));
    set_name(runner, "_through", py.PyCFunction_NewEx(&through_method, NULL, NULL));
    set_name(runner, "_tell", py.PyCFunction_NewEx(&tell_method, NULL, NULL));
    set_name(runner, "_tell_unclean", py.PyCFunction_NewEx(&unclean_method, NULL, NULL));
    set_name(runner, "_user_source", read_user_exercise());
    set_name(runner, "_user_file",
             py.PyUnicode_FromString(request.exercise != NULL ? request.exercise : ""));
    set_name(runner, "_only",
             py.PyUnicode_FromString(request.only != NULL ? request.only : ""));
    set_skip(runner);
    exercise_runner_run_text(runner, arguments_text, "the search for arguments");
    exercise_runner_run_text(runner, exercise_text, "the exercise");
    if (request.module != NULL) {
        exercise_runner_run_text(runner, "_inits.install()",
                                 "the wrappers of the import functions");
    }
}

/* A text compiled before, by whichever interpreter: all read the same bytes. */
struct compiled {
    const char *text;
    char *bytes; /* as marshal writes it */
    ssize_t size;
};
static struct compiled compiled[TEXT_LIMIT];
static int n_compiled;

static const struct compiled *
find_compiled(const char *text)
{
    for (int i = 0; i < n_compiled; i++) {
        if (compiled[i].text == text) {
            return &compiled[i];
        }
    }
    return NULL;
}

/* The newest that this Python writes: older ones lack kinds of constants. */
static int
marshal_version(void)
{
    struct py_object *module = py.PyImport_ImportModule("marshal");
    struct py_object *version =
        module != NULL ? py.PyObject_GetAttrString(module, "version") : NULL;
    long number = version != NULL ? py.PyLong_AsLong(version) : 0;
    py.PyErr_Clear();
    py.Py_DecRef(version);
    py.Py_DecRef(module);
    return (int)number;
}

static void
keep_compiled(const char *text, struct py_object *code)
{
    char *bytes;
    ssize_t size;
    struct py_object *written =
        py.PyMarshal_WriteObjectToString(code, marshal_version());
    if (n_compiled < TEXT_LIMIT && written != NULL
        && py.PyBytes_AsStringAndSize(written, &bytes, &size) == 0)
    {
        char *copy = malloc((size_t)size);
        if (copy != NULL) {
            memcpy(copy, bytes, (size_t)size);
            compiled[n_compiled++] = (struct compiled){text, copy, size};
        }
    }
    py.PyErr_Clear();
    py.Py_DecRef(written);
}

/* The first interpreter of a process compiles a text, before any other is at work. */
static struct py_object *
code_of(const char *text)
{
    const struct compiled *known = find_compiled(text);
    if (known != NULL) {
        return py.PyMarshal_ReadObjectFromString(known->bytes, known->size);
    }
    struct py_object *code = py.Py_CompileString(text, "<insulate>", FILE_INPUT);
    if (code != NULL) {
        keep_compiled(text, code);
    }
    return code;
}

void
exercise_runner_compile(const char *text)
{
    struct py_object *code = code_of(text);
    must(code != NULL, "a text of the probe");
    py.Py_DecRef(code);
}

void
exercise_runner_run_text(struct exercise_runner *runner, const char *text,
                         const char *what)
{
    struct py_object *code = code_of(text);
    must(code != NULL, what);
    struct py_object *done = py.PyEval_EvalCode(code, runner->names, runner->names);
    must(done != NULL, what);
    py.Py_DecRef(done);
    py.Py_DecRef(code);
}

void
exercise_runner_close(struct exercise_runner *runner)
{
    py.Py_DecRef(runner->names);
    runner->names = NULL;
}

struct py_object *
exercise_runner_call(struct exercise_runner *runner, const char *function, ...)
{
    struct py_object *arguments[ARGUMENT_LIMIT] = {NULL};
    va_list list;
    va_start(list, function);
    for (int i = 0; i < ARGUMENT_LIMIT; i++) {
        arguments[i] = va_arg(list, struct py_object *);
        if (arguments[i] == NULL) {
            break;
        }
    }
    va_end(list);
    struct py_object *callable = py.PyDict_GetItemString(runner->names, function);
    must(callable != NULL, function);
    soil_stack();
    return py.PyObject_CallFunctionObjArgs(callable, arguments[0], arguments[1],
                                           arguments[2], arguments[3], NULL);
}

/* The exception under way, taken; all three are owned. */
struct raised {
    struct py_object *type, *value, *traceback;
};

static bool
take_raised(struct raised *raised)
{
    *raised = (struct raised){NULL, NULL, NULL};
    py.PyErr_Fetch(&raised->type, &raised->value, &raised->traceback);
    if (raised->type == NULL) {
        return false;
    }
    py.PyErr_NormalizeException(&raised->type, &raised->value, &raised->traceback);
    return true;
}

static void
drop_raised(struct raised *raised)
{
    py.Py_DecRef(raised->type);
    py.Py_DecRef(raised->value);
    py.Py_DecRef(raised->traceback);
    py.PyErr_Clear();
}

/* CULPRIT: a pair of name and file of who is to blame, or NULL. */
static void
say_raised(const char *kind, const char *where, const struct raised *raised,
           struct py_object *culprit)
{
    struct py_object *text =
        raised->value != NULL ? py.PyObject_Str(raised->value) : NULL;
    const char *message = text != NULL ? py.PyUnicode_AsUTF8(text) : NULL;
    const char *fields[2] = {"", ""};
    for (ssize_t i = 0; i < 2 && culprit != NULL; i++) {
        const char *field = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(culprit, i));
        fields[i] = field != NULL ? field : "";
    }
    record_say(kind, where, type_name(raised->type), message != NULL ? message : "",
               fields[0], fields[1], NULL);
    py.Py_DecRef(text);
}

void
exercise_runner_report_error(const char *kind, const char *where)
{
    struct raised raised;
    if (!take_raised(&raised)) {
        record_say(kind, where, "no exception", "", NULL);
        return;
    }
    say_raised(kind, where, &raised, NULL);
    drop_raised(&raised);
}

/* Over whom did the import fail?  A new reference to a pair, or NULL: the module. */
static struct py_object *
find_culprit(struct exercise_runner *runner, const struct raised *raised)
{
    struct py_object *name = py.PyUnicode_FromString(request_name());
    struct py_object *path =
        py.PyUnicode_FromString(request.path != NULL ? request.path : "");
    struct py_object *traceback =
        raised->traceback != NULL ? raised->traceback : py._Py_NoneStruct;
    struct py_object *culprit = exercise_runner_call(runner, "blame", raised->value,
                                                     traceback, name, path, NULL);
    py.Py_DecRef(name);
    py.Py_DecRef(path);
    py.PyErr_Clear();
    if (culprit == py._Py_NoneStruct) {
        py.Py_DecRef(culprit);
        return NULL;
    }
    return culprit;
}

static bool
is_refusal(struct exercise_runner *runner, const struct raised *raised)
{
    struct py_object *other =
        exercise_runner_call(runner, "no_refusal", raised->value, NULL);
    py.PyErr_Clear();
    py.Py_DecRef(other);
    return other == NULL || other == py._Py_NoneStruct;
}

static enum import_result
report_import_error(struct exercise_runner *runner, const char *where)
{
    struct raised raised;
    bool refused =
        py.PyErr_GivenExceptionMatches(py.PyErr_Occurred(), *py.PyExc_ImportError) != 0;
    if (!take_raised(&raised)) {
        exercise_runner_report_error(refused ? RECORD_REFUSED : RECORD_FAILED, where);
        return IMPORT_FAILED;
    }
    refused = refused && (raised.value == NULL || is_refusal(runner, &raised));
    struct py_object *culprit =
        raised.value != NULL ? find_culprit(runner, &raised) : NULL;
    say_raised(refused ? RECORD_REFUSED : RECORD_FAILED, where, &raised, culprit);
    py.Py_DecRef(culprit);
    drop_raised(&raised);
    return refused ? IMPORT_REFUSED : IMPORT_FAILED;
}

static struct py_object *
split_imports(void)
{
    struct py_object *text =
        py.PyUnicode_FromString(request.imports != NULL ? request.imports : "");
    struct py_object *comma = py.PyUnicode_FromString(",");
    struct py_object *split = py.PyObject_GetAttrString(text, "split");
    struct py_object *list = py.PyObject_CallFunctionObjArgs(split, comma, NULL);
    py.Py_DecRef(split);
    py.Py_DecRef(comma);
    py.Py_DecRef(text);
    must(list != NULL, "the list of imports");
    return list;
}

static struct py_object *
control_module(struct exercise_runner *runner)
{
    if (request.imports != NULL && request.imports[0] != '\0') {
        struct py_object *list = split_imports();
        struct py_object *done = exercise_runner_call(runner, "imports", list, NULL);
        py.Py_DecRef(list);
        if (done == NULL) {
            return NULL;
        }
        py.Py_DecRef(done);
    }
    return exercise_runner_call(runner, "control_module", NULL);
}

void
exercise_runner_import_others(struct exercise_runner *runner)
{
    phase("import of other modules");
    struct py_object *list = split_imports();
    struct py_object *done =
        exercise_runner_call(runner, "import_others", list, NULL);
    py.Py_DecRef(list);
    py.Py_DecRef(done);
    py.PyErr_Clear();
}

/* A package may put Python text in the place of an extension that refuses: what
 * sys.modules holds must come from the extension's file. */
bool
exercise_runner_has_extension(struct exercise_runner *runner)
{
    if (request.path == NULL) {
        return true;
    }
    struct py_object *name = py.PyUnicode_FromString(request.module);
    struct py_object *path = py.PyUnicode_FromString(request.path);
    struct py_object *answer =
        exercise_runner_call(runner, "is_loaded_from", name, path, NULL);
    py.Py_DecRef(name);
    py.Py_DecRef(path);
    long is_it = answer != NULL ? py.PyLong_AsLong(answer) : 0;
    py.Py_DecRef(answer);
    py.PyErr_Clear();
    return is_it == 1;
}

enum import_result
exercise_runner_import(struct exercise_runner *runner, const char *where,
                       struct py_object **out_module)
{
    *out_module = NULL;
    phase("import");
    if (request.module == NULL) {
        *out_module = control_module(runner);
        must(*out_module != NULL, "the control's imports");
        image_refresh(NULL);
        return IMPORT_OK;
    }
    struct py_object *module = py.PyImport_ImportModule(request.module);
    image_refresh(NULL);
    if (module == NULL) {
        return report_import_error(runner, where);
    }
    if (!exercise_runner_has_extension(runner)) {
        py.Py_DecRef(module);
        record_say(RECORD_REFUSED, where, "ImportError",
                   "another module was loaded instead of the extension", NULL);
        return IMPORT_REFUSED;
    }
    record_say(RECORD_LOADED, where, NULL);
    *out_module = module;
    return IMPORT_OK;
}

/* Some packages load what theirs need first, in Python: then their parents come
 * before. */
bool
exercise_runner_load_library(void)
{
    phase("load");
    void *library = dlopen(request.path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        char parent[300];
        const char *dot = strrchr(request.module, '.');
        size_t size = dot != NULL ? (size_t)(dot - request.module) : 0;
        if (size > 0 && size < sizeof parent) {
            memcpy(parent, request.module, size);
            parent[size] = '\0';
            py.Py_DecRef(py.PyImport_ImportModule(parent));
            py.PyErr_Clear();
            library = dlopen(request.path, RTLD_NOW | RTLD_LOCAL);
        }
    }
    image_refresh(NULL);
    if (library == NULL || image_target() == NULL) {
        record_say(RECORD_SKIP,
                   "the library cannot be loaded before its package is imported", NULL);
        return false;
    }
    return true;
}

enum import_result
exercise_runner_load_fresh(struct exercise_runner *runner, const char *where,
                           struct py_object **out_module)
{
    *out_module = NULL;
    phase("import");
    if (request.module == NULL) {
        *out_module = control_module(runner);
        return *out_module != NULL ? IMPORT_OK : IMPORT_FAILED;
    }
    struct py_object *name = py.PyUnicode_FromString(request.module);
    struct py_object *path = py.PyUnicode_FromString(request.path);
    *out_module = exercise_runner_call(runner, "load_fresh", name, path, NULL);
    py.Py_DecRef(name);
    py.Py_DecRef(path);
    image_refresh(NULL);
    if (*out_module == NULL) {
        return report_import_error(runner, where);
    }
    record_say(RECORD_LOADED, where, NULL);
    return IMPORT_OK;
}

struct py_object *
exercise_runner_run_exercise(struct exercise_runner *runner, const char *where,
                             struct py_object *module)
{
    phase("exercise");
    struct py_object *results = exercise_runner_call(runner, "exercise", module, NULL);
    if (results == NULL) {
        exercise_runner_report_error(RECORD_FAILED, where);
    }
    return results;
}
