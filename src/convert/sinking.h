#ifndef INSULATE_CONVERT_SINKING_H
#define INSULATE_CONVERT_SINKING_H

#include "convert/conversion.h"

/* The reason of edits that put it in; let those of functions in which one block
 * alone needs the state stand there. */
extern const char look_up_reason[];
void sink_look_ups(struct conversion *c);

#endif
