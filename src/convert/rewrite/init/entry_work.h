#ifndef INSULATE_CONVERT_REWRITE_INIT_ENTRY_WORK_H
#define INSULATE_CONVERT_REWRITE_INIT_ENTRY_WORK_H

#include "convert/rewrite/rewriter.h"

/* Take it out of PyInit, as lines for the beginning of exec. */
const char *take_entry_work(struct rewriter *r);

#endif
