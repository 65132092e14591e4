#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_EXEC_CLEANUP_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_EXEC_CLEANUP_H

#include "convert/rewrite/rewriter.h"

/* Blank lines, unused names */
void clean_exec(struct rewriter *r);

#endif
