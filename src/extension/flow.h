/* The order in which a function's parts run, as far as its text tells. */
#ifndef INSULATE_EXTENSION_FLOW_H
#define INSULATE_EXTENSION_FLOW_H

#include <stdbool.h>

#include "model/source.h"

/* Can BEFORE have run when AFTER runs?  Both stand in one function.  Loops are read
 * once, from their top; a branch that leaves leads nowhere. */
bool node_flows_to(const struct node *before, const struct node *after);
/* Does NODE run whenever its function runs to its end: is it in no branch or loop? */
bool node_is_unconditional(const struct node *node);

#endif
