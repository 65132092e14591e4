#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_CONVERTERS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_CONVERTERS_H

#include "convert/rewrite/rewriter.h"

/* What PyArg_Parse… calls for "O&" gets the state by its argument. */
void edit_converters(struct rewriter *r);

#endif
