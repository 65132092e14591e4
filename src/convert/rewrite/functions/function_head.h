#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTION_HEAD_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_FUNCTION_HEAD_H

#include "convert/rewrite/rewriter.h"
#include "convert/text/block_begin.h"
#include "model/extent.h"

/* Where an argument goes that is put in front of those in BRACKETS: behind the one that
 * opens, or on the next line, if the others begin there. */
uint32_t argument_place(const struct brackets *brackets);

/* The name of parameter I in the definition; gives it one where it has none, and
 * takes away Py_UNUSED. */
const char *parameter_name(struct rewriter *r, const struct function *function,
                           size_t i, const char *fallback);

/* The look-up TEXT of FUNCTION as it stands in BLOCK, and where: at its beginning; in the
 * function's own, behind the statement that the plan names. */
const char *lookup_line(const struct rewriter *r, const struct function *function,
                        const struct node *block, const char *text,
                        uint32_t *out_place);

/* Put TEXT, a statement, at the beginning of BLOCK. */
void begin_body(struct rewriter *r, const struct node *block, const char *text,
                const char *reason);

/* Put PARAMETER, or ARGUMENT, first into BRACKETS. */
void add_parameter(struct rewriter *r, const struct brackets *brackets,
                   const char *parameter, const char *reason);
void add_argument(struct rewriter *r, const struct brackets *brackets,
                  const char *argument, const char *reason);

#endif
