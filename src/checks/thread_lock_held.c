/* thread-lock-held: a lock that is no critical section is held while Python code may run;
 * that code may need it. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/held_locks.h"
#include "model/thread_effect.h"

enum { HELPER_DEPTH = 2 };

/* Does CALL take a lock that the same thread cannot take twice? */
static bool
takes_mutex(const struct node *call)
{
    return CALL_IS(call, "PyMutex_Lock", "_PyMutex_Lock", "pthread_mutex_lock",
                   "mtx_lock", "AcquireSRWLockExclusive");
}

/* The mutex that is held where NODE runs, taken by its function; false: none. */
static bool
find_mutex(const struct check *check, const struct node *node, struct held_lock *out)
{
    struct held_locks held;
    held_locks_read(check->extension, node, &held);
    for (size_t i = 0; i < held.n_items; i++) {
        if (!held.items[i].is_section && held.items[i].place->kind == NODE_CALL
            && takes_mutex(held.items[i].place))
        {
            *out = held.items[i];
            return true;
        }
    }
    return false;
}

/* The call in FUNCTION, or in what it calls, that runs Python code with the locks that its
 * caller holds; NULL: none is seen. */
static const struct node *
python_call_in(const struct check *check, const struct function *function, int depth)
{
    for (size_t i = 0; function != NULL && depth > 0 && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (function_runs_python(call_name(call))) {
            return call;
        }
    }
    for (size_t i = 0; function != NULL && depth > 1 && i < function->n_calls; i++) {
        const struct function *target = call_target(function->calls[i]);
        const struct node *found = target != NULL && target != function
                                       ? python_call_in(check, target, depth - 1)
                                       : NULL;
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* Does FUNCTION give a lock back that it did not take?  Its calls run without it. */
static bool
gives_lock(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyMutex_Unlock", "_PyMutex_Unlock",
                    "pthread_mutex_unlock", "mtx_unlock", "ReleaseSRWLockExclusive"))
        {
            return true;
        }
    }
    return false;
}

static void
check_call(struct check *check, const struct node *call, const struct node **told)
{
    const struct function *target = call_target(call);
    const struct node *runs = function_runs_python(call_name(call)) ? call
                              : target != NULL && !gives_lock(target)
                                  ? python_call_in(check, target, HELPER_DEPTH)
                                  : NULL;
    struct held_lock lock;
    if (runs == NULL || !find_mutex(check, call, &lock) || lock.place == *told) {
        return;
    }
    *told = lock.place;
    struct finding *finding = check_add_node(
        check, "thread-lock-held", runs, runs->within->name,
        "%s may run Python code while %s holds %s%s%s; if that code calls the module "
        "again, "
        "or waits for a thread that does, both wait forever (deadlock): release the "
        "lock "
        "before the call, or use a critical section",
        call_name(runs), call->within->name, lock.name[0] != '\0' ? "'" : "a mutex",
        lock.name, lock.name[0] != '\0' ? "'" : "");
    finding_add_evidence(check->findings, finding, "%s takes the lock at %s:%u",
                         call->within->name, lock.place->file->path,
                         source_line(lock.place->file, lock.place->begin));
}

void
check_thread_lock_held(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *told = NULL;
        bool takes = false;
        for (size_t k = 0; k < function->n_calls && !takes; k++) {
            takes = takes_mutex(function->calls[k]);
        }
        if (!takes || !check_runs_without_gil(check, function)) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            check_call(check, function->calls[k], &told);
        }
    }
}
