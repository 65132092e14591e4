#ifndef INSULATE_CONVERT_REWRITE_TYPES_MEMBERS_H
#define INSULATE_CONVERT_REWRITE_TYPES_MEMBERS_H

#include "convert/rewrite/rewriter.h"

/* Abi3.c */
void edit_members(struct rewriter *r);

#endif
