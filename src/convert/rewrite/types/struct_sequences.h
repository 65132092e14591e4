#ifndef INSULATE_CONVERT_REWRITE_TYPES_STRUCT_SEQUENCES_H
#define INSULATE_CONVERT_REWRITE_TYPES_STRUCT_SEQUENCES_H

#include "convert/rewrite/rewriter.h"

/* Struct sequences are made as heap types. */
void edit_sequences(struct rewriter *r);

#endif
