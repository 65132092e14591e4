#ifndef MAP_H
#define MAP_H

#include "spam_state.h"

int map_call(spam_state *state, int i);
int map_count(spam_state *state);

#endif
