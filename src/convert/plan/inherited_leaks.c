/* What the author's code leaks keeps more alive than before. */
#include "convert/plan/inherited_leaks.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/nodes.h"
#include "convert/facts/spec_makers.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/hooks.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/spec_modules.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/module_state.h"
#include "extension/ownership.h"
#include "extension/references.h"

/* The type that moves and whose tp_new FUNCTION is; NULL: none. */
static const struct variable *
type_with_new(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE
            && function_in_slot(c, plan->variable, "tp_new") == function)
        {
            return plan->variable;
        }
    }
    return NULL;
}

/* The type that moves and that CALL makes an instance of; NULL: none, or another. */
static const struct variable *
type_made_by(const struct conversion *c, const struct node *call)
{
    const struct node *given = call_argument(call, 0);
    const struct variable *class = given != NULL ? node_variable(given) : NULL;
    if (class != NULL && class->is_parameter && class == call->within->parameters[0]) {
        return type_with_new(c, call->within); /* type->tp_alloc(type, 0) */
    }
    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct node *referent = node_referent(call_argument(call, i));
        const struct variable_plan *plan =
            referent != NULL && referent->kind == NODE_NAME ? moving(c, referent->variable)
                                                            : NULL;
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            return plan->variable;
        }
    }
    return NULL;
}

static void
note_leaks(struct conversion *c, const struct function *function)
{
    const struct ownership *ownership = function_ownership(c->extension, function);
    for (size_t i = 0; ownership != NULL && i < ownership->n_faults; i++) {
        const struct ownership_fault *fault = &ownership->faults[i];
        const struct variable *type = fault->kind == FAULT_LEAKED && fault->origin != NULL
                                          ? type_made_by(c, fault->origin)
                                          : NULL;
        if (type != NULL) {
            note(c, "lifetime-reference-leaked", fault->origin->file,
                 fault->origin->begin, type->name,
                 "inherited: the instance of '%s' made here is not released where '%s' "
                 "leaves at line %u; it now also keeps its type and the module: %s",
                 type->name, function->name,
                 source_line(fault->node->file, fault->node->begin),
                 fault->is_returned ? "remove the Py_INCREF in front of the return"
                                    : "release it with Py_DECREF on that path");
        }
    }
}

/* Is what FAULT tells of lost within a statement, as the new reference that an argument of a
 * call is which does not take it? */
static bool
is_lost_argument(const struct ownership_fault *fault)
{
    const struct node *taker =
        fault->origin != NULL ? node_outer(fault->origin)->parent : NULL;
    bool is_taken = taker != NULL && taker->kind == NODE_CALL /* where it does not fail */
                    && reference_is_stolen_on_success(call_name(taker));
    return fault->kind == FAULT_LEAKED && fault->origin != NULL && !is_taken
           && call_local(fault->origin) == NULL && fault->node->kind != NODE_RETURN
           && fault->node->kind != NODE_BLOCK && !call_gives_immortal(fault->origin);
}

/* Is it lost in a local of FUNCTION, where that returns what is no failure? */
static bool
is_lost_in_local(const struct function *function, const struct ownership_fault *fault)
{
    const struct node *value =
        fault->node->kind == NODE_RETURN ? node_bare(fault->node->first) : NULL;
    bool gives_number = value != NULL && function->type->target->kind == TYPE_INTEGER;
    return fault->kind == FAULT_LEAKED && fault->origin != NULL && !fault->is_returned
           && call_local(fault->origin) != NULL && !call_gives_immortal(fault->origin)
           && value != NULL
           && (gives_number ? value->has_value && value->value >= 0 : !is_null(value));
}

/* What FUNCTION, which runs at import, loses: once in a process before, with each module
 * now. */
static void
note_lost_arguments(struct conversion *c, const struct function *function)
{
    const struct ownership *ownership = function_ownership(c->extension, function);
    const struct ownership_fault *first = NULL;
    size_t n = 0;
    for (size_t i = 0; ownership != NULL && i < ownership->n_faults; i++) {
        const struct ownership_fault *fault = &ownership->faults[i];
        if (is_lost_argument(fault)) {
            first = n++ == 0 ? fault : first;
        }
        else if (is_lost_in_local(function, fault) && type_made_by(c, fault->origin) == NULL) {
            note(c, "lifetime-reference-leaked", fault->origin->file, fault->origin->begin,
                 function->name,
                 "inherited: the new reference from %s in '%s' is still held where '%s' "
                 "returns; each module object loses it, where the process lost it once: "
                 "release it with Py_DECREF",
                 call_name(fault->origin), call_local(fault->origin)->name, function->name);
        }
    }
    if (first != NULL) {
        note(c, "lifetime-reference-leaked", first->origin->file, first->origin->begin,
             function->name,
             "inherited: the new reference from %s is handed to a function that does not take "
             "it%s; each module object loses it, where the process lost it once: put it into "
             "a variable and release it with Py_DECREF",
             call_name(first->origin),
             n == 1 ? "" : TEXT(c, " (and %zu more here)", n - 1));
    }
}

/* What the module's own state holds and no hook of it releases. */
static void
note_lost_fields(struct conversion *c)
{
    const struct record *record = c->module->is_multi_phase ? NULL : c->existing->record;
    const struct function *clear = hook_function(c, "m_clear");
    const struct function *release = release_function(c);
    const struct field *first = NULL;
    size_t n = 0;
    for (size_t i = 0; record != NULL && (clear != NULL || release != NULL) && i < record->n_fields;
         i++)
    {
        const struct field *field = &record->fields[i];
        if (type_holds_object(field->type) && field->name[0] != '\0'
            && !function_names_field(c->extension, clear, field->name, HOOK_DEPTH)
            && !function_names_field(c->extension, release, field->name, HOOK_DEPTH)
            && !field_is_borrowed(c->extension, record, field->name))
        {
            first = n++ == 0 ? field : first;
        }
    }
    if (first != NULL && record->file != NULL) {
        const struct function *hook = clear != NULL ? clear : release;
        note(c, "lifetime-state-not-cleared", record->file, first->place, first->name,
             "inherited: no function releases '%s' of the module state%s, so each module object "
             "leaks it: add Py_CLEAR to %s",
             first->name, n == 1 ? "" : TEXT(c, " (nor %zu more fields)", n - 1), hook->name);
    }
}

/* Has the type that CREATION makes the module, and had not, or not one that goes? */
static bool
gets_module(const struct conversion *c, const struct node *creation)
{
    for (size_t i = 0; i < c->spec_modules->n_items; i++) {
        if (c->spec_modules->items[i].call == creation) {
            return true;
        }
    }
    return !c->module->is_multi_phase && c->selection->has_state
           && maker_without_module(creation) == NULL;
}

/* Heap types of the author's whose instances keep them: a static variable did so before, or
 * nothing went with them, and now the type has the module, so that the first instance keeps that
 * for good. */
static void
note_kept_types(struct conversion *c)
{
    const struct heap_type *first = NULL;
    size_t n = 0;
    for (size_t i = 0; i < c->extension->n_types; i++) {
        const struct heap_type *type = &c->extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct node *creation = heap_type_creation(type);
        if (dealloc == NULL || dealloc->body == NULL
            || creation == NULL || creation->within == NULL || !gets_module(c, creation)
            || !plan_of_function(c, creation->within)->belongs
            || !type_is_first_with(c->extension, type, "Py_tp_dealloc", dealloc)
            || !function_keeps_type(dealloc))
        {
            continue;
        }
        first = n++ == 0 ? type : first;
    }
    if (first != NULL) {
        const struct function *dealloc = slots_function(&first->slots, "Py_tp_dealloc");
        note(c, "lifetime-type-not-dropped", dealloc->file, function_definition(dealloc)->name,
             dealloc->name,
             "inherited: '%s' frees instances of '%s' and does not release their type%s, which "
             "keeps the module now: save Py_TYPE(self), and Py_DECREF it behind the free",
             dealloc->name, first->variable->name,
             n == 1   ? ""
             : n == 2 ? " (nor does one more function)"
                      : TEXT(c, " (nor do %zu more functions)", n - 1));
    }
}

void
note_inherited_leaks(struct conversion *c)
{
    note_lost_fields(c);
    note_kept_types(c);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (plan_of_function(c, function)->belongs && function->body != NULL) {
            note_leaks(c, function);
            if (function_runs_only_at_import(c->extension, function)) {
                note_lost_arguments(c, function);
            }
        }
    }
}
