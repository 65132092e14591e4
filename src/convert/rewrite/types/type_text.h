#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPE_TEXT_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPE_TEXT_H

#include "convert/rewrite/rewriter.h"

/* The value of ITEM; as a slot's, it is without the cast that a typed field asked for. */
const char *text_of_value(struct rewriter *r, const struct initializer *item);
const char *text_of_slot(struct rewriter *r, const struct initializer *item);
/* The same of a value that ends at END, in front of a directive. */
const char *text_of_slot_until(struct rewriter *r, const struct initializer *item,
                               uint32_t end);

/* The value of FIELD as text; NULL if it has none, or NULL or 0. */
const char *text_of_field(struct rewriter *r, const struct variable *type,
                          const char *field);

#endif
