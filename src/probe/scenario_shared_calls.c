/* One module object, used by several threads at once.
 *
 * Each pair of calls runs first one after the other: which words of the state and of
 * instances grow by how much, and what the calls answer.  Then one of them is interrupted,
 * in turn in front of each of its accesses to memory, and the other one runs from its
 * beginning to its end.  What is different then is the module's doing: the interpreter
 * never works for two threads at once, and the same calls in turn are the control.
 *
 * Forked copies do that: a crash ends a copy, and what a call initialises only once is
 * not initialised in another copy. */

#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/exercise_runner.h"
#include "probe/guard_pages.h"
#include "probe/image.h"
#include "probe/imports.h"
#include "probe/interpreter.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/shared_calls.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>

extern const char thread_calls_text[];

#define WORK 100000         /* for pairs, in single steps; as much again for new instances */
#define OPERATION_WORK 5000 /* and for each call */
#define PROCESSOR_SECONDS 2 /* few need so long; threads that take turns wait ten times that */
#define BAD_END_LIMIT 12    /* of copies; then the picture is clear */
#define RACE_LIMIT 12       /* reported */
#define STUCK_LIMIT 3        /* such copies */
#define DISCOVERY_SECONDS 8

static struct py_object *exporters; /* a list */

/* The others: an instance that ends beside each call that may find it comes first. */
static int
add_pairs(int n, bool with_makers)
{
    int first = n;
    for (int i = 0; i < n_operations; i++) {
        for (int k = 0; k < n_operations && n < PAIR_LIMIT; k++) {
            bool has_maker = operations[i].has_maker || operations[k].has_maker;
            if (i != k && !operations[i].is_mutator && !operations[k].is_mutator
                && has_maker == with_makers)
            {
                pairs[n++] = (struct pair){i, k};
            }
        }
    }
    for (int i = n - 1; i > first; i--) {
        int k = first + (int)(next_random() % (uint64_t)(i - first + 1));
        struct pair pair = pairs[i];
        pairs[i] = pairs[k];
        pairs[k] = pair;
    }
    return n;
}

/* Each with itself, each with what changes its arguments, then all others in an order that
 * the seed gives. */
static int
order_pairs(void)
{
    int n = 0;
    int n_mutators = 0;
    for (int i = 0; i < n_operations; i++) {
        if (!operations[i].is_mutator && n < PAIR_LIMIT) {
            pairs[n++] = (struct pair){i, i};
        }
    }
    for (int i = 0; i + 1 < n_operations; i++) {
        n_mutators += operations[i + 1].is_mutator;
        if (operations[i + 1].is_mutator && n < PAIR_LIMIT) {
            pairs[n++] = (struct pair){i, i + 1};
        }
    }
    int n_callers = n_operations - n_mutators;
    progress->n_pairs_all = (long)n_callers * n_callers + n_mutators;
    seed_random(0);
    n = add_pairs(n, true);
    return add_pairs(n, false);
}

/* Those that were not tried, although one of the calls can be interrupted. */
static long
count_pairs_left(void)
{
    long n = progress->n_pairs_all - progress->n_pairs;
    if (!progress->is_over) {
        n += progress->n_pairs_apart; /* they may meet where others were */
        progress->n_pairs_apart = 0;
    }
    for (int i = progress->pair; progress->round == 0 && i < progress->n_pairs; i++) {
        n += pairs[i].first == pairs[i].second || !progress->is_outside[pairs[i].first];
    }
    return n;
}

/* It ended badly.  The same pair once more, in a copy that has seen nothing else. */
static void
confirm_crash(void (*function)(void))
{
    if (progress->is_serial) {
        return;
    }
    progress->only_pair = true;
    progress->is_serial = true;
    progress->next_place = progress->place;
    int end = run_copy(function);
    progress->only_pair = false;
    if (end == -1 && !progress->is_serial) {
        report_race(RACE_CRASH, progress->first, progress->second, progress->held,
                    "crashes", 0);
    }
    else {
        progress->n_unconfirmed++;
    }
}

/* The same again, and the same calls without an interruption. */
static void
confirm_deadlock(void (*function)(void))
{
    long place = progress->place;
    uintptr_t waiting[2] = {progress->waiting[0], progress->waiting[1]};
    progress->only_pair = true;
    progress->next_place = 0;
    bool is_same = run_copy(function) == COPY_DEADLOCKED && progress->place == place;
    progress->as_control = true;
    progress->next_place = 0;
    progress->last_place = place + 1;
    bool is_fine = is_same && run_copy(function) == COPY_ENDED;
    progress->as_control = false;
    progress->only_pair = false;
    progress->last_place = 0;
    if (is_fine) {
        report_race(RACE_DEADLOCK, progress->first, progress->second, waiting[0],
                    "neither call returns", waiting[1]);
    }
    else {
        progress->n_unconfirmed++;
    }
}

/* Runs FUNCTION in copies until all pairs are done. */
static void
run_copies(void (*function)(void))
{
    int n_bad = 0;
    int n_stuck = 0;
    progress->work = 0;
    progress->seconds_in_all += progress->seconds;
    progress->seconds = 0;
    progress->pair = -1;
    next_pair();
    for (;;) {
        progress->is_serial = true;
        int end = run_copy(function);
        if (end == COPY_ENDED || n_bad++ == BAD_END_LIMIT
            || progress->n_races >= RACE_LIMIT)
        {
            break;
        }
        if (end == -1 && function != explore_in_parallel) {
            confirm_crash(function);
        }
        else if (end == COPY_DEADLOCKED) {
            confirm_deadlock(function);
        }
        else if (end != COPY_RACED) {
            progress->n_unconfirmed += !progress->is_serial;
            if (n_stuck++ == STUCK_LIMIT) {
                progress->n_unconfirmed++; /* the rest is not tried */
                break;
            }
        }
        /* The pair may have other races behind that place. */
        bool goes_on = end == COPY_RACED && function == explore;
        progress->n_failed += end != COPY_RACED && progress->is_serial;
        if (goes_on) {
            progress->next_place = progress->place + 1;
        }
        else {
            next_pair();
        }
    }
}

static void
count_functions(struct py_object *list)
{
    struct py_object *found =
        exercise_runner_call(runner, "thread_coverage", shared_module, list, NULL);
    for (ssize_t i = 0; found != NULL && i < py.PyList_Size(found); i++) {
        struct py_object *entry = py.PyList_GetItem(found, i);
        bool is_called = py.PyLong_AsLong(py.PyTuple_GetItem(entry, 1)) != 0;
        progress->n_functions++;
        progress->n_called += is_called;
        const char *name = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(entry, 0));
        if (!is_called && name != NULL) {
            record_say(RECORD_UNCALLED, name, NULL);
        }
    }
    py.PyErr_Clear();
    py.Py_DecRef(found);
}

static void
keep_plan(struct py_object *list)
{
    char *bytes;
    ssize_t size;
    struct py_object *plan = exercise_runner_call(runner, "thread_plan", list, NULL);
    if (plan != NULL && py.PyBytes_AsStringAndSize(plan, &bytes, &size) == 0
        && size < PLAN_SIZE)
    {
        memcpy(progress->plan, bytes, (size_t)size);
        progress->plan_size = (size_t)size;
    }
    py.PyErr_Clear();
    py.Py_DecRef(plan);
}

static void
explore_exported(void)
{
    explore_exports(exporters);
}

/* What pairs of calls do not show. */
static void
explore_rest(void)
{
    progress->is_apart = true;
    progress->n_rare_writes = 0;
    if (progress->n_unordered == 0 && py.PyList_Size(exporters) > 0) {
        progress->n_unconfirmed += run_copy(explore_exported) != COPY_ENDED;
    }
    if (progress->n_unordered == 0) {
        (void)run_copy(find_rare_writes);
    }
    for (progress->pair = 0; progress->pair < progress->n_rare_writes; progress->pair++) {
        if (progress->n_unordered == 0) {
            (void)run_copy(explore_rare_write);
        }
    }
}

/* In a copy: finds the calls, and makes them in pairs, in copies of its own. */
static void
discover_and_explore(void)
{
    deadline_set(DISCOVERY_SECONDS, NULL);
    phase("calls in threads");
    guard_pages_begin(0);
    guard_pages_guard_malloc();
    struct py_object *found =
        exercise_runner_call(runner, "thread_operations", shared_module, NULL);
    guard_pages_end();
    if (found == NULL) {
        py.PyErr_Clear();
        return;
    }
    struct py_object *list = py.PyTuple_GetItem(found, 0);
    read_operations(list);
    count_functions(list);
    keep_plan(list);
    shared_words_find(shared_module, py.PyTuple_GetItem(found, 1));
    shared_reach_find(py.PyTuple_GetItem(found, 2));
    exporters = py.PyTuple_GetItem(found, 3);
    read_export_calls(py.PyTuple_GetItem(found, 4));
    find_renewals();
    progress->n_operations = n_operations;
    progress->n_pairs = order_pairs();
    progress->budget = request.budget > 0 ? request.budget : PROCESSOR_SECONDS;
    progress->work_limit = request.budget > 0 ? LONG_MAX
                                              : WORK + OPERATION_WORK * n_operations;
    progress->has_discovered = true;
    deadline_set(0, NULL);
    record_say(RECORD_STEP, "", "", NULL);
    if (can_step && !progress->has_gil) {
        run_copies(explore_new_instances);
        progress->is_apart = false;
        run_copies(explore);
        progress->n_pairs_left = count_pairs_left();
    }
    if (can_step && !progress->has_gil && progress->n_races == 0) {
        explore_rest();
    }
    long n_races = progress->n_races;
    if (n_races == 0) {
        run_copies(explore_in_parallel);
    }
}

/* --- the scenario --- */

/* How the module takes locks of Python.  A thread sanitizer can be told of mutexes; of
 * sections it cannot: one that is suspended and goes on passes nobody by. */
static const struct {
    const char *name;
    bool can_be_told;
} lock_functions[] = {
    {"PyMutex_Lock", true},
    {"_PyMutex_LockSlow", true},
    {"PyCriticalSection_Begin", false},
    {"PyCriticalSection2_Begin", false},
    {"_PyCriticalSection_BeginSlow", false},
    {"_PyCriticalSection2_BeginSlow", false},
    {"PyThread_acquire_lock", false},
    {"PyThread_acquire_lock_timed", false},
};
#define TELLING_FUNCTION "__tsan_acquire"

struct locks {
    int n_telling, n_told, n_untold;
};

static void
count_lock(void *data, const char *name, uintptr_t *slot)
{
    struct locks *locks = data;
    (void)slot;
    locks->n_telling += strcmp(name, TELLING_FUNCTION) == 0;
    for (size_t i = 0; i < sizeof lock_functions / sizeof lock_functions[0]; i++) {
        if (strcmp(name, lock_functions[i].name) == 0) {
            locks->n_told += lock_functions[i].can_be_told;
            locks->n_untold += !lock_functions[i].can_be_told;
        }
    }
}

static int
count_untold_locks(const struct image *image)
{
    struct locks locks = {0};
    if (image != NULL) {
        imports_visit(image, count_lock, &locks);
    }
    return locks.n_untold + (locks.n_telling == 0 ? locks.n_told : 0);
}

static void
report_counts(void)
{
    record_count(COUNT_THREAD_OPERATIONS, progress->n_operations);
    record_count(COUNT_THREAD_PAIRS, progress->n_pairs_done);
    record_count(COUNT_THREAD_PAIRS_APART, progress->n_pairs_apart);
    record_count(COUNT_THREAD_PAIRS_LEFT, progress->n_pairs_left);
    record_count(COUNT_THREAD_CUT, progress->n_cut);
    record_count(COUNT_THREAD_FAILED, progress->n_failed);
    record_count(COUNT_THREAD_NEW_LEFT, progress->n_renewals - progress->n_renewals_done);
    record_count(COUNT_THREAD_FIRST_LEFT, progress->n_first_left);
    record_count(COUNT_THREAD_INTERRUPTIONS, progress->n_interruptions);
    record_count(COUNT_THREAD_PARALLEL, progress->n_parallel);
    record_count(COUNT_THREAD_UNCONFIRMED, progress->n_unconfirmed);
    record_count(COUNT_THREAD_INCOMPLETE, progress->n_incomplete);
    record_count(COUNT_THREAD_FUNCTIONS, progress->n_functions);
    record_count(COUNT_THREAD_CALLED, progress->n_called);
    record_count(COUNT_THREAD_GIL, progress->has_gil);
    record_count(COUNT_THREAD_LOCKS, count_untold_locks(image_target()));
    record_count(COUNT_THREAD_MILLISECONDS,
                 (long long)((progress->seconds_in_all + progress->seconds
                              + progress->parallel_seconds)
                             * 1000));
}

/* It sees what runs at the same time, and does not know what a single step is. */
static bool
has_thread_sanitizer(void)
{
    return dlsym(RTLD_DEFAULT, "__tsan_init") != NULL;
}

void
scenario_threads(void)
{
    struct interpreter interpreter;
    guard_pages_prepare();
    interpreter_open_main(&interpreter);
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        return;
    }
    progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        trouble("cannot allocate memory shared with forked copies");
    }
    runner = &interpreter.runner;
    shared_module = interpreter.module;
    exercise_runner_run_text(runner, thread_calls_text, "the calls in threads");
    struct py_object *has_gil = exercise_runner_call(runner, "thread_settings", NULL);
    progress->has_gil = has_gil == NULL || py.PyLong_AsLong(has_gil) != 0;
    py.Py_DecRef(has_gil);
    can_step = stepping_prepare() && !has_thread_sanitizer();
    end_of_call = stepping_wake_up();
    shared_worker_prepare_places();
    (void)run_copy(discover_and_explore);
    phase("first calls in threads");
    if (progress->has_discovered && can_step && !progress->has_gil
        && progress->n_races < RACE_LIMIT)
    {
        explore_first_calls();
    }
    phase("calls that run Python code in threads");
    if (progress->has_discovered && !progress->has_gil && progress->n_races == 0) {
        progress->n_unconfirmed += run_copy(explore_callbacks) == -1;
    }
    report_counts();
    if (!progress->has_discovered) {
        record_say(RECORD_SKIP, "the calls to make in threads could not be found", NULL);
    }
    phase("after the calls in threads");
    interpreter_finish(&interpreter);
}
