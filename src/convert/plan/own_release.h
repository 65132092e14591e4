#ifndef INSULATE_CONVERT_PLAN_OWN_RELEASE_H
#define INSULATE_CONVERT_PLAN_OWN_RELEASE_H

#include "convert/conversion.h"

/* The module's own m_free. */
struct own_release {
    bool is_for_owner; /* it is called for the module object that has the statics only */
    const struct variable *parameter;
};

/* May m_free be called for a module object that the opt-out rejects? */
void plan_own_release(struct conversion *c);

/* Is there an m_free of the opt-out, which says who has the statics? */
bool opt_out_has_release(const struct conversion *c);

#endif
