#ifndef INSULATE_CONVERT_PLAN_FOREIGN_THREADS_H
#define INSULATE_CONVERT_PLAN_FOREIGN_THREADS_H

#include "convert/conversion.h"

/* A module whose callbacks use PyGILState_Ensure shares the GIL. */
void plan_foreign_threads(struct conversion *c);

#endif
