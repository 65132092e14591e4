#ifndef TABLE_H
#define TABLE_H
#include "spam_state.h"

void count(spam_state *state, int i);
#endif
