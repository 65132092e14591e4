/* The structs that instances of the module's types are. */
#include "convert/plan/instances.h"

#include <string.h>

#include "base/map.h"
#include "convert/arena_text.h"
#include "convert/facts/records.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/variables.h"

/* A type of the list of those whose instances are one struct. */
struct instance_type {
    const struct variable *variable;
    const struct instance_type *next;
};

struct instances {
    struct map by_struct; /* of struct instance_type, by the struct's name */
};

/* The struct that the instances of TYPE are, as its tp_basicsize says: `sizeof(Foo)`, or
 * `offsetof(Foo, items)`; or NULL. */
static const struct record *
instance_struct(const struct conversion *c, const struct variable *type)
{
    const struct initializer *size = variable_initializer(type, "tp_basicsize");
    const struct node *value = node_bare(type_field(type, "tp_basicsize"));
    if (value == NULL || (size != NULL && size->from_macro)) {
        return NULL;
    }
    if (value->origin == ORIGIN_MACRO) {
        return record_of_offset(c, value);
    }
    const struct node *operand = value->kind == NODE_SIZEOF ? value->first : NULL;
    return operand != NULL && operand->kind == NODE_TYPE && operand->type != NULL
                   && operand->type->kind == TYPE_RECORD
               ? operand->type->record
               : NULL;
}

static void
add_instance_type(const struct conversion *c, struct map *instances, const char *name,
                  const struct variable *variable)
{
    struct instance_type *type = ARENA_NEW(c->arena, struct instance_type);
    *type = (struct instance_type){variable, map_find_string(instances, name)};
    map_set_string(instances, name, type);
}

static void
read_instances(const struct conversion *c, struct map *instances)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct record *record =
            variable_is_static(variable) ? instance_struct(c, variable) : NULL;
        if (record == NULL) {
            continue;
        }
        add_instance_type(c, instances, record->name, variable);
        if (*record->tag != '\0') {
            add_instance_type(c, instances, record->tag, variable);
        }
    }
}

void
instances_begin(struct conversion *c)
{
    struct instances *instances = ARENA_NEW(c->arena, struct instances);
    map_init(&instances->by_struct, c->arena);
    read_instances(c, &instances->by_struct);
    c->instances = instances;
}

/* An instance of that struct may be one of a type that stays, which has no module. */
static bool
is_kept(const struct conversion *c, const struct variable *type)
{
    return c->kept_statics != NULL && c->kept_statics[type->id] != NULL;
}

static unsigned
struct_owners(const struct conversion *c, const char *name)
{
    unsigned owners = 0;
    for (const struct instance_type *type =
             map_find_string(&c->instances->by_struct, name);
         type != NULL; type = type->next)
    {
        const struct variable_plan *plan = moving(c, type->variable);
        if (is_kept(c, type->variable)) {
            owners |= OF_KEPT_TYPE;
        }
        else if (plan != NULL && plan->kind == FIELD_TYPE) {
            owners |= OF_MOVING_TYPE;
        }
    }
    return owners;
}

unsigned
instance_owners(const struct conversion *c, const struct type *type)
{
    const struct record *record =
        type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            ? type->target->record
            : NULL;
    if (record == NULL || record->file == NULL || !record->file->is_project
        || !record_is_object(record))
    {
        return 0; /* PyObject * can be an instance of any type */
    }
    return struct_owners(c, record->name) | struct_owners(c, record->tag);
}

bool
is_own_instance(const struct conversion *c, const struct type *type)
{
    return instance_owners(c, type) == OF_MOVING_TYPE;
}
