/* lifetime-member-not-released: the collector calls tp_clear for cycles only.  What an
 * instance owns has to be released by tp_dealloc, too. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/cycle_members.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/module_state.h"

/* Does CALL leave the rest to a function that is not seen: tp_clear, or the tp_dealloc of a
 * base, through a pointer?  (For function_visit_calls: DATA points to the clear function.) */
static bool
hands_on(const struct node *call, void *data)
{
    const struct function *const *clear = data;
    if (call->function != NULL) {
        return call->function == *clear;
    }
    const struct node *callee = node_bare(call->first);
    const char *name = callee == NULL                ? ""
                       : callee->kind == NODE_MEMBER ? callee->text
                       : callee->variable != NULL    ? callee->type->spelling
                                                     : "";
    return strcmp(name, "tp_free") != 0 && strcmp(name, "freefunc") != 0;
}

/* Is MEMBER, which clear drops, dropped when an instance goes, or handed to what may do
 * it? */
static bool
is_released(const struct check *check, const struct heap_type *type, const char *member)
{
    static const char *const slots[] = {"Py_tp_dealloc", "Py_tp_finalize", "Py_tp_del"};
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        const struct function *function = slots_function(&type->slots, slots[i]);
        if (function_names_field(check->extension, function, member, SLOT_DEPTH)) {
            return true;
        }
    }
    return false;
}

/* Does the tp_dealloc of any type name the member FIELD?  It may be a base's. */
static bool
is_named_by_dealloc(const struct check *check, const char *field)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct function *dealloc =
            slots_function(&check->extension->types[i].slots, "Py_tp_dealloc");
        if (dealloc != NULL
            && function_names_field(check->extension, dealloc, field, SLOT_DEPTH))
        {
            return true;
        }
    }
    return false;
}

static void
check_type(struct check *check, const struct heap_type *type,
           const struct function *clear)
{
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    for (size_t i = 0; i < clear->n_calls; i++) {
        const struct node *member = dropped_member(clear, clear->calls[i]);
        if (member == NULL || is_released(check, type, member->text)
            || (dealloc == NULL && heap_type_bases(type) != BASES_NONE
                && is_named_by_dealloc(check, member->text)))
        {
            continue;
        }
        if (dealloc != NULL) {
            check_add_function(check, "lifetime-member-not-released", dealloc,
                               "%s does not release '%s', which instances of '%s' own "
                               "(%s releases it, but only the garbage collector calls "
                               "that); each instance leaks it: add Py_CLEAR",
                               dealloc->name, member->text, type->variable->name,
                               clear->name);
        }
        else {
            check_add_variable(check, "lifetime-member-not-released", type->variable,
                               "'%s' has no Py_tp_dealloc, and the inherited one does "
                               "not release '%s' (%s does, but only the garbage "
                               "collector calls that); each instance leaks it: add a "
                               "Py_tp_dealloc that releases each member",
                               type->variable->name, member->text, clear->name);
        }
    }
}

void
check_lifetime_member_not_released(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct slot *slot = slots_find(&type->slots, "Py_tp_dealloc");
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct function *clear = slots_function(&type->slots, "Py_tp_clear");
        bool is_seen = slot == NULL ? type->slots.is_known
                                    : dealloc != NULL && dealloc->body != NULL
                                          && type_is_first_with(check->extension, type,
                                                                "Py_tp_dealloc", dealloc)
                                          && !function_visit_calls(dealloc, SLOT_DEPTH,
                                                                   hands_on,
                                                                   &clear);
        if (is_seen && clear != NULL && clear->body != NULL) {
            check_type(check, type, clear);
        }
    }
}
