/* The parts of the guide's opt-out: the flag that says that the module was loaded. */
#ifndef INSULATE_CHECKS_GUARD_H
#define INSULATE_CHECKS_GUARD_H

#include "checks/extension.h"

/* The static that MODULE's guard asks; NULL without one. */
const struct variable *guard_flag(const struct module *module);
/* Does NODE give FLAG a value that is not 0 (SET), or 0?  Atomic functions count. */
bool node_gives_flag(const struct node *node, const struct variable *flag, bool set);

#endif
