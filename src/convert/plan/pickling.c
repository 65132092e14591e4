/* The pickling protocols 0 and 1 ask whether a type is a heap type, and take those for
 * classes that Python code made: instances of a static type without a tp_new of its own
 * were refused, those of the heap type are not.  If nothing can be made of what was
 * pickled, it is refused then.  Otherwise its contents would be lost without a word, and a
 * method refuses as before. */
#include "convert/plan/pickling.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/used_names.h"
#include "convert/findings.h"
#include "convert/plan/names.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/slot_guards.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"

static const struct variable *
method_table(const struct conversion *c, const struct variable *type)
{
    const struct node *value = slot_value(c, type, "tp_methods");
    const struct node *table = value != NULL ? node_referent(value) : NULL;
    return table != NULL && table->kind == NODE_NAME ? table->variable : NULL;
}

/* Does TABLE say how instances are pickled? */
static bool
reduces(const struct variable *table)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        const struct node *name = node_bare(item->value);
        if (strcmp(item->field, "ml_name") == 0
            && (name == NULL || name->kind != NODE_STRING || name->text == NULL
                || strcmp(name->text, "__reduce__") == 0
                || strcmp(name->text, REDUCE_METHOD) == 0))
        {
            return !item->is_zero;
        }
    }
    return false;
}

static bool
can_be_extended(const struct variable *table)
{
    return table->initial != NULL && table->initial->origin == ORIGIN_FILE
           && table->initial->kind == NODE_INIT_LIST;
}

enum { MAX_BASES = 16 };

/* The variable that is the base of TYPE; NULL if it has none, or no name. */
static const struct variable *
base_variable(const struct conversion *c, const struct variable *type)
{
    const struct node *base = base_of(c, type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    return referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
}

/* The base of TYPE, if the module defines it: it moves, or stays static. */
static const struct variable *
module_base(const struct conversion *c, const struct variable *type)
{
    const struct variable *base = base_variable(c, type);
    return base != NULL && base->initial != NULL ? base : NULL;
}

/* Does TYPE get its base at run time?  What a type that stays static gets is no plan's. */
static bool
gets_base(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *member = type->uses[i]->parent;
        if (member != NULL && member->kind == NODE_MEMBER && member->is_written
            && strcmp(member->text, "tp_base") == 0)
        {
            return true;
        }
    }
    return false;
}

/* The name of the base outside of the module that TYPE, or a base of it, has; "" if it is no
 * name, NULL: object. */
static const char *
foreign_base(const struct conversion *c, const struct variable *type)
{
    const struct variable *own = type;
    for (int depth = 0; own != NULL && depth < MAX_BASES; depth++) {
        type = own;
        own = module_base(c, type);
    }
    if (base_of(c, type) == NULL) {
        return gets_base(type) ? "" : NULL;
    }
    const struct variable *base = base_variable(c, type);
    const char *name = base != NULL ? base->name : "";
    return strcmp(name, "PyBaseObject_Type") != 0 ? name : NULL;
}

/* The types of CPython that can be inherited from, can be made, and do not say how they are
 * pickled: their __dict__ has no __reduce__ and no __reduce_ex__ (3.9 to 3.15). */
static bool
is_plain_base(const char *name)
{
    static const char *const names[] = {"PyBytes_Type", "PyComplex_Type", "PyDict_Type",
                                        "PyFloat_Type", "PyList_Type",    "PyLong_Type",
                                        "PyTuple_Type", "PyUnicode_Type"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Does TYPE inherit how instances are pickled: from a type of the module that says it, or
 * perhaps from one of another module? */
static bool
inherits_reduction(const struct conversion *c, const struct variable *type)
{
    const char *foreign = foreign_base(c, type);
    if (foreign != NULL && !is_plain_base(foreign)) {
        return true;
    }
    for (int depth = 0; (type = module_base(c, type)) != NULL; depth++) {
        const struct variable *table = method_table(c, type);
        if (depth == MAX_BASES
            || (slot_value(c, type, "tp_methods") != NULL
                && (table == NULL || reduces(table))))
        {
            return true;
        }
    }
    return false;
}

/* Can Python code make an instance of TYPE, which has no tp_new?  Its base may; and before
 * 3.10 the limited API cannot say that it has none. */
static bool
can_be_made(const struct conversion *c, const struct variable *type)
{
    bool can = foreign_base(c, type) != NULL
               || (c->options->abi3 != 0 && c->options->abi3 < 0x030A0000);
    for (int depth = 0; type != NULL && !can; depth++, type = module_base(c, type)) {
        can = depth == MAX_BASES || slot_value(c, type, "tp_new") != NULL;
    }
    return can;
}

static bool
needs_refusal(const struct conversion *c, const struct variable *type)
{
    const struct variable_plan *plan = moving(c, type);
    if (plan == NULL || plan->kind != FIELD_TYPE || plan->is_sequence
        || slot_value(c, type, "tp_new") != NULL || inherits_reduction(c, type)
        || (!c->options->exact_pickling && !can_be_made(c, type)))
    {
        return false;
    }
    if (slot_value(c, type, "tp_methods") == NULL) {
        return true;
    }
    const struct variable *table = method_table(c, type);
    return table != NULL && can_be_extended(table) && !reduces(table);
}

static const char *
free_name(const struct conversion *c, const char *tail, const char *other_tail)
{
    const char *name = TEXT(c, "%s_%s", c->names->base, tail);
    return name_is_used(c, name) ? TEXT(c, "%s_%s", c->names->base, other_tail) : name;
}

static bool
is_extended(const struct pickling *pickling, const struct variable *table)
{
    for (size_t i = 0; i < pickling->n_items; i++) {
        if (pickling->items[i].table == table) {
            return true;
        }
    }
    return false;
}

/* Does TYPE, which needs the refusal, stand in front of all others in its file that have no
 * method table, either? */
static bool
is_first_bare(const struct conversion *c, const struct variable *type)
{
    const struct declaration *mine = variable_declaration(type);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        if (needs_refusal(c, other) && method_table(c, other) == NULL) {
            const struct declaration *theirs = variable_declaration(other);
            if (theirs->file == mine->file && theirs->begin < mine->begin) {
                return false;
            }
        }
    }
    return true;
}

/* FILE names the function at OFFSET. */
static void
add_place(struct conversion *c, struct pickling *pickling, const struct source_file *file,
          uint32_t offset)
{
    struct refusal_place *places =
        ARENA_ARRAY(c->arena, struct refusal_place, pickling->n_places + 1);
    bool is_known = false;
    for (size_t i = 0; i < pickling->n_places; i++) {
        places[i] = pickling->places[i];
        if (places[i].file == file) {
            is_known = true;
            places[i].offset = offset < places[i].offset ? offset : places[i].offset;
        }
    }
    places[pickling->n_places] = (struct refusal_place){file, offset};
    pickling->places = places;
    pickling->n_places += !is_known;
}

/* Above the branches that OFFSET stands in and TYPE does not. */
static uint32_t
place_above(const struct conversion *c, const struct variable *type,
            const struct source_file *file, uint32_t offset)
{
    struct guard guard = guard_beside(c, type, file, offset);
    return guard.n_levels > 0 ? guard.levels->conditional : offset;
}

/* Other branches define the table of REFUSING, too. */
static void
add_other_places(struct conversion *c, struct pickling *pickling,
                 const struct refusing_type *refusing)
{
    const struct declaration *d = variable_declaration(refusing->table);
    struct branch_definition other = {.name = 0};
    add_place(c, pickling, d->file, place_above(c, refusing->type, d->file, d->begin));
    while (other_definition_next(c, refusing->table, &other)) {
        add_place(c, pickling, d->file,
                  place_above(c, refusing->type, d->file, other.range.begin));
        if (other.has_size) {
            refuse(c, "type-not-converted", d->file, other.name, refusing->table->name,
                   "'%s' gets an entry, and its size is written out here; write []",
                   refusing->table->name);
        }
    }
}

void
plan_pickling(struct conversion *c)
{
    struct pickling *pickling = ARENA_NEW(c->arena, struct pickling);
    *pickling = (struct pickling){
        .function = c->options->use_header ? "Insulate_RefuseOldReduce"
                                           : free_name(c, "reduce_ex", "refuse_reduce"),
        .made_table = free_name(c, "reducing", "reducing_methods"),
    };
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        if (!needs_refusal(c, type)) {
            continue;
        }
        const struct variable *table = method_table(c, type);
        const struct declaration *d = variable_declaration(table != NULL ? table : type);
        struct refusing_type refusing = {
            .type = type,
            .table = table,
            .makes_table = table == NULL && is_first_bare(c, type),
            .extends_table = table != NULL && !is_extended(pickling, table),
        };
        ARENA_ADD(c->arena, pickling->items, pickling->n_items, pickling->capacity,
                  &refusing);
        add_place(c, pickling, d->file, d->begin);
        if (refusing.extends_table) {
            check_room(c, table, 1);
        }
        if (table != NULL && has_other_definition(c, table)) {
            add_other_places(c, pickling, &refusing);
        }
    }
    c->pickling = pickling;
}

const struct refusing_type *
refusing_type_of(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->pickling->n_items; i++) {
        if (c->pickling->items[i].type == type) {
            return &c->pickling->items[i];
        }
    }
    return NULL;
}
