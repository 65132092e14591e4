#ifndef INSULATE_CONVERT_PLAN_TABLES_H
#define INSULATE_CONVERT_PLAN_TABLES_H

#include "convert/conversion.h"

/* The type, itself moving into the state, whose address a table has in ITEM;
 * NULL. */
const struct variable *moved_type_at(const struct conversion *c,
                                     const struct initializer *item);

/* Tables with addresses of what moves. Let those stay as they are that hold
 * nothing that moves in this stage. */
void plan_tables(struct conversion *c);
void keep_tables(struct conversion *c);

#endif
