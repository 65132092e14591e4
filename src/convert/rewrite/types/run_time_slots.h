#ifndef INSULATE_CONVERT_REWRITE_TYPES_RUN_TIME_SLOTS_H
#define INSULATE_CONVERT_REWRITE_TYPES_RUN_TIME_SLOTS_H

#include "convert/rewrite/rewriter.h"

/* Collect what types are given at run time; those assignments go. */
void plan_types(struct rewriter *r);

#endif
