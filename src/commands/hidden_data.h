/* Data in branches of #if that the build leaves out. */
#ifndef INSULATE_COMMANDS_HIDDEN_DATA_H
#define INSULATE_COMMANDS_HIDDEN_DATA_H

#include "commands/result.h"

/* Read the sources of WORK with such branches, as far as they do not contradict together, and
 * give its options the data that changes there.  What does not compile so is added to
 * work->unread. */
MUST_CHECK int hidden_data_find(struct work *work, struct error *err);

#endif
