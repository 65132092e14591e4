#ifndef INSULATE_CONVERT_STEPS_H
#define INSULATE_CONVERT_STEPS_H

#include "convert/conversion.h"

/* The plan's section on the stages, where more than one has something to do. */
void write_steps(const struct conversion *c, struct strbuf *plan);

#endif
