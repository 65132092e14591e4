#ifndef INSULATE_CONVERT_REWRITE_STATE_TABLES_H
#define INSULATE_CONVERT_REWRITE_STATE_TABLES_H

#include "convert/rewrite/rewriter.h"

/* Tables inside of functions are no longer static. */
void edit_tables(struct rewriter *r);

#endif
