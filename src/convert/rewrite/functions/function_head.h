#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTION_HEAD_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTION_HEAD_H

#include "convert/conversion.h"

/* Where an argument goes that is put in front of those in the parentheses that open at
 * token OPEN: behind it, or on the next line, if the others begin there. */
uint32_t argument_place(const struct source_file *file, size_t open);

/* The name of parameter I in the definition; gives it one where it has none, and
 * takes away Py_UNUSED. */
const char *parameter_name(struct conversion *c, const struct function *function,
                           size_t i, const char *fallback);

/* TEXT, a statement, as it stands at the beginning of the body that opens at token I;
 * and put it there. */
const char *body_text(const struct conversion *c, const struct source_file *file,
                      size_t i, const char *text, uint32_t *out_place);
void begin_body(struct conversion *c, const struct source_file *file, size_t i,
                const char *text, const char *reason);

/* Put PARAMETER first into the parentheses that open at token OPEN. */
void add_parameter(struct conversion *c, const struct source_file *file, size_t open,
                   const char *parameter);

#endif
