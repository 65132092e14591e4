/* What tells what the process has done with a library, a lock, a key, a signal or the terminal:
 * a flag that it set it up, and shut it down, or the setting that was there before.  None of these
 * knows of a module: with a flag for each module object, one would use what another has shut
 * down, or set up what is in use; and would take the other's setting for the old one. */
#include "convert/plan/library_flags.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/foreign_code.h"
#include "extension/writes.h"
#include "model/lock.h"

/* Does NODE give a function a number, a text, or a local for its answer? */
static bool
is_no_handle(const struct node *node)
{
    const struct node *given = node_bare(node);
    const struct node *place =
        given->kind == NODE_UNARY && given->op == OP_ADDRESS ? node_bare(given->first) : NULL;
    bool is_answer = place != NULL && place->kind == NODE_NAME && place->variable != NULL
                     && place->variable->storage == STORAGE_AUTOMATIC;
    return given->has_value || given->kind == NODE_STRING || is_answer || is_null(given);
}

/* Does CALL change what the process has one of, and can say what was there before? */
static bool
sets_process(const struct node *call)
{
    return CALL_IS(call, "sigaction", "signal", "sigset", "bsd_signal", "PyOS_setsig",
                   "PyOS_getsig", "setitimer", "umask", "setlocale", "tcgetattr", "tcsetattr",
                   "setrlimit", "getrlimit");
}

bool
acts_on_library(const struct node *call)
{
    /* There is one log, one list of what runs at the end or in a child, one random sequence. */
    if (sets_process(call)
        || CALL_IS(call, "openlog", "closelog", "atexit", "on_exit", "Py_AtExit",
                   "pthread_atfork", "srand", "srandom", "srand48", "putenv", "setenv"))
    {
        return true;
    }
    if (call->function == NULL || !function_is_of_foreign_library(call->function)) {
        return false;
    }
    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        if (!is_no_handle(call_argument(call, i))) {
            return false;
        }
    }
    return true;
}

/* Does CALL set up a lock, or a key to data of threads, that stays static? */
static bool
prepares_lock(const struct node *call)
{
    const struct node *argument;
    bool prepares =
        string_ends(call_name(call), "_init") || string_ends(call_name(call), "_create");
    for (size_t i = 0; prepares && (argument = call_argument(call, i)) != NULL; i++) {
        const struct node *given = node_bare(argument);
        const struct variable *lock = given->kind == NODE_UNARY && given->op == OP_ADDRESS
                                          ? node_variable(given)
                                          : NULL;
        if (lock != NULL && variable_is_static(lock) && lock->type->kind != TYPE_POINTER
            && type_is_lock(lock->type))
        {
            return true;
        }
    }
    return false;
}

static bool
function_acts_on_library(const struct function *function)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        if (acts_on_library(function->calls[i]) || prepares_lock(function->calls[i])) {
            return true;
        }
    }
    return false;
}

/* The number that the write USE gives; false: it gives another value. */
static bool
number_given(const struct node *use, long long *out_number)
{
    const struct node *place = node_outer(use), *assign = place->parent;
    const struct node *value = assign != NULL && assign->kind == NODE_ASSIGN
                                       && assign->op == '=' && assign->first == place
                                   ? node_bare(place->next)
                                   : NULL;
    if (value == NULL || !value->has_value) {
        return false;
    }
    *out_number = value->value;
    return true;
}

/* Does USE count one more, or one less? */
static bool
is_step(const struct node *use, char op)
{
    const struct node *parent = node_outer(use)->parent;
    return parent != NULL && parent->kind == NODE_UNARY
           && (op == '+' ? parent->op == OP_INCREMENT : parent->op == OP_DECREMENT);
}

/* Does FUNCTION ask whether VARIABLE is set? */
static bool
asks_for(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = variable->uses[i];
        if (node->within != function) {
            continue;
        }
        while (node->parent != NULL && node->parent->kind != NODE_IF
               && node->parent->kind != NODE_BLOCK)
        {
            node = node->parent;
        }
        if (node->parent != NULL && node->parent->kind == NODE_IF && node->parent->first == node) {
            return true;
        }
    }
    return false;
}

/* Does CALL, of such a function, write the old setting to its ARGUMENT, an address? */
static bool
gives_old_setting(const struct node *call, const struct node *argument)
{
    size_t i = CALL_IS(call, "tcgetattr", "getrlimit") ? 1 : 2;
    return !CALL_IS(call, "tcsetattr", "setrlimit") && call_argument(call, i) == argument;
}

/* Is NODE a variable of Python or of a library, or a part of it: PyOS_InputHook? */
static bool
is_foreign_variable(const struct node *node)
{
    node = node_bare(node);
    while (node != NULL && node->kind == NODE_MEMBER && node->op == '.') {
        node = node_bare(node->first);
    }
    return node != NULL && node->kind == NODE_NAME && node->variable != NULL
           && !node->variable->in_project && variable_is_static(node->variable);
}

bool
is_process_setting(const struct variable *variable)
{
    bool is_taken = false, is_given = false;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *place = node_outer(use);
        const struct node *child, *call = call_around(use, &child), *assign = place->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == place) {
            const struct node *value = node_bare(place->next);
            is_taken |= value->kind == NODE_CALL ? sets_process(value) : is_foreign_variable(value);
        }
        else if (assign != NULL && assign->kind == NODE_ASSIGN
                 && is_foreign_variable(assign->first))
        {
            is_given = true;
        }
        else if (call != NULL && call->first != child && sets_process(call)) {
            bool is_output = use->is_address_taken && gives_old_setting(call, child);
            is_taken |= is_output;
            is_given |= !is_output;
        }
        else {
            is_given |= variable->type->kind == TYPE_RECORD; /* copied, to change the copy */
        }
    }
    return is_taken && is_given;
}

bool
is_library_flag(const struct conversion *c, const struct variable *variable)
{
    bool sets = false, resets = false, asks = true;
    if (variable->type->kind != TYPE_INTEGER) {
        return false;
    }
    struct writes writes = variable_writes(c->extension, variable);
    for (size_t i = 0; i < writes.n_items; i++) {
        const struct node *use = writes.items[i];
        long long number = is_step(use, '+');
        bool is_known = number != 0 || is_step(use, '-') || number_given(use, &number);
        if (!is_known || !function_acts_on_library(use->within)) {
            return false;
        }
        sets |= number != 0;
        resets |= number == 0;
        asks &= asks_for(use->within, variable);
    }
    return sets && (resets || asks);
}
