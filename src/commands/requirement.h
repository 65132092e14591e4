/* Which CPythons a project says that it is for. */
#ifndef INSULATE_COMMANDS_REQUIREMENT_H
#define INSULATE_COMMANDS_REQUIREMENT_H

#include "base/arena.h"

/* The oldest CPython that `requires-python` of the nearest pyproject.toml, in the
 * folder of PATH or above, allows: PY_VERSION_HEX of its first release; 0 if it does
 * not say. */
unsigned requirement_floor(struct arena *arena, const char *path);

#endif
