#include "convert/facts/used_names.h"

#include "extension/index.h"

bool
name_is_used(const struct conversion *c, const char *name)
{
    return word_count(c->extension, name) != 0;
}
