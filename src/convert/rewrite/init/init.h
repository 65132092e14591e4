#ifndef INSULATE_CONVERT_REWRITE_INIT_INIT_H
#define INSULATE_CONVERT_REWRITE_INIT_INIT_H

#include "convert/rewrite/rewriter.h"

/* The function that made the module becomes the one in Py_mod_exec. */
void edit_init(struct rewriter *r);

#endif
