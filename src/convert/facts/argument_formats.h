#ifndef INSULATE_CONVERT_FACTS_ARGUMENT_FORMATS_H
#define INSULATE_CONVERT_FACTS_ARGUMENT_FORMATS_H

#include "model/source.h"

/* The format of CALL, a PyArg_Parse…: one string without escapes and without buffers that
 * would have to be released; the index of the first argument that it speaks of in *OUT_FIRST.
 * NULL: it is not so plain. */
const struct node *argument_format(const struct node *call, size_t *out_first);

/* Where in FORMAT the '&' stands of the unit whose converter is argument number WANTED,
 * behind the format; false if there is none. */
bool find_converter_unit(const char *format, size_t wanted, size_t *out_i);

/* Does CALL, of Py_BuildValue or the like, take the reference of ARGUMENT over, by an N in its
 * format? */
bool taken_by_format(const struct node *call, const struct node *argument);

/* ADDRESS is an argument of CALL, a PyArg_…, which stores an object there: has all that may
 * fail been asked before that? */
bool is_stored_last(const struct node *call, const struct node *address);

#endif
