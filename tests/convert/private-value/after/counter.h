#ifndef COUNTER_H
#define COUNTER_H

enum level { LEVEL_LOW = 2, LEVEL_HIGH };

int next_number(void);
int next_kind(void);
#include "spam_state.h"

int next_level(spam_state *state);
int next_step(spam_state *state);

#endif
