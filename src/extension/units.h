/* Which translation units are linked into which module, by what their code names. */
#ifndef INSULATE_EXTENSION_UNITS_H
#define INSULATE_EXTENSION_UNITS_H

#include <stdbool.h>

#include "extension/extension.h"

/* Find the units of each module: those that define it or name its definition, those that
 * the code of such a unit names something of, and so on; and those that no module's code
 * is seen to reach (by dlsym, or code that is not compiled here), with what they reach. */
void units_read(struct extension *extension);
/* Does a unit read both files?  Either may be NULL. */
bool shares_unit(const struct source_file *file, const struct source_file *other);

#endif
