#ifndef INSULATE_CONVERT_FACTS_GENERATED_H
#define INSULATE_CONVERT_FACTS_GENERATED_H

#include "convert/conversion.h"

/* Did a program write the module? Say so. */
bool is_generated(const struct conversion *c);
void report_generated(struct conversion *c);

#endif
