/* Where the project uses names of CPython's API. */
#ifndef INSULATE_EXTENSION_API_USE_H
#define INSULATE_EXTENSION_API_USE_H

#include "base/arena.h"
#include "model/api.h"
#include "model/source.h"

/* One use, spelled in a file of the project. */
struct api_use {
    const char *name;
    const struct api *api; /* NULL: a private name, or one that is not known */
    const struct source_file *file;
    uint32_t offset;
};

typedef void api_visit(const struct api_use *use, void *data);

/* Call VISIT for each use of a function, variable or macro that begins as the API's
 * names do and that the project does not define itself, in any branch. */
void api_uses_visit(struct arena *arena, const struct source *source, api_visit *visit, void *data);

#endif
