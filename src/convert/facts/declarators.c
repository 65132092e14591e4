/* Where the parameters of functions that are called through pointers are written. */
#include "convert/facts/declarators.h"

#include <string.h>

static bool
find_typedef(const struct conversion *c, const char *name, struct brackets *out)
{
    for (size_t i = 0; i < c->source->n_aliases; i++) {
        const struct type_alias *alias = &c->source->aliases[i];
        if (strcmp(alias->name, name) == 0 && !alias->from_macro
            && pointer_brackets(alias->file, alias->place, out))
        {
            return true;
        }
    }
    return false;
}

/* Where the parameters of the function that POINTER points to are written. */
bool
find_declarator(const struct conversion *c, const struct pointer *pointer,
                struct brackets *out)
{
    const char *spelling = pointer->type->spelling;
    const struct record *record = pointer->record;
    if (strchr(spelling, '(') == NULL) {
        return find_typedef(c, spelling, out);
    }
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (strcmp(field->name, pointer->field) == 0 && field->place != 0) {
            return pointer_brackets(record->file, field->place, out);
        }
    }
    const struct declaration *d =
        record == NULL ? variable_declaration(pointer->variable) : NULL;
    return d != NULL && !d->from_macro && d->file != NULL
           && pointer_brackets(d->file, d->name, out);
}
