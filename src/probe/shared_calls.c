/* Calls in threads, alone or one of them interrupted, and the copies that make them. */

#include "probe/shared_calls.h"

#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/guard_pages.h"
#include "probe/interpreter.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/shared_members.h"
#include "probe/stepping.h"

#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MICROSECONDS 200    /* between two looks at threads, at first, */
#define LOOK_MOST 5000           /* and at most */
#define SLEEPING_LOOKS 3         /* one after the other: the thread waits for another */
#define WAITING_LOOKS 2          /* that all threads wait for each other */
#define SPIN_SECONDS 0.01        /* of processor time, and so many times what a call */
#define SPIN_TIMES 20            /* takes alone: it waits for a lock without sleeping */
#define DEADLOCK_LOOKS 60        /* none of both runs in so many, */
#define DEADLOCK_SECONDS 0.5     /* and for so long */
/* What an operation is, as thread_calls.py says; 0: a call of the module. */
enum { MUTATOR = 1, MAKER = 2, CLOSED = 3 };

#define CALL_WORK 15         /* a call takes as long as so many single steps */

#define STUCK_SECONDS 2      /* of processor time; a copy that calls for so long is left */

struct progress *progress;
struct operation operations[OPERATION_LIMIT];
int n_operations;
struct operation export_calls[2];
struct pair pairs[PAIR_LIMIT];
struct shared_worker workers[N_WORKERS];
struct wake_up *end_of_call;
bool can_step;
double copy_begin;
struct exercise_runner *runner;
struct py_object *shared_module;

double
processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double
clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static long n_steps_seen;

static void
count_work(long amount)
{
    long n_steps = stepping_count();
    progress->work += amount + n_steps - n_steps_seen;
    n_steps_seen = n_steps;
}

bool
is_work_over(void)
{
    progress->seconds = progress->seconds_before + processor_seconds() - copy_begin;
    return progress->work > progress->work_limit || progress->seconds > progress->budget;
}

/* xorshift64* by Vigna: the same seed chooses the same. */
static uint64_t random_state;

uint64_t
next_random(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * UINT64_C(2685821657736338717);
}

void
seed_random(uint64_t number)
{
    random_state = (request.seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + number;
    for (int i = 0; i < 8; i++) {
        (void)next_random();
    }
}

void
describe_call(struct shared_worker *worker, const struct operation *operation,
              long number)
{
    count_work(CALL_WORK);
    worker->operation = operation;
    worker->number = number;
    worker->is_stepped = false;
    worker->is_guarded = true;
    worker->times = 1;
    worker->until = 0;
    worker->n_references = 0;
    worker->words = NULL;
    worker->gate = NULL;
}

static const char *const kinds[] = {RACE_UPDATE, RACE_ANSWER, RACE_ERROR, RACE_CRASH};

static unsigned
bit_of(const char *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i], kind) == 0) {
            return 1U << i;
        }
    }
    return 0;
}

void
report_race(const char *kind, const char *first, const char *second, uintptr_t held,
            const char *text, uintptr_t other)
{
    struct record record;
    record_begin(&record, RECORD_RACE);
    record_text(&record, kind);
    record_text(&record, first);
    record_text(&record, second);
    if (held != 0) {
        record_place(&record, held);
    }
    else {
        record_text(&record, "");
        record_text(&record, "");
    }
    record_text(&record, text);
    if (other != 0) {
        record_place(&record, other);
    }
    record_end(&record);
    progress->n_races++;
    if (!progress->is_apart && progress->pair < progress->n_pairs) {
        progress->races_of[pairs[progress->pair].first]++;
    }
    progress->seen |= bit_of(kind);
}

_Noreturn void
end_copy(enum end_of_copy end)
{
    _exit((int)end);
}

/* They wait for ever.  A call may wait for what only another call brings: whether each
 * order of the calls comes to its end is seen by a control. */
_Noreturn static void
end_in_deadlock(uintptr_t held)
{
    for (int i = 0; i < 2; i++) {
        progress->waiting[i] = shared_worker_is_done(&workers[i])
                                   ? 0
                                   : shared_worker_place(&workers[i]);
    }
    if (progress->waiting[0] == 0) {
        progress->waiting[0] = held;
    }
    end_copy(COPY_DEADLOCKED);
}

/* Waits until the workers are done, or, for IS_HELD, until the first one is held.  A
 * thread that runs has its time, SPIN_SECONDS if these are not 0: else only one that sleeps
 * waits for another. */
static bool
wait_for(int first, int last, bool or_held, int sleeping_looks, double spin_seconds)
{
    double begin_cpu = processor_seconds();
    double begin = clock_seconds();
    int n_sleeping = 0;
    int n_waiting = 0;
    long microseconds = LOOK_MICROSECONDS;
    for (;;) {
        int seen = atomic_load(&end_of_call->count);
        bool done = true;
        bool asleep = true;
        for (int i = first; i <= last; i++) {
            if (!shared_worker_is_done(&workers[i])) {
                done = false;
                asleep = asleep && shared_worker_sleeps(&workers[i]);
            }
        }
        if (done || (or_held && stepping_is_held())) {
            return true;
        }
        /* Where it sleeps before it has begun, it has yet to wake up. */
        n_sleeping = asleep ? n_sleeping + 1 : 0;
        bool is_over = n_sleeping >= sleeping_looks
                       && (sleeping_looks < DEADLOCK_LOOKS
                           || clock_seconds() - begin > DEADLOCK_SECONDS);
        /* Twice: the call may have come to its end since it was looked at. */
        bool all_wait = n_sleeping >= SLEEPING_LOOKS && shared_worker_all_wait();
        n_waiting = all_wait ? n_waiting + 1 : 0;
        if (is_over || n_waiting >= WAITING_LOOKS) {
            return false;
        }
        if (spin_seconds > 0 && processor_seconds() - begin_cpu > spin_seconds) {
            return false;
        }
        if (processor_seconds() - begin_cpu > STUCK_SECONDS) {
            end_copy(COPY_STUCK);
        }
        wake_up_wait(end_of_call, seen, microseconds);
        if (n_sleeping == 0 && microseconds < LOOK_MOST) {
            microseconds += microseconds / 2; /* a busy machine */
        }
    }
}

void
wait_for_all(int first, int last, uintptr_t held)
{
    if (!wait_for(first, last, false, DEADLOCK_LOOKS, 0)) {
        if (progress->is_serial || held == 0) {
            end_copy(COPY_STUCK); /* a call waits for what none brings */
        }
        end_in_deadlock(held);
    }
}

void
run_experiment(const struct experiment *experiment, struct outcome *out_outcome)
{
    memset(out_outcome, 0, sizeof *out_outcome);
    describe_call(&workers[0], experiment->first, experiment->numbers[0]);
    describe_call(&workers[1], experiment->second, experiment->numbers[1]);
    workers[0].is_stepped = experiment->is_stepped;
    workers[0].stop_at = experiment->place;
    progress->place = experiment->place;
    if (progress->as_control) {
        workers[0].is_stepped = experiment->place == STEPPING_NOWHERE;
        progress->is_serial = true;
    }
    shared_worker_post(&workers[0]);
    if (experiment->place == STEPPING_NOWHERE || progress->as_control) {
        wait_for_all(0, 0, 0);
        shared_worker_post(&workers[1]);
        wait_for_all(1, 1, 0);
    }
    else {
        if (!wait_for(0, 0, true, DEADLOCK_LOOKS, 0)) {
            end_copy(COPY_STUCK);
        }
        out_outcome->was_held = stepping_is_held();
        out_outcome->held = out_outcome->was_held ? stepping_held_at() : 0;
        progress->held = out_outcome->held;
        workers[1].times = experiment->times > 0 ? experiment->times : 1;
        workers[1].until = experiment->times > 0 ? experiment->watched : 0;
        shared_worker_post(&workers[1]);
        double spin_seconds = experiment->seconds * workers[1].times;
        spin_seconds = spin_seconds > 0 ? SPIN_SECONDS + SPIN_TIMES * spin_seconds : 0;
        if (!wait_for(1, 1, false, SLEEPING_LOOKS, spin_seconds)) {
            /* It waits for a lock, or for the GIL.  Now both run. */
            guard_pages_keep_freed(true);
        }
        else {
            out_outcome->came_to_end = out_outcome->was_held;
            if (experiment->watched != 0) {
                memcpy(&out_outcome->watched, (const void *)experiment->watched,
                       sizeof out_outcome->watched);
            }
        }
        if (out_outcome->was_held) {
            stepping_release();
        }
        wait_for_all(0, 1, out_outcome->held);
        guard_pages_keep_freed(false);
        progress->n_interruptions += out_outcome->was_held;
    }
    out_outcome->answers[0] = workers[0].answer;
    out_outcome->answers[1] = workers[1].answer;
    out_outcome->is_one_object = workers[0].kept == workers[1].kept;
}

void
start_workers(int n)
{
    for (int i = 0; i < n; i++) {
        shared_worker_start(&workers[i], end_of_call);
    }
    struct py_thread *thread = py.PyEval_SaveThread();
    for (int i = 0; i < n; i++) {
        while (!shared_worker_is_done(&workers[i])) {
            usleep(100);
        }
    }
    (void)thread; /* the copy ends without */
}

bool
is_seen(const char *kind)
{
    return (progress->seen & bit_of(kind)) != 0;
}

static int
read_up_to(int limit, struct py_object *list, struct operation *out_operations)
{
    int n = 0;
    for (ssize_t i = 0; i < py.PyList_Size(list) && n < limit; i++) {
        struct py_object *entry = py.PyList_GetItem(list, i);
        out_operations[n++] = (struct operation){
            .label = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(entry, 0)),
            .function = py.PyTuple_GetItem(entry, 1),
            .arguments = py.PyTuple_GetItem(entry, 2),
            .is_mutator = py.PyLong_AsLong(py.PyTuple_GetItem(entry, 3)) == MUTATOR,
            .has_maker = py.PyLong_AsLong(py.PyTuple_GetItem(entry, 3)) == MAKER,
            .is_closed = py.PyLong_AsLong(py.PyTuple_GetItem(entry, 3)) == CLOSED,
        };
        shared_member_find(py.PyTuple_GetItem(entry, 4), &out_operations[n - 1]);
    }
    return n;
}

void
read_operations(struct py_object *list)
{
    n_operations = read_up_to(OPERATION_LIMIT, list, operations);
}

void
read_export_calls(struct py_object *pair)
{
    struct py_object *numbers = py.PyTuple_GetItem(pair, 1);
    (void)read_up_to(2, py.PyTuple_GetItem(pair, 0), export_calls);
    for (ssize_t i = 0; i < py.PyList_Size(numbers); i++) {
        long number = py.PyLong_AsLong(py.PyList_GetItem(numbers, i));
        if (number < n_operations) {
            operations[number].may_export = true;
        }
    }
}

void
next_pair(void)
{
    progress->pair++;
    progress->is_begun = false;
    progress->mode = 0;
    progress->next_place = 0;
    progress->seen = 0;
}

int
run_copy(void (*function)(void))
{
    pid_t pid = interpreter_fork_copy();
    if (pid == 0) {
        effect_allow_exit();
        deadline_set(0, NULL);
        n_steps_seen = stepping_count();
        function();
        end_copy(COPY_ENDED);
    }
    int status;
    if (pid < 0 || !effect_wait_copy(pid, &status)) {
        return COPY_STUCK;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
