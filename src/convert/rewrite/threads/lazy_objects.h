#ifndef INSULATE_CONVERT_REWRITE_THREADS_LAZY_OBJECTS_H
#define INSULATE_CONVERT_REWRITE_THREADS_LAZY_OBJECTS_H

#include "convert/rewrite/rewriter.h"

void edit_lazy_objects(struct rewriter *r);

#endif
