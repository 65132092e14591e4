/* gc-not-untracked */
#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/heap_type.h"

static bool
is_untrack(const struct node *call, void *data)
{
    (void)data;
    return call_untracks(call);
}

static bool parameter_is_emptied(const struct function *function, size_t i, int depth);

/* Does CALL drop members of the object that FUNCTION has as its parameter number I: one
 * by its name, or some in a function that CALL hands the object to? */
static bool
call_drops_members(const struct function *function, const struct node *call, size_t i,
                   int depth)
{
    const struct node *member = released_reference(call);
    if (member != NULL) {
        return member->kind == NODE_MEMBER
               && node_is_parameter(function, member->first, i);
    }
    for (size_t k = 0; call->function != NULL && k < call->function->n_parameters; k++) {
        const struct node *argument = call_argument(call, k);
        if (argument != NULL && node_is_parameter(function, argument, i)
            && parameter_is_emptied(call->function, k, depth - 1))
        {
            return true;
        }
    }
    return false;
}

static bool
parameter_is_emptied(const struct function *function, size_t i, int depth)
{
    for (size_t k = 0; depth > 0 && function->body != NULL && k < function->n_calls;
         k++)
    {
        if (call_drops_members(function, function->calls[k], i, depth)) {
            return true;
        }
    }
    return false;
}

/* Does CALL untrack DEALLOC's object, itself or in a function that it hands the object to, such
 * as the tp_dealloc of a base? */
static bool
untracks_object(const struct function *dealloc, const struct node *call)
{
    const struct node *object = call_argument(call, 0);
    return is_untrack(call, NULL)
           || (object != NULL && call->function != NULL
               && node_is_parameter(dealloc, object, 0)
               && function_visit_calls(call->function, SLOT_DEPTH - 1, is_untrack, NULL));
}

/* The first member that DEALLOC releases before it untracks its object; or NULL. */
static const struct node *
early_release(const struct function *dealloc)
{
    const struct node *release = NULL;
    for (const struct node *node = dealloc->body; node;
         node = node_after(node, dealloc->body))
    {
        if (node->kind != NODE_CALL) {
            continue;
        }
        bool is_untracking = untracks_object(dealloc, node);
        if (is_untracking && (release == NULL || node_flows_to(release, node))) {
            return release;
        }
        if (release == NULL && call_drops_members(dealloc, node, 0, SLOT_DEPTH)) {
            release = node;
        }
    }
    return NULL;
}

/* An untracking that comes too late. */
static void
check_order(struct check *check, const struct heap_type *type,
            const struct function *dealloc)
{
    const struct node *release = early_release(dealloc);
    if (release != NULL) {
        check_add_node(
            check, "gc-not-untracked", release, dealloc->name,
            "%s releases members of '%s' before PyObject_GC_UnTrack(self); the garbage "
            "collector may traverse them meanwhile: untrack first",
            dealloc->name, type->variable->name);
    }
}

static bool
fix_not_untracked(struct draft *draft)
{
    const struct function *dealloc = draft_function(draft);
    uint32_t place = dealloc ? function_first_statement(dealloc) : 0;
    if (place == 0 || dealloc->n_parameters == 0
        || dealloc->parameters[0]->name[0] == '\0')
    {
        return false;
    }
    draft_insert(draft, place,
                  arena_format(draft->check->arena, "PyObject_GC_UnTrack(%s);",
                               dealloc->parameters[0]->name));
    draft->description = "untrack the object before clearing it";
    return true;
}

void
check_gc_not_untracked(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        if (dealloc != NULL && dealloc->body != NULL && heap_type_is_collected(type)
            && type_is_first_with(extension, type, "Py_tp_dealloc", dealloc))
        {
            check_order(check, type, dealloc);
        }
        if (dealloc == NULL || dealloc->body == NULL || !type->has_flags
            || (type->flags & TYPE_FLAG_HAVE_GC) == 0
            || !type_is_first_with(extension, type, "Py_tp_dealloc", dealloc)
            || !function_frees_object(dealloc)
            || function_visit_calls(dealloc, SLOT_DEPTH - 1, is_untrack, NULL))
        {
            continue;
        }
        struct finding *finding =
            check_add_function(check, "gc-not-untracked", dealloc,
                               "%s deallocates instances of '%s' without untracking "
                               "them; the garbage collector may traverse them "
                               "meanwhile: call PyObject_GC_UnTrack(self) first",
                               dealloc->name, type->variable->name);
        check_fix(check, finding, fix_not_untracked);
    }
}
