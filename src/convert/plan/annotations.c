/* CPython before 3.14 makes `__annotations__` for any heap type that is asked for them,
 * and keeps them in the type's dictionary; there they hide an attribute of that name that
 * a base defines for its instances.  So each type below such a base defines it again. */
#include "convert/plan/annotations.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/used_names.h"
#include "convert/plan/slot_guards.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

static const char name[] = "__annotations__";

static const struct variable *
getset_table(const struct conversion *c, const struct variable *type)
{
    const struct node *value = slot_value(c, type, "tp_getset");
    const struct node *table = value != NULL ? node_referent(value) : NULL;
    return table != NULL && table->kind == NODE_NAME ? table->variable : NULL;
}

/* The braces of the entry `__annotations__` in TABLE. */
static bool
find_entry(const struct variable *table, const struct source_file **out_file,
           uint32_t *out_begin, uint32_t *out_end)
{
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        const struct node *text = node_bare(item->value);
        if (strcmp(item->field, "name") != 0 || text == NULL
            || text->kind != NODE_STRING || text->text == NULL
            || strcmp(text->text, name) != 0 || item->from_macro)
        {
            continue;
        }
        struct brackets braces;
        if (!brackets_around(item->file, item->begin, &braces)) {
            return false;
        }
        *out_file = item->file;
        *out_begin = braces.open;
        *out_end = braces.close + 1;
        return true;
    }
    return false;
}

enum { MAX_BASES = 16 };

/* The entry that TYPE has to repeat; false: none. */
static bool
find_inherited(const struct conversion *c, const struct variable *type,
               struct repeated_entry *out)
{
    const struct declaration *place = variable_declaration(type);
    int depth = 0;
    if (find_entry(getset_table(c, type), &out->file, &out->begin, &out->end)) {
        return false;
    }
    for (const struct variable *base = own_base(c, type); base != NULL && depth < MAX_BASES;
         base = own_base(c, base), depth++)
    {
        if (find_entry(getset_table(c, base), &out->file, &out->begin, &out->end)) {
            /* The functions must be known where TYPE is. */
            return out->file == place->file && out->end < place->begin;
        }
    }
    return false;
}

static void
plan_type(struct conversion *c, struct annotations *list, const struct variable *type)
{
    struct repeated_entry entry = {.type = type};
    if (!find_inherited(c, type, &entry)) {
        return;
    }
    const struct variable *table = getset_table(c, type);
    const struct node *initial = table != NULL ? table->initial : NULL;
    if (table == NULL && slot_value(c, type, "tp_getset") == NULL) {
        entry.made = TEXT(c, "%s_getset", type->name);
        if (name_is_used(c, entry.made)) {
            entry.made = TEXT(c, "%s_heap_getset", type->name);
        }
    }
    else if (initial != NULL && initial->origin == ORIGIN_FILE
             && initial->kind == NODE_INIT_LIST && initial->file == entry.file)
    {
        refuse_other_definition(c, "type-not-converted", table);
        check_room(c, table, 1);
        entry.list = initial;
    }
    else {
        return;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &entry);
}

void
plan_annotations(struct conversion *c)
{
    struct annotations *list = ARENA_NEW(c->arena, struct annotations);
    *list = (struct annotations){0};
    for (size_t i = 0; c->options->floor < 0x030E0000 && i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence) {
            plan_type(c, list, plan->variable);
        }
    }
    c->annotations = list;
}

const struct repeated_entry *
repeated_entry_of(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->annotations->n_items; i++) {
        if (c->annotations->items[i].type == type) {
            return &c->annotations->items[i];
        }
    }
    return NULL;
}
