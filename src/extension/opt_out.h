/* The parts of the guide's opt-out: the flag that says that the module was loaded. */
#ifndef INSULATE_EXTENSION_OPT_OUT_H
#define INSULATE_EXTENSION_OPT_OUT_H

#include "extension/extension.h"

/* The static that NODE asks, if it is a condition that refuses a second load: it raises
 * ImportError and leaves; else NULL. */
const struct variable *opt_out_flag(const struct node *node);
/* The condition of an exec function in SLOTS that refuses a second load; or NULL. */
const struct node *opt_out_of_slots(const struct slots *slots);
/* The static that MODULE's guard asks; NULL without one. */
const struct variable *guard_flag(const struct module *module);
/* Does NODE give FLAG a value that is not 0 (SET), or 0?  Atomic functions count. */
bool node_gives_flag(const struct node *node, const struct variable *flag, bool set);

#endif
