#ifndef INSULATE_CONVERT_PLAN_EXPORTED_NAMES_H
#define INSULATE_CONVERT_PLAN_EXPORTED_NAMES_H

#include "convert/conversion.h"

/* Notes on what other libraries may use, and find no more, or with other parameters. */
void check_exported_names(struct conversion *c);

#endif
