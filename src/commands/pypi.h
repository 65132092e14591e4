/* `scan pypi:NAME`: the wheels of a project, fetched by pip. */
#ifndef INSULATE_COMMANDS_PYPI_H
#define INSULATE_COMMANDS_PYPI_H

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/macros.h"

/* What stands behind "pypi:" in TARGET, or NULL: it is another target. */
const char *pypi_requirement(const char *target);
/* Have the pip of `python3` put the wheel of REQUIREMENT ("spam", "spam==1.0") that it
 * would install into the empty folder FOLDER; OUT_WHEELS gets its path.  Nothing is
 * installed, and no code of the project runs.  Errors: USAGE, for what is no name; CHILD. */
MUST_CHECK int pypi_fetch(struct arena *arena, const char *requirement,
                          const char *folder, struct path_list *out_wheels,
                          struct error *err);

#endif
