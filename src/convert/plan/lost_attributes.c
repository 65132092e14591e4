/* Attributes that a type defines for its instances, and by whose names CPython knows a
 * heap type itself: `T.__module__` is what the type's dictionary has there, so the
 * descriptor, where a static type went by its tp_name.  A metatype would be needed to
 * keep that; so it is told. */
#include "convert/plan/lost_attributes.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/variables.h"

struct lost {
    const char *attribute;
    const char *unless; /* the loss is there only if the type has this field; NULL */
    const char *becomes;
};

static const struct lost names[] = {
    {"__module__", NULL, "pickling the class by name fails"},
    {"__doc__", "tp_doc", "the documentation of the class is not found"},
    {"__annotations__", NULL, "before, the class had no such attribute"},
};

static const struct lost *
lost_called(const struct conversion *c, const struct variable *type, const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(names[i].attribute, name) == 0
            && (names[i].unless == NULL
                || slot_value(c, type, names[i].unless) != NULL))
        {
            return &names[i];
        }
    }
    return NULL;
}

/* Entry number I of TYPE's tables that has one of the names; what is lost with it in
 * OUT_LOST.  NULL when there are no more. */
static const struct initializer *
lost_entry(const struct conversion *c, const struct variable *type, size_t i,
           const struct lost **out_lost)
{
    static const char *const fields[] = {"tp_getset", "tp_members"};
    for (size_t k = 0; k < ARRAY_LENGTH(fields); k++) {
        const struct node *value = slot_value(c, type, fields[k]);
        const struct node *table = value != NULL ? node_referent(value) : NULL;
        const struct variable *entries =
            table != NULL && table->kind == NODE_NAME ? table->variable : NULL;
        for (size_t n = 0; entries != NULL && n < entries->n_initializers; n++) {
            const struct initializer *entry = &entries->initializers[n];
            const struct node *text = node_bare(entry->value);
            const struct lost *lost = strcmp(entry->field, "name") == 0 && text != NULL
                                              && text->kind == NODE_STRING
                                              && text->text != NULL
                                          ? lost_called(c, type, text->text)
                                          : NULL;
            if (lost != NULL && i-- == 0) {
                *out_lost = lost;
                return entry;
            }
        }
    }
    return NULL;
}

const struct initializer *
lost_attribute(const struct conversion *c, const struct variable *type, size_t i,
               const char **out_name, const char **out_message)
{
    const struct lost *lost;
    const struct initializer *entry = lost_entry(c, type, i, &lost);
    if (entry != NULL) {
        *out_name = lost->attribute;
        *out_message =
            TEXT(c,
                 "'%s' defines %s for its instances; on the heap type itself, this "
                 "name is the descriptor: %s. Only a metatype could preserve it",
                 type->name, lost->attribute, lost->becomes);
    }
    return entry;
}

bool
loses_documentation(const struct conversion *c, const struct variable *type)
{
    const struct lost *lost;
    for (size_t i = 0; lost_entry(c, type, i, &lost) != NULL; i++) {
        if (strcmp(lost->attribute, "__doc__") == 0) {
            return true;
        }
    }
    return false;
}

void
report_lost_attributes(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        const struct variable_plan *plan = moving(c, type);
        const struct initializer *entry;
        const char *name, *message;
        for (size_t k = 0; plan != NULL && plan->kind == FIELD_TYPE
                           && (entry = lost_attribute(c, type, k, &name, &message))
                                  != NULL;
             k++)
        {
            note(c, "type-not-converted", entry->file, entry->begin, type->name, "%s",
                 message);
        }
    }
}
