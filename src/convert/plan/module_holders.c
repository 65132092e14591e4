/* Instances that hold their module.
 *
 * A type whose instances the collector sees can lose its module before them: when the
 * collector takes a module, its types and an instance apart together, it clears the types.  What a member of
 * the instance refers to stays until tp_dealloc releases it, and so does the state, as far
 * as m_clear leaves it.  The member is visited, as the instance's type is, and released
 * behind it. */
#include "convert/plan/module_holders.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/instance_bytes.h"
#include "convert/facts/instance_structs.h"
#include "convert/facts/nodes.h"
#include "convert/facts/records.h"
#include "convert/facts/used_names.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/functions.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"
#include "extension/heap_type.h"
#include "extension/slots.h"

/* --- which types a function is a slot of --------------------------------------------- */

static const char *const last_slots[] = {"tp_dealloc", "tp_clear", "tp_finalize",
                                         "tp_del", "tp_traverse"};

/* How many of the slots of TYPE that run when an instance dies are FUNCTION. */
static size_t
count_last_slots(const struct conversion *c, const struct variable *type,
                 const struct function *function)
{
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(last_slots); i++) {
        n += function_in_slot(c, type, last_slots[i]) == function;
    }
    return n;
}

/* The same of a type that is a heap type already. */
static size_t
count_last_slots_of(const struct conversion *c, const struct heap_type *type,
                    const struct function *function)
{
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(last_slots); i++) {
        n += slots_function(&type->slots, TEXT(c, "Py_%s", last_slots[i])) == function;
    }
    return n;
}

/* Are the instances of TYPE, or of classes below it, hidden from the collector?  Then it never
 * clears the type while one is there. */
static bool
never_loses_module(const struct heap_type *type)
{
    return !heap_type_is_collected(type) && heap_type_bases(type) == BASES_NONE
           && type->has_flags
           && !heap_type_has_flag(type, TYPE_FLAG_BASETYPE);
}

/* In how many places FUNCTION is named without being called. */
static size_t
count_addresses(const struct function *function)
{
    size_t n = 0;
    for (size_t i = 0; i < function->n_uses; i++) {
        n += direct_call(function->uses[i]) == NULL;
    }
    return n;
}

/* A type of the module that moves, by its number among the variables; or NULL. */
static const struct variable *
type_number(const struct conversion *c, size_t i)
{
    const struct variable_plan *plan = moving(c, c->source->variables[i]);
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

static const struct record *
instance_record(const struct conversion *c, const struct variable *type)
{
    const struct type *instance = type_of_size(slot_value(c, type, "tp_basicsize"));
    return instance != NULL ? instance->record : NULL;
}

/* --- can it ---------------------------------------------------------------------------- */

/* The end of the declaration of the first member of RECORD, which is that of an object;
 * 0: it is not written in the struct. */
static uint32_t
end_of_head(const struct record *record)
{
    static const char *const heads[] = {"PyObject_HEAD", "PyObject_VAR_HEAD"};
    const struct source_file *file = record->file;
    uint32_t end = record->fields[0].place;
    if (end == 0) {
        struct word word = {.file = file, .end = record->begin};
        while (end == 0 && word_next(&word, NULL, record->end)) {
            for (size_t i = 0; i < ARRAY_LENGTH(heads); i++) {
                if (word_is(&word, heads[i]) && !word.is_inactive) {
                    end = word.end;
                }
            }
        }
        if (end == 0) {
            return 0;
        }
        uint32_t behind = end + (uint32_t)strspn(file->text + end, " \t");
        return file->text[behind] == ';' ? behind + 1 : end;
    }
    const char *semicolon = memchr(file->text + end, ';', record->end - end);
    return semicolon != NULL ? (uint32_t)(semicolon - file->text) + 1 : 0;
}

/* Does CALL make an instance past tp_alloc, of TYPE or of a type that is not known here? */
static bool
allocates_otherwise(const struct node *call, const struct variable *type)
{
    static const char *const makers[] = {"PyObject_GC_New", "PyObject_GC_NewVar",
                                         "PyObject_Init", "PyObject_InitVar",
                                         "PyType_GenericAlloc"};
    const char *name = call_name(call);
    name += *name == '_';
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++) {
        if (strcmp(name, makers[i]) != 0) {
            continue;
        }
        bool is_init = string_starts(name, "PyObject_Init");
        const struct node *argument = call_argument(call, is_init ? 1 : 0);
        const struct node *referent = argument != NULL ? node_referent(argument) : NULL;
        return referent == NULL || referent->variable == NULL
               || referent->variable == type
               || !variable_is_static(referent->variable);
    }
    return false;
}

static bool
is_allocated_otherwise(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_CALL && plan_of_function(c, function)->belongs
                && allocates_otherwise(n, type))
            {
                return true;
            }
        }
    }
    return false;
}

static bool
is_own_base(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = type_number(c, i);
        if (other != NULL && own_base(c, other) == type) {
            return true;
        }
    }
    return false;
}

const struct node *
open_allocation(const struct node *call)
{
    const struct node *callee = call->kind == NODE_CALL ? node_bare(call->first) : NULL;
    if (callee == NULL || callee->kind != NODE_MEMBER
        || strcmp(callee->text, "tp_alloc") != 0 || call->origin != ORIGIN_FILE)
    {
        return NULL;
    }
    const struct node *referent = node_referent(callee->first);
    return referent != NULL && referent->variable != NULL
                   && variable_is_static(referent->variable)
               ? NULL
               : callee;
}

/* Does FUNCTION allocate an instance of the type that it is called with? */
static bool
allocates_openly(const struct function *function)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_CALL
            && (open_allocation(n) != NULL
                || string_starts(call_name(n), "_PyObject_New")))
        {
            return true;
        }
    }
    return false;
}

/* How instances of HOLDER's type, which Python code may subclass, are made: a class that
 * Python makes has a tp_alloc of its own.  False: it is unclear. */
static bool
find_maker(const struct conversion *c, struct module_holder *holder, const char *stem)
{
    const struct node *value = slot_value(c, holder->type, "tp_new");
    const struct function *function = function_in_slot(c, holder->type, "tp_new");
    const struct node *referent = value != NULL ? node_referent(value) : NULL;
    if (value == NULL || is_null(value)) {
        /* Nobody makes an instance of a subclass, or the tp_new of the base does. */
        return base_of(c, holder->type) == NULL;
    }
    if (referent == NULL || function == NULL) {
        return false;
    }
    if (strcmp(function->name, "PyType_GenericNew") == 0) {
        holder->new_name = TEXT(c, "%s_new", stem);
        return !name_is_used(c, holder->new_name);
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = type_number(c, i);
        if (other != NULL && other != holder->type
            && function_in_slot(c, other, "tp_new") == function)
        {
            return false;
        }
    }
    holder->maker = function;
    return function->in_project && function->body != NULL && function->made_by == NULL
           && function->body->file == variable_declaration(holder->type)->file
           && allocates_openly(function);
}

/* Can instances of TYPE hold their module?  How, in HOLDER. */
static bool
can_hold(const struct conversion *c, const struct variable *type,
         struct module_holder *holder)
{
    const struct variable_plan *plan = plan_of_variable(c, type);
    const struct function *dealloc = function_in_slot(c, type, "tp_dealloc");
    const struct type *instance = type_of_size(slot_value(c, type, "tp_basicsize"));
    const struct record *record = instance != NULL ? instance->record : NULL;
    if (c->options->abi3 != 0 || c->language->is_cxx || plan->is_sequence
        || record == NULL || record->file == NULL || !record->file->is_project
        || record->n_fields == 0 || record->is_union || !record_is_object(record)
        || (!record->file->is_main
            && text_has_word(record->file, 0, record->file->size, "PyCapsule_Import"))
        || dealloc == NULL || dealloc->body == NULL || dealloc->made_by != NULL
        || own_base(c, type) != NULL || is_own_base(c, type)
        || keeps_instances(c, dealloc) || instances_are_bytes(c->extension, instance)
        || struct_has_double(c->source, record)
        || is_allocated_otherwise(c, type))
    {
        return false;
    }
    const char *stem = type_stem(c, type->name);
    *holder = (struct module_holder){
        .type = type,
        .instance = instance,
        .member = record_has_field(record, "module") ? "own_module" : "module",
        .place = end_of_head(record),
        .alloc_name = TEXT(c, "%s_alloc", stem),
    };
    holder->declaration = TEXT(c, "PyObject *%s;", holder->member);
    return holder->place != 0 && !record_has_field(record, holder->member)
           && !name_is_used(c, holder->alloc_name)
           && (plan->is_final || find_maker(c, holder, stem));
}

/* --- the list --------------------------------------------------------------------------- */

static struct module_holders *
own_holders(struct conversion *c)
{
    struct module_holders *copy = ARENA_NEW(c->arena, struct module_holders);
    *copy = *c->module_holders;
    c->module_holders = copy;
    return copy;
}

void
module_holders_begin(struct conversion *c)
{
    static const struct module_holders none;
    c->module_holders = &none;
}

void
hold_module_for(struct conversion *c, const struct function *function)
{
    struct module_holders *holders = own_holders(c);
    size_t n_before = holders->n_items, n_slots = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        size_t n = type != NULL ? count_last_slots(c, type, function) : 0;
        struct module_holder holder;
        n_slots += n;
        if (n == 0 || module_holder_of(c, type) != NULL) {
            continue;
        }
        if (!can_hold(c, type, &holder)) {
            holders->n_items = n_before;
            return;
        }
        ARENA_ADD(c->arena, holders->items, holders->n_items, holders->capacity, &holder);
    }
    if (n_slots != count_addresses(function)) {
        holders->n_items = n_before; /* other types have it, too */
    }
}

const struct module_holder *
module_holder_of(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->module_holders->n_items; i++) {
        if (c->module_holders->items[i].type == type) {
            return &c->module_holders->items[i];
        }
    }
    return NULL;
}

const struct module_holder *
torn_down_holder(const struct conversion *c, const struct function *function)
{
    const struct module_holder *found = NULL;
    size_t n_slots = 0;
    for (size_t i = 0; i < c->module_holders->n_items; i++) {
        const struct module_holder *holder = &c->module_holders->items[i];
        size_t n = count_last_slots(c, holder->type, function);
        if (n > 0 && found != NULL
            && found->instance->record != holder->instance->record)
        {
            return NULL;
        }
        found = n > 0 ? holder : found;
        n_slots += n;
    }
    return found != NULL && n_slots == count_addresses(function) ? found : NULL;
}

bool
has_module_to_the_end(const struct conversion *c, const struct function *function)
{
    size_t n_slots = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        size_t n = type != NULL ? count_last_slots(c, type, function) : 0;
        const struct variable_plan *plan = n > 0 ? plan_of_variable(c, type) : NULL;
        if (n > 0 && (!plan->is_final || plan->is_collected)) {
            return false;
        }
        n_slots += n;
    }
    for (size_t i = 0; i < c->extension->n_types; i++) {
        const struct heap_type *type = &c->extension->types[i];
        size_t n = count_last_slots_of(c, type, function);
        if (n > 0 && !never_loses_module(type)) {
            return false;
        }
        n_slots += n;
    }
    return n_slots > 0 && n_slots == count_addresses(function);
}

bool
slot_takes_apart(const struct conversion *c, const struct function *function,
                 const struct record *record)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        if (type != NULL && instance_record(c, type) == record
            && count_last_slots(c, type, function) > 0)
        {
            return true;
        }
    }
    return false;
}

const struct module_holder *
holder_of_record(const struct conversion *c, const struct record *record)
{
    const struct module_holder *found = NULL;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = type_number(c, i);
        if (type != NULL && instance_record(c, type) == record) {
            found = module_holder_of(c, type);
            if (found == NULL) {
                return NULL;
            }
        }
    }
    return found;
}

bool
is_first_holder(const struct conversion *c, const struct module_holder *holder)
{
    const struct module_holder *first = c->module_holders->items;
    while (first->instance->record != holder->instance->record) {
        first++;
    }
    return first == holder;
}

const char *
held_module(const struct conversion *c, const struct module_holder *holder,
            const struct type *type, const char *object)
{
    bool is_plain = type != NULL && type->kind == TYPE_POINTER && type->target != NULL
                    && type->target->record == holder->instance->record;
    return is_plain ? TEXT(c, "%s->%s", object, holder->member)
                    : TEXT(c, "((%s *)%s)->%s", holder->instance->spelling, object,
                           holder->member);
}

const struct module_holder *
allocating_holder(const struct conversion *c, const struct node *call)
{
    for (size_t i = 0; i < c->module_holders->n_items; i++) {
        const struct module_holder *holder = &c->module_holders->items[i];
        if (holder->maker != NULL && call->within == holder->maker) {
            return holder;
        }
    }
    return NULL;
}
