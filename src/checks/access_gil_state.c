/* access-gil-state */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/thread_state.h"

/* Is USE asked which interpreter it belongs to? */
static bool
asks_interpreter(const struct node *use)
{
    use = node_outer(use);
    const struct node *parent = use->parent;
    return parent != NULL
           && (CALL_IS(parent, "PyThreadState_GetInterpreter")
               || (parent->kind == NODE_MEMBER && parent->op == '>'
                   && strcmp(parent->text, "interp") == 0));
}

/* Is the thread state that CALL gives only compared with another, or asked which
 * interpreter it belongs to?  Then nobody takes it for the right one. */
static bool
is_told_apart(const struct node *call)
{
    const struct node *child = node_outer(call);
    const struct node *parent = child->parent;
    if (parent == NULL) {
        return false;
    }
    if (parent->kind == NODE_BINARY) {
        return parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL;
    }
    const struct variable *variable =
        parent->kind == NODE_VARIABLE ? parent->variable
        : parent->kind == NODE_ASSIGN && parent->first != child
            ? node_variable(parent->first)
            : NULL;
    if (variable == NULL || variable->storage != STORAGE_AUTOMATIC) {
        return asks_interpreter(call);
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (asks_interpreter(variable->uses[i])) {
            return true;
        }
    }
    return false;
}

/* Does a module that holds FILE promise to work with a GIL for each interpreter? */
static bool
promises_own_gil(const struct check *check, const struct source_file *file)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (module->claim == CLAIM_OWN_GIL
            && module_holds_file(check->extension, module, file)) {
            return true;
        }
    }
    return false;
}

/* The thread holds the GIL of the main interpreter, and uses objects of another. */
static void
weigh_thread(struct check *check, struct finding *finding,
             const struct function *function, const struct node *call)
{
    const struct node *use;
    if (!CALL_IS(call, "PyGILState_Ensure") || !promises_own_gil(check, call->file)
        || thread_state_of(check->arena, check->extension, function, &use)
               != STATE_NONE)
    {
        return;
    }
    const char **evidence = ARENA_NEW(check->arena, const char *);
    evidence[0] = arena_format(check->arena, "the thread is started at %s:%u",
                               use->file->path, source_line(use->file, use->begin));
    finding->level = LEVEL_ERROR;
    finding->evidence = evidence;
    finding->n_evidence = 1;
}

void
check_access_gil_state(struct check *check, const struct function *function,
                       const struct node *call)
{
    const bool has_guards = check->source->python_version >= 0x030f0000;
    if (!CALL_IS(call, "PyGILState_Ensure")
        && !(CALL_IS(call, "PyGILState_GetThisThreadState") && !is_told_apart(call)))
    {
        return;
    }
    struct finding *finding = check_add_node(
        check, "access-gil-state", call, function->name,
        "%s attaches a foreign thread to the main interpreter, even if the module was "
        "imported in another one; %s",
        call_name(call),
        has_guards
            ? "store a PyInterpreterView at import and attach with "
              "PyThreadState_EnsureFromView"
            : "store PyInterpreterState_Get() at import and attach a thread state of "
              "that interpreter (PyThreadState_EnsureFromView since 3.15)");
    weigh_thread(check, finding, function, call);
}
