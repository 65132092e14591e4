#ifndef INSULATE_CONVERT_FACTS_GENERATED_H
#define INSULATE_CONVERT_FACTS_GENERATED_H

#include "convert/conversion.h"

/* Why FILE, which a program wrote, is not changed, and what to do instead. */
const char *generated_reason(const struct conversion *c, const struct source_file *file);

/* Did a program write the module? Say so. */
bool is_generated(const struct conversion *c);
void report_generated(struct conversion *c);

#endif
