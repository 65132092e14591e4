#ifndef INSULATE_CONVERT_REWRITE_TYPES_LAZY_TYPES_H
#define INSULATE_CONVERT_REWRITE_TYPES_LAZY_TYPES_H

#include "convert/rewrite/rewriter.h"

/* PyType_Ready goes where exec makes the type. */
void edit_lazy_types(struct rewriter *r);

#endif
