#include "probe/shared_worker.h"

#include "probe/backtrace.h"
#include "probe/crash.h"
#include "probe/guard_pages.h"
#include "probe/image.h"
#include "probe/object.h"
#include "probe/readable_pages.h"
#include "probe/record.h"
#include "probe/shared_reach.h"
#include "probe/shared_words.h"
#include "probe/signal_frame.h"
#include "probe/stepping.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096
#define WORKER_STACK (16 << 20) /* bytes, as the main thread usually has */
#define FRAME_LIMIT 64
#define PLACE_MILLISECONDS 200
#define ITEM_LIMIT 6 /* of a container, in an answer */

/* Words of a PyCFunctionObject after its head, and flags of a PyMethodDef. */
enum { FUNCTION_METHOD, FUNCTION_SELF, FUNCTION_MODULE, FUNCTION_WEAK, FUNCTION_ENTRY };
enum { FUNCTION_CLASS = FUNCTION_ENTRY + 1 };
#define METHOD_METHOD 0x200 /* METH_METHOD */

/* --- answers --- */

static void
add_text(char *text, const char *more)
{
    size_t size = strlen(text);
    snprintf(text + size, ANSWER_SIZE - size, "%s", more);
}

static bool
is_plain(const struct py_object *type)
{
    return type == py.PyLong_Type || type == py.PyUnicode_Type
           || type == py.PyBytes_Type || type == py.PyFloat_Type
           || type == py.PyComplex_Type || strcmp(type_name(type), "bool") == 0;
}

/* Of plain values what they are; of others only their type: nothing is asked. */
static void
add_value(char *text, struct py_object *value, int depth)
{
    const struct py_object *type = object_type(value);
    bool is_tuple = type == py.PyTuple_Type;
    if (value == py._Py_NoneStruct) {
        add_text(text, "None");
    }
    else if (type == py.PyBytes_Type) {
        char *bytes;
        ssize_t size;
        if (py.PyBytes_AsStringAndSize(value, &bytes, &size) == 0) {
            char shown[40];
            snprintf(shown, sizeof shown, "b'%.30s' of %zd", bytes, size);
            add_text(text, shown);
        }
    }
    else if (is_plain(type)) {
        struct py_object *string = py.PyObject_Str(value);
        const char *shown = string != NULL ? py.PyUnicode_AsUTF8(string) : NULL;
        add_text(text, shown != NULL ? shown : "?");
        py.Py_DecRef(string);
    }
    else if ((is_tuple || type == py.PyList_Type) && depth > 0) {
        ssize_t size = is_tuple ? py.PyTuple_Size(value) : py.PyList_Size(value);
        add_text(text, is_tuple ? "(" : "[");
        for (ssize_t i = 0; i < size && i < ITEM_LIMIT; i++) {
            add_text(text, i > 0 ? ", " : "");
            add_value(text,
                      is_tuple ? py.PyTuple_GetItem(value, i)
                               : py.PyList_GetItem(value, i),
                      depth - 1);
        }
        add_text(text, is_tuple ? ")" : "]");
    }
    else {
        add_text(text, "an instance of ");
        add_text(text, type_name(type));
    }
    py.PyErr_Clear();
}

static void
note_exception(struct answer *answer)
{
    struct py_object *type, *value, *traceback;
    bool is_broken =
        py.PyErr_GivenExceptionMatches(py.PyErr_Occurred(), *py.PyExc_SystemError) != 0;
    py.PyErr_Fetch(&type, &value, &traceback);
    py.PyErr_NormalizeException(&type, &value, &traceback);
    answer->raised = true;
    answer->is_broken = is_broken;
    answer->type = type;
    add_text(answer->text, "raises ");
    add_text(answer->text, type_name(type));
    struct py_object *text = is_broken ? py.PyObject_Str(value) : NULL;
    const char *message = text != NULL ? py.PyUnicode_AsUTF8(text) : NULL;
    if (message != NULL) {
        add_text(answer->text, ": ");
        add_text(answer->text, message);
    }
    py.Py_DecRef(text);
    py.Py_DecRef(type);
    py.Py_DecRef(value);
    py.Py_DecRef(traceback);
    py.PyErr_Clear();
}

static void
note_answer(struct answer *answer, struct py_object *result)
{
    memset(answer, 0, sizeof *answer);
    if (result == NULL) {
        note_exception(answer);
        return;
    }
    py.PyErr_Clear(); /* a result and an exception: other scenarios report that */
    answer->type = object_type(result);
    bool has_identity = !is_plain(answer->type) && result != py._Py_NoneStruct
                        && !object_is_immortal(result);
    answer->identity = has_identity ? (uintptr_t)result : 0;
    add_value(answer->text, result, 2);
}

/* --- calls --- */

static uintptr_t
function_word(const struct py_object *function, int word)
{
    uintptr_t value;
    memcpy(&value, (const char *)function + py.head_size + (size_t)word * sizeof value,
           sizeof value);
    return value;
}

/* The same function, entered in steps; NULL if it is none of the extension's: then
 * whatever leads to the extension is stepped through, too. */
static struct py_object *
stepped_twin(const struct py_object *function, struct py_method *method)
{
    if (!object_is_builtin(function) || py.PyCMethod_New == NULL) {
        return NULL;
    }
    const struct py_method *own;
    struct py_object *self, *module, *cls = NULL;
    uintptr_t words[] = {function_word(function, FUNCTION_METHOD),
                         function_word(function, FUNCTION_SELF),
                         function_word(function, FUNCTION_MODULE)};
    memcpy(&own, &words[0], sizeof own);
    memcpy(&self, &words[1], sizeof self);
    memcpy(&module, &words[2], sizeof module);
    uintptr_t address;
    memcpy(&address, &own->function, sizeof address);
    if (!image_is_target(address)) {
        return NULL;
    }
    *method = *own;
    address = stepping_entry_for(address);
    memcpy(&method->function, &address, sizeof address);
    if ((method->flags & METHOD_METHOD) != 0) {
        uintptr_t word = function_word(function, FUNCTION_CLASS);
        memcpy(&cls, &word, sizeof cls);
    }
    return py.PyCMethod_New(method, self, module, cls);
}

/* Owned: a tuple, or a pair of a tuple and keywords. */
static struct py_object *
arguments_of(const struct operation *operation, long number)
{
    if (operation->arguments == NULL) {
        if (operation->positional == NULL) {
            return py.PyTuple_New(0);
        }
        py.Py_IncRef(operation->positional);
        return operation->positional;
    }
    struct py_object *object = py.PyLong_FromLong(number);
    struct py_object *pair =
        py.PyObject_CallFunctionObjArgs(operation->arguments, object, NULL);
    py.Py_DecRef(object);
    return pair;
}

/* References to the ARGUMENTS, as another call holds them at the same time. */
static void
count_references(struct py_object *arguments, int n, void (*count)(struct py_object *))
{
    ssize_t size = n > 0 ? py.PyTuple_Size(arguments) : 0;
    for (ssize_t i = 0; i < size * n; i++) {
        count(py.PyTuple_GetItem(arguments, i % size));
    }
}

static bool
is_plain_value(const struct py_object *value)
{
    return is_plain(object_type(value)) || value == py._Py_NoneStruct;
}

static void
add_own(struct shared_worker *worker, const struct py_object *object, size_t size)
{
    uintptr_t begin = (uintptr_t)object;
    if (worker->n_own < OWN_LIMIT) {
        worker->own[worker->n_own++] = (struct range){begin, begin + size};
    }
}

/* What the call gets, and no other one: the tuple, and plain values.  Those on a page of
 * their own end with it. */
static void
note_arguments(struct shared_worker *worker, struct py_object *positional,
               const struct py_object *keywords)
{
    ssize_t n = py.PyTuple_Size(positional);
    worker->n_own = 0;
    worker->has_open_arguments = keywords != NULL;
    add_own(worker, positional, py.head_size + ((size_t)n + 1) * sizeof(void *));
    for (ssize_t i = 0; i < n; i++) {
        const struct py_object *value = py.PyTuple_GetItem(positional, i);
        size_t size = py.head_size + sizeof(uint64_t);
        if (guard_pages_has(value)) {
            size = PAGE - (uintptr_t)value % PAGE;
        }
        if (is_plain_value(value)) {
            add_own(worker, value, size);
        }
        else if (!shared_reach_is_lasting(value)) {
            worker->has_open_arguments = true;
        }
    }
}

/* Does no code but that of the extension use what threads share, but for the arguments? */
static bool
is_closed_call(const struct operation *operation, const struct py_object *twin)
{
    const struct py_object *function = operation->function;
    return !operation->has_maker
           && (twin != NULL || operation->is_closed
               || object_type(function) == py.PyType_Type);
}

static void
release_kept(struct shared_worker *worker)
{
    struct py_object *kept = worker->kept;
    worker->kept = NULL;
    py.Py_DecRef(kept);
}

static struct py_object *
call(struct shared_worker *worker)
{
    static struct py_method method; /* one thread is stepped */
    const struct operation *operation = worker->operation;
    bool is_made_stepped = worker->is_stepped && operation->has_maker;
    if (is_made_stepped) {
        stepping_expect();
    }
    struct py_object *pair = arguments_of(operation, worker->number);
    if (pair == NULL) {
        if (is_made_stepped) {
            (void)stepping_end();
        }
        return NULL;
    }
    bool is_plain_call = operation->arguments == NULL;
    struct py_object *positional = is_plain_call ? pair : py.PyTuple_GetItem(pair, 0);
    struct py_object *keywords = is_plain_call ? NULL : py.PyTuple_GetItem(pair, 1);
    keywords = keywords == py._Py_NoneStruct ? NULL : keywords;
    struct py_object *twin =
        worker->is_stepped ? stepped_twin(operation->function, &method) : NULL;
    if (worker->is_stepped) {
        if (worker->kept_of != operation) {
            release_kept(worker);
        }
        note_arguments(worker, positional, keywords);
        worker->is_closed = is_closed_call(operation, twin);
        worker->has_open_arguments = worker->has_open_arguments && twin == NULL;
        py.PyErr_Clear();
        stepping_begin(worker->stop_at);
    }
    if (worker->words != NULL) {
        shared_words_read(worker->words);
    }
    count_references(positional, worker->n_references, py.Py_IncRef);
    struct py_object *result = py.PyObject_Call(
        twin != NULL ? twin : operation->function, positional, keywords);
    count_references(positional, worker->n_references, py.Py_DecRef);
    if (worker->is_stepped) {
        /* What the same call returned before ends as a part of it; the end of an instance
         * that its type makes is a call of its own. */
        if (worker->kept != NULL && !is_plain_value(worker->kept)
            && !object_is_type(operation->function))
        {
            stepping_go_on();
            release_kept(worker);
        }
        worker->n_places = stepping_end();
    }
    py.Py_DecRef(twin);
    py.Py_DecRef(pair);
    return result;
}

/* 0 if it is no longer there. */
static uint64_t
word_at(uintptr_t address)
{
    uint64_t word = 0;
    if (readable_page_ask(address)) {
        memcpy(&word, (const void *)address, sizeof word);
    }
    return word;
}

static void
work(struct shared_worker *worker)
{
    uint64_t before = worker->until != 0 ? word_at(worker->until) : 0;
    guard_pages_guard_thread(worker->is_guarded);
    for (int i = 0; i < worker->times; i++) {
        struct py_object *result = call(worker);
        note_answer(&worker->answer, result);
        release_kept(worker);
        worker->kept = result;
        worker->kept_of = worker->operation;
        bool is_changed = worker->until != 0 && word_at(worker->until) != before;
        if (worker->answer.is_broken || is_changed) {
            break;
        }
    }
    guard_pages_guard_thread(false);
}

static void *
run(void *data)
{
    struct shared_worker *worker = data;
    crash_protect_thread();
    worker->id = gettid();
    struct py_thread *thread = py.PyThreadState_New(worker->interpreter);
    atomic_store(&worker->has_work, false);
    wake_up_all(worker->end);
    for (;;) {
        int seen = atomic_load(&worker->begin.count);
        if (!atomic_load(&worker->has_work)) {
            wake_up_wait(&worker->begin, seen, -1);
            continue;
        }
        py.PyEval_RestoreThread(thread);
        if (worker->gate != NULL) {
            py.PyEval_SaveThread();
            while (atomic_load(&worker->gate->count) == 0) {
                wake_up_wait(worker->gate, 0, -1);
            }
            py.PyEval_RestoreThread(thread);
        }
        work(worker);
        py.PyEval_SaveThread();
        atomic_store(&worker->has_work, false);
        wake_up_all(worker->end);
    }
    return NULL;
}

void
shared_worker_start(struct shared_worker *worker, struct wake_up *end)
{
    pthread_attr_t attributes;
    memset(worker, 0, sizeof *worker);
    worker->interpreter = py.PyThreadState_GetInterpreter(py.PyThreadState_Get());
    worker->end = end;
    worker->has_work = true;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK);
    if (pthread_create(&worker->thread, &attributes, run, worker) != 0) {
        trouble("cannot start a thread");
    }
    pthread_attr_destroy(&attributes);
}

void
shared_worker_post(struct shared_worker *worker)
{
    atomic_store(&worker->has_work, true);
    wake_up_all(&worker->begin);
}

bool
shared_worker_is_done(const struct shared_worker *worker)
{
    return !atomic_load(&worker->has_work);
}

/* The third field of stat, behind the name in parentheses (proc_pid_stat(5)). */
bool
shared_worker_sleeps(const struct shared_worker *worker)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)worker->id);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    text[size > 0 ? size : 0] = '\0';
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && (end[2] == 'S' || end[2] == 'D');
}

/* The system call that the thread sleeps in (proc_pid_syscall(5)): its number, and arguments;
 * "running" if it does not sleep, also if it has been woken up and has no processor yet. */
static bool
waits_for_thread(const char *id)
{
    char path[64], text[256];
    long number;
    unsigned long address, operation, value, timeout;
    snprintf(path, sizeof path, "/proc/self/task/%.20s/syscall", id);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    text[size > 0 ? size : 0] = '\0';
    if (sscanf(text, "%ld %lx %lx %lx %lx", &number, &address, &operation, &value, &timeout)
        != 5)
    {
        return false;
    }
    unsigned long command = operation & (unsigned)FUTEX_CMD_MASK;
    return number == SYS_futex && (operation & FUTEX_PRIVATE_FLAG) != 0 && timeout == 0
           && (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET);
}

bool
shared_worker_all_wait(void)
{
    DIR *folder = opendir("/proc/self/task");
    bool all_wait = folder != NULL;
    for (const struct dirent *entry; all_wait && (entry = readdir(folder)) != NULL;) {
        bool is_thread = entry->d_name[0] != '.' && atoi(entry->d_name) != gettid();
        all_wait = !is_thread || waits_for_thread(entry->d_name);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return all_wait;
}

/* --- where a thread is --- */

static atomic_uintptr_t place;
static atomic_bool is_told;

static void
tell_place(int signal_number)
{
    void *frames[FRAME_LIMIT];
    (void)signal_number;
    stepping_restore_stack();
    int n = backtrace(frames, FRAME_LIMIT);
    uintptr_t found = 0;
    for (int i = 0; i < n && found == 0; i++) {
        found = image_is_target((uintptr_t)frames[i]) ? (uintptr_t)frames[i] - 1 : 0;
    }
    atomic_store(&place, found);
    atomic_store(&is_told, true);
}

void
shared_worker_prepare_places(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tell_place;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    signal_frame_handle(SIGRTMAX - 1, &action, NULL);
}

uintptr_t
shared_worker_place(const struct shared_worker *worker)
{
    atomic_store(&is_told, false);
    if (pthread_kill(worker->thread, SIGRTMAX - 1) != 0) {
        return 0;
    }
    for (int i = 0; i < PLACE_MILLISECONDS && !atomic_load(&is_told); i++) {
        usleep(1000);
    }
    return atomic_load(&is_told) ? atomic_load(&place) : 0;
}
