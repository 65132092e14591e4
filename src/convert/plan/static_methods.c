/* Static methods that need the state: one is given neither a module nor a type.  As a
 * method of the class it is given the class, and is called in the same ways. */
#include "convert/plan/static_methods.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"

enum { FLAG_STATIC = 0x0020 }; /* METH_STATIC */

/* The word METH_STATIC in the initialiser FLAGS. */
static bool
find_static_flag(const struct initializer *flags, struct word *out)
{
    *out = (struct word){.file = flags->file, .end = flags->begin};
    return word_next(out, "METH_STATIC", flags->end);
}

bool
can_be_class_method(const struct function *function, const struct initializer *flags)
{
    struct word flag;
    return flags != NULL && !flags->from_macro && function->body != NULL
           && function->n_parameters > 0 && function->parameters[0]->n_uses == 0
           && find_static_flag(flags, &flag);
}

/* The static method that ITEM of TABLE is, if it needs the state and can be given it as
 * a class method; its flags in OUT_FLAGS.  NULL: it is none. */
static const struct function *
new_class_method(const struct conversion *c, const struct variable *table,
                 const struct initializer *item, const struct initializer **out_flags)
{
    const struct node *referent =
        strcmp(item->field, "ml_meth") == 0 ? node_referent(item->value) : NULL;
    const struct function *function =
        referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
    const struct function_plan *plan =
        function != NULL ? plan_of_function(c, function) : NULL;
    /* Asked for methods only: other tables may have 100,000 items. */
    const struct initializer *flags =
        function != NULL ? initializer_beside(table, item, "ml_flags") : NULL;

    *out_flags = flags;
    return plan != NULL && plan->belongs && plan->needs_state
                   && plan->access == ACCESS_CLASS && flags != NULL
                   && flags->value != NULL && flags->value->has_value
                   && (flags->value->value & FLAG_STATIC)
                   && can_be_class_method(function, flags)
               ? function
               : NULL;
}

void
plan_class_methods(struct conversion *c)
{
    struct class_methods *methods = ARENA_NEW(c->arena, struct class_methods);
    *methods = (struct class_methods){0};
    c->class_methods = methods;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *table = c->source->variables[i];
        for (size_t k = 0; k < table->n_initializers; k++) {
            const struct initializer *flags;
            const struct function *function =
                new_class_method(c, table, &table->initializers[k], &flags);
            struct word flag;
            if (function == NULL || !find_static_flag(flags, &flag)) {
                continue;
            }
            ARENA_ADD(c->arena, methods->flags, methods->n_flags, methods->capacity,
                      &flag);
            note(c, "type-not-converted", flags->file, flag.begin, function->name,
                 "the static method '%s' becomes a class method, because it needs the "
                 "state; its entry in the __dict__ of the class changes",
                 function->name);
        }
    }
}
