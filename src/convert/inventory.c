#include "convert/inventory.h"

#include <string.h>

#include "base/strbuf.h"
#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
#include "extension/slots.h"

void
inventory_init(struct inventory *inventory, struct arena *arena)
{
    *inventory = (struct inventory){.arena = arena};
    map_init(&inventory->by_key, arena);
}

void
inventory_add(struct inventory *inventory, const char *key, const char *value,
              const char *path)
{
    struct arena *arena = inventory->arena;
    if (map_find_string(&inventory->by_key, key) != NULL) {
        return;
    }
    struct inventory_item *item = ARENA_NEW(arena, struct inventory_item);
    *item = (struct inventory_item){arena_string(arena, key), arena_string(arena, value),
                                    arena_string(arena, path)};
    map_set_string(&inventory->by_key, item->key, item);
    ARENA_GROW(arena, inventory->items, inventory->n_items, inventory->capacity);
    inventory->items[inventory->n_items++] = item;
}

/* --- reading --------------------------------------------------------------------- */

/* The variable whose address VALUE is, or NULL. */
static const struct variable *
table_of(const struct initializer *item)
{
    const struct node *value = item != NULL ? node_referent(item->value) : NULL;
    return value != NULL && value->kind == NODE_NAME ? value->variable : NULL;
}

static const char *
function_in(const struct node *value)
{
    value = value != NULL ? node_referent(value) : NULL;
    return value != NULL && value->kind == NODE_NAME && value->function != NULL
               ? value->function->name
               : "set";
}

static const char *
text_in(const struct initializer *item)
{
    const struct node *value = item != NULL ? node_bare(item->value) : NULL;
    return value != NULL && value->kind == NODE_STRING ? value->text : NULL;
}

static const char *
path_of(const struct variable *variable)
{
    const struct declaration *place = variable_declaration(variable);
    return place != NULL ? place->file->real_path : "";
}

static void
add_slot(struct inventory *inventory, const struct variable *type, const char *name,
         const char *slot, const struct node *value)
{
    inventory_add(inventory,
                  arena_format(inventory->arena, "%s of the type %s", slot, name),
                  function_in(value), path_of(type));
}

/* The number that VALUE gives to FIELD of a type, or of its spec, but for flags that make it a
 * heap type. */
static void
add_number(struct inventory *inventory, const struct variable *type, const char *name,
           const char *field, const struct node *value)
{
    enum { DISALLOW_INSTANTIATION = 1 << 7, IMMUTABLETYPE = 1 << 8, HAVE_GC = 1 << 14 };
    int64_t number = value->value;
    if (strcmp(field, "flags") == 0) {
        number &= ~(int64_t)(DISALLOW_INSTANTIATION | IMMUTABLETYPE | HAVE_GC);
    }
    if (value->has_value && number != 0) {
        inventory_add(inventory,
                      arena_format(inventory->arena, "the %s of the type %s", field, name),
                      arena_format(inventory->arena, "%#llx", (unsigned long long)number),
                      path_of(type));
    }
}

/* Fields of a type that are no slots but members of its spec, without `tp_`. */
static bool
is_number(const char *field)
{
    return strcmp(field, "flags") == 0 || strcmp(field, "itemsize") == 0;
}

static void read_fields(struct inventory *inventory, const struct variable *type,
                        const char *name, const struct variable *table);

/* The field FIELD of a static type or of one of its tables, TABLE, whose value is VALUE. */
static void
read_field(struct inventory *inventory, const struct variable *type, const char *name,
           const struct variable *table, const char *field, const struct node *value)
{
    const struct slot_kind *kind = slot_kind_of_field(field);
    if (table == type && string_starts(field, "tp_") && is_number(field + 3)) {
        add_number(inventory, type, name, field + 3, value);
    }
    else if (kind != NULL && strcmp(field, "tp_name") != 0
             && strcmp(field, "tp_basicsize") != 0)
    {
        add_slot(inventory, type, name, kind->name, value);
    }
    const struct node *referent =
        table == type && string_starts(field, "tp_as_") ? node_referent(value) : NULL;
    if (referent != NULL && referent->kind == NODE_NAME && referent->variable != NULL
        && referent->variable != type)
    {
        read_fields(inventory, type, name, referent->variable);
    }
}

/* The fields of TABLE that have slots: those that it is given at run time, the last value
 * first, replace those of its initialiser. */
static void
read_fields(struct inventory *inventory, const struct variable *type, const char *name,
            const struct variable *table)
{
    for (size_t i = table->n_uses; i-- > 0;) {
        const struct node *assign = field_assignment(table->uses[i]);
        if (assign != NULL && !is_null(assign->first->next)) {
            read_field(inventory, type, name, table, assign->first->text,
                       assign->first->next);
        }
    }
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (!item->is_zero) {
            read_field(inventory, type, name, table, item->field, item->value);
        }
    }
}

static void
read_spec(struct inventory *inventory, const struct variable *spec, const char *name)
{
    for (size_t i = 0; i < spec->n_initializers; i++) {
        const struct initializer *item = &spec->initializers[i];
        if (is_number(item->field)) {
            add_number(inventory, spec, name, item->field, item->value);
        }
    }
    const struct variable *table = table_of(variable_initializer(spec, "slots"));
    const struct slots slots = slots_read(inventory->arena, table, false);
    for (size_t i = 0; i < slots.n_items; i++) {
        if (*slots.items[i].name != '\0') {
            add_slot(inventory, spec, name, slots.items[i].name, slots.items[i].value);
        }
    }
}

/* The entries of TABLE, whose fields NAME and, with functions, FIRST and SECOND count. */
static void
read_table(struct inventory *inventory, const struct variable *table, const char *name,
           const char *first, const char *second)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        const char *key = strcmp(item->field, name) == 0 ? text_in(item) : NULL;
        if (key == NULL) {
            continue;
        }
        CLEANUP(strbuf_done) struct strbuf value = STRBUF_INIT;
        for (size_t k = i + 1; k < table->n_initializers
                               && table->initializers[k].element == item->element;
             k++)
        {
            const struct initializer *other = &table->initializers[k];
            if (!other->is_zero
                && (strcmp(other->field, first) == 0 || strcmp(other->field, second) == 0))
            {
                strbuf_format(&value, "%s%s", value.size == 0 ? "" : ", ",
                              function_in(other->value));
            }
        }
        inventory_add(inventory,
                      arena_format(inventory->arena, "the entry '%s' of %s", key,
                                   table->name),
                      value.text, path_of(table));
    }
}

void
inventory_read(struct inventory *inventory, const struct source *source)
{
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        const struct type *element = variable->type != NULL && variable->in_project
                                             && variable_is_static(variable)
                                         ? type_element(variable->type)
                                         : NULL;
        if (element == NULL || element->kind != TYPE_RECORD || element->record == NULL) {
            continue;
        }
        const char *record = element->record->name;
        const char *name = text_in(variable_initializer(
            variable, record_is_type(record) ? "tp_name" : "name"));
        if (name != NULL && string_starts(name, "builtins.")) {
            name += strlen("builtins."); /* as a static type without a dot says it */
        }
        if (record_is_type(record) && name != NULL) {
            read_fields(inventory, variable, name, variable);
        }
        else if (strcmp(record, "PyType_Spec") == 0 && name != NULL) {
            read_spec(inventory, variable, name);
        }
        else if (strcmp(record, "PyMethodDef") == 0) {
            read_table(inventory, variable, "ml_name", "ml_meth", "");
        }
        else if (strcmp(record, "PyGetSetDef") == 0) {
            read_table(inventory, variable, "name", "get", "set");
        }
        else if (strcmp(record, "PyMemberDef") == 0) {
            read_table(inventory, variable, "name", "type", "");
        }
    }
}

/* --- comparing --------------------------------------------------------------------- */

static const char *
value_of(const struct inventory *inventory, const char *key)
{
    const struct inventory_item *item = map_find_string(&inventory->by_key, key);
    return item != NULL ? item->value : NULL;
}

bool
inventory_differs(const struct inventory_pair *first, const struct inventory_pair *other,
                  struct inventory_difference *out)
{
    const struct inventory *const sides[] = {&other->before, &other->after};
    for (size_t side = 0; side < ARRAY_LENGTH(sides); side++) {
        for (size_t i = 0; i < sides[side]->n_items; i++) {
            const struct inventory_item *item = sides[side]->items[i];
            const char *before = value_of(&other->before, item->key);
            const char *after = value_of(&other->after, item->key);
            if (!string_equal(before, after)
                && string_equal(value_of(&first->before, item->key),
                                value_of(&first->after, item->key)))
            {
                *out = (struct inventory_difference){item->key, item->path, before, after};
                return true;
            }
        }
    }
    return false;
}
