/* The parameters of a function as its definition writes them. */
#include "convert/facts/parameters.h"

#include "convert/arena_text.h"
#include "model/extent.h"

bool
parameter_range(const struct declaration *declaration, size_t i, uint32_t *out_begin,
                uint32_t *out_end)
{
    struct brackets brackets;
    struct range range;
    if (!declaration_brackets(declaration, &brackets)
        || !brackets_item(&brackets, i, &range))
    {
        return false;
    }
    *out_begin = range.begin;
    *out_end = range.end;
    return true;
}

struct parameter_naming
parameter_naming_of(const struct conversion *c, const struct function *function, size_t i,
                    const char *fallback)
{
    const struct declaration *declaration = function_definition(function);
    struct parameter_naming naming = {0};
    const char *own =
        i < function->n_parameters ? function->parameters[i]->name : "";

    naming.name = *own != '\0' ? own : fallback;
    if (declaration == NULL || declaration->from_macro || function->made_by != NULL) {
        return naming;
    }
    if (!parameter_range(declaration, i, &naming.begin, &naming.end)) {
        return (struct parameter_naming){0};
    }
    naming.file = declaration->file;
    const struct expansion *unused =
        expansion_in(c->source, naming.file, naming.begin, naming.end, "Py_UNUSED");
    struct brackets brackets;
    if (unused != NULL) {
        if (!use_brackets(naming.file, unused->begin, &brackets)) {
            return (struct parameter_naming){0};
        }
        struct range content = brackets_content(&brackets);
        naming.begin = unused->begin;
        naming.end = unused->end;
        naming.text = text_of(c, naming.file, content.begin, content.end);
        naming.name = naming.text;
        return naming;
    }
    if (*own == '\0') {
        naming.begin = naming.end;
        naming.text = TEXT(c, "%s%s",
                           naming.file->text[naming.end - 1] == '*' ? "" : " ", fallback);
    }
    return naming;
}

bool
is_plain_object(const struct variable *parameter)
{
    return type_is_pointer_to(parameter->type, "_object");
}
