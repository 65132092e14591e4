/* Instances that keep the state.
 *
 * A method of a type that can have subclasses finds the state by a search of the bases.  Its
 * instances can keep what that found: a member that is NULL until then, so that whoever makes
 * an instance need not know of it.  tp_alloc gives memory that is zero; instances that
 * are made, copied or kept for later in another way would have anything there, and theirs are
 * left alone.  The member stands last, because structs that begin alike are used in one
 * another's place, and it is read only where the instance is known to have the struct.
 * The state is there as long as the instance: that holds its type, and the type the
 * module.  What runs when an instance dies does not read it. */
#include "convert/plan/state_keepers.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/instance_bytes.h"
#include "convert/facts/instance_structs.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/facts/records.h"
#include "convert/plan/collector.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/functions.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/names.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"

/* --- how instances are made ---------------------------------------------------------- */

static const char *const makers[] = {
    "PyObject_New",    "PyObject_NewVar",  "PyObject_GC_New",  "PyObject_GC_NewVar",
    "PyObject_Init",   "PyObject_InitVar", "PyObject_NEW",     "PyObject_NEW_VAR",
    "PyObject_INIT",   "PyObject_INIT_VAR",
};

/* Does NAME, of a function, leave the memory of the instance that it makes as it is? */
static bool
is_maker(const char *name)
{
    name += *name == '_';
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++) {
        if (strcmp(name, makers[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does CALL make an instance past tp_alloc, of TYPE or of a type that is not known here? */
static bool
makes_unset(const struct node *call, const struct variable *type)
{
    const char *name = call_name(call);
    if (strcmp(name, "_Py_NewReference") == 0 || strcmp(name, "Py_SET_TYPE") == 0) {
        return true;
    }
    if (!is_maker(name)) {
        return false;
    }
    bool is_init = string_starts(name + (*name == '_'), "PyObject_I");
    const struct node *argument = call_argument(call, is_init ? 1 : 0);
    const struct node *referent = argument != NULL ? node_referent(argument) : NULL;
    return referent == NULL || referent->variable == NULL || referent->variable == type
           || !variable_is_static(referent->variable);
}

/* Is NODE, the first argument of a call, a pointer to RECORD? */
static bool
points_to(const struct node *node, const struct record *record)
{
    const struct node *bare = node != NULL ? node_bare(node) : NULL;
    return bare != NULL && type_points_to_struct(bare->type, record);
}

/* Is an instance of TYPE made in another way than by tp_alloc, in what this build compiles? */
static bool
is_made_otherwise(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_CALL && plan_of_function(c, function)->belongs
                && makes_unset(n, type))
            {
                return true;
            }
        }
    }
    return false;
}

/* Is one made otherwise in code that another build compiles? */
static bool
is_made_in_other_builds(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        struct brackets arguments;
        if (mention->variable != type || mention->node != NULL
            || !brackets_around(mention->file, mention->begin, &arguments))
        {
            continue;
        }
        for (size_t k = 0; k < ARRAY_LENGTH(makers); k++) {
            if (brackets_have_name(&arguments, makers[k])) {
                return true;
            }
        }
    }
    return false;
}

/* Does tp_alloc of TYPE and of its bases give memory that is zero? */
static bool
allocates_zeros(const struct conversion *c, const struct variable *type)
{
    const struct variable *below = type;
    for (const struct variable *t = type; t != NULL; t = own_base(c, t)) {
        const struct node *alloc = slot_value(c, t, "tp_alloc");
        const struct function *function = function_in_slot(c, t, "tp_alloc");
        if (alloc != NULL && !is_null(alloc)
            && (function == NULL || strcmp(function->name, "PyType_GenericAlloc") != 0))
        {
            return false;
        }
        below = t;
    }
    return base_of(c, below) == NULL || base_owns_nothing(below);
}

/* --- types ------------------------------------------------------------------------------ */

static const struct variable *
type_number(const struct conversion *c, size_t i)
{
    const struct variable_plan *plan = moving(c, c->source->variables[i]);
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

static const struct type *
instance_of(const struct conversion *c, const struct variable *type)
{
    return type_of_size(slot_value(c, type, "tp_basicsize"));
}

/* Are all instances of TYPE made by tp_alloc, and of a struct that is known? */
static bool
is_plainly_made(const struct conversion *c, const struct variable *type)
{
    const struct type *instance = instance_of(c, type);
    const struct record *record = instance != NULL ? instance->record : NULL;
    const struct node *items = slot_value(c, type, "tp_itemsize");
    const struct node *freeing = slot_value(c, type, "tp_dealloc");
    const struct function *dealloc = function_in_slot(c, type, "tp_dealloc");
    bool is_freed_openly = freeing == NULL || is_null(freeing)
                           || (dealloc != NULL && dealloc->body != NULL
                               && !keeps_instances(c, dealloc));
    return record != NULL && !plan_of_variable(c, type)->is_sequence
           && (items == NULL || is_null(items)) && is_freed_openly
           && allocates_zeros(c, type) && !is_made_otherwise(c, type)
           && !is_made_in_other_builds(c, type);
}

/* What is asked of the functions that may be called with an instance. */
struct whole_struct {
    const struct record *record;
    bool is_only_itself; /* is_only_itself() */
};

/* Does an instance of TYPE begin with the struct? */
static bool
has_struct(const struct conversion *c, const struct variable *type, const void *context)
{
    const struct whole_struct *whole = context;
    const struct type *instance = instance_of(c, type);
    return instance != NULL && struct_begins_with(instance->record, whole->record);
}

/* Is TYPE, or a base of it, of the struct RECORD? */
static bool
is_below(const struct conversion *c, const struct variable *type, const struct record *record)
{
    for (; type != NULL; type = own_base(c, type)) {
        const struct type *instance = instance_of(c, type);
        if (instance != NULL && struct_begins_with(instance->record, record)) {
            return true;
        }
    }
    return false;
}

/* --- calls with an instance ------------------------------------------------------------- */

/* Is what the code has as a pointer to RECORD never an instance of another struct that begins
 * like it? */
static bool
is_only_itself(const struct conversion *c, const struct record *record)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        if (type != NULL && instance_of(c, type) == NULL) {
            return false;
        }
    }
    return !struct_has_double(c->source, record);
}

/* Does CALL hand over what is declared as an instance of the struct, first? */
static bool
hands_instance(const struct conversion *c, const struct node *call, const void *context)
{
    const struct whole_struct *whole = context;
    (void)c;
    return whole->is_only_itself && points_to(call_argument(call, 0), whole->record)
           && !is_null(call_argument(call, 0));
}

static bool
is_slot_given(const struct conversion *c, const struct variable *type, const char *field)
{
    const struct node *value = slot_value(c, type, field);
    return value != NULL && !is_null(value);
}

/* Have the instances of TYPE, of the struct RECORD, a member besides the head, the dictionary and
 * the weak references?  CPython combines types without one with others, and pickles their
 * instances. */
static bool
has_own_members(const struct conversion *c, const struct variable *type,
                const struct record *record)
{
    size_t n_offsets = (size_t)is_slot_given(c, type, "tp_dictoffset")
                       + is_slot_given(c, type, "tp_weaklistoffset");
    return record->n_fields > 1 + n_offsets;
}

/* Can RECORD get one more member at its end, in all builds and for all that know it? */
static bool
can_grow(const struct conversion *c, const struct record *record)
{
    const struct source_file *file = record->file;
    if (file == NULL || !file->is_project || record->is_union || !record->is_complete
        || record->n_fields == 0 || !record_is_object(record) || record->end == 0
        || file->text[record->end - 1] != '}'
        || record->fields[record->n_fields - 1].type->kind == TYPE_ARRAY
        || (!file->is_main && text_has_word(file, 0, file->size, "PyCapsule_Import")))
    {
        return false;
    }
    return guard_at(c, file, 0, record->begin).n_levels <= (file->is_main ? 0 : 1);
}

/* --- the plan ---------------------------------------------------------------------------- */

static bool
is_planned(const struct state_keepers *keepers, const struct record *record)
{
    for (size_t i = 0; i < keepers->n_items; i++) {
        if (keepers->items[i]->record == record) {
            return true;
        }
    }
    return false;
}

/* Is each type whose instances are a RECORD, or begin with one, made so that the member is
 * zero? */
static bool
are_plainly_made(const struct conversion *c, const struct record *record)
{
    const struct whole_struct whole = {.record = record};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        if (type != NULL && is_below(c, type, record)
            && (!has_struct(c, type, &whole) || !is_plainly_made(c, type)
                || (instance_of(c, type)->record == record
                    && !has_own_members(c, type, record))))
        {
            return false;
        }
    }
    return true;
}

/* Does FUNCTION run once for each instance only, at its beginning? */
static bool
is_init_only(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        if (type != NULL && function_in_slot(c, type, "tp_init") == function) {
            return true;
        }
    }
    return false;
}

/* Does FUNCTION find the state by a search from the type of its first argument, which is an
 * instance of the struct in all cases? */
static bool
can_find_in(const struct conversion *c, const struct function *function,
            const struct whole_struct *whole)
{
    const struct function_plan *plan = plan_of_function(c, function);
    return plan->belongs && plan->needs_state && plan->access == ACCESS_SELF
           && !plan->is_static && !plan->has_own_state && function->body != NULL
           && !function->body->file->is_generated && function->made_by == NULL
           && function->n_parameters > 0
           && !is_called_for_final_types(c, function)
           && is_called_for_types(c, function, has_struct, hands_instance, whole);
}

/* Instances of the struct of TYPE keep the state, if some function finds it there then; which ones
 * do, in FOUND, by number. */
static void
plan_keeper(struct conversion *c, struct state_keepers *keepers,
            const struct state_keeper **found, const struct variable *type)
{
    const struct type *instance = instance_of(c, type);
    const struct record *record = instance != NULL ? instance->record : NULL;
    if (record == NULL || is_planned(keepers, record) || !can_grow(c, record)
        || record_has_field(record, c->names->state) || !are_plainly_made(c, record)
        || instances_are_bytes(c->extension, instance))
    {
        return;
    }
    struct state_keeper *keeper = ARENA_NEW(c->arena, struct state_keeper);
    *keeper = (struct state_keeper){.record = record,
                                    .instance = instance->spelling,
                                    .member = c->names->state};
    const struct whole_struct whole = {record, is_only_itself(c, record)};
    bool is_used = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (found[function->id] == NULL && can_find_in(c, function, &whole)) {
            found[function->id] = keeper;
            is_used |= !is_init_only(c, function);
        }
    }
    if (is_used) {
        const struct state_keeper *item = keeper;
        ARENA_ADD(c->arena, keepers->items, keepers->n_items, keepers->capacity, &item);
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        if (found[c->source->functions[i]->id] == keeper) {
            found[c->source->functions[i]->id] = NULL;
        }
    }
}

void
state_keepers_begin(struct conversion *c)
{
    static const struct state_keepers none;
    c->state_keepers = &none;
}

void
plan_state_keepers(struct conversion *c)
{
    if (!knows_structs_of_types(c) || c->language->is_cxx) {
        return;
    }
    struct state_keepers *keepers = ARENA_NEW(c->arena, struct state_keepers);
    const struct state_keeper **found =
        ARENA_ARRAY(c->arena, const struct state_keeper *, c->source->n_functions + 1);
    *keepers = (struct state_keepers){.is_shared = runs_without_gil(c), .of_function = found};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        if (type != NULL && !plan_of_variable(c, type)->is_final) {
            plan_keeper(c, keepers, found, type);
        }
    }
    c->state_keepers = keepers;
}

const struct state_keeper *
state_keeper_for(const struct conversion *c, const struct function *function)
{
    return c->state_keepers->of_function != NULL ? c->state_keepers->of_function[function->id]
                                                 : NULL;
}
