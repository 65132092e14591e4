#ifndef INSULATE_CONVERT_REWRITE_TYPES_RUN_TIME_SLOTS_H
#define INSULATE_CONVERT_REWRITE_TYPES_RUN_TIME_SLOTS_H

#include "convert/rewrite/rewriter.h"

/* The assignments go that give types what their specs say; so does what sets their type. */
void edit_run_time_slots(struct rewriter *r);

#endif
