#ifndef NODELIB_H
#define NODELIB_H

#include "spam_state.h"

int nodelib_walk(spam_state *state, int n, nodelib_visit visit, void *data);
void nodelib_on_event(spam_state *state, nodelib_visit visit, void *data);
int nodelib_fire(spam_state *state, int number);

#endif
