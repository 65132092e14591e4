#ifndef INSULATE_CONVERT_PLAN_REPEATED_CLEAR_H
#define INSULATE_CONVERT_PLAN_REPEATED_CLEAR_H

#include "convert/conversion.h"

/* The call in CLEAR, an m_clear with a body, that may do harm where that runs a second time for the
 * same module object, as by the collector and by m_free; NULL: there is none. */
const struct node *unrepeatable_call(const struct conversion *c, const struct function *clear);

#endif
