/* Types that derive from others of the module and own members that those do not: what they
 * would inherit visits only what the base has. */
#include "convert/plan/derived_members.h"

#include <string.h>

#include "convert/facts/records.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "extension/cycle_members.h"
#include "extension/own_base.h"

/* The struct of TYPE's instances, as its size names it; NULL: not known. */
static const struct record *
instance_record(const struct conversion *c, const struct variable *type)
{
    const struct type *instance = type_of_size(slot_value(c, type, "tp_basicsize"));
    return instance != NULL ? instance->record : NULL;
}

/* Do instances of SPEC own members that those of its base BASE have not?  They are those
 * that its own dealloc function releases. */
static bool
adds_members(const struct conversion *c, const struct type_spec *spec,
             const struct variable *base)
{
    const struct record *record = instance_record(c, spec->type);
    const struct record *known = instance_record(c, base);
    if (record == NULL || known == NULL || spec->dealloc == NULL
        || record_points_to_unowned(record, spec->dealloc))
    {
        return false;
    }
    for (size_t i = 0; i < record->n_fields; i++) {
        if (record_adds_field(record, known, record->fields[i].name)
            && function_drops_member(spec->dealloc, record->fields[i].name, 0))
        {
            return true;
        }
    }
    return false;
}

/* Is FUNCTION known by its name where TYPE is defined? */
static bool
is_declared_before(const struct function *function, const struct variable *type)
{
    const struct declaration *d = variable_declaration(type);
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *at = &function->declarations[i];
        if (at->file == d->file && at->begin < d->begin && !at->from_macro) {
            return true;
        }
    }
    return false;
}

/* Is the slot FIELD of SPEC compiled in each configuration? */
static bool
is_always_given(const struct type_spec *spec, const char *field)
{
    size_t n = 0;
    bool is_always = true;
    for (size_t i = 0; i < spec->n_slots; i++) {
        if (strcmp(spec->slots[i].field, field) == 0) {
            n++;
            is_always = spec->slots[i].guard.n_levels == 0 && spec->slots[i].text == NULL;
        }
    }
    return n == 1 && is_always;
}

/* FUNCTION of BASE, or else the one that BASE gets, called NAME, where SPEC can call it. */
static struct inherited_call
call_of_base(const struct type_spec *spec, const struct type_spec *base,
             const struct function *function, const char *name)
{
    const struct declaration *mine = variable_declaration(spec->type);
    const struct declaration *other = variable_declaration(base->type);
    bool is_known = function != NULL
                        ? is_declared_before(function, spec->type)
                        : name != NULL && mine->file == other->file
                              && other->begin < mine->begin && !base->is_moved;
    return (struct inherited_call){
        !is_known ? NULL : function != NULL ? function->name : name, function, base->type};
}

/* Of the N_ITEMS specs ITEMS that of TYPE, or NULL. */
static const struct type_spec *
spec_in(const struct type_spec *items, size_t n_items, const struct variable *type)
{
    for (size_t i = 0; i < n_items; i++) {
        if (items[i].type == type) {
            return &items[i];
        }
    }
    return NULL;
}

bool
adds_to_base(const struct conversion *c, const struct type_spec *spec,
             const struct type_spec *items, size_t n_items, struct derived_members *out)
{
    const struct variable *type = spec->type, *own = own_base(c, type);
    if (own == NULL || spec->has_traverse || spec->makes_traverse
        || spec_has_slot(spec, "tp_traverse") || spec_has_slot(spec, "tp_clear")
        || !plan_of_variable(c, type)->is_collected || !adds_members(c, spec, own))
    {
        return false;
    }
    const struct type_spec *base = spec_in(items, n_items, own);
    for (int i = 0; base != NULL && !base->has_traverse && !base->makes_traverse; i++) {
        base = i < MAX_BASES ? spec_in(items, n_items, own_base(c, base->type)) : NULL;
    }
    if (base == NULL || (base->has_traverse && !is_always_given(base, "tp_traverse"))) {
        return false;
    }
    bool had_clear = spec_has_slot(base, "tp_clear");
    *out = (struct derived_members){
        call_of_base(spec, base, base->traverse, base->traverse_name),
        call_of_base(spec, base, base->clear, base->makes_clear ? base->clear_name : NULL),
        had_clear || base->makes_clear,
    };
    return out->traverse.name != NULL
           && (!out->has_clear || out->clear.name != NULL)
           && (!had_clear || is_always_given(base, "tp_clear"));
}
