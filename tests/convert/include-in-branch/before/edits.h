#ifndef EDITS_H
#define EDITS_H

#ifndef size_t
#include <stdlib.h>
#endif

size_t edits_count(size_t n);

#endif
