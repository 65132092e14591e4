#ifndef INSULATE_CONVERT_IDLE_INIT_H
#define INSULATE_CONVERT_IDLE_INIT_H

#include "convert/conversion.h"

/* And those that this configuration does not compile. */
void edit_idle_init(struct conversion *c);

#endif
