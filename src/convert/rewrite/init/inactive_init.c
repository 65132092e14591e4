/* What this configuration does not compile of the function that made the module: it, too,
 * answers 0 or -1 now, and does not own the module.  There is no syntax tree of it, so the
 * few forms that count are known by their tokens. */
#include "convert/rewrite/init/inactive_init.h"

#include <string.h>

#include "convert/facts/branches.h"
#include "convert/rewrite/changes.h"

static const char rule[] = "init-not-converted";

/* An object-like macro that stands for a return. */
static bool
is_return_macro(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (!macro->function_like && macro->body < macro->end
            && strcmp(macro->name, name) == 0
            && token_is(macro->file, token_at(macro->file, macro->body), "return"))
        {
            return true;
        }
    }
    return false;
}

/* `return NULL;`, `return m;` at token I. */
static void
edit_inactive_return(struct conversion *c, const struct source_file *file, size_t i)
{
    size_t value = token_after(file, i);
    if (token_is(file, value, ";")) {
        return; /* of a head that returns nothing: Python 2's, in this configuration's else */
    }
    while (token_is(file, value, "(")) {
        value = token_after(file, value);
    }
    size_t end = value;
    do {
        end = token_after(file, end);
    } while (token_is(file, end, ")"));
    bool fails = token_is(file, value, "NULL") || token_is(file, value, "0");
    bool succeeds =
        c->module_variable != NULL && token_is(file, value, c->module_variable->name);

    if ((!fails && !succeeds) || !token_is(file, end, ";")) {
        refuse(c, rule, file, file->tokens[i].begin, c->setup->name,
               "what '%s' returns here, in code that this configuration does not "
               "compile, is neither the module nor NULL",
               c->setup->name);
        return;
    }
    change_cover(c, file, file->tokens[i].begin, file->tokens[end].begin,
                 fails ? "return -1" : "return 0", "exec returns 0 or -1");
}

/* `Py_DECREF(m);` at token I? */
static bool
is_inactive_drop(const struct conversion *c, const struct source_file *file, size_t i,
                 size_t *out_semicolon)
{
    size_t open = token_after(file, i), name = token_after(file, open);
    size_t close = token_after(file, name), semicolon = token_after(file, close);
    *out_semicolon = semicolon;
    return (token_is(file, i, "Py_DECREF") || token_is(file, i, "Py_XDECREF"))
           && token_is(file, open, "(") && c->module_variable != NULL
           && token_is(file, name, c->module_variable->name)
           && token_is(file, close, ")") && token_is(file, semicolon, ";");
}

void
edit_inactive_init(struct conversion *c)
{
    const struct node *body = c->setup->body;
    const struct source_file *file = body->file;
    size_t semicolon;

    for (size_t i = token_at(file, body->begin);
         i < file->n_tokens && file->tokens[i].begin < body->end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (!token->inactive || token->directive != 0 || token->kind != TOKEN_IDENTIFIER
            || is_dead(c, file, token->begin))
        {
            continue;
        }
        if (token_is(file, i, "return")) {
            edit_inactive_return(c, file, i);
        }
        else if (is_inactive_drop(c, file, i, &semicolon)) {
            remove_text(c, file, token->begin, file->tokens[semicolon].end,
                        "the module is the interpreter's");
        }
        else if (is_return_macro(c, token_text(c, file, i))
                 && token_is(file, token_after(file, i), ";"))
        {
            change_cover(c, file, token->begin, token->end, "return -1",
                         "exec returns 0 or -1");
        }
    }
}
