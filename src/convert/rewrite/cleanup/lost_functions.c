/* `T.tp_new = PyType_GenericNew;` at import: the spec says so, and what the initialiser of T
 * named for tp_new is named no more.  It was never called either, but the compiler did not
 * know. */
#include "convert/rewrite/cleanup/lost_functions.h"

#include "convert/facts/inactive/words.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/declarations.h"
#include "convert/text/edited.h"
#include "extension/expression.h"
#include "model/extent.h"

/* Does a word at BEGIN of FILE declare FUNCTION? */
static bool
is_declared_at(const struct function *function, const struct source_file *file, uint32_t begin)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        if (d->file == file && d->name == begin) {
            return true;
        }
    }
    return false;
}

/* Is nothing left that names FUNCTION, but its declarations, which can go? */
static bool
is_lost(const struct rewriter *r, const struct function *function)
{
    if (!function->is_static || function->is_inline || function->body == NULL
        || function->is_named_apart || function->made_by != NULL || !function->in_project)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        if (d->from_macro || d->n_declarators != 1 || d->file != function->file
            || edited_whole(&r->edits, d->file, d->begin, d->end))
        {
            return false;
        }
    }
    for (size_t i = 0; i < r->source->n_files; i++) {
        struct word word = {.file = r->source->files[i]};
        while (word.file->is_project && word_next(&word, function->name, word.file->size)) {
            if (!is_declared_at(function, word.file, word.begin)
                && !edited_whole(&r->edits, word.file, word.begin, word.end))
            {
                return false;
            }
        }
    }
    return true;
}

static void
remove_function(struct rewriter *r, const struct function *function)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        uint32_t begin = d->begin, end = d->end;
        if (d->is_definition) {
            begin = comment_above(d) < begin ? comment_above(d) : begin;
        }
        else {
            end = after_semicolon(d->file, end);
        }
        remove_text(r, d->file, begin, end, "the type gets another function at import");
    }
    /* and what it alone called */
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_NAME && n->function != NULL && n->function != function
            && is_lost(r, n->function))
        {
            remove_function(r, n->function);
        }
    }
}

void
remove_lost_functions(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *type = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, type);
        for (size_t k = 0; plan != NULL && k < type->n_initializers; k++) {
            const struct initializer *item = &type->initializers[k];
            const struct node *value = node_referent(item->value);
            if (value != NULL && value->function != NULL
                && run_time_slot(plan, item->field) != NULL && is_lost(r, value->function))
            {
                remove_function(r, value->function);
            }
        }
    }
}
