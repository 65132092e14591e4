#include "convert/facts/inactive/arguments.h"

#include "base/macros.h"
#include "convert/facts/inactive/macro_body.h"
#include "model/extent.h"
#include "model/tokens.h"

enum { MAX_NESTED = 8 };

/* Macros of CPython whose second argument becomes the name of an attribute, too
 * (https://docs.python.org/3/c-api/module.html). */
static const char *const naming[] = {"PyModule_AddIntMacro", "PyModule_AddStringMacro"};

/* The innermost use of a project's macro around OFFSET that has arguments, or NULL. */
static const struct expansion *
use_around(const struct source *source, const struct source_file *file, uint32_t offset)
{
    const struct expansion *best = NULL;
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        if (use->file == file && use->macro != NULL && use->macro->function_like
            && use->begin < offset && offset < use->end
            && (best == NULL || use->begin >= best->begin))
        {
            best = use;
        }
    }
    return best;
}

const char *
argument_parameter(struct arena *arena, const struct source *source,
                   const struct source_file *file, uint32_t begin, uint32_t end,
                   const struct macro **out_macro)
{
    const struct expansion *use = use_around(source, file, begin);
    struct brackets arguments;
    struct range item;
    if (use == NULL || !use_brackets(use->file, use->begin, &arguments)
        || begin < arguments.open || begin > arguments.close)
    {
        return NULL;
    }
    size_t number = brackets_number(&arguments, begin);
    *out_macro = use->macro;
    return brackets_item(&arguments, number, &item) && item.begin == begin
                   && item.end == end
               ? macro_parameter_for(arena, use->macro, number)
               : NULL;
}

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

bool
word_is_only_spelled(struct arena *arena, const struct source *source,
                     const struct source_file *file, uint32_t begin, uint32_t end)
{
    const struct macro *macro;
    const char *parameter = argument_parameter(arena, source, file, begin, end, &macro);
    return parameter != NULL && macro_only_spells(macro, parameter);
}
