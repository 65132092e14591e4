#include "convert/facts/used_names.h"

#include <string.h>

#include "extension/index.h"

bool
name_is_used(const struct conversion *c, const char *name)
{
    return word_count(c->extension, name) != 0 || word_is_foreign(c->extension, name);
}

bool
name_is_own_macro(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        if (strcmp(c->source->macros[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}
