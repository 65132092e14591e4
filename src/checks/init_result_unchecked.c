/* init-result-unchecked: what exec makes and does not ask for NULL; the import succeeds with
 * an exception set, or the first use crashes. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/ownership.h"
#include "extension/references.h"

/* Does CALL make what exec keeps, or find it in another module, also by a function of the
 * project that fails as these do? */
static bool
makes_object(const struct check *check, const struct node *call)
{
    if (call->function != NULL && call->function->in_project) {
        const struct ownership *helper = function_ownership(check->extension, call->function);
        return helper != NULL && helper->raises && !helper->fails_quietly;
    }
    return CALL_IS(call, "PyImport_ImportModule", "PyImport_Import", "PyImport_ImportModuleAttr",
                   "PyImport_ImportModuleAttrString", "_PyImport_GetModuleAttr",
                   "_PyImport_GetModuleAttrString", "PyType_FromSpec",
                   "PyType_FromSpecWithBases", "PyType_FromModuleAndSpec",
                   "PyType_FromMetaclass", "PyType_FromSlots", "PyErr_NewException",
                   "PyErr_NewExceptionWithDoc", "PyStructSequence_NewType");
}

/* Does CALL, of the C API, give a new object, or NULL and an exception? */
static bool
may_fail(const struct node *call)
{
    return call->function != NULL && !call->function->in_project
           && string_starts(call_name(call), "Py") && type_is_object_pointer(call->type)
           && reference_given_by(call_name(call)) == REFERENCE_NEW && !call_gives_immortal(call)
           && taken_reference(call) == NULL
           && !CALL_IS(call, "PyImport_GetModule", "PyErr_GetRaisedException", "PyIter_Next",
                       "PyObject_Type", "PyType_GetDict", "Py_GetConstant");
}

/* The place that CALL's result is put into, by a statement of its own or a declaration;
 * NULL: it goes elsewhere. */
static const struct node *
place_of(const struct node *call)
{
    const struct node *child = node_outer(call), *parent = child->parent;
    while (parent != NULL
           && (parent->kind == NODE_CONDITIONAL ? child == node_child(parent, 1)
               : parent->kind == NODE_BINARY && parent->op == ','
                   && child == node_child(parent, 1)))
    {
        child = node_outer(parent);
        parent = child->parent;
    }
    if (parent == NULL || parent->kind == NODE_VARIABLE) {
        return parent;
    }
    bool is_given = parent->kind == NODE_ASSIGN && parent->op == '='
                    && parent->first != child && parent->parent != NULL
                    && parent->parent->kind == NODE_BLOCK;
    return is_given ? node_bare(parent->first) : NULL;
}

/* May USE find out that its object is missing: is it asked, returned, copied, or handed to
 * what takes NULL as a failure or to code of the project? */
static bool
may_tell(const struct node *use)
{
    const struct node *child = NULL, *call = call_around(use, &child);
    const struct node *parent = node_outer(use)->parent;
    if (node_is_asked(use) || parent == NULL || parent->kind == NODE_RETURN
        || parent->kind == NODE_VARIABLE || parent->kind == NODE_CONDITIONAL
        || parent->kind == NODE_BINARY
        || (parent->kind == NODE_ASSIGN && parent->first != node_outer(use)))
    {
        return true;
    }
    /* Py_XINCREF and the like do not tell, and PyModule_AddType does not ask. */
    return call != NULL && call->first != child && taken_reference(call) == NULL
           && released_reference(call) == NULL && !CALL_IS(call, "PyModule_AddType");
}

static bool
member_is_asked(const struct check *check, const struct node *place)
{
    const struct member_uses *uses = members_called(check->extension, place->text);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *use = uses->items[i];
        if (use->within != NULL && function_runs_only_at_import(check->extension, use->within)
            && may_tell(use))
        {
            return true;
        }
    }
    return false;
}

/* The member that USE, a local, is put into by a statement of its own; or NULL. */
static const struct node *
member_given(const struct node *use)
{
    const struct node *outer = node_outer(use), *parent = outer->parent;
    const struct node *place =
        parent != NULL && parent->kind == NODE_ASSIGN && parent->op == '='
                && parent->first != outer && parent->parent != NULL
                && parent->parent->kind == NODE_BLOCK
            ? node_bare(parent->first)
            : NULL;
    return place != NULL && place->kind == NODE_MEMBER ? place : NULL;
}

static bool
local_is_asked(const struct check *check, const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *member = member_given(local->uses[i]);
        if (member != NULL) {
            if (member_is_asked(check, member)) {
                return true;
            }
        }
        else if (!local->uses[i]->is_written && may_tell(local->uses[i])) {
            return true;
        }
    }
    return false;
}

static bool
asks_for_exception(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyErr_Occurred")) {
            return true;
        }
    }
    return false;
}

void
check_init_result_unchecked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->body == NULL || asks_for_exception(function)
            || !function_runs_only_at_import(check->extension, function))
        {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            bool is_made = makes_object(check, call);
            const struct node *place = is_made || may_fail(call) ? place_of(call) : NULL;
            bool is_member = place != NULL && place->kind == NODE_MEMBER;
            if (!is_made && !(is_member && place->op == '>')) {
                continue;
            }
            const struct variable *local =
                place != NULL && !is_member ? place->variable : NULL;
            if ((!is_member && (local == NULL || local->storage != STORAGE_AUTOMATIC))
                || (is_member ? member_is_asked(check, place) : local_is_asked(check, local)))
            {
                continue;
            }
            const char *name = is_member ? place->text : local->name;
            struct finding *finding = check_add_node(
                check, "init-result-unchecked", call, function->name,
                "the result of %s is not checked for NULL: on failure the import goes on "
                "with an exception set, and '%s' stays NULL; return -1",
                call_name(call), name);
            finding->member = name;
        }
    }
}
