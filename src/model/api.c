#include "model/api.h"

#include <stdlib.h>
#include <string.h>

#include "base/macros.h"

static const struct api table[] = {
#define API(name, added, limited) {#name, added, limited},
#include "model/api.inc"
#undef API
};

static int
compare(const void *name, const void *entry)
{
    return strcmp(name, ((const struct api *)entry)->name);
}

const struct api *
api_find(const char *name)
{
    return bsearch(name, table, ARRAY_LENGTH(table), sizeof table[0], compare);
}
