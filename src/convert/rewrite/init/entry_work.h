#ifndef INSULATE_CONVERT_REWRITE_INIT_ENTRY_WORK_H
#define INSULATE_CONVERT_REWRITE_INIT_ENTRY_WORK_H

#include "convert/conversion.h"

/* Refuse what PyInit does with the state and cannot move; take the rest out
 * of it, as lines for the beginning of exec. */
void check_entry(struct conversion *c);
const char *take_entry_work(struct conversion *c);

#endif
