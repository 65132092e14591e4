/* What belongs to a static type: its tables and functions. */
#include "convert/facts/type_contents.h"

static void
mark_value(const struct node *value, bool *variables, bool *functions, bool *out_grows)
{
    const struct node *referent = node_referent(value);
    if (referent == NULL || referent->kind != NODE_NAME) {
        return;
    }
    bool *mark = referent->function != NULL   ? &functions[referent->function->id]
                 : referent->variable != NULL ? &variables[referent->variable->id]
                                              : NULL;
    *out_grows |= mark != NULL && !*mark;
    if (mark != NULL) {
        *mark = true;
    }
}

void
mark_type_contents(const struct source *source, const struct variable *type,
                   bool *variables, bool *functions)
{
    variables[type->id] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < source->n_variables; i++) {
            const struct variable *table = source->variables[i];
            if (!variables[table->id] || !variable_is_static(table)) {
                continue;
            }
            for (size_t k = 0; k < table->n_initializers; k++) {
                mark_value(table->initializers[k].value, variables, functions, &grows);
            }
            for (size_t k = 0; k < table->n_uses; k++) {
                const struct node *part = table->uses[k];
                while (part->parent != NULL
                       && (part->parent->kind == NODE_MEMBER
                           || part->parent->kind == NODE_SUBSCRIPT))
                {
                    part = part->parent;
                }
                const struct node *assign = part->parent;
                if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == part) {
                    mark_value(assign->first->next, variables, functions, &grows);
                }
            }
        }
    }
}
