#include "convert/facts/inactive/spelling.h"

#include "base/macros.h"
#include "convert/facts/inactive/macro_body.h"
#include "model/extent.h"
#include "model/tokens.h"

enum { MAX_NESTED = 8 };

/* Macros of CPython whose second argument becomes the name of an attribute, too
 * (https://docs.python.org/3/c-api/module.html). */
static const char *const naming[] = {"PyModule_AddIntMacro", "PyModule_AddStringMacro"};

static bool
is_in_spelled_argument(struct arena *arena, const struct source *source,
                       const struct source_file *file, uint32_t begin, int depth);

/* Does the body of MACRO make texts or names of what is item NUMBER of its arguments? */
static bool
spells(struct arena *arena, const struct source *source, const struct macro *macro,
       size_t number, int depth)
{
    const struct source_file *file = macro->file;
    const char *parameter = macro_parameter_for(arena, macro, number);
    for (size_t i = source_token(file, macro->body);
         parameter != NULL && i < file->n_tokens && file->tokens[i].begin < macro->end;
         i = token_after(file, i))
    {
        if (token_is(file, i, parameter)
            && (macro_joins(macro, i)
                || is_in_spelled_argument(arena, source, file, file->tokens[i].begin,
                                          depth + 1)))
        {
            return true;
        }
    }
    return false;
}

static bool
is_in_spelled_argument(struct arena *arena, const struct source *source,
                       const struct source_file *file, uint32_t begin, int depth)
{
    struct brackets around;
    for (uint32_t at = begin; depth < MAX_NESTED && brackets_around(file, at, &around);
         at = around.open)
    {
        size_t number = brackets_number(&around, begin);
        for (size_t i = 0; i < ARRAY_LENGTH(naming); i++) {
            if (number == 1 && brackets_have_name(&around, naming[i])) {
                return true;
            }
        }
        for (size_t i = 0; i < source->n_macros; i++) {
            const struct macro *macro = source->macros[i];
            if (macro->function_like && macro->file != NULL
                && brackets_have_name(&around, macro->name)
                && spells(arena, source, macro, number, depth))
            {
                return true;
            }
        }
    }
    return false;
}

bool
word_is_spelled(struct arena *arena, const struct source *source,
                const struct source_file *file, uint32_t begin)
{
    return is_in_spelled_argument(arena, source, file, begin, 0);
}
