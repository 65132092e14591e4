#ifndef INSULATE_CONVERT_REWRITE_INIT_GIL_SLOT_H
#define INSULATE_CONVERT_REWRITE_INIT_GIL_SLOT_H

#include "convert/rewrite/rewriter.h"

/* Gil_slot.c */
void edit_gil(struct rewriter *r);

#endif
