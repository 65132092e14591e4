/* Where the project uses names of CPython's API. */
#ifndef INSULATE_CHECKS_API_USE_H
#define INSULATE_CHECKS_API_USE_H

#include "checks/check.h"
#include "model/api.h"

/* One use, spelled in a file of the project. */
struct api_use {
    const char *name;
    const struct api *api; /* NULL: a private name, or one that is not known */
    const struct source_file *file;
    uint32_t offset;
};

typedef void api_visit(struct check *check, const struct api_use *use, void *data);

/* Call VISIT for each use of a function, variable or macro that begins as the API's
 * names do and that the project does not define itself, in any branch. */
void api_uses_visit(struct check *check, api_visit *visit, void *data);

#endif
