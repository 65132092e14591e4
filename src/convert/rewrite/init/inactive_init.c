/* What this configuration does not compile of the function that made the module: it, too,
 * answers 0 or -1 now, and does not own the module.  There is no syntax tree of it, so the
 * few forms that count are known by their tokens. */
#include "convert/rewrite/init/inactive_init.h"

#include <string.h>

#include "convert/text/branch_lines.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/rewrite/changes.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

/* An object-like macro that stands for a return. */
static bool
is_return_macro(const struct conversion *c, const struct word *word)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (!macro->function_like && word_is(word, macro->name)
            && macro_is_return(macro)) {
            return true;
        }
    }
    return false;
}

/* `return NULL;`, `return m;` */
static void
edit_inactive_return(struct rewriter *r, const struct word *word)
{
    struct inactive_return found;
    if (!inactive_return(word, &found)) {
        return; /* of a head that returns nothing: Python 2's, in this configuration's else */
    }
    const char *value =
        text_of(r->plan, word->file, found.value.begin, found.value.end);
    bool fails = strcmp(value, "NULL") == 0 || strcmp(value, "0") == 0;
    bool succeeds = r->plan->module_variable != NULL
                    && strcmp(value, r->plan->module_variable->name) == 0;

    if ((!fails && !succeeds) || found.end == 0) {
        refuse(r->late, rule, word->file, word->begin, r->plan->setup->name,
               "'%s' returns a value other than the module or NULL here, in an "
               "inactive #if branch",
               r->plan->setup->name);
        return;
    }
    change_cover(r, word->file, word->begin, found.end,
                 fails ? "return -1" : "return 0", "the exec function returns 0 or -1");
}

/* `Py_DECREF(m);` at WORD? */
static bool
is_inactive_drop(const struct conversion *c, const struct word *word, uint32_t *out_end)
{
    struct brackets arguments;
    if ((!word_is(word, "Py_DECREF") && !word_is(word, "Py_XDECREF"))
        || c->module_variable == NULL
        || !use_brackets(word->file, word->begin, &arguments))
    {
        return false;
    }
    struct range given = brackets_content(&arguments);
    *out_end = after_semicolon(word->file, arguments.close + 1);
    return *out_end > arguments.close + 1
           && strcmp(text_of(c, word->file, given.begin, given.end),
                     c->module_variable->name)
                  == 0;
}

void
edit_inactive_init(struct rewriter *r)
{
    const struct node *body = r->plan->setup->body;
    struct word word = {.file = body->file, .end = body->begin};
    uint32_t end;

    while (word_next(&word, NULL, body->end)) {
        if (!word.is_inactive || word.is_in_directive
            || is_dead(r->plan, body->file, word.begin))
        {
            continue;
        }
        if (word_is(&word, "return")) {
            edit_inactive_return(r, &word);
        }
        else if (is_inactive_drop(r->plan, &word, &end)) {
            remove_text(r, body->file, word.begin, end,
                        "the interpreter owns the module");
        }
        else if (word_is_statement(&word, &end) && is_return_macro(r->plan, &word)) {
            change_cover(r, body->file, word.begin, word.end, "return -1",
                         "the exec function returns 0 or -1");
        }
    }
}
