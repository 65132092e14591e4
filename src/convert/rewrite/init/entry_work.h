#ifndef INSULATE_CONVERT_REWRITE_INIT_ENTRY_WORK_H
#define INSULATE_CONVERT_REWRITE_INIT_ENTRY_WORK_H

#include "convert/rewrite/rewriter.h"

/* Refuse what PyInit does with the state and cannot move; take the rest out
 * of it, as lines for the beginning of exec. */
void check_entry(struct rewriter *r);
const char *take_entry_work(struct rewriter *r);

#endif
