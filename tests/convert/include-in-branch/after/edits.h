#ifndef EDITS_H
#define EDITS_H

#ifndef size_t
#include <stdlib.h>
#endif

#include "spam_state.h"

size_t edits_count(spam_state *state, size_t n);

#endif
