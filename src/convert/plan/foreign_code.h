#ifndef INSULATE_CONVERT_PLAN_FOREIGN_CODE_H
#define INSULATE_CONVERT_PLAN_FOREIGN_CODE_H

#include "convert/conversion.h"
#include "model/plan.h"

/* Code from elsewhere that interpreters with a GIL of their own must not run at a time. */
struct foreign_code {
    struct planned_library *libraries;
    size_t n_libraries, capacity;
};

/* A module that uses code which is not known to be safe from several threads shares the
 * GIL. */
void plan_foreign_code(struct conversion *c);

#endif
