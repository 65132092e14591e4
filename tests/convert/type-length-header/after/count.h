#ifndef COUNT_H
#define COUNT_H

#include "spam_state.h"

int count_add(spam_state *state, int symbol);
int count_of(spam_state *state, int symbol);

#endif
