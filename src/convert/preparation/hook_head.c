/* `void spam_free() { … }` as m_free, which is called with the module all the same: it gets the
 * parameter, by which it can find the state. */
#include "convert/preparation/hook_head.h"

#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "extension/expression.h"
#include "model/extent.h"

/* Is there an object that m_free has to release when it is in the state? */
static bool
has_static_objects(const struct source *source)
{
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->in_project && variable_is_static(variable) && variable->type != NULL
            && type_holds_object(variable->type))
        {
            return true;
        }
    }
    return false;
}

/* Does nobody but DEFINITION name FUNCTION, which takes nothing, and whose heads can all be
 * written anew? */
static bool
can_get_parameter(const struct function *function, const struct variable *definition)
{
    const struct declaration *own = variable_declaration(definition);
    if (function->body == NULL || function->body->origin != ORIGIN_FILE
        || function->n_parameters != 0 || function->is_variadic || function->n_uses != 1
        || function->is_member || function->uses[0]->holder != definition)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        struct brackets head;
        if (d->from_macro || !d->file->is_project || d->file->is_generated
            || d->file != own->file || !declaration_brackets(d, &head)
            || (!brackets_are_empty(&head) && !brackets_hold_void(&head)))
        {
            return false;
        }
    }
    return function->n_declarations > 0;
}

void
prepare_hook_head(struct arena *arena, struct edits *edits, const struct source *source,
                  const struct variable *definition)
{
    const struct initializer *item = variable_initializer(definition, "m_free");
    const struct node *referent =
        item != NULL && !item->is_zero ? node_referent(item->value) : NULL;
    const struct function *function = referent != NULL ? referent->function : NULL;

    if (function == NULL || !can_get_parameter(function, definition)
        || !has_static_objects(source))
    {
        return;
    }
    const struct node *body = function->body;
    const char *name = text_has_word(body->file, body->begin, body->end, "module")
                           ? "module_object"
                           : "module";
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        struct brackets head;
        if (declaration_brackets(d, &head)) {
            edits_cover(edits, d->file, head.open, head.close + 1,
                        arena_format(arena, "(void *%s)", name), "m_free gets the module");
        }
    }
}
