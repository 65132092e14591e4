/* thread-borrowed-reference: an object that another thread may take out of its list or
 * dictionary, and so release, before it is used. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/holder.h"
#include "extension/index.h"
#include "extension/lock.h"
#include "extension/module_state.h"
#include "extension/taken_pointer.h"
#include "model/api.h"
#include "model/strong_counterpart.h"

/* NODE gives a borrowed reference, and what holds the object. */
struct borrowing {
    const struct strong_counterpart *row;
    const struct node *node, *holder; /* holder: its origin; NULL: see HOLDER_NONE */
};

/* Is NODE the array of items of a list: what the macros about lists stand for? */
static bool
is_list_items(const struct node *node)
{
    const struct type *type =
        node->kind == NODE_MEMBER && node->first != NULL ? node->first->type : NULL;
    return type != NULL && strcmp(node->text, "ob_item") == 0
           && type->kind == TYPE_POINTER && type_is_record(type->target, "PyListObject");
}

static bool
find_borrowing(const struct check *check, const struct node *node, struct borrowing *out)
{
    if (is_list_items(node)) {
        const struct strong_counterpart *row =
            strong_counterpart_of(node_use(check->source, node));
        row = row != NULL ? row : strong_counterpart_of("PyList_GET_ITEM");
        *out = (struct borrowing){row, node, node_origin(node->first)};
        return true;
    }
    const struct strong_counterpart *row =
        node->kind == NODE_CALL ? strong_counterpart_of(call_name(node)) : NULL;
    if (row == NULL) {
        return false;
    }
    const struct node *holder =
        row->holder != HOLDER_NONE ? call_argument(node, (size_t)row->holder) : NULL;
    *out = (struct borrowing){row, node, node_origin(holder)};
    return holder != NULL || row->holder == HOLDER_NONE;
}

enum { LOCAL_DEPTH = 2 /* locals behind locals */ };

/* --- what holds the object -------------------------------------------------- */

/* Does CALL only read the list or dictionary that its argument number I is?  Keyword arguments
 * are the caller's, who may use them again. */
static bool
reads_argument(const struct node *call, size_t i)
{
    const struct strong_counterpart *row = strong_counterpart_of(call_name(call));
    if (CALL_IS(call, "PyObject_Call", "PyObject_VectorcallDict", "_PyObject_Call")) {
        return i == (CALL_IS(call, "PyObject_VectorcallDict") ? 3 : 2);
    }
    return i == 0
           && (CALL_IS(call, "PyDict_Contains", "PyDict_Copy", "PyDict_GET_SIZE",
                       "PyDict_GetItemRef", "PyDict_GetItemStringRef", "PyDict_Items",
                       "PyDict_Keys", "PyDict_Size", "PyDict_Values", "PyList_AsTuple",
                       "PyList_GET_SIZE", "PyList_GetItemRef", "PyList_GetSlice",
                       "PyList_Size", "PySequence_Tuple", "Py_DECREF", "Py_INCREF",
                       "Py_XDECREF")
               || (row != NULL && !CALL_IS(call, "PyDict_SetDefault")));
}

/* Does the code behind USE, of a list or dictionary, no more than look something up in it, also
 * where a local names it, or ask whether it is there? */
static bool
is_lookup(const struct node *use, int depth)
{
    const struct node *value = node_outer(use);
    const struct node *parent = value->parent;
    if (parent == NULL || node_is_asked(use)) {
        return parent != NULL;
    }
    if (parent->kind == NODE_CALL && parent->first != value) {
        size_t i = 0;
        while (call_argument(parent, i) != NULL && call_argument(parent, i) != value) {
            i++;
        }
        return reads_argument(parent, i);
    }
    const struct variable *local = parent->kind == NODE_VARIABLE ? parent->variable : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || depth == 0) {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (local->uses[i]->is_written || !is_lookup(local->uses[i], depth - 1)) {
            return false;
        }
    }
    return true;
}

/* Does USE give a variable, or a member of what threads share, another list or dictionary, or
 * does code get it that may change it?  An object that a function has just made is not shared
 * yet, and one that tp_dealloc clears not any more. */
static bool
is_change(const struct extension *extension, const struct node *use)
{
    bool is_member = use->kind == NODE_MEMBER && use->op == '>' && use->first != NULL;
    bool is_own = is_member && !type_points_to_state(extension, use->first->type)
                  && !node_is_shared(extension, use->first);
    if (is_own && (use->is_written || node_is_cleared(extension->source, use))) {
        return false;
    }
    return use->is_written || !is_lookup(use, LOCAL_DEPTH);
}

/* Can the list or dictionary that the N USES name change after the import, as far as the
 * code that threads run tells: is it more than looked up in? */
static bool
is_changed(const struct extension *extension, const struct node *const *uses, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct node *use = uses[i];
        if (function_is_concurrent(extension, use->within) && is_change(extension, use)) {
            return true;
        }
    }
    return false;
}

/* The same of what is in members called FIELD. */
static bool
field_is_changed(const struct extension *extension, const char *field)
{
    const struct member_uses *uses = members_called(extension, field);
    return uses != NULL && is_changed(extension, uses->items, uses->n_items);
}

static const char caller_holds[] = "an object that the caller holds";

/* Does NODE take something out of HOLDER, which the caller gave, without a lock of it? */
static bool
is_taken_unlocked(const struct extension *extension, const struct node *node,
                  const struct node *holder)
{
    const struct node *list =
        CALL_IS(holder, "PySequence_Fast") ? call_argument(holder, 0) : NULL;
    return object_may_race(extension, node, list != NULL ? list : holder);
}

/* What ORIGIN is, if threads share it and may change it; NULL: that is not seen. */
static const char *
shared_holder(const struct extension *extension, const struct node *origin)
{
    if (CALL_IS(origin, "PySequence_Fast")) {
        origin = node_origin(call_argument(origin, 0)); /* a list is given back itself */
    }
    if (origin == NULL) {
        return NULL;
    }
    if (node_is_public_dict(origin)) {
        return "a dictionary that any code can change";
    }
    if (origin->kind == NODE_MEMBER && origin->op == '>' && origin->first != NULL) {
        bool is_state = type_points_to_state(extension, origin->first->type);
        return (is_state || node_is_shared(extension, origin->first))
                       && field_is_changed(extension, origin->text)
                   ? origin->text
                   : NULL;
    }
    if (origin->kind == NODE_NAME && origin->variable != NULL
        && variable_is_process_wide(extension, origin->variable))
    {
        const struct variable *variable = origin->variable;
        return is_changed(extension, variable->uses, variable->n_uses) ? variable->name
                                                                       : NULL;
    }
    return node_is_shared(extension, origin) ? caller_holds : NULL;
}

/* --- what is done with it ---------------------------------------------------- */

/* Is the object that NODE gives no more than compared: asked whether it is there?  What
 * PyDict_Next gives is none. */
static bool
is_only_compared(const struct node *node)
{
    if (CALL_IS(node, "PyDict_Next")) {
        return false;
    }
    const struct node *value = node_outer(node);
    const struct node *parent = value->parent;
    const struct variable *local =
        parent == NULL                  ? NULL
        : parent->kind == NODE_VARIABLE ? parent->variable
        : parent->kind == NODE_ASSIGN   ? node_variable(parent->first)
                                        : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC) {
        return local == NULL && parent != NULL && parent->kind != NODE_ASSIGN
               && node_is_asked(value);
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (!local->uses[i]->is_written && !node_is_asked(local->uses[i])) {
            return false;
        }
    }
    return true;
}

static bool
is_told(const struct borrowing *told, size_t n_told, const struct borrowing *borrowing)
{
    for (size_t i = 0; i < n_told; i++) {
        if (told[i].row == borrowing->row
            && (told[i].holder == NULL
                || nodes_are_alike(told[i].holder, borrowing->holder)))
        {
            return true;
        }
    }
    return false;
}

static const char *
remedy_of(struct arena *arena, const struct strong_counterpart *row)
{
    static const char *const lock = "take a strong one in a critical section of what "
                                    "holds the object";
    const struct api *api = row->instead != NULL ? api_find(row->instead) : NULL;
    return row->instead == NULL ? lock
           : row->holder == HOLDER_NONE || api == NULL
               ? arena_format(arena, "use %s", row->instead)
           : api->added > 9
               ? arena_format(arena, "use %s (since Python 3.%d), or %s", row->instead,
                              api->added, lock)
               : arena_format(arena, "use %s, or %s", row->instead, lock);
}

/* Whoever has the referent of a weak reference may release it: no lock keeps it alive. */
static bool
is_weak(const struct extension *extension, const struct borrowing *borrowing)
{
    const struct node *node = borrowing->node;
    return CALL_IS(node, "PyWeakref_GetObject", "PyWeakref_GET_OBJECT")
           && place_may_be_without_gil(extension, node->file, node->begin);
}

static void
check_borrowing(struct check *check, const struct function *function,
                const struct borrowing *borrowing)
{
    const struct strong_counterpart *row = borrowing->row;
    const char *holder = row->holder != HOLDER_NONE
                             ? shared_holder(check->extension, borrowing->holder)
                             : "";
    holder = holder != NULL ? holder : caller_holds;
    check_add_node(check, "thread-borrowed-reference", borrowing->node, function->name,
                   "%s gives a borrowed reference%s%s, whose object another thread of a "
                   "free-threaded build can release before %s uses it: %s",
                   row->name, row->holder != HOLDER_NONE ? " from " : "", holder,
                   function->name, remedy_of(check->arena, row));
}

/* Is it taken with a lock of what holds it, and used behind the unlock, while nothing has been
 * done with it before? */
static bool
leaves_lock(const struct extension *extension, const struct borrowing *borrowing)
{
    const struct node *node = borrowing->node;
    const struct variable *local = taken_local(node);
    return local != NULL && node_is_locked_here(node)
           && shared_holder(extension, borrowing->holder) != NULL
           && taken_followed(extension, local, node) != NULL;
}

static bool
is_unsafe(const struct check *check, const struct borrowing *borrowing)
{
    const struct extension *extension = check->extension;
    bool has_holder = borrowing->row->holder != HOLDER_NONE;
    if (is_only_compared(borrowing->node)) {
        return false;
    }
    if (is_weak(extension, borrowing) || (has_holder && leaves_lock(extension, borrowing))) {
        return true;
    }
    return ((!has_holder || shared_holder(extension, borrowing->holder) != NULL)
            && node_may_race(extension, borrowing->node))
           || (has_holder && is_taken_unlocked(extension, borrowing->node, borrowing->holder));
}

void
check_thread_borrowed_reference(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        enum { TOLD_MOST = 8 };
        struct borrowing told[TOLD_MOST], borrowing;
        size_t n_told = 0;
        const struct function *function = check->source->functions[i];
        const struct node *root =
            check_enters_without_gil(check, function) ? function->body : NULL;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (!find_borrowing(check, node, &borrowing)
                || is_told(told, n_told, &borrowing) || !is_unsafe(check, &borrowing))
            {
                continue;
            }
            check_borrowing(check, function, &borrowing);
            if (n_told < TOLD_MOST) {
                told[n_told++] = borrowing;
            }
        }
    }
}
