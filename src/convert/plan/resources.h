#ifndef INSULATE_CONVERT_PLAN_RESOURCES_H
#define INSULATE_CONVERT_PLAN_RESOURCES_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* Is there memory or a lock in the state that only m_free can give back? */
bool has_resources(const struct conversion *c);

/* What FIELD, plain data that moves, holds from its only assignment and nothing gives
 * back; NULL: no such thing. */
const struct resource *kept_resource(const struct conversion *c,
                                    const struct variable_plan *plan);

/* Tell of what each module takes and none gives back. */
void note_unreleased(struct conversion *c);

#endif
