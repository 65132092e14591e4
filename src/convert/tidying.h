#ifndef INSULATE_CONVERT_TIDYING_H
#define INSULATE_CONVERT_TIDYING_H

#include "convert/conversion.h"

/* Blank lines, unused names */
void tidy_exec(struct conversion *c);

#endif
