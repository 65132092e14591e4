#ifndef INSULATE_CONVERT_PLAN_STATE_RECEIVERS_H
#define INSULATE_CONVERT_PLAN_STATE_RECEIVERS_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"

/* Does the mention need the module state where it stands? */
bool mention_needs_state(const struct conversion *c, const struct mention *mention);

/* Does the text of FUNCTION's body name the state once it is converted? */
bool names_state(const struct conversion *c, const struct function *function);

/* The module object as FUNCTION, which runs at initialisation, names it. */
const char *module_name_in(const struct conversion *c, const struct function *function);

/* Is FUNCTION's state a parameter? */
bool takes_state(const struct conversion *c, const struct function *function);

#endif
