#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_CALLBACKS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_CALLBACKS_H

#include "convert/rewrite/rewriter.h"

/* Let calls through pointers hand the state over. */
void edit_callbacks(struct rewriter *r);

#endif
