#ifndef INSULATE_CONVERT_REWRITE_INIT_EXEC_PARAMETER_H
#define INSULATE_CONVERT_REWRITE_INIT_EXEC_PARAMETER_H

#include "convert/rewrite/rewriter.h"

/* Let the function that is executed have a name for the module that it is handed. */
void name_exec_parameter(struct rewriter *r);

#endif
