/* lifetime-released-twice: a reference is released that the function does not hold any
 * more. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/module_state.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"
#include "extension/references.h"

static void
check_fault(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    unsigned line =
        fault->last != NULL ? source_line(fault->last->file, fault->last->begin) : 0;
    const char *name = fault->origin != NULL ? call_name(fault->origin) : "";
    if (fault->kind == FAULT_RELEASED_STOLEN) {
        const char *thief = fault->last != NULL ? call_name(fault->last) : "";
        check_add_node(check, "lifetime-released-twice", fault->node, function->name,
                       "the new reference from %s is released here, but %s already took "
                       "it (line %u); remove the release",
                       name[0] != '\0' ? name : "tp_alloc", thief[0] != '\0' ? thief : "a call",
                       line);
    }
    else if (fault->kind == FAULT_DROPPED) {
        check_add_node(check, "lifetime-released-twice", fault->node, function->name,
                       "%s releases or gives away two references to '%s' on one path, but "
                       "takes over one at most from its caller; remove one release",
                       function->name, fault->name);
    }
    else {
        check_add_node(check, "lifetime-released-twice", fault->node, function->name,
                       "the new reference from %s is released a second time (first on "
                       "line %u); remove one release",
                       name[0] != '\0' ? name : "tp_alloc", line);
    }
}

/* The object that CALL releases, as it is written: behind the place of the call, which debug
 * builds give, too.  NULL: it releases none. */
static const struct node *
written_object(const struct node *call)
{
    const struct node *last = call->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return released_reference(call) != NULL && last != call->first ? node_bare(last) : NULL;
}

/* Does CALL take over a reference to MEMBER, or to a local, which may have the same object? */
static bool
may_take_over(const struct node *call, const struct node *member)
{
    int stolen = reference_stolen_by(call_name(call));
    const struct node *given =
        stolen >= 0 ? node_bare(call_argument(call, (size_t)stolen)) : NULL;
    return stolen == REFERENCE_STOLEN_ALL
           || (given != NULL
               && (given->kind == NODE_NAME || given->kind == NODE_SUBSCRIPT
                   || nodes_are_alike(given, member)));
}

/* Does FUNCTION write MEMBER behind RELEASE, or take a further reference to it, or use calls
 * that take one over? */
static bool
is_balanced(const struct function *function, const struct node *member,
            const struct node *release)
{
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_ASSIGN && node_bare(node->first)->kind == NODE_MEMBER
            && nodes_are_alike(node->first, member) && node->begin > release->begin)
        {
            return true;
        }
        const struct node *taken =
            node->kind == NODE_CALL && node != release ? taken_reference(node) : NULL;
        if (taken != NULL && nodes_are_alike(taken, member)) {
            return true;
        }
        if (node->kind == NODE_CALL && node != release && may_take_over(node, member)) {
            return true;
        }
    }
    return false;
}

/* What exec puts into the state belongs to that, also where exec fails: m_clear and m_free
 * release it. */
static void
check_exec(struct check *check, const struct module *module, const struct function *exec)
{
    for (size_t i = 0; i < exec->n_calls; i++) {
        const struct node *call = exec->calls[i];
        /* By its name: Py_CLEAR releases what a local of its own points to. */
        const struct node *member = written_object(call);
        if (member == NULL || member->kind != NODE_MEMBER
            || !type_points_to_state(check->extension, member_object_type(member))
            || !(function_names_field(check->extension, module->clear, member->text, HOOK_DEPTH)
                 || function_names_field(check->extension, module->free, member->text, HOOK_DEPTH))
            || is_balanced(exec, member, call))
        {
            continue;
        }
        check_add_node(check, "lifetime-released-twice", call, exec->name,
                       "'%s' of the module state is released here and stays in the state, "
                       "whose hooks release it again; remove this release",
                       member->text);
    }
}

/* The release of the type in DEALLOC's call number N; NULL: it is none. */
static const struct variable *
released_type(const struct function *dealloc, size_t n)
{
    const struct node *call = dealloc->calls[n];
    const struct variable *type =
        written_object(call) != NULL ? node_variable(written_object(call)) : NULL;
    return type != NULL && type->storage == STORAGE_AUTOMATIC
                   && type->type->kind == TYPE_POINTER
                   && type_is_record(type->type->target, "PyTypeObject")
               ? type
               : NULL;
}

/* An instance holds one reference to its type. */
static void
check_types(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        if (dealloc == NULL || dealloc->body == NULL
            || !type_is_first_with(check->extension, type, "Py_tp_dealloc", dealloc))
        {
            continue;
        }
        for (size_t k = 1; k < dealloc->n_calls; k++) {
            const struct variable *released = released_type(dealloc, k);
            const struct node *after = node_outer(dealloc->calls[k]);
            for (size_t n = 0; n < k && released != NULL; n++) {
                const struct node *before = node_outer(dealloc->calls[n]);
                if (released_type(dealloc, n) == released && before->parent == after->parent
                    && after->parent != NULL && after->parent->kind == NODE_BLOCK)
                {
                    check_add_node(check, "lifetime-released-twice", dealloc->calls[k],
                                   dealloc->name,
                                   "the type '%s' is released a second time (first on line "
                                   "%u), but an instance holds one reference to it; remove "
                                   "one release",
                                   released->name,
                                   source_line(before->file, before->begin));
                    break;
                }
            }
        }
    }
}

static void
check_modules(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        for (size_t k = 0; k < module->slots.n_items; k++) {
            const struct slot *slot = &module->slots.items[k];
            if (strcmp(slot->name, "Py_mod_exec") == 0 && slot->function != NULL
                && slot->function->body != NULL)
            {
                check_exec(check, module, slot->function);
            }
        }
    }
}

/* Does NODE stand in a loop?  `do … while (0)` is none. */
static bool
is_repeated(const struct node *node)
{
    for (const struct node *at = node; at->parent != NULL; at = at->parent) {
        const struct node *loop = at->parent;
        const struct node *last = loop->kind == NODE_DO && loop->first != NULL
                                      ? node_bare(loop->first->next)
                                      : NULL;
        if (loop->kind == NODE_FOR || loop->kind == NODE_WHILE
            || (loop->kind == NODE_DO && !(last != NULL && last->has_value && last->value == 0)))
        {
            return true;
        }
    }
    return false;
}

/* Does a helper release two references to its argument?  Functions that Python calls own
 * none: lifetime-borrowed-dropped. */
static bool
is_given_up_twice(const struct check *check, const struct function *function,
                  const struct ownership_fault *fault)
{
    return fault->kind == FAULT_DROPPED && fault->is_parameter && fault->is_twice
           && fault->name != NULL && !is_repeated(fault->node)
           && !function_is_called_by_python(check->extension, function);
}

void
check_lifetime_released_twice(struct check *check)
{
    check_modules(check);
    check_types(check);
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            const struct ownership_fault *fault = &ownership->faults[k];
            if (fault->kind == FAULT_RELEASED_TWICE
                || fault->kind == FAULT_RELEASED_STOLEN
                || is_given_up_twice(check, function, fault))
            {
                check_fault(check, function, fault);
            }
        }
    }
}
