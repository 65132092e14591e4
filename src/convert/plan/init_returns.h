#ifndef INSULATE_CONVERT_PLAN_INIT_RETURNS_H
#define INSULATE_CONVERT_PLAN_INIT_RETURNS_H

#include "convert/conversion.h"

/* What the return NODE of the function that made the module becomes. */
void plan_init_return(struct conversion *c, const struct node *node);
/* Does the use of a macro begin at BEGIN in FILE that imports the C API of NumPy and returns
 * NULL if that fails, with the return NODE, or NULL where it is not compiled?  Then it is
 * planned to return -1. */
bool plan_importer(struct conversion *c, const struct source_file *file, uint32_t begin,
                   const struct node *node);

#endif
