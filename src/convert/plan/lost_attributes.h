#ifndef INSULATE_CONVERT_PLAN_LOST_ATTRIBUTES_H
#define INSULATE_CONVERT_PLAN_LOST_ATTRIBUTES_H

#include "convert/conversion.h"

/* Entry number I of TYPE's tables whose name the heap type has for itself, the name, and
 * what is lost, in words; NULL behind the last. */
const struct initializer *lost_attribute(const struct conversion *c,
                                         const struct variable *type, size_t i,
                                         const char **out_name,
                                         const char **out_message);

/* Whether TYPE has both a text and a __doc__ for its instances.  Of a heap type the text
 * would take that name in the dictionary (seen from 3.11 on), and the instances' own
 * would be lost. */
bool loses_documentation(const struct conversion *c, const struct variable *type);

/* Tell of them. */
void report_lost_attributes(struct conversion *c);

#endif
